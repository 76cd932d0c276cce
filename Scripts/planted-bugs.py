#!/usr/bin/env python3
"""Plants bugs and runs the simulation. Scripts/planted-bugs.sh describes the use."""
import dataclasses
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True

from mutation import tree  # noqa: E402
from mutation.script import Parser, UsageError, run, say  # noqa: E402

PROG = "Scripts/planted-bugs.sh"
ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = ROOT / "Tests/Simulation/PlantedBugs"
SWITCH_NAME = re.compile(r'isPlanted\("([a-z0-9-]+)"\)')
CHANGED_FILE = re.compile(r"^\+\+\+ b/(\S.*?)\s*$", re.MULTILINE)
# Each run ends at the first failure of these tests.
TESTS = r"^Simulation\.(StoryTests/play_manySeeds|PowerLossTests/payments_powerLoss)"
BASELINE_SEEDS = 25
SWITCH = """\
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

private let plantedBug = getenv("FLIPCASH_PLANTED_BUG").map { String(cString: $0) }

/// Whether this process has the bug. Written by Scripts/planted-bugs.sh.
func isPlanted(_ name: String) -> Bool { plantedBug == name }
"""


@dataclasses.dataclass
class Patch:
    path: pathlib.Path

    def __post_init__(self):
        text = self.path.read_text()
        self.title = text.split("\n", 1)[0] if not text.startswith(("-", "diff ")) else ""
        added = [line for line in text.split("\n") if line.startswith("+")]
        self.bugs = sorted(set(SWITCH_NAME.findall("\n".join(added))))
        self.files = CHANGED_FILE.findall(text)
        self.modules = {tree.module_folder(file) for file in self.files}

    def switches(self):
        return {str(module / "PlantedBug.swift"): SWITCH for module in self.modules} if self.bugs else {}


def parsed():
    parser = Parser(PROG)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--seeds", type=int, default=600)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    for folder in options.folders:
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder")
    if options.seeds < 1:
        raise UsageError("--seeds takes a positive number")
    return options


def patches(options):
    found = [Patch(path) for folder in [OWN, *options.folders] for path in sorted(folder.resolve().glob("*.patch"))]
    if options.only:
        only = set(options.only.split(","))
        for patch in found:
            if patch.path.stem not in only:
                patch.bugs = [bug for bug in patch.bugs if bug in only]
        found = [patch for patch in found if patch.bugs or patch.path.stem in only]
    if not found:
        raise tree.Failure("no patch or bug has that name")
    return found


def play(copy, name, bug, seeds):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FLIPCASH_")}
    environment |= {
        "FLIPCASH_SEEDS": str(seeds), "FLIPCASH_SHORTEN": "no", "SWIFT_DETERMINISTIC_HASHING": "1",
        "SWIFT_BACKTRACE": "enable=no",
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "1"}
    if bug:
        environment["FLIPCASH_PLANTED_BUG"] = bug
    return copy.processes.run(
        [copy.binary, "--testing-library", "swift-testing", "--filter", TESTS], copy.folder, environment,
        copy.logs / f"planted-{name}.txt", tree.FAILED_TEST, 60 + 5 * seeds)


def judge(copy, name, bug, seeds):
    """Runs the simulation with a bug; returns whether it was caught."""
    result = play(copy, name, bug, seeds)
    if result.code == tree.NO_TESTS:
        raise tree.Failure("the simulation has no tests")
    reason = tree.failure(result)
    say(f"{'caught  ' if reason else 'SURVIVED'}  {result.seconds:6.1f} s  {name}  {(reason or '')[:160]}")
    return reason is not None


def plant(copy, chosen):
    """Makes the copy the repository with these patches; returns why it cannot be."""
    texts = {}
    for patch in chosen:
        texts |= patch.switches()
    copy.fill(texts)
    for patch in chosen:
        problem = copy.apply(patch.path)
        if problem:
            return f"{patch.path.name} does not apply: {problem.splitlines()[0]}"
    output = copy.build()
    if output is None:
        return None
    errors = [line for line in output if ": error: " in line] or output[-20:]
    return "the build fails:\n" + "\n".join(errors[:20])


def misfits(found):
    """Applies the patches with switches together, and each other one alone, to copies of the files that they change;
    returns why some do not apply."""
    problems = []
    groups = [[patch for patch in found if patch.bugs]] + [[patch] for patch in found if not patch.bugs]
    for group in groups:
        with tempfile.TemporaryDirectory(prefix="bugs-") as folder:
            for file in {file for patch in group for file in patch.files}:
                copy = pathlib.Path(folder, file)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / file, copy)
            for patch in group:
                problem = tree.apply(patch.path, folder)
                if problem:
                    problems.append(f"{patch.path.name} does not apply: {problem.splitlines()[0]}")
    return problems


def try_all(copy, found, seeds):
    """Returns whether every bug was caught."""
    caught, missed = 0, []
    together = [patch for patch in found if patch.bugs]
    if together:
        say(f"building with {sum(len(patch.bugs) for patch in together)} bugs behind switches")
        problem = plant(copy, together)
        if problem:
            raise tree.Failure(problem)
        result = play(copy, "none", None, BASELINE_SEEDS)
        if tree.failure(result):
            raise tree.Failure(f"the simulation fails without a bug: {tree.failure(result)}")
        say(f"nothing goes wrong without a bug ({BASELINE_SEEDS} seeds, {result.seconds:.0f} s)")
        for bug in sorted({bug for patch in together for bug in patch.bugs}):
            if judge(copy, bug, bug, seeds):
                caught += 1
            else:
                missed.append(bug)
    for patch in found:
        if patch.bugs:
            continue
        name = patch.path.stem
        problem = plant(copy, [patch])
        if problem:
            say(f"UNUSABLE  {name}  {problem}")
            missed.append(name)
        elif judge(copy, name, None, seeds):
            caught += 1
        else:
            missed.append(name)
    say(f"{caught} bugs caught, {len(missed)} not" + (f": {', '.join(missed)}" if missed else ""))
    return not missed


def main(processes):
    options = parsed()
    found = patches(options)
    if options.list:
        for patch in found:
            say(f"{patch.path.stem}: {', '.join(patch.bugs) or 'without a switch'}. {patch.title}")
        return 0
    if options.check:
        problems = misfits(found)
        for problem in problems:
            say(problem)
        return 1 if problems else 0
    copy = tree.Tree(ROOT, processes, options.release)
    with copy.alone():
        try:
            return 0 if try_all(copy, found, options.seeds) else 1
        finally:
            copy.fill({})


if __name__ == "__main__":
    run(main, PROG)
