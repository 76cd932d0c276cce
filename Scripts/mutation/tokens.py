"""Splits Swift source into tokens, as far as planting needs it: strings with their interpolations, nested comments,
regex literals, operators and brackets."""
import dataclasses
import re

WORD_START = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$")
WORD = WORD_START | set("0123456789")
OPERATOR = set("/=-+!*%<>&|^~?")
# What may stand before an expression, and so before a regex literal.
BEFORE_EXPRESSION = set("([{,;:") | {"return", "in", "case", "try", "await", "where", "if", "else", "guard", "while"}
REGEX = re.compile(r"/(?![ \t/*)])(?:\\.|[^/\\\n])*(?<![ \t])/|#/(?:\\.|[^\\])*?/#")
CLOSING = {"(": ")", "[": "]", "{": "}"}


class SyntaxProblem(Exception):
    """The text cannot be read as Swift, at an offset."""

    def __init__(self, offset, what):
        super().__init__(what)
        self.offset = offset


@dataclasses.dataclass
class Part:
    """A piece of a string: its text, or the code of an interpolation without `\\(` and `)`."""
    start: int
    end: int
    code: list | None = None


@dataclasses.dataclass
class Token:
    kind: str  # word, number, string, regex, operator, directive or mark
    start: int
    end: int
    text: str
    starts_line: bool
    spaced: bool  # whether a space, a line break or a comment comes before it
    parts: list = dataclasses.field(default_factory=list)
    is_multiline: bool = False
    is_raw: bool = False


def tokenize(text):
    """Returns the tokens of a file."""
    return _Reader(text).code(0, None)[0]


class _Reader:
    def __init__(self, text):
        self.text = text

    def code(self, at, ending):
        """Reads code up to the unmatched mark `ending`, or to the end of the file."""
        text, tokens, opened = self.text, [], []
        starts_line, spaced = True, True
        begin = at
        while at < len(text):
            char = text[at]
            if char in " \t\r\n":
                starts_line = starts_line or char == "\n"
                spaced = True
                at += 1
                continue
            if text.startswith("//", at):
                at = self.find("\n", at, len(text))
                spaced = True
                continue
            if text.startswith("/*", at):
                end = self.comment(at)
                starts_line = starts_line or "\n" in text[at:end]
                at, spaced = end, True
                continue
            if char == ending and not opened:
                return tokens, at
            token = self.token(at, starts_line, spaced, tokens[-1] if tokens else None)
            if token.text in CLOSING:
                opened.append(token.text)
            elif token.text in (")", "]", "}"):
                if not opened or CLOSING[opened.pop()] != token.text:
                    raise SyntaxProblem(at, f"unmatched {token.text}")
            tokens.append(token)
            at, starts_line, spaced = token.end, False, False
        if ending or opened:
            raise SyntaxProblem(begin, f"{opened[-1] if opened else ending} has no partner")
        return tokens, at

    def token(self, at, starts_line, spaced, before):
        text, char = self.text, self.text[at]
        begins = before is None or before.kind == "operator" or before.text in BEFORE_EXPRESSION
        regex = REGEX.match(text, at) if char == "#" or (char == "/" and begins) else None
        if regex:
            return Token("regex", at, regex.end(), regex[0], starts_line, spaced)
        hashes = 0
        while text.startswith("#", at + hashes):
            hashes += 1
        if text.startswith('"', at + hashes):
            return self.string(at, hashes, starts_line, spaced)
        kind, end = "mark", at + 1
        if char == "#" and at + 1 < len(text) and text[at + 1] in WORD_START:
            kind, end = "directive", self.run(at + 1, WORD)
        elif char == "`":
            kind, end = "word", self.find("`", at + 1, len(text)) + 1
        elif char in WORD_START or ord(char) > 0x7F:
            kind, end = "word", at
            while end < len(text) and (text[end] in WORD or ord(text[end]) > 0x7F):
                end += 1
        elif char.isdigit():
            kind, end = "number", self.run(at, WORD)
            if text.startswith(".", end) and text[end + 1:end + 2].isdigit():
                end = self.run(end + 1, WORD)
        elif char in OPERATOR:
            kind, end = "operator", self.run(at, OPERATOR)
            for comment in ("//", "/*"):
                start = text.find(comment, at + 1, end)
                end = start if start > 0 else end
        elif text.startswith("..", at):
            kind, end = "operator", self.run(at, OPERATOR | {"."})
        return Token(kind, at, end, text[at:end], starts_line, spaced)

    def string(self, at, hashes, starts_line, spaced):
        text, fence = self.text, "#" * hashes
        is_multiline = text.startswith('"""', at + hashes)
        quotes = '"""' if is_multiline else '"'
        start = position = at + hashes + len(quotes)
        parts = []
        while True:
            if position >= len(text) or (text[position] == "\n" and not is_multiline):
                raise SyntaxProblem(at, "the string has no end")
            if text.startswith("\\" + fence + "(", position):
                parts.append(Part(start, position))
                inside = position + 2 + hashes
                code, start = self.code(inside, ")")
                parts.append(Part(inside, start, code))
                start = position = start + 1
            elif text.startswith("\\" + fence, position):
                position += 2 + hashes
            elif text.startswith(quotes + fence, position):
                break
            else:
                position += 1
        parts.append(Part(start, position))
        end = position + len(quotes) + hashes
        return Token("string", at, end, text[at:end], starts_line, spaced, parts, is_multiline, hashes > 0)

    def comment(self, at):
        depth, position = 1, at + 2
        while depth:
            opening, closing = self.find("/*", position, len(self.text)), self.text.find("*/", position)
            if closing < 0:
                raise SyntaxProblem(at, "the comment has no end")
            depth += 1 if opening < closing else -1
            position = min(opening, closing) + 2
        return position

    def run(self, at, characters):
        while at < len(self.text) and self.text[at] in characters:
            at += 1
        return at

    def find(self, what, at, missing):
        found = self.text.find(what, at)
        return missing if found < 0 else found


def brackets(tokens):
    """Returns for each token the index of its partner, if it is a bracket, and the index of the bracket around it."""
    partners, parents, opened = [None] * len(tokens), [None] * len(tokens), []
    for index, token in enumerate(tokens):
        if token.text in (")", "]", "}"):
            partners[index] = opened.pop()
            partners[partners[index]] = index
        parents[index] = opened[-1] if opened else None
        if token.text in CLOSING:
            opened.append(index)
    return partners, parents
