"""Finds the conditions of SQL statements in Swift's string literals."""
import dataclasses
import re

SCAN = re.compile(r"'[^']*'|\\.|\?\d*|\w+(?:\.\w+)*|\S", re.DOTALL)
# The words that end a WHERE clause.
ENDS = {"RETURNING", "ORDER", "GROUP", "HAVING", "LIMIT", "ON", "UNION", "WINDOW", ";"}


@dataclasses.dataclass
class Word:
    start: int
    end: int
    text: str
    depth: int


def words(text, string):
    """The words of a literal, each with the number of parentheses around it. An interpolation is one word."""
    found, depth = [], 0
    for part in string.parts:
        if part.code is not None:
            # Begins at the backslash and ends after the parenthesis.
            found.append(Word(part.start - 2, part.end + 1, "\\()", depth))
            continue
        for match in SCAN.finditer(text, part.start, part.end):
            if match[0].startswith("\\"):
                continue
            depth -= match[0] == ")"
            found.append(Word(match.start(), match.end(), match[0].upper(), depth))
            depth += match[0] == "("
    return found


def written_conditions(text, string):
    """The ranges of the conditions under which a statement that writes changes a row: the parts between `AND` of its
    own WHERE clauses. Clauses of queries inside it do not count."""
    all_words = words(text, string)
    if not all_words or all_words[0].text not in ("UPDATE", "INSERT", "DELETE"):
        return []
    ranges, clause = [], None
    for word in all_words + [Word(0, 0, ";", 0)]:
        if clause is not None and word.depth == 0 and word.text in ENDS:
            ranges += _conjuncts(clause)
            clause = None
        elif clause is not None:
            clause.append(word)
        elif word.text == "WHERE" and word.depth == 0:
            clause = []
    return ranges


def conditions(text, string):
    """The ranges of the conditions of a literal that consists of conditions only."""
    return _conjuncts(words(text, string))


def _conjuncts(clause):
    groups, is_between, cases = [[]], False, 0
    for word in clause:
        is_own = word.depth == 0
        cases += is_own and word.text == "CASE"
        cases -= is_own and word.text == "END"
        is_between = is_between or (is_own and word.text == "BETWEEN")
        if is_own and not cases and word.text == "OR":
            groups = [clause]
            break
        if is_own and not cases and word.text == "AND" and not is_between:
            groups.append([])
            continue
        is_between = is_between and not (is_own and word.text == "AND")
        groups[-1].append(word)
    return [(group[0].start, group[-1].end) for group in groups if group]


def closing(text, string, after):
    """The offset of the parenthesis in a literal's text that closes one opened before the offset `after`."""
    depth = 1
    for word in words(text, string):
        if word.start >= after:
            depth += (word.text == "(") - (word.text == ")")
            if depth == 0:
                return word.start
    return None
