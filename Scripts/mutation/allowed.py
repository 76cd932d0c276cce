"""The checks that may survive, each listed with the reason."""
import dataclasses

FILE = "Scripts/mutants-allowed.txt"


@dataclasses.dataclass(eq=False)
class Line:
    number: int
    path: str
    rest: str  # the code and the reason

    def allows(self, source, check):
        """Whether the line means a check: by the line of code on which it begins, or by its own text."""
        if source.path != self.path:
            return False
        codes = (source.code_line(check), source.code(check))
        return any(self.rest.startswith(code + ": ") and self.rest[len(code) + 2:].strip() for code in codes)


def load(file):
    """Returns the lines of the file, and the numbers of those that cannot be read."""
    lines, broken = [], []
    for number, text in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
        text = text.strip()
        if not text or text.startswith("#"):
            continue
        path, colon, rest = text.partition(": ")
        if colon and ": " in rest:
            lines.append(Line(number, path, rest))
        else:
            broken.append(f"{FILE}:{number}: expected FILE: CODE LINE: REASON")
    return lines, broken


def without_check(lines, sources, exists):
    """A message for each line that means no check of `sources`."""
    messages = []
    for line in lines:
        source = next((source for source in sources if source.path == line.path), None)
        if source is None and exists(line.path):
            continue
        if source is None or not any(line.allows(source, check) for check in source.checks):
            messages.append(f"{FILE}:{line.number}: stale: {line.path} has no such check")
    return messages


def divide(lines, sources, survivors, tried):
    """Returns the numbers of the survivors that are not allowed, and a message for each line that is not needed.

    A line allows one check. It is needed unless each check that it can mean was tried and did not survive.
    """
    used, forbidden, messages = set(), [], []
    checks = [(source, check) for source in sources for check in source.checks]
    for source, check in checks:
        if check.number in survivors:
            line = next((line for line in lines if line not in used and line.allows(source, check)), None)
            if line:
                used.add(line)
            else:
                forbidden.append(check.number)
    for line in lines:
        meant = [check.number for source, check in checks if line.allows(source, check)]
        if line not in used and meant and all(number in tried for number in meant):
            messages.append(f"{FILE}:{line.number}: stale: no such check survives any more; remove the line")
    return forbidden, messages
