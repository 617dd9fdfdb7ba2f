"""Reading the game notation: the two passes over declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.metamodel import schema
from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Diagnostic, Related, has_errors
from tilewright.model.document import Comments, Document, Syntax
from tilewright.model.game.chains import RULES
from tilewright.model.game.declarations import CLASS_FORM, DECLARATIONS, SHORT, DeclarationParser
from tilewright.model.game.expansion import Expansion
from tilewright.model.game.inherited import fitting, leave_out_captions, leave_out_of_reach
from tilewright.model.game.named_values import T
from tilewright.model.game.outline import MOST_VECTORS, UNOWNED, ChosenSetup, Picture
from tilewright.model.game.parser import Failure
from tilewright.model.game.slips import undeclared
from tilewright.model.game.structure import Declaration
from tilewright.model.game.symbols import INITIAL
from tilewright.model.game.templates import Instance, Template
from tilewright.model.hints import Hint
from tilewright.model.objects import MAX_DEPTH, children, remove, walk
from tilewright.model.places import Place
from tilewright.model.remedies import Close, Declare, Replace
from tilewright.model.shaping import FEATURES, number_chosen
from tilewright.model.text.caret import Caret
from tilewright.model.text.reading import opened
from tilewright.model.text.references import resolve
from tilewright.model.text.scanner import Comment, Scanner, Token, TokenKind

_WAYS = frozenset({"axes", "directions", "DirectionSet"})
"""The words of declarations that may say in which ways lines lie."""
_WITHIN = ("->", "|", ";", "}", "]", ")", "else")
"""What stands within braces only, or goes on with a declaration."""
_LACKING = 26
"""The width and height of the board that stands for one that is not there."""


@dataclass(frozen=True)
class Source:
    """A declaration in a text: where it begins, its first token, and the names that it declares.

    ``left_out`` are the names after ``without``. ``word`` says what it declares, as in ``Declaration``. Elements with
    the names in ``dropped`` are not added to the game.
    """

    scanner: Scanner
    position: int
    token: Token
    names: tuple[str, ...]
    left_out: tuple[Token, ...]
    word: str
    dropped: frozenset[str] = frozenset()


class GameReader(DeclarationParser):
    """Reads a game from one text, or from the declarations of several.

    *guess_ends*: a line that looks like a declaration ends the one before, even if a bracket is still open.
    """

    def __init__(self, text: str, file: str, *, guess_ends: bool = False, caret: Caret | None = None) -> None:
        super().__init__(Scanner(text, file, caret, strings_on_lines=True))
        self.text = self.scanner
        self.guess_ends = guess_ends
        self.unclosed = False
        self.lacks_board = False
        """Whether the declaration of the board could not be read."""
        self.extends = False
        """Whether declarations of other texts are among those of the game."""
        self.declarations: list[Declaration] = []
        self.comments = Comments()
        self.opening: Token | None = None
        self.closing: Token | None = None
        self.first: Token | None = None

    def read_declarations(self, sources: Iterable[Source]) -> Document:
        """Read a game from declarations of several texts. Its title is that of the reader's own text."""
        self.start()
        self._title()
        self.extends = True
        for source in sources:
            self.scanner = source.scanner
            self.scanner.reset(source.position)
            self.start()
            self._head(self.scanner.peek(), source.dropped)
        return self.finish(complete=True)

    def finish(self, complete: bool) -> Document:
        """Build the game after the heads have been read: make tiles and cells, then read the bodies.

        *complete* says that the text was a game, so that a missing board is reported.
        """
        if self.board is None and complete and not self.lacks_board:
            message = "a game needs a board, such as 'board 8x8'"
            self.report("missing-declaration", message, self.places.of(self.game), remedies=(Declare("board 8x8"),))
        has_board = self.board is not None
        if self.board is None:  # one on which rules are read, so that what follows from its lack is not told as well
            self.board = self.make("Board", self.places.of(self.game), width=_LACKING, height=_LACKING)
            self.add(self.game, "board", self.board)
            self.outline.pictures.clear()
            self.outline.setups.clear()
        self._measure_grids()
        if self.extends:
            self._leave_out_pictures()
        Expansion(self, self.game, self.board, self.outline).expand()
        self.names.collect(self.game)
        self._refer_to_sizes()
        self._bodies()
        references = self.form.references
        if self.extends:
            references = fitting(self.game, self.text.file, references)
        self.diagnostics += resolve(self.game, references, self.places, self.names.uses)
        if self.extends:
            leave_out_of_reach(self.game, self.text.file, self.places)
            leave_out_captions(self.game, self.text.file, self.places)
        if self.game.initialPlayer is None and len(self.game.players) > 0:
            self.add(self.game, "initialPlayer", self.game.players[0])
        self._check_depth()
        diagnostics = self.problems()
        root = self.game if has_board else None
        if root is not None:
            self._attach_comments()
        uses, following = self.names.uses, self.names.following
        return Document(
            self.text.file, root, Syntax.GAME, diagnostics, self.places, self.comments, uses, following=following
        )

    def _measure_grids(self) -> None:
        """Give the board and the zones the sizes that follow from the chosen values of parameters."""
        chosen = {parameter.name: number_chosen(parameter) for parameter in self.game.parameters}
        for grid, quantity, amount in self.outline.sizes:
            number = None if amount.token is None else chosen.get(amount.token.text)
            if number is not None:
                self.add(grid, str(FEATURES[quantity]), amount.of(number))

    def _leave_out_pictures(self) -> None:
        """Report inherited pictures of a board whose size the game itself lets choose, once, and leave them out."""
        board: EObject = self.board
        place = self.places.of(board)
        chosen = any(grid is board and amount.token is not None for grid, _, amount in self.outline.sizes)
        if not chosen or place.file != self.text.file:
            return
        pictures = [picture for picture in self.outline.pictures.values() if not _is_plain(picture)]
        pictures += [picture for picture in self.outline.setups if picture.zone is None]
        inherited = [picture for picture in pictures if picture.token.place.file != place.file]
        if not inherited:
            return
        words = dict.fromkeys(picture.token.text for picture in inherited)
        left_out = f"without {', '.join(words)}"
        message = (
            "the size of the board is chosen, so all its cells are alike at the start, and the picture of the extended "
            f"game does not fit: write '{left_out}', or say what stands in which region, as in "
            "'setup { at home Man }', or give the board a size in numbers and a picture of its own"
        )
        related = tuple(Related(f"the inherited '{one.token.text}'", one.token.place) for one in inherited)
        self.report("wrong-picture", message, place, related, (Declare(left_out),))
        for picture in inherited:
            if isinstance(picture, ChosenSetup):
                self.outline.setups.remove(picture)
            else:
                del self.outline.pictures[picture.token.text]

    def _refer_to_sizes(self) -> None:
        """Say of the board and the zones which parameters their sizes follow from."""
        for grid, quantity, amount in self.outline.sizes:
            if grid.eClass.name == "Zone":
                self.say(grid, quantity, amount)
            elif amount.token is not None:
                feature = "columns" if quantity is Quantity.Width else "rows"
                parameter = self.names.find(amount.token.text, amount.token.place, "Parameter")
                if parameter is not None:
                    self.add(grid, feature, parameter)
                    self.places.record(grid, amount.token.place, feature)

    def problems(self) -> list[Diagnostic]:
        """Return what has been found wrong so far, ordered by file and place."""
        scanners = {self.text, *(declaration.scanner for declaration in self.declarations)}
        found = {*self.diagnostics, *self.names.diagnostics, *(d for text in scanners for d in text.diagnostics)}
        unclosed = {place for text in scanners for place in text.unclosed.values()}
        resulting = _results(found, unclosed)
        self.names.following += [d.place for d in resulting]
        return sorted(found - resulting, key=lambda d: (d.place, d.code, d.message))

    def sources(self) -> list[Source]:
        """Return the declarations whose heads have been read."""
        return [
            Source(d.scanner, d.position, d.token, tuple(d.names), tuple(d.left_out), d.word) for d in self.declarations
        ]

    # -- the first pass: heads

    def heads(self) -> bool:
        """Read the heads of all declarations; False if the text is no game at all."""
        self.start()
        try:
            self._title()
        except Failure as failure:
            self.diagnostics.append(failure.diagnostic)
            return False
        while True:
            self.start()
            token = self.scanner.peek()
            if token.kind is TokenKind.END:
                self.unclosed = True
                message = "the game is not closed; '}' is expected"
                self.report("unexpected-token", message, token.place, opened(self.opening), (Close(),))
                return True
            if token.is_("}"):
                if self._closes():
                    return True
                continue
            self._head(token)

    def _title(self) -> None:
        first = self.next()
        if first.is_("Game"):
            message = "a game in the notation begins with 'game'; 'Game' begins one in class form, but this is none"
            self.report("unknown-keyword", message, first.place, remedies=(Replace(first.text, "game"),))
        elif not first.is_("game"):
            if first.kind is TokenKind.END:
                raise self.instead("the text is empty: a game begins with 'game NAME {'", first)
            raise self.unexpected("a game begins with 'game NAME {'; 'game' is expected", first)
        self.places.record(self.game, first.place)
        self._hold(self.game, "before", first.comments)
        if not self.at("{"):
            title = self._quotable("the name of the game")
            self.add(self.game, "name", title.value)
            self.places.record(self.game, title.place, "name")
        if self.accept("extends"):
            self.base = self._quotable("the name of the game that is extended")
        if not self.scanner.peek().is_("{"):
            raise self.unexpected("'{' is expected after the name of the game", self.scanner.peek(), expected="{")
        self.opening = self.scanner.next()
        self._hold(self.game, "before", self.opening.comments)

    def _quotable(self, what: str) -> Token:
        """Step over a name or a text in quotes; report a name that needs quotes because of the signs in it."""
        if self.peek().kind not in (TokenKind.NAME, TokenKind.STRING):
            raise self.unexpected(f"{what} is expected")
        token = self.next()
        text = token.text
        while self.peek().offset == token.offset + len(text) and not (self.at_end() or self.at("{")):
            text += self.next().text
        if text == token.text:
            return token
        quoted = f'"{text}"'
        message = f"a name of other signs than letters, digits and _ stands in quotes; write {quoted}"
        self.report("unexpected-token", message, token.place, remedies=(Replace(text, quoted),))
        return replace(token, value=text)

    def _closes(self) -> bool:
        """Step over a brace and return whether it closes the game; report one before a declaration, which does not."""
        brace = self.scanner.next()
        following = self.scanner.peek()
        if following.kind is not TokenKind.END:
            if following.first_on_line and following.text in DECLARATIONS:
                self.report("unexpected-token", "this '}' closes nothing", brace.place)
                return False
            message = f"nothing may follow the game, but {following} does"
            if self.opening is not None and (not brace.first_on_line or following.is_(*_WITHIN)):
                begins, ends = (f"{place.line}:{place.column}" for place in (self.places.of(self.game), brace.place))
                message += (
                    f": the '}}' at {ends} closes the game that begins at {begins}; it is one too many, or a '{{' is "
                    "missing before it"
                )
            self.report("unexpected-token", message, following.place)
        self.closing = brace
        if following.kind is TokenKind.END:
            self._hold(self.game, "after", following.comments)
        return True

    def is_cut_off(self, token: Token) -> bool:
        """Return whether a declaration ends before a token although a bracket is open.

        It does if ends are guessed, and the indentation suggests that another declaration begins or the game is closed.
        """
        if not self.guess_ends or self.first is None or not token.first_on_line:
            return False
        column, own = token.place.column, self.first.place.column
        return column < own if token.is_("}") else column <= own and token.text in DECLARATIONS

    def goes_on(self, token: Token, previous: Token | None) -> bool:
        """Return whether the declaration goes on; not with a word that begins declarations, but no filter."""
        in_list = previous is not None and previous.is_(",")
        another = token.text in DECLARATIONS and (in_list or token.text not in RULES)
        return not another and super().goes_on(token, previous)

    def begins_another(self, token: Token, previous: Token | None) -> bool:
        """Return whether a short declaration ends before a token that is the keyword of another short declaration.

        Where a name must stand, such a word is a name.
        """
        if self.first is None or not (self.first.is_(*SHORT) and token.is_(*SHORT)):
            return False
        return previous is not None and previous is not self.first and not previous.is_(",", "=", "..")

    def _head(self, token: Token, dropped: frozenset[str] = frozenset()) -> None:
        """Read the head of a declaration, note where its body begins, and step to its end."""
        self.first = token
        rule = DECLARATIONS.get(token.text) if token.kind is TokenKind.NAME else None
        if self.at_class():  # its flags may be words that begin other declarations
            rule = CLASS_FORM
        if rule is None:
            self._unknown(token)
            self._skip_refused()
            return
        declaration = Declaration(token, rule(self), self.scanner, self.scanner.mark(), token.text, dropped=dropped)
        self.current = declaration
        try:
            next(declaration.rule)
        except Failure as failure:
            self.diagnostics.append(failure.diagnostic)
            self.names.lacks_chains |= declaration.word == "sub"
            self.lacks_board |= declaration.word == "board"
            self.outline.lacks_symbols |= declaration.word == "players"
            self.outline.lacks_players |= declaration.word == "players"
            self._leave_out_unfinished(declaration)
            self.names.refused.update((*declaration.names, *self._name_behind(declaration)))
            self._skip_refused()
        else:
            declaration.body = self.scanner.mark()
            declaration.tried = self.tried
            declaration.previous = self.previous
            self.declarations.append(declaration)
        self.skip()
        declaration.inner_comments = self.inner_comments

    def _name_behind(self, declaration: Declaration) -> tuple[str, ...]:
        """Return the name that stands behind the word of a declaration; it declares it, if anything does."""
        here = self.scanner.mark()
        self.scanner.reset(declaration.position)
        self.scanner.next()
        name = self.scanner.peek()
        self.scanner.reset(here)
        return (name.text,) if name.kind is TokenKind.NAME else ()

    def _skip_refused(self) -> None:
        """Step to the end of a declaration that cannot be read, and remember the names in it."""
        while self.peek().kind is not TokenKind.END:
            token = self.next()
            if token.kind is TokenKind.NAME:
                self.names.refused.add(token.text)

    def _leave_out_unfinished(self, declaration: Declaration) -> None:
        """Leave out what only the rest of a declaration of pieces would have completed, which cannot be read."""
        if declaration.word not in ("pieces", "tile", *UNOWNED):
            return
        self.outline.lacks_symbols = True
        for piece in [one for one in self.game.pieces if one.name in declaration.names]:
            for value in list(piece.attributes):
                remove(piece, schema().of(piece).by_name["attributes"], value)
            if self.previous is not None and self.previous.place == self.places.of(piece):  # no symbol follows its name
                remove(self.game, schema().of(self.game).by_name["pieces"], piece)

    def _unknown(self, token: Token) -> None:
        if token.kind is TokenKind.NAME:
            meant = None if f"{token.text}s" in DECLARATIONS else undeclared(token.text)
            hint = self.hint(token.text, DECLARATIONS) if meant is None else Hint(f"; {meant}")
            if any(remedy.right == "players" for remedy in hint.remedies):
                self.outline.lacks_symbols = True
            message = f"no declaration begins with '{token.text}'{hint}"
            self.report("unknown-keyword", message, token.place, remedies=hint.remedies)
        else:
            self.diagnostics.append(self.unexpected("a declaration is expected", token).diagnostic)
            if token.is_("#"):
                self.scanner.skip_line()
                return
        self.next()

    # -- the second pass: bodies

    def _bodies(self) -> None:
        """Read the bodies of all declarations: first of those that may say in which ways lines lie."""
        self._read_bodies(one for one in self.declarations if one.word in _WAYS)
        self._join_directions()
        self._read_bodies(one for one in self.declarations if one.word not in _WAYS)
        self.current = None
        for instance in self.templates.instances():
            self._chain_of(instance)
        if self.names.lacks_chains:
            calls = [one for one in walk(self.game) if one.eClass.name == "PatternFilter" and not len(one.patterns)]
            for call in calls:
                self._read_any(call)
        for name in self.templates:
            for twin in self.names.all_of(name, "SubPipeline"):
                message = f"a chain with parameters and one without are both called '{name}'"
                related = (Related("the one without", self.places.of(twin)),)
                self.report("duplicate-name", message, self.templates[name].name.place, related)
        if not has_errors([*self.diagnostics, *self.names.diagnostics]):  # with errors, calls may not have been read
            for template in self.templates.unused():
                message = f"the chain '{template.name.value}' is never called, and so has not been read"
                self.report("unused", message, template.name.place)
            for template in self.templates.unused_values():
                message = f"the value '{template.name.value}' is never used, and so has not been read"
                self.report("unused", message, template.name.place)

    def _read_bodies(self, declarations: Iterable[Declaration]) -> None:
        for declaration in declarations:
            self.current = declaration
            self.first = declaration.token
            self.scanner = declaration.scanner
            self.resume(declaration.body, declaration.tried, declaration.previous)
            try:
                next(declaration.rule, None)
                if not self.at_end():
                    another = "a declaration begins on a line of its own; " if self.peek().text in DECLARATIONS else ""
                    raise self.unexpected(f"{another}the end of the line is expected")
            except Failure as failure:
                self.diagnostics.append(failure.diagnostic)

    def _chain_of(self, instance: Instance) -> None:
        """Read the chain of a template for some arguments."""
        template, pipeline = instance.template, instance.pipeline

        def read() -> None:
            self.not_a_number(template.name.text)
            self.add(pipeline, "filter", self.chain(3))
            self.with_features(pipeline, 2)
            if not self.at_end():
                raise self.unexpected("the end of the line is expected")

        self.elsewhere(template, instance.bound, read)
        if pipeline.filter is None:  # nothing is missing because of what was refused: read 'any' instead
            self.add(pipeline, "filter", self.make("PatternFilter", template.name.place))
            self._read_any(pipeline.filter)

    def elsewhere(self, template: Template, bound: Mapping[str, Token], read: Callable[[], T]) -> T | None:
        """Return what is read in the declaration of a template, and go on where the parser stands now.

        *bound* has the arguments for its parameters. A failure is reported, and the result is None then.
        """
        first, scanner, position, outer = self.first, self.scanner, self.scanner.mark(), self.scanner.bound
        standing = self.standing()
        self.first, self.scanner = template.first, template.scanner
        inner = self.scanner.bound
        self.scanner.bind(bound)
        self.resume(template.body, [], template.previous)
        told, self.names.told = self.names.told, lambda found: self.named_there(found, template)
        parameters, self.names.parameters = self.names.parameters, tuple(bound)
        try:
            return read()
        except Failure as failure:
            self.diagnostics.append(self.at_its_cause(failure.diagnostic, template))
            return None
        finally:
            self.names.told, self.names.parameters = told, parameters
            self.scanner.bind(inner)
            self.first, self.scanner = first, scanner
            self.scanner.bind(outer)
            self.scanner.reset(position)
            self.stand(standing)

    def _read_any(self, found: EObject) -> None:
        """Make a filter whose pattern is missing because of what was refused one that reads 'any'."""
        self.add(found, "patterns", self.make("Pattern", self.places.of(found), stateSelection="Any"))

    def _join_directions(self) -> None:
        """Give each set of directions its vectors, with copies of those of the sets that it names."""
        finished: dict[EObject, list[EObject]] = {}
        for found in self.outline.directions:
            self._vectors_of(found, finished)

    def _vectors_of(self, wanted: EObject, finished: dict[EObject, list[EObject]]) -> None:
        """Complete a set after the sets that it names, in depth-first order without recursion; report cycles."""
        open_sets: list[EObject] = [wanted]
        while open_sets:
            found = open_sets[-1]
            if found in finished:
                open_sets.pop()
                continue
            named = {}
            waiting = None
            for item in self.outline.directions.get(found, []):
                if isinstance(item, Token):
                    other = self.names.find(item.text, item.place, "DirectionSet")
                    if other in open_sets:
                        message = f"the directions '{item.text}' contain themselves"
                        self.report("circular-directions", message, item.place)
                        other = None
                    if other is not None and (len(other.links) > 0 or len(other.within) > 0):
                        message = f"the directions '{item.text}' are no vectors, and cannot be joined; use 'union'"
                        self.report("wrong-reference-type", message, item.place)
                        other = None
                    if other is not None and other not in finished:
                        if other in self.outline.directions:
                            waiting = other
                            break
                        finished[other] = list(other.vectors)
                    named[item.offset] = other
            if waiting is not None:
                open_sets.append(waiting)
                continue
            self._fill_directions(found, named, finished)
            open_sets.pop()

    def _fill_directions(
        self, found: EObject, named: dict[int, EObject | None], finished: dict[EObject, list[EObject]]
    ) -> None:
        for item in self.outline.directions[found]:
            if not isinstance(item, Token):
                self.add(found, "vectors", item)
            elif named[item.offset] is not None:
                vectors = finished[named[item.offset]]
                if len(found.vectors) + len(vectors) > MOST_VECTORS:
                    message = f"the directions have more than {MOST_VECTORS} vectors"
                    self.report("too-large", message, item.place)
                    break
                for vector in vectors:
                    self.add(found, "vectors", self._copy(vector, item.place))
        finished[found] = list(found.vectors)

    def _copy(self, vector: EObject, place: Place) -> EObject:
        """Return a copy of a vector, with what parameters say of it, for a place where its set is named."""
        found = self.make("RelativeCoordinate", place, x=vector.x, y=vector.y)
        for chosen in vector.chosen:
            said = {
                "quantity": chosen.quantity.name,
                "parameter": chosen.parameter,
                "factor": chosen.factor,
                "divisor": chosen.divisor,
                "plus": chosen.plus,
            }
            self.add(found, "chosen", self.make("ChosenNumber", place, **said))
        return found

    def _check_depth(self) -> None:
        """Report elements that are nested deeper than readers accept."""
        pending = [(self.game, 1)]
        while pending:
            obj, depth = pending.pop()
            if depth > MAX_DEPTH:
                message = f"elements are nested deeper than {MAX_DEPTH} levels; split the chain with 'sub'"
                self.report("nesting-too-deep", message, self.places.of(obj))
                return
            pending.extend((child, depth + 1) for child in children(obj))

    # -- comments

    def _hold(self, obj: EObject, where: str, comments: Iterable[Comment]) -> None:
        """Assign comments to an element: ``before``, ``after`` or ``inside``."""
        table: dict[EObject, list[str]] = getattr(self.comments, where)
        for comment in comments:
            table.setdefault(obj, []).append(comment.text)

    def _attach_comments(self) -> None:
        """Assign every comment to the first element of its declaration.

        Comments inside a declaration are put before it; those of a declaration without an element go to the next one.
        """
        waiting: list[Comment] = []
        last: EObject | None = None
        for declaration in self.declarations:
            element = declaration.element
            if isinstance(element, Picture):
                cells = self.game.board.tileplacement
                element = cells[0] if len(cells) > 0 else None
            leading = self._trailing_first(declaration.token.comments, last)
            waiting += [*leading, *declaration.inner_comments]
            if element is not None:
                self._hold(element, "before", waiting)
                waiting, last = [], element
        if self.closing is not None:
            waiting += self._trailing_first(self.closing.comments, last)
        self._hold(self.game, "inside", waiting)

    def _trailing_first(self, comments: Sequence[Comment], last: EObject | None) -> list[Comment]:
        """Assign trailing comments to *last*, the element before them, or to the game; return the others."""
        self._hold(self.game if last is None else last, "before" if last is None else "after", trailing(comments))
        return [comment for comment in comments if not comment.trailing]


def _results(found: set[Diagnostic], unclosed: set[Place]) -> set[Diagnostic]:
    """Return what only results from strings that do not end on their line, which begin at some places.

    In a comment that is begun by ``#``, an apostrophe is what results. Elsewhere it is what else is wrong in the line.
    """
    misplaced = [d for d in found if d.code == "unexpected-token"]
    in_comments = {(d.place.file, d.place.line) for d in misplaced if Replace("#", "//") in d.remedies}
    in_strings = {(place.file, place.line) for place in unclosed} - in_comments
    apostrophes = {d for d in found if d.place in unclosed and (d.place.file, d.place.line) in in_comments}
    return apostrophes | {d for d in misplaced if (d.place.file, d.place.line) in in_strings}


def _is_plain(picture: Picture) -> bool:
    """Return whether all cells of a picture are in their initial state."""
    return all(character == INITIAL for row in picture.rows for character in row.value)


def trailing(comments: Iterable[Comment]) -> list[Comment]:
    """Return the comments that begin on the line of the token before them."""
    return [comment for comment in comments if comment.trailing]
