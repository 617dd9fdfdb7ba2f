"""The rules as each player reads them: the rule IR, in which a class per operation says what it does."""
