#!/usr/bin/env python3
"""Finds phrases that make comments, messages and documentation hard to read.

    Scripts/check-words.py [PATH …]

Searches the tracked sources, scripts and documents, or only those below the given paths. Prints file, line and phrase
of each hit, and exits with status 1 if there is one. Generated code, word lists and test vectors are not searched.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".swift", ".md", ".sh", ".py", ".proto", ".c", ".h", ".cpp", ".hpp"}
SCRIPTS = {".ci/run", "Scripts/run"}
EXCLUDED = re.compile(r"/Generated/|/WordList\+|^Tests/Vectors/|^Scripts/check-words\.py$")

# Phrases that are almost always a sign of a sentence that has to be read twice. A space may be a line break.
PHRASES = [
    r"[Nn]obody", r"[Ww]hoever", r"those who",
    r"(is|are|was|were) told", r"to be had", r"(is|are|was|were) not to be", r"(kept|keep|keeps) back",
    r"(takes?|took) nothing", r"holds? nothing", r"means nothing", r"gives? nothing away",
    r"what never", r"(?<![Tt]here )(is|are|was|were) none(?! of)", r"of (its|their|his) own accord",
    r"by (itself|themselves)", r"[Aa]nybody", r"[Nn]o one", r"bec[ao]me of", r"[Hh]ears? of", r"as things are",
    r"for ever", r"of no use", r"none of the others", r"turns? up", r"(that|which|who) (is|are) no(?! longer| more)",
]
# The start of a line: indentation and a comment's mark.
LINE_START = re.compile(r"\n[ \t]*(?:///?|#+)?[ \t]*")


def pattern():
    # Spaces in a lookbehind stay as they are, because it must have a fixed width.
    spaced = [re.sub(r" (?!\))", r"(?:[ \\t]+|[ \\t]*\\n[ \\t]*)", phrase) for phrase in PHRASES]
    return re.compile(r"\b(?:" + "|".join(spaced) + r")\b")


def tracked(paths):
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--", *paths], check=True, capture_output=True, text=True).stdout
    for name in listing.split("\0"):
        path = ROOT / name
        is_text = path.suffix in SUFFIXES or name in SCRIPTS
        if name and is_text and not EXCLUDED.search(name) and path.is_file() and not path.is_symlink():
            yield name, path.read_text(errors="replace")


def main():
    paths = [str(pathlib.Path(path).resolve()) for path in sys.argv[1:]]
    phrases = pattern()
    hits = files = 0
    for name, text in tracked(paths):
        files += 1
        # Blanks out the line starts, so that a phrase is found across a line break. Offsets and lines stay the same.
        text = LINE_START.sub(lambda match: "\n" + " " * (len(match[0]) - 1), text)
        for match in phrases.finditer(text):
            hits += 1
            line = text.count("\n", 0, match.start()) + 1
            print(f"{name}:{line}: {' '.join(match[0].split())}")
    print(f"{hits} phrases to rewrite" if hits else f"{files} files are in plain words", file=sys.stderr)
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main())
