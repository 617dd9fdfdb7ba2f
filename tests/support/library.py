"""A metamodel of a library and models of it, right and wrong: what a metamodel of one's own may hold."""

from __future__ import annotations

from tests.support.ecore_files import ECORE, PIVOT, annotation, attribute, eclass, ecore, reference

_SHELF = annotation(ECORE, constraints="notTooHeavy titled") + annotation(
    PIVOT,
    notTooHeavy="Tuple{message = 'the shelf ' + label + ' carries ' + weight.toString(), status = weight &lt; 100}.status",
    titled="let nameless = books->select(title.oclIsUndefined()) in Tuple{message = 'this book has no title', status = nameless->isEmpty(), culprits = nameless}.status",
)
_FITS = f'<eOperations name="fits" eType="{{EBoolean}}">{annotation(PIVOT, body="weight + book.weight &lt; 100")}<eParameters name="book" eType="#//Book"/></eOperations>'
_BODY = f'<eOperations name="lighter" eType="{{EBoolean}}">{annotation(PIVOT, body="weight &lt;= most")}<eParameters name="most" eType="{{EInt}}"/></eOperations>'

LIBRARY = ecore(
    "\n".join(
        [
            eclass("Library", reference("shelves", "#//Shelf", 'lowerBound="1" upperBound="3" containment="true" eOpposite="#//Shelf/library"') + reference("people", "#//q/Reader", 'upperBound="-1" containment="true"') + reference("anything", "ecore:EClass http://www.eclipse.org/emf/2002/Ecore#//EObject", 'upperBound="-1" containment="true"')),
            eclass("Shelf", _SHELF + _FITS + attribute("label", more='lowerBound="1" iD="true"') + reference("books", "#//Item", 'upperBound="-1" containment="true"') + attribute("weight", "{EInt}", 'changeable="false" volatile="true" transient="true" derived="true"', annotation(PIVOT, derivation="books.weight->sum()")) + reference("library", "#//Library", 'lowerBound="1" eOpposite="#//Library/shelves"') + reference("next", "#//Shelf", 'eOpposite="#//Shelf/previous"') + reference("previous", "#//Shelf", 'eOpposite="#//Shelf/next"')),
            eclass("Item", attribute("weight", "{EInt}") + attribute("title"), 'abstract="true"'),
            eclass("Book", annotation(ECORE, constraints="light") + annotation(PIVOT, light="lighter(80)") + _BODY + attribute("pages", "{EInt}", 'lowerBound="1" defaultValueLiteral="1"') + attribute("kind", "#//Kind") + attribute("tags", more='upperBound="3"') + attribute("price", "{EDouble}", 'unsettable="true" lowerBound="1"') + attribute("printed", "{EDate}") + reference("readers", "#//q/Reader", 'upperBound="-1" eOpposite="#//q/Reader/reads"') + attribute("from") + attribute("container") + attribute("class", "{EBoolean}"), 'eSuperTypes="#//Item"'),
            eclass("Atlas", reference("maps", "#//Atlas", 'upperBound="2"'), 'eSuperTypes="#//Item"'),
            '<eClassifiers xsi:type="ecore:EEnum" name="Kind"><eLiterals name="Novel"/><eLiterals name="Poem" value="1" literal="a poem"/></eClassifiers>',
            f'<eSubpackages name="q" nsURI="urn:q" nsPrefix="q">{eclass("Reader", attribute("name", more=chr(39).join(["lowerBound=", "1", ""])) + reference("reads", "#//Book", "upperBound=" + chr(39) + "2" + chr(39) + " eOpposite=" + chr(39) + "#//Book/readers" + chr(39)))}</eSubpackages>',
        ]
    )
)  # fmt: skip

HEAD = 'xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:p="urn:p" xmlns:q="urn:q"'


def library(body: str) -> str:
    """Return a model: a library, line 1, and what it contains, from line 2."""
    return f"<p:Library {HEAD}>\n{body}\n</p:Library>\n"


def shelf(inner: str, more: str = 'label="a"') -> str:
    """Return a shelf; *inner* stands on lines of its own."""
    return f"<shelves {more}>\n{inner}\n</shelves>"


def book(more: str = "", inner: str = "") -> str:
    """Return a book with everything that a book needs, but for a title."""
    return f'<books xsi:type="p:Book" price="1" {more}>{inner}</books>'


T = 'title="t"'
READER = '<people name="r"/>'

RIGHT: dict[str, str] = {
    "a library": library(shelf(book(T))),
    "values of all forms": library(shelf(book(f'{T} weight="-7" pages="+3" kind="a poem" printed="2020-02-29T12:00:00.000+0000" class="true" from="a" container="b"', "<tags>x y</tags><tags>z</tags>"))),
    "a value as an element": library(shelf(book("", "<title>t</title>"))),
    "no value": library(shelf('<books xsi:type="p:Atlas" title="t"><maps/></books>'.replace("<maps/>", ""))),
    "opposites at both ends": library(shelf(book(f'{T} readers="//@people.0"')) + '<people name="r" reads="//@shelves.0/@books.0"/>'),
    "a chain": library(shelf("", 'label="a" next="b"') + shelf("", 'label="b" previous="a"')),
    "addresses": library(shelf("", 'label="a" next="#//@shelves.1"') + shelf("", 'label="b"')),
    "a reference as an element": library(shelf('<next href="#//@shelves.1"/>') + shelf("", 'label="b"')),
    "identifiers of XMI": library(shelf(book(f'{T} xmi:id="one" readers="two"')) + '<people xmi:id="two" name="r" reads="one"/>'),
    "several of a reference": library(shelf('<books xsi:type="p:Atlas" title="t" maps="//@shelves.0/@books.0 //@shelves.0/@books.1"/><books xsi:type="p:Atlas" title="u"/>')),
    "any object": library(shelf(book(T)) + '<anything xsi:type="q:Reader" name="r"/>'),
    "a root of another package": f'<q:Reader {HEAD} name="r"/>',
    "several roots": f'<xmi:XMI {HEAD}><q:Reader name="r" reads="/1"/><p:Book price="1" readers="/0"/></xmi:XMI>',
    "a default that counts": library(shelf(book(T))),
}  # fmt: skip
"""Models in which nothing is wrong, by what is particular about them."""

DEEP = f"<p:Library {HEAD}>" + '<anything xsi:type="p:Library">' * 210 + "</anything>" * 210 + "</p:Library>"

ONE_END = library(shelf(book(f'{T} readers="//@people.0"')) + READER)
"""A reference of which the other end is not written: EMF refuses it if both ends hold many, and we complete it."""

WRONG: list[tuple[str, str, str, int, int, str]] = [
    ("no XML", "library", "xml-syntax", 1, 1, "should begin with"),
    ("an entity", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><p:Library xmlns:p='urn:p'>&x;</p:Library>", "doctype-refused", 1, 1, "remove it"),
    ("another namespace", "<p:Library xmlns:p='urn:pp'/>", "unknown-namespace", 1, 1, "urn:p or urn:q; did you mean 'urn:p'?"),
    ("no namespace", "<Library/>", "unknown-namespace", 1, 1, "no namespace"),
    ("an unknown root", f"<p:Libary {HEAD}/>", "unknown-class", 1, 1, "did you mean 'Library'?"),
    ("an abstract root", f"<p:Item {HEAD}/>", "abstract-class", 1, 1, "Book, Atlas"),
    ("an unknown class", library(shelf('<books xsi:type="p:Bok"/>')), "unknown-class", 3, 1, "did you mean 'Book'?"),
    ("an abstract class", library(shelf("<books/>")), "abstract-class", 3, 1, "Book, Atlas"),
    ("a class of another package", library(shelf('<books xsi:type="q:Book"/>')), "unknown-class", 3, 1, "Book"),
    ("an unknown prefix", library(shelf('<books xsi:type="x:Book"/>')), "unknown-namespace", 3, 1, "urn:p or urn:q"),
    ("a class that does not fit", library(shelf('<books xsi:type="p:Shelf"/>')), "wrong-class", 3, 1, "books holds an Item, not a Shelf"),
    ("an unknown attribute", library(shelf(book('titel="t"'))), "unknown-feature", 3, 1, "did you mean 'title'?"),
    ("an unknown element", library("<shelfs/>" + shelf(book(T))), "unknown-feature", 2, 1, "did you mean 'shelves'?"),
    ("text", library("text" + shelf(book(T))), "text-refused", 2, 1, "'text'"),
    ("a derived feature", library(shelf("", 'label="a" weight="3"')), "derived-feature", 2, 1, "derived"),
    ("no number", library(shelf(book(f'{T} pages="many"'))), "bad-value", 3, 1, "'many' is no integer of 32 bits"),
    ("a large number", library(shelf(book(f'{T} pages="2147483648"'))), "bad-value", 3, 1, "32 bits"),
    ("no literal", library(shelf(book(f'{T} kind="Poem"'))), "bad-value", 3, 1, "'Poem' is no Kind; did you mean 'a poem'?"),
    ("no truth value", library(shelf(book(f'{T} class="yes"'))), "bad-value", 3, 1, "true or false"),
    ("no date", library(shelf(book(f'{T} printed="today"'))), "bad-value", 3, 1, "date"),
    ("two of one", library(shelf(book("", "<title>a</title><title>b</title>"))), "duplicate-feature", 3, 53, "twice"),
    ("too few", library(READER), "missing-feature", 1, 1, "needs shelves"),
    ("too many", library(shelf("") + "".join(shelf("", f'label="{n}"') for n in "bcd")), "too-many-values", 1, 1, "at most 3"),
    ("an attribute that is missing", library(shelf("", "")), "missing-feature", 2, 1, "needs label"),
    ("a default that does not count", library(shelf('<books xsi:type="p:Book" title="t"/>')), "missing-feature", 3, 1, "needs price"),
    ("a container that is missing", f'<p:Shelf {HEAD} label="a"/>', "missing-feature", 1, 1, "needs library"),
    ("a value twice", library(shelf(book(T, "<tags>x</tags><tags>x</tags>"))), "duplicate-value", 3, 1, "tags"),
    ("a reference twice", library(shelf(book(f'{T} readers="//@people.0 //@people.0"')) + READER), "duplicate-value", 3, 1, "twice"),
    ("an identifier twice", library(shelf("") + "\n" + shelf("")), "duplicate-identifier", 5, 1, "'a'"),
    ("an unknown identifier", library(shelf("", 'label="abc" next="abd"')), "unresolved-reference", 2, 1, "did you mean 'abc'?"),
    ("an unknown address", library(shelf("", 'label="a" next="//@shelves.1"')), "unresolved-reference", 2, 1, "'//@shelves.1'"),
    ("a reference to another class", library(shelf(book(f'{T} readers="a"'))), "wrong-reference-type", 3, 1, "Reader"),
    ("several for one", library(shelf("", 'label="a" next="b c"') + shelf("", 'label="b"') + shelf("", 'label="c"')), "too-many-values", 2, 1, "one element, not 2"),
    ("ends that contradict each other", library(shelf("", 'label="a" next="b"') + "\n" + shelf("", 'label="b" previous="c"') + "\n" + shelf("", 'label="c"')), "opposite-mismatch", 2, 1, "one of the two must go"),
    ("another file", library(shelf("", 'label="a" next="other.xmi#//@shelves.0"')), "href-refused", 2, 1, "another file"),
    ("a type before another file", library(shelf("", 'label="a" next="p:Shelf other.xmi#//@shelves.0"')), "href-refused", 2, 1, "another file"),
    ("an element of another file", library(shelf('<books xsi:type="p:Book" href="other.xmi#//@books.0"/>')), "href-refused", 3, 1, "another file"),
    ("an address of the net", library(shelf('<next href="http://127.0.0.1:9/x#//"/>')), "href-refused", 3, 1, "another file"),
]  # fmt: skip
"""Models that are wrong: the code, line and column, and a part of the message."""

UNSEEN = {
    "text", "two of one", "a value twice", "an unknown identifier", "an unknown address", "several for one",
    "ends that contradict each other",
}  # fmt: skip
"""What EMF lets pass without a word, and drops or keeps twice."""

VIOLATED: list[tuple[str, str, str, int, int, str]] = [
    ("a sum", library(shelf(book(f'{T} weight="70"') + book(f'{T} weight="30"'))), "notTooHeavy", 2, 1, "the shelf a carries 100"),
    ("a culprit", library(shelf(book(T) + "\n" + book())), "titled", 4, 1, "this book has no title"),
    ("an operation", library(shelf(book(f'{T} weight="81"'))), "light", 3, 1, "the constraint light does not hold: "),
]  # fmt: skip
"""Models that violate constraints in OCL, of which EMF alone knows nothing."""
