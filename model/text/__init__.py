"""What both notations share: tokens, and the class form that the metamodel alone drives."""
