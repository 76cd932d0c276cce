#!/usr/bin/env python3
"""Checks that docs/architecture.md says what the tracked files say. Fails with a line for each problem.

- A text in backticks that has a slash or ends like a file name is a tracked file or folder. Its path starts at the
  root, at the folder in the heading above it, or beside another file on the same line.
- Tables with the columns File and Name: the file declares each name. In "Type.member" it also declares or extends Type.
- Tables with the column Room: they list every folder of the target in the heading that has Swift files, and no other. A
  room uses only types of the rooms in earlier rows and in its column "Also uses". Generated code is not checked.
- Tables with the columns Target and May import, or Folder and Must not import: they hold for every Swift file, and no
  target imports a target of a later row. An entry of "May import" or "Also uses" that nothing needs is an error.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

DOCUMENT = pathlib.Path("docs/architecture.md")
CODE = re.compile(r"`([^`]+)`")
FILE_NAME = re.compile(r"\.(swift|md|py|sh|proto|txt|json)$")
SOURCE = re.compile(r"[^/]+/Sources/[^/]+(?=/.*\.swift$)")
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
IMPORT = re.compile(r"^[^\S\n]*(?:@\w+(?:\([^)\n]*\))? )*(?:(?:public|internal|package|private|fileprivate) )?"
                    r"import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+)", re.MULTILINE)
TYPE = re.compile(r"^(?:@\w+(?:\([^)\n]*\))?\s+)*((?:(?:public|package|internal|fileprivate|private|final|indirect) )*)"
                  r"(?:struct|class|enum|actor|protocol|typealias) (\w+)", re.MULTILINE)


def tables(text):
    """Yields line number, folder of the heading, and the texts in backticks by column for each row of a table."""
    folder, columns, before = "", None, ""
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        folder = "".join(CODE.findall(line)[:1]) if line.startswith("#") else folder
        if not line.startswith("|"):
            columns = None
        elif line.startswith("|---"):
            columns = [cell.strip() for cell in before.strip("|").split("|")]
        elif columns:
            yield number, folder, {name: CODE.findall(cell) for name, cell in zip(columns, line.strip("|").split("|"))}
        before = line


def declares(text, name):
    kind, _, member = name.rpartition(".")
    word = r"\b(?:struct|class|enum|actor|protocol|extension|typealias"
    has_type = not kind or re.search(rf"{word}) (?:\w+\.)*{kind.rpartition('.')[2]}\b", text)
    return has_type and re.search(r"\binit\b" if member == "init" else rf"{word}|func|var|let|case) {member}\b", text)


def uses(sources):
    """Returns {(folder, other folder): names} for the types that files of one target take from each other's folders."""
    homes, found = collections.defaultdict(set), collections.defaultdict(set)
    for path, text in sources.items():
        for access, name in TYPE.findall(text):
            homes[name] |= set() if "private" in access else {os.path.dirname(path)}
    for path, text in sources.items():
        for name in set(re.findall(r"(?<!\w\.)\b\w+", text)):
            if len(homes.get(name, ())) == 1 and os.path.dirname(path) not in homes[name]:
                found[os.path.dirname(path), *homes[name]].add(name)
    return found


def main():
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout.split("\0")
    tracked = {name for name in listed if name and os.path.lexists(name)}
    known = tracked | {str(folder) for name in tracked for folder in pathlib.PurePath(name).parents}
    targets, rooms, allowed = collections.defaultdict(dict), collections.defaultdict(dict), {}
    for name in sorted(filter(SOURCE.match, tracked)):
        targets[SOURCE.match(name)[0]][name] = IGNORED.sub(" ", pathlib.Path(name).read_text())
    imports = {name: set(IMPORT.findall(text)) for files in targets.values() for name, text in files.items()}

    text, problems, heading = DOCUMENT.read_text(), [], ""
    for number, line in enumerate(text.split("\n"), 1):
        names = CODE.findall(line)
        heading = "".join(names[:1]) if line.startswith("#") else heading
        bases = [heading] + [base for name in names if name in known for base in (name, os.path.dirname(name))]
        for name in (name for name in names if "/" in name or FILE_NAME.search(name)):
            if not {name, *(f"{base}/{name}" for base in bases)} & known:
                problems.append((number, f"{name} is not a tracked file or folder"))
    for number, folder, row in tables(text):
        if "File" in row and "Name" in row:
            problems += [(number, f"{path} does not declare {name}") for path in filter(os.path.isfile, row["File"])
                         for name in row["Name"] if not declares(pathlib.Path(path).read_text(), name)]
        elif "Room" in row:
            also = {os.path.join(folder, room) for room in row["Also uses"]}
            rooms[folder][os.path.normpath(os.path.join(folder, *row["Room"]))] = (number, also)
        elif "May import" in row:
            later = {*map(os.path.basename, targets)} - {*allowed}
            problems += [(number, f"{name} is a target of a later row") for name in later & {*row["May import"]}]
            allowed["".join(row["Target"]) or "every target"] = (number, set(row["May import"]))
        elif "Must not import" in row:
            problems += [(number, f"{path} imports {module}") for path in imports
                         for module in sorted(imports[path] & set(row["Must not import"]))
                         if path.startswith(f"{row['Folder'][0]}/")]

    everywhere = allowed.pop("every target", (0, set()))[1]
    for target, files in targets.items():
        number, modules = allowed.pop(os.path.basename(target), (0, set()))
        problems += [(number, f"no file imports {name}") for name in modules.difference(*map(imports.get, files))]
        problems += [(number, f"{path} imports {name}") for path in files
                     for name in imports[path] - modules - everywhere]
        places, order = {os.path.dirname(path) for path in files}, list(rooms[target])
        problems += [(0, f"{path} is {'in no table of rooms' if path in places else 'a room without Swift files'}")
                     for path in places ^ set(order)]
        used = uses({path: text for path, text in files.items() if "/Generated/" not in path})
        below = {pair for pair in used if {*pair} <= set(order) and order.index(pair[0]) < order.index(pair[1])}
        for room, other in below ^ {(room, other) for room in order for other in rooms[target][room][1]}:
            names = ", ".join(sorted(used.get((room, other), ())))
            problems.append((rooms[target].get(room, (0,))[0], f"{room} uses {names or 'nothing'} of {other}"))
    problems += [(number, f"there is no target {name}") for name, (number, _) in allowed.items()]
    print("\n".join(f"{DOCUMENT}:{number}: {problem}" for number, problem in sorted(problems))
          or f"{len(imports)} Swift files in {sum(map(len, rooms.values()))} rooms agree with {DOCUMENT}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
