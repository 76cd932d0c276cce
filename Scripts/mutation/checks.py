"""Finds the checks of Swift source, and says what to insert around each so that it can be taken out."""
import dataclasses
import re

from mutation import sql
from mutation.tokens import SyntaxProblem, brackets, tokenize

# A call of a function with such a name, whose result is not used, can only refuse.
CHECKING = re.compile(r"(check|verify|validate|require|ensure|refuse)(?![a-z])")
SIGNATURE_CHECKS = {"isSigned"}

@dataclasses.dataclass
class Check:
    """A check that can be taken out."""
    kind: str  # guard, if, where, call, signature, finding or SQL
    start: int
    end: int
    # What surrounds the text from `start` to `end` when it is planted; `{}` is the number.
    before: str
    after: str
    # The range of the statement that the check belongs to.
    statement: tuple
    number: int = 0


@dataclasses.dataclass
class Source:
    """A file with its checks."""
    path: str
    text: str
    checks: list
    skipped: int  # guards that only bind

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def code_line(self, check):
        """The line on which a check begins."""
        start = self.text.rfind("\n", 0, check.start) + 1
        end = self.text.find("\n", check.start)
        return self.text[start:end if end >= 0 else len(self.text)].strip()

    def code(self, check):
        """The text of a check, in one line."""
        return " ".join(self.text[check.start:check.end].split())


def find(path, text):
    """Returns a file with its checks, in the order of their places. Raises SyntaxProblem if the text is not Swift."""
    finder = _Finder(text, may_write="/Store/" in path)
    finder.run()
    return Source(path, text, sorted(finder.checks, key=lambda check: (check.start, -check.end)), finder.skipped)


class _Finder:
    def __init__(self, text, may_write):
        self.text = text
        self.tokens = tokenize(text)
        self.partners, self.parents = brackets(self.tokens)
        self.may_write = may_write
        self.checks = []
        self.skipped = 0

    def run(self):
        for index, token in enumerate(self.tokens):
            if token.kind == "string" and self.may_write and not token.is_raw:
                self.string(index)
            elif token.kind != "word" or self.follows(index, ":") or self.is_member(index):
                continue
            elif token.text == "guard":
                self.guard(index)
            elif token.text == "if":
                self.condition(index)
            elif token.text == "for" and not self.is_argument(index):
                self.loop(index)
            elif token.text in SIGNATURE_CHECKS and self.follows(index, "("):
                self.signature(index)
            if self.begins_statement(index):
                self.call(index)

    # MARK: Tokens

    def word(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def follows(self, index, text):
        return self.word(index + 1) == text

    def is_member(self, index):
        return self.word(index - 1) == "." and not self.tokens[index].text in SIGNATURE_CHECKS

    def is_argument(self, index):
        return self.word(index - 1) in ("(", ",")

    def after(self, index):
        """The index behind a token and, for an opening bracket, behind its partner."""
        partner = self.partners[index]
        return index + 1 if partner is None or partner < index else partner + 1

    def outer(self, first, end):
        """The indices from `first` to `end`, without what stands between brackets."""
        index = first
        while index < end:
            yield index
            index = self.after(index)

    def add(self, kind, first, last, before, after, statement):
        start, end = self.tokens[first].start, self.tokens[last].end
        self.checks.append(
            Check(kind, start, end, before, after, (self.tokens[statement[0]].start, self.tokens[statement[1]].end)))

    def body(self, first):
        """The index of the brace that opens the body of a statement whose head begins at `first`."""
        index = first
        while index < len(self.tokens):
            if self.word(index) == "{":
                behind = self.partners[index] + 1
                token = self.tokens[behind] if behind < len(self.tokens) else None
                is_closure = token and not token.starts_line and (
                    token.text in ("{", ",", ".", "(") or token.kind == "operator")
                if not is_closure:
                    return index
            elif self.word(index) in (")", "]", "}"):
                return None
            index = self.after(index)
        return None

    # MARK: Statements

    def guard(self, index):
        parent_end = self.partners[self.parents[index]] if self.parents[index] is not None else len(self.tokens)
        end = next((at for at in self.outer(index + 1, parent_end) if self.word(at) == "else"), None)
        if end is None or self.word(end + 1) != "{":
            raise SyntaxProblem(self.tokens[index].start, "a guard without else")
        statement = (index, self.partners[end + 1])
        clauses, first = [], index + 1
        for at in self.outer(index + 1, end):
            if self.word(at) == ",":
                clauses.append((first, at - 1))
                first = at + 1
        clauses.append((first, end - 1))
        conditions = [clause for clause in clauses if not self.binds(clause[0])]
        self.skipped += not conditions
        for first, last in conditions:
            for part in self.conjuncts(first, last):
                self.add("guard", *part, "((", ") || Mutant.isOff({}))", statement)

    def binds(self, first):
        return self.word(first) in ("let", "var", "case", "#available", "#unavailable")

    def conjuncts(self, first, last):
        """The parts of a condition between `&&`; the whole condition when it has other operators that bind less."""
        cuts = []
        for at in self.outer(first, last + 1):
            token = self.tokens[at]
            if token.text in ("||", "=") or (token.text == "?" and token.spaced):
                return [(first, last)]
            if token.text == "&&":
                cuts.append(at)
        if not cuts:
            return [(first, last)]
        # `try` and `await` reach to the end of the condition and stay outside.
        while self.word(first) in ("try", "await") and self.tokens[first + 1].kind != "operator":
            first += 1
        starts = [first] + [cut + 1 for cut in cuts]
        ends = [cut - 1 for cut in cuts] + [last]
        return list(zip(starts, ends))

    def condition(self, index):
        body = self.body(index + 1)
        if body is None or not self.refuses(body):
            return
        self.add("if", index + 1, body - 1, "", ", !Mutant.isOff({})", (index, self.partners[body]))

    def refuses(self, body):
        """Whether a block ends by throwing, or by returning what means a refusal."""
        for at in self.outer(body + 1, self.partners[body]):
            token = self.tokens[at]
            if token.text not in ("throw", "return") or not (token.starts_line or self.word(at - 1) in ("{", ";")):
                continue
            value = self.tokens[at + 1]
            if token.text == "throw" or value.text in ("}", ";", "nil", "false", ".") or value.starts_line:
                return True
            if value.text == "[":
                return self.partners[at + 1] == at + 2
            # A constant of a type.
            return value.text[:1].isupper() and self.word(at + 2) == "." and self.word(at + 4) == "}"
        return False

    def loop(self, index):
        body = self.body(index + 1)
        if body is None:
            return
        where = next((at for at in self.outer(index + 1, body) if self.word(at) == "where"), None)
        throws = any(self.word(at) == "throw" for at in self.outer(body + 1, self.partners[body]))
        if where is not None and throws:
            self.add("where", where + 1, body - 1, "((", ") && !Mutant.isOff({}))", (index, self.partners[body]))

    # MARK: Expressions

    def begins_statement(self, index):
        parent = self.parents[index]
        if parent is not None and self.word(parent) != "{":
            return False
        before = self.tokens[index - 1] if index else None
        if before is None or before.text in ("{", ";"):
            return True
        if before.text in ("in", ":") and not self.tokens[index].starts_line:
            return before.text == "in" or self.is_case(index - 1)
        continues = before.kind == "operator" or before.text in (".", ",", "return", "throw", "else", "try", "await")
        return self.tokens[index].starts_line and not continues

    def is_case(self, colon):
        """Whether a colon ends the pattern of a case."""
        at = colon - 1
        while at >= 0 and at != self.parents[colon]:
            if self.word(at) in ("case", "default"):
                return True
            if self.tokens[at].starts_line:
                return False
            partner = self.partners[at]
            at = (partner if partner is not None and partner < at else at) - 1
        return False

    def call(self, index):
        at, tries = index, self.word(index) == "try"
        if tries:
            at += 2 if self.follows(at, "await") else 1
        end = self.chain(at)
        if end is None:
            return
        name, last = end
        path = "".join(token.text for token in self.tokens[at:name + 1])
        is_finding = path == "report.add"
        if not is_finding and not (tries and CHECKING.match(self.word(name))):
            return
        self.add(
            "finding" if is_finding else "call", index, last, "if !Mutant.isOff({}) {{ ", " }}", (index, last))

    def chain(self, at):
        """Follows `a.b<C>.d(…) { … }` to the end of its statement; returns the last name and the last token."""
        name = None
        while at < len(self.tokens) and self.tokens[at].kind == "word":
            name, at = at, at + 1
            if self.word(at) == "<" and not self.tokens[at].spaced:
                while at < len(self.tokens) and not self.word(at).startswith(">"):
                    at += 1
                at += 1
            while self.word(at) in ("(", "[") and not self.tokens[at].spaced and self.called(at):
                at = self.partners[at] + 1
            if self.word(at) != ".":
                break
            at += 1
        if name is None or not self.follows(name, "("):
            return None
        last = self.partners[name + 1]
        while self.word(last + 1) == "{" and not self.tokens[last + 1].starts_line:
            last = self.partners[last + 1]
        behind = self.tokens[last + 1] if last + 1 < len(self.tokens) else None
        if behind is None or behind.text in ("}", ";"):
            return name, last
        is_over = behind.starts_line and behind.text not in (".", ",") and behind.kind != "operator"
        return (name, last) if is_over else None

    def called(self, at):
        """Whether the call at a bracket is followed by another member."""
        return self.word(self.partners[at] + 1) == "."

    def signature(self, index):
        first = index
        while self.word(first - 1) == "." and not self.tokens[first - 1].starts_line:
            before = first - 2
            while self.tokens[before].text in ("?", "!"):
                before -= 1
            while self.word(before) in (")", "]"):
                before = self.partners[before] - 1
            first = before
        if self.word(index - 1) == "func" or self.is_guarded(first, self.partners[index + 1]):
            return
        last = self.partners[index + 1]
        self.add("signature", first, last, "((", ") || Mutant.isOff({}))", (first, last))

    def is_guarded(self, first, last):
        """Whether a planted condition consists of these tokens."""
        return any(
            check.kind == "guard" and check.end == self.tokens[last].end
            and self.text[check.start:self.tokens[first].start].strip() in ("", "try")
            for check in self.checks)

    # MARK: SQL

    def string(self, index):
        string = self.tokens[index]
        is_condition = self.word(index - 2) == "condition" and self.word(index - 1) in (":", "=")
        found = sql.conditions if is_condition else sql.written_conditions
        for start, end in found(self.text, string):
            self.checks.append(
                Check("SQL", start, end, '\\(Mutant.isOff({}) ? "(1 = 1 OR " : "(")', ")", (start, end)))
