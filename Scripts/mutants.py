#!/usr/bin/env python3
"""Takes checks out one at a time and runs the tests. Scripts/mutants.sh describes the use; the parts are in
Scripts/mutation."""
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from mutation import allowed, checks, planting, reach, tree  # noqa: E402
from mutation.script import Parser, UsageError, run, say  # noqa: E402
from mutation.tokens import SyntaxProblem  # noqa: E402

PROG = "Scripts/mutants.sh"
ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE = "FlipcashCLI/Sources/FlipcashNode"
FOLDERS = [f"{NODE}/{name}" for name in ("Ledger", "Services", "Store", "Workers")]
# Added later, so that the others keep their numbers: the rules of shared expenses, which the node applies, and the
# checks of signatures.
FOLDERS += ["FlipcashCore/Sources/SharedExpenses/Rules", f"{NODE}/Authentication"]
TESTS = ["FlipcashNodeTests", "SharedExpensesTests"]
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def parsed():
    parser = Parser(PROG)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--since")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tests", action="append")
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--timeout", type=int)
    parser.add_argument("--patches")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.jobs < 1 or (options.timeout is not None and options.timeout < 1):
        raise UsageError("--jobs and --timeout take a positive number")
    if options.patches and (options.list or options.only or options.since or options.files):
        raise UsageError("--patches goes with --tests, --timeout and --jobs 1 only")
    if options.patches and not pathlib.Path(options.patches).is_dir():
        raise UsageError(f"{options.patches} is not a folder")
    return options


# MARK: Which checks


def sources(named):
    """The files in a fixed order, so that a check has the same number with and without FILE arguments."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.swift"))]
    paths += sorted(set(named) - set(paths))
    found, number = [], 0
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        text = path.read_bytes().decode()
        try:
            source = checks.find(name, text)
            for check in source.checks:
                number += 1
                check.number = number
            # Checks that the plants can be removed again, before anything is built.
            planting.plant(source, source.checks)
        except SyntaxProblem as problem:
            line = text.count("\n", 0, problem.offset) + 1
            raise tree.Failure(f"{name}:{line}: {problem}") from problem
        found.append(source)
    return found


def named_files(arguments):
    files = set()
    for argument in arguments:
        path = pathlib.Path(argument).resolve()
        inside = sorted(path.rglob("*.swift")) if path.is_dir() else [path] if path.is_file() else []
        if not inside:
            raise UsageError(f"{argument} is not a Swift file, and not a folder with one")
        for file in inside:
            if not file.is_relative_to(ROOT) or file.suffix != ".swift":
                raise UsageError(f"{argument} is not a Swift file of this repository")
            try:
                tree.module_folder(file.relative_to(ROOT).as_posix())
            except ValueError:
                raise UsageError(f"{argument} is not in the sources of a module") from None
        files.update(inside)
    return files


def numbers(text):
    """Reads `3,7,10-20`."""
    found = set()
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if not match:
            raise UsageError("--only takes numbers, such as 3,7,10-20")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return found


def changed_lines(reference, path):
    """The lines of a file that differ from a commit; None for a file that it does not have."""
    known = subprocess.run(["git", "-C", ROOT, "cat-file", "-e", f"{reference}:{path}"], capture_output=True)
    if known.returncode:
        return None
    difference = subprocess.run(
        ["git", "-C", ROOT, "diff", "--no-ext-diff", "-U0", reference, "--", path], check=True, capture_output=True)
    lines = set()
    for start, count in HUNK.findall(difference.stdout.decode(errors="replace")):
        lines.update(range(int(start), int(start) + int(count or 1)))
    return lines


def selected(found, options, named):
    """The numbers of the checks to take out."""
    wanted = {check.number for source in found for check in source.checks}
    if named:
        names = {file.relative_to(ROOT).as_posix() for file in named}
        wanted = {check.number for source in found if source.path in names for check in source.checks}
    if options.since:
        commit = ["git", "-C", ROOT, "rev-parse", "--verify", "--quiet", options.since + "^{commit}"]
        if subprocess.run(commit, capture_output=True).returncode:
            raise UsageError(f"{options.since} is not a commit")
        for source in found:
            lines = changed_lines(options.since, source.path)
            for check in source.checks if lines is not None else ():
                first, last = (source.line(offset) for offset in check.statement)
                if lines.isdisjoint(range(first, last + 1)):
                    wanted.discard(check.number)
    if options.only:
        only = numbers(options.only)
        unknown = only - {check.number for source in found for check in source.checks}
        if unknown:
            raise UsageError(f"there is no check {min(unknown)}; see --list")
        wanted &= only
    return wanted


# MARK: Runs


def place(source, check):
    return f"{source.path}:{source.line(check.start)}"


def shortened(text, length=100):
    return text if len(text) <= length else text[:length - 1] + "…"


def list_checks(found, wanted):
    counts = collections.Counter()
    for source in found:
        for check in source.checks:
            if check.number in wanted:
                say(f"{check.number:5}  {place(source, check)}  {check.kind}: {shortened(source.code(check))}")
                folder = next((each for each in FOLDERS if source.path.startswith(each + "/")), "other files")
                counts[folder] += 1
    for folder in [*FOLDERS, "other files"]:
        if counts[folder]:
            say(f"{counts[folder]:5}  in {folder}")
    say(f"{sum(counts.values())} checks; {sum(source.skipped for source in found)} guards only bind and are skipped")


def take_out(copy, found, wanted, options, targets):
    """Runs the tests for each wanted check; returns why each was noticed, or None, by number, and the unplantable."""
    unplantable = copy.build_planted(found, say)
    suites = reach.measure(copy, targets, found, options.jobs, say)
    todo = [
        (source, check) for source in found for check in source.checks
        if check.number in wanted and check.number not in unplantable]
    results = {}

    def run(source, check):
        seconds = 0
        for suites_of_run in reach.runs(suites, check.number):
            usual = sum(suite.seconds for suite in suites_of_run)
            result = copy.test(
                [suite.filter for suite in suites_of_run], check.number, options.timeout or int(60 + 3 * usual), check)
            seconds += result.seconds
            # All tests that reach a condition of SQL can be tests of plans, which are skipped.
            if result.code != tree.NO_TESTS and tree.failure(result):
                return source, check, tree.failure(result), seconds
        return source, check, None, seconds

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            for future in concurrent.futures.as_completed([pool.submit(run, *each) for each in todo]):
                source, check, reason, seconds = future.result()
                results[check.number] = reason
                outcome = "killed  " if reason else "SURVIVED"
                say(
                    f"{len(results):4}/{len(todo)}  {outcome}  {seconds:5.1f} s  {check.number:4}  "
                    f"{place(source, check)}  {shortened(reason or source.code(check))}")
        except BaseException:
            copy.processes.end_all()
            pool.shutdown(cancel_futures=True)
            raise
    return results, unplantable & wanted


def report(found, lines, results, unplantable):
    """Prints what was found; returns whether nothing is wrong."""
    survivors = {number for number, reason in results.items() if reason is None}
    forbidden, stale = allowed.divide(lines, found, survivors, set(results) | unplantable)
    hung = sum(reason == "it hangs" for reason in results.values())
    say("")
    for title, chosen in (("not plantable", unplantable), ("survived", forbidden)):
        for source in found:
            for check in source.checks:
                if check.number in chosen:
                    say(f"{title}: {check.number}  {place(source, check)}: {source.code_line(check)}")
                    if source.code(check) != source.code_line(check):
                        say(f"    without: {source.code(check)}")
    for message in stale:
        say(message)
    say(
        f"{len(results) - len(survivors)} killed ({hung} by hanging), {len(forbidden)} survived, "
        f"{len(survivors) - len(forbidden)} allowed, {len(unplantable)} not plantable, "
        f"{sum(source.skipped for source in found)} guards skipped because they only bind")
    return not forbidden and not stale


def try_patches(copy, folder, options, targets):
    """Applies each patch alone; returns whether the tests noticed every one."""
    patches = sorted(pathlib.Path(folder).resolve().glob("*.patch"))
    if not patches:
        raise UsageError(f"{folder} has no *.patch")
    copy.fill({})
    say("building without a patch")
    output = copy.build()
    if output is not None:
        raise tree.Failure("the build fails:\n" + "\n".join(output[-30:]))
    filters = [rf"^{re.escape(target)}\." for target in targets]
    result = copy.test(filters, "baseline")
    if tree.failure(result):
        raise tree.Failure(f"the tests fail without a patch: {tree.failure(result)}")
    seconds_max = options.timeout or int(60 + 3 * result.seconds)
    outcomes = collections.Counter()
    for patch in patches:
        copy.fill({})
        problem, started, reason = copy.apply(patch), time.monotonic(), None
        if problem:
            outcome, reason = "does not apply", problem.splitlines()[0]
        elif (output := copy.build()) is not None:
            outcome, reason = "does not compile", next((line for line in output if ": error: " in line), "")
        else:
            reason = tree.failure(copy.test(filters, patch.stem, seconds_max))
            outcome = "caught" if reason else "SURVIVED"
        outcomes[outcome] += 1
        say(f"{outcome}  {time.monotonic() - started:5.1f} s  {patch.name}  {shortened(reason or '')}")
    copy.fill({})
    say(", ".join(f"{count} {outcome.lower()}" for outcome, count in sorted(outcomes.items())))
    return set(outcomes) == {"caught"}


def main(processes):
    options = parsed()
    named = named_files(options.files)
    targets = options.tests or TESTS
    if options.patches:
        copy = tree.Tree(ROOT, processes, options.release)
        with copy.alone():
            return 0 if try_patches(copy, options.patches, options, targets) else 1
    found = sources(named)
    wanted = selected(found, options, named)
    lines, problems = allowed.load(ROOT / allowed.FILE)
    problems += allowed.without_check(lines, found, lambda path: (ROOT / path).is_file())
    is_fine = not problems
    if options.list:
        list_checks(found, wanted)
    elif wanted:
        copy = tree.Tree(ROOT, processes, options.release)
        with copy.alone():
            results, unplantable = take_out(copy, found, wanted, options, targets)
        is_fine = report(found, lines, results, unplantable) and is_fine
    else:
        say("no check to take out")
    for problem in problems:
        say(problem)
    return 0 if is_fine else 1


if __name__ == "__main__":
    run(main, PROG)
