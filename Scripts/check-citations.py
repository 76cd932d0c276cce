#!/usr/bin/env python3
"""Checks that every section cited in a tracked file is in docs/specification, and that relative links resolve.

    Scripts/check-citations.py           fails with a line for each problem
    Scripts/check-citations.py --list    also prints each cited section and the number of its citations

A citation is the name of a specification and its sections: "payment specification §7, §8", "money specification
§3.3–3.4", "wire contract §6 and §7.2". It may continue on the next line of a comment. A section without a name is an
error, except in docs/specification, where it means the same file. Sections of RFCs are not checked. Sections that no
other file cites are errors too. Links are those of README.md and of every Markdown file in docs.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

FILES = {
    "payment specification": "payments.md",
    "client specification": "client.md",
    "money specification": "money.md",
    "key specification": "keys.md",
    "wire contract": "wire-contract.md",
    "code specification": "circular-code.md",
    "expense specification": "expenses.md",
    "goals specification": "savings-goals.md",
}
FOLDER = pathlib.Path("docs/specification")
SELF = pathlib.Path("Scripts/check-citations.py")
SUFFIXES = {".swift", ".c", ".cpp", ".h", ".hpp", ".md", ".sh", ".py", ".json"}

# A space, or a line break with the marks that begin the next line of a comment.
GAP = r"(?:[ \t]|[ \t]*\n[ \t]*(?:///?|#|\*)?[ \t]*)+"
NUMBER = r"\d+(?:\.\d+)*"
SECTION = rf"§{NUMBER}(?:–§?{NUMBER})?"
SECTIONS = re.compile(rf"{SECTION}(?:(?:,|,?{GAP}(?:and|or|to)){GAP}{SECTION})*")
NAME = re.compile("(" + "|".join(name.replace(" ", GAP) for name in FILES) + rf"|RFC{GAP}\d+),?{GAP}$")
RANGE = re.compile(rf"({NUMBER})(?:–§?({NUMBER}))?")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def tracked_files():
    names = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    paths = (pathlib.Path(name) for name in names.split("\0") if name)
    return [path for path in paths if path.suffix in SUFFIXES and path.is_file() and not path.is_symlink()]


def numbers(sections):
    """Yields each section of "§7, §3.3–3.5" as a number: 7, 3.3, 3.4, 3.5."""
    for first, last in RANGE.findall(sections):
        head, _, start = first.rpartition(".")
        end = last.rpartition(".")[2] or start
        for number in range(int(start), int(end) + 1):
            yield f"{head}.{number}" if head else str(number)


def citations(path, text):
    """Yields offset, file (None without a name) and number of each section that a file cites."""
    own = path.name if path.parent == FOLDER else None
    if own:
        text = HEADING.sub(lambda heading: " " * len(heading[0]), text)
    for match in SECTIONS.finditer(text):
        name = NAME.search(text, max(0, match.start() - 60), match.start())
        words = re.sub(r"[\s/#*]+", " ", name[1]) if name else ""
        if words.startswith("RFC"):
            continue
        for number in numbers(match[0]):
            yield match.start(), FILES.get(words, own), number


def anchors(path):
    """Returns the anchors of a Markdown file: its own, and those that GitHub makes of headings."""
    text = path.read_text()
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}
    return set(ANCHOR.findall(text)) | made


def broken_links(path, text):
    """Yields offset and description of each relative link that leads nowhere."""
    for match in LINK.finditer(text):
        target, _, anchor = match[1].partition("#")
        if ":" in target:
            continue
        file = path.parent / target if target else path
        if not file.exists():
            yield match.start(), f"the link {match[1]} names no file"
        elif anchor and anchor not in anchors(file):
            yield match.start(), f"the link {match[1]} names no anchor"


def main():
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    known = {file: set(ANCHOR.findall((FOLDER / file).read_text())) for file in FILES.values()}
    counts, problems = collections.Counter(), []
    for path in tracked_files():
        text = path.read_text()
        found = broken_links(path, text) if path.suffix == ".md" and path.parts[0] in ("README.md", "docs") else ()
        places = list(found)
        for offset, file, number in citations(path, text) if path != SELF else ():
            counts[file, number] += path.parent != FOLDER
            if file is None:
                places.append((offset, f"§{number} has no name of a specification"))
            elif f"s{number}" not in known.get(file, ()):
                places.append((offset, f"§{number} is not in {FOLDER / file}"))
        problems += [f"{path}:{text.count(chr(10), 0, offset) + 1}: {what}" for offset, what in places]
    for file, ids in known.items():
        problems += [f"{FOLDER / file}: nothing cites {id}" for id in sorted(ids) if not counts[file, id[1:]]]
    for (file, number), count in sorted(counts.items(), key=str) if "--list" in sys.argv else ():
        print(file, number, count)
    print("\n".join(problems) or f"{sum(counts.values())} citations of {sum(map(bool, counts.values()))} sections")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
