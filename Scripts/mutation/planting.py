"""Plants a switch at each check, so that one environment variable takes one out, and removes the switches again.

A plant inserts text, but no line break: an error of the compiler names the same line as in the source.
"""
from mutation import sql
from mutation.tokens import SyntaxProblem, brackets, tokenize

SWITCH = """\
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Says which check is out in this process, and notes in a file which checks it has reached. Written by
/// Scripts/mutants.sh.
enum Mutant {
    private static let number = getenv("FLIPCASH_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

    /// The bytes of the file; its length is that of the last number and one.
    nonisolated(unsafe) private static let reached: UnsafeMutableRawBufferPointer? = {
        guard let path = getenv("FLIPCASH_MUTANT_REACHED") else { return nil }
        let file = open(path, O_RDWR)
        let length = Int(lseek(file, 0, SEEK_END))
        guard length > 0, let bytes = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { abort() }
        return UnsafeMutableRawBufferPointer(start: bytes, count: length)
    }()

    static func isOff(_ number: Int) -> Bool {
        if let reached { reached[number] = 1 }
        return number == Self.number
    }
}
"""


def plant(source, checks):
    """Returns the text with switches at `checks`, and for each the range from its first to its last inserted character.

    Raises SyntaxProblem if the result is not Swift, or is not the source again once the switches are removed.
    """
    insertions = []
    for check in checks:
        width = check.end - check.start
        # At one place, first what ends, from the inside out, then what begins, from the outside in.
        insertions.append((check.start, 1, -width, check, check.before.format(check.number)))
        insertions.append((check.end, 0, width, check, check.after.format(check.number)))
    insertions.sort(key=lambda insertion: insertion[:3])
    pieces, ranges, at, length = [], {}, 0, 0
    for offset, _, _, check, inserted in insertions:
        pieces += [source.text[at:offset], inserted]
        length += offset - at + len(inserted)
        at = offset
        first = ranges.get(check.number, (length - len(inserted),))[0]
        ranges[check.number] = (first, length)
    planted = "".join(pieces) + source.text[at:]
    restored, count = remove(planted)
    if restored != source.text or count != len(checks):
        place = next((i for i, (a, b) in enumerate(zip(restored, source.text)) if a != b), len(restored))
        raise SyntaxProblem(place, "planting and removing the plants did not give the same text")
    return planted, ranges


def remove(planted):
    """Returns a text without its switches, which it finds by reading the text, and their number."""
    cuts, count = [], 0
    for tokens, string in _readings(tokenize(planted), None):
        partners, _ = brackets(tokens)
        for index, token in enumerate(tokens):
            if token.text != "Mutant" or [each.text for each in tokens[index + 1:index + 4]] != [".", "isOff", "("]:
                continue
            count += 1
            before, sign = (tokens[index - 2:index] if index > 1 else [None, None])
            after = partners[index + 3]
            if before is None:
                # Inside a string: the interpolation, and the parenthesis that its text opens.
                end = string[1].end + 1
                paren = sql.closing(planted, string[0], end)
                cuts += [(string[1].start - 2, end), (paren, paren + 1)]
            elif before.text == ",":
                cuts.append((before.start, tokens[after].end))
            elif before.text == "if":
                end = tokens[partners[after + 1]].end
                cuts += [(before.start, tokens[after + 1].end + 1), (end - 2, end)]
            else:
                inner, outer = index - (3 if sign.text == "!" else 2), after + 1
                cuts.append((tokens[partners[outer]].start, tokens[partners[inner]].end))
                cuts.append((tokens[inner].start, tokens[outer].end))
    pieces, at = [], 0
    for start, end in sorted(cuts):
        pieces.append(planted[at:start])
        at = end
    return "".join(pieces) + planted[at:], count


def _readings(tokens, string):
    """Yields the tokens of a text, and those of each interpolation with its string and its part."""
    yield tokens, string
    for token in tokens:
        for part in token.parts:
            if part.code is not None:
                yield from _readings(part.code, (token, part))
