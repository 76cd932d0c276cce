#!/usr/bin/env python3
"""Checks that every library has an article and that every example in the documentation is compiled and run by a test.

A library product of the umbrella manifest has the article Sources/NAME/Documentation.docc/NAME.md in its package, with
at least one block of Swift code. For each block of an article, one test file of the same package has its lines in the
same order and imports what the block imports; other lines may stand between them, and the indentation may differ. For
the blocks of README.md any test file counts. Lines of a manifest, which begin with "dependencies:", are not checked.

    Scripts/check-examples.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["CodeCurves", "FlipcashAPI", "FlipcashCoreAPI", "CodeScanner", "FlipcashCore", "FlipcashCLI"]
IMPORT = re.compile(r"^(?:@\w+ )?(?:public |package |internal |fileprivate |private )?import (?:\w+ )?(\w+)$")


def blocks(path):
    """The blocks of Swift code in an article: the number of the first line, and the lines without blank ones."""
    found, block = [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if block is None:
            if text == "```swift":
                block = (number + 1, [])
        elif text == "```":
            found.append(block)
            block = None
        elif text:
            block[1].append(text)
    return [(number, lines) for number, lines in found if lines and not lines[0].startswith("dependencies:")]


def imports(lines):
    return {match[1] for match in map(IMPORT.match, lines) if match}


def missing_line(example, lines):
    """The place of the first line of the example that does not follow in the file; none when all do."""
    rest = iter(lines)
    return next((place for place, line in enumerate(example) if line not in rest), None)


def problem(number, lines, tests):
    """Why no test has a block; nothing when one has it."""
    example = [line for line in lines if not IMPORT.match(line)]
    best, furthest = None, 0
    for path, test_lines in tests.items():
        place = missing_line(example, test_lines)
        absent = imports(lines) - imports(test_lines)
        if place is None and not absent:
            return None
        if place is None:
            return f"line {number}: {path} has the example but does not import {', '.join(sorted(absent))}"
        if place > furthest:
            best, furthest = path, place
    where = f"; {best} has the lines before it" if best else ""
    return f"line {number}: no test has the line \"{example[furthest]}\"{where}"


def test_files(folder):
    files = sorted(path for path in folder.rglob("*.swift") if ".build" not in path.parts)
    return {
        str(path.relative_to(ROOT)): [line.strip() for line in path.read_text().splitlines()] for path in files
    }


def main():
    problems, count = [], 0
    libraries = set(re.findall(r'\.library\(name: "(\w+)"', (ROOT / "Package.swift").read_text()))
    all_tests = test_files(ROOT / "Tests")
    for package in PACKAGES:
        tests = test_files(ROOT / package / "Tests")
        all_tests.update(tests)
        for catalogue in sorted((ROOT / package / "Sources").glob("*/Documentation.docc")):
            library = catalogue.parent.name
            article = catalogue / f"{library}.md"
            if article.exists() and blocks(article):
                libraries.discard(library)
            for path in sorted(catalogue.rglob("*.md")):
                for number, lines in blocks(path):
                    count += 1
                    found = problem(number, lines, tests)
                    if found:
                        problems.append(f"{path.relative_to(ROOT)}: {found}")
    for number, lines in blocks(ROOT / "README.md"):
        count += 1
        found = problem(number, lines, all_tests)
        if found:
            problems.append(f"README.md: {found}")
    problems += [f"library {name} has no article with an example" for name in sorted(libraries)]
    print("\n".join(problems) if problems else f"{count} examples of the documentation are in tests")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
