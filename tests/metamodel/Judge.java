import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.eclipse.emf.common.util.Diagnostic;
import org.eclipse.emf.common.util.DiagnosticChain;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EDataType;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EOperation;
import org.eclipse.emf.ecore.EPackage;
import org.eclipse.emf.ecore.EValidator;
import org.eclipse.emf.ecore.EcorePackage;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.Diagnostician;
import org.eclipse.emf.ecore.xmi.XMLResource;
import org.eclipse.emf.ecore.xmi.impl.EcoreResourceFactoryImpl;
import org.eclipse.emf.ecore.xmi.impl.XMIResourceFactoryImpl;

/**
 * Lets EMF itself judge a metamodel and models of it: java Judge METAMODEL.ecore MODEL.xmi...
 *
 * <p>Prints a line for each diagnostic of EMF's own validator, and a line for each model that EMF does not save to the
 * bytes that it was loaded from. Prints nothing but "judged N models" if all is well. The OCL in the annotations is left to
 * others: its validation delegate does nothing, since Eclipse OCL is not there.
 */
public final class Judge {
  private static final String PIVOT = "http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot";

  private static final class Silent implements EValidator.ValidationDelegate {
    @Override
    public boolean validate(EClass c, EObject o, Map<Object, Object> x, EOperation i, String e) {
      return true;
    }

    @Override
    public boolean validate(EClass c, EObject o, Map<Object, Object> x, String n, String e) {
      return true;
    }

    @Override
    public boolean validate(EDataType t, Object v, Map<Object, Object> x, String n, String e) {
      return true;
    }
  }

  private static void report(Diagnostic diagnostic, String file) {
    if (diagnostic.getChildren().isEmpty()) {
      if (diagnostic.getSeverity() != Diagnostic.OK) {
        System.out.println(file + ": " + diagnostic.getMessage());
      }
      return;
    }
    for (Diagnostic child : diagnostic.getChildren()) {
      report(child, file);
    }
  }

  private static Resource load(ResourceSet resources, String file) {
    URI address = URI.createFileURI(Path.of(file).toAbsolutePath().toString());
    Resource resource;
    try {
      resource = resources.getResource(address, true);
    } catch (RuntimeException problem) {
      System.out.println(file + ": " + problem.getMessage());
      resource = resources.getResource(address, false);
    }
    for (Resource.Diagnostic problem : resource.getErrors()) {
      System.out.println(file + ": " + problem.getMessage());
    }
    for (EObject root : resource.getContents()) {
      report(Diagnostician.INSTANCE.validate(root), file);
    }
    return resource;
  }

  private static void register(ResourceSet resources, EPackage found) {
    resources.getPackageRegistry().put(found.getNsURI(), found);
    for (EPackage inner : found.getESubpackages()) {
      register(resources, inner);
    }
  }

  public static void main(String[] arguments) throws Exception {
    ResourceSet resources = new ResourceSetImpl();
    Map<String, Object> factories = resources.getResourceFactoryRegistry().getExtensionToFactoryMap();
    factories.put("ecore", new EcoreResourceFactoryImpl());
    factories.put("xmi", new XMIResourceFactoryImpl());
    EcorePackage.eINSTANCE.eClass();
    EValidator.ValidationDelegate.Registry.INSTANCE.put(PIVOT, new Silent());
    register(resources, (EPackage) load(resources, arguments[0]).getContents().get(0));
    for (int i = 1; i < arguments.length; i++) {
      String file = arguments[i];
      Resource resource = load(resources, file);
      if (resource.getContents().isEmpty()) {
        continue;
      }
      ByteArrayOutputStream saved = new ByteArrayOutputStream();
      resource.save(saved, Collections.singletonMap(XMLResource.OPTION_ENCODING, "UTF-8"));
      String original = Files.readString(Path.of(file), StandardCharsets.UTF_8);
      if (!saved.toString(StandardCharsets.UTF_8).equals(original)) {
        System.out.println(file + ": EMF saves other bytes:\n" + saved.toString(StandardCharsets.UTF_8));
      }
    }
    System.out.println("judged " + (arguments.length - 1) + " models");
  }
}
