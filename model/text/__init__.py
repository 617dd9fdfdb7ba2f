"""What both notations share: the scanner, and the class form, whose grammar follows from the metamodel alone."""
