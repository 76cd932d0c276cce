"""The copy of the repository that is built and tested. Nothing else is written to."""
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from mutation import planting

BUILD_TRIES = 12
ERROR = re.compile(r"^(/[^:]+\.swift):(\d+):(\d+): error: ")
FAILED_TEST = re.compile(r"^✘ .*(recorded an issue|failed after)")
# The status of a test run that finds no test.
NO_TESTS = 69
# These tests look at the plans of SQL statements. They notice every missing condition, whatever it is for.
PLAN_TESTS = r"\.(StatementBudgetTests|SplitStatementTests|SplitCostTests)/"


class Failure(Exception):
    """The run cannot go on."""


def apply(patch, folder):
    """Applies a patch to the files of a folder; returns git's error, or None."""
    # Keeps git from finding a repository around the folder. In one, it would silently apply nothing.
    environment = dict(os.environ, GIT_CEILING_DIRECTORIES=str(pathlib.Path(folder).resolve().parent))
    result = subprocess.run(
        ["git", "apply", "--whitespace=nowarn", str(patch)], cwd=folder, env=environment, capture_output=True, text=True)
    return None if result.returncode == 0 else result.stderr.strip()


class Tree:
    def __init__(self, root, processes, is_optimised=False):
        self.root = root
        self.work = root / ".build/mutants"
        self.folder = self.work / "tree"
        scratch = self.work / ("optimised" if is_optimised else "build")
        self.options = ["--package-path", self.folder, "--scratch-path", scratch]
        self.options += ["-c", "release"] if is_optimised else []
        # Tests reach internal names and crash points.
        self.flags = ["-Xswiftc", "-enable-testing", "-Xswiftc", "-DCRASH_POINTS"] if is_optimised else []
        self.logs = self.work / "logs"
        self.processes = processes
        self.binary = None
        for folder in (self.folder, self.logs):
            folder.mkdir(parents=True, exist_ok=True)

    # MARK: Files

    def fill(self, replaced):
        """Makes the copy equal to the repository apart from the `replaced` texts, by path. Files that have the right
        content are not touched, so that they are not compiled again."""
        listing = subprocess.run(
            ["git", "-C", self.root, "ls-files", "-coz", "--exclude-standard"], check=True, capture_output=True)
        paths = {os.fsdecode(name) for name in listing.stdout.split(b"\0") if name} | {"Package.resolved"}
        paths = {path for path in paths if os.path.lexists(self.root / path)}
        for path in sorted(paths | set(replaced)):
            self._put(path, replaced.get(path))
        for folder, folders, names in os.walk(self.folder, topdown=False):
            for name in names + [each for each in folders if os.path.islink(os.path.join(folder, each))]:
                path = os.path.relpath(os.path.join(folder, name), self.folder)
                if path not in paths and path not in replaced and path != "Package.resolved":
                    os.remove(os.path.join(folder, name))
            if not os.listdir(folder) and folder != str(self.folder):
                os.rmdir(folder)

    def _put(self, path, text):
        source, target = self.root / path, self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            link = os.readlink(source)
            if not target.is_symlink() or os.readlink(target) != link:
                self._clear(target)
                target.symlink_to(link)
            return
        content = text.encode() if text is not None else source.read_bytes()
        if target.is_symlink() or not target.is_file() or target.read_bytes() != content:
            self._clear(target)
            target.write_bytes(content)
        if text is None:
            shutil.copymode(source, target)

    def _clear(self, target):
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        elif os.path.lexists(target):
            target.unlink()

    def apply(self, patch):
        """Applies a patch to the copy; returns git's error, or None."""
        return apply(patch, self.folder)

    @contextlib.contextmanager
    def alone(self):
        """Keeps a second run out of the same folder."""
        with open(self.work / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Failure("another run uses .build/mutants") from None
            yield

    # MARK: Building

    def build(self):
        """Builds the tests; returns the output of a failed build."""
        result = self.processes.run(
            ["swift", "build", "--build-tests", *self.options, *self.flags], self.folder, log=self.logs / "build.txt")
        if result.code:
            return result.lines
        if self.binary is None:
            self.binary = self._binary()
        return None

    def _binary(self):
        manifest = subprocess.run(
            ["swift", "package", "--package-path", self.folder, "dump-package"], capture_output=True, check=True)
        folder = subprocess.run(
            ["swift", "build", *self.options, "--show-bin-path"], capture_output=True, check=True,
            text=True).stdout.strip()
        binary = pathlib.Path(folder) / f"{json.loads(manifest.stdout)['name']}PackageTests.xctest"
        if not binary.is_file():
            raise Failure(f"{binary} is not a program; this script runs on Linux only")
        return binary

    def build_planted(self, sources, report):
        """Plants all checks and builds; takes out the plants that do not compile. Returns the numbers of those."""
        unplantable = self._known_unplantable(sources)
        for _ in range(BUILD_TRIES):
            texts, ranges = {}, {}
            for source in sources:
                active = [check for check in source.checks if check.number not in unplantable]
                texts[source.path], ranges[source.path] = planting.plant(source, active)
                texts[str(module_folder(source.path) / "Mutant.swift")] = planting.SWITCH
            self.fill(texts)
            report(f"building with {sum(map(len, ranges.values()))} checks planted")
            output = self.build()
            if output is None:
                self._remember(sources, unplantable)
                return unplantable
            blamed = self._blamed(output, texts, ranges)
            if not blamed:
                raise Failure("the build fails:\n" + "\n".join(output[-30:]))
            report(f"not plantable: {', '.join(map(str, sorted(blamed)))}")
            unplantable |= blamed
        raise Failure(f"the build still fails after {BUILD_TRIES} tries; see {self.logs / 'build.txt'}")

    def _blamed(self, output, texts, ranges):
        """The numbers of the plants that cause the compiler's errors: the innermost one around an error, or else those
        on its line, or else the last one before it in the file."""
        exact, near = set(), set()
        for match in filter(None, map(ERROR.match, output)):
            path = os.path.relpath(os.path.realpath(match[1]), self.folder.resolve())
            if not ranges.get(path):
                continue
            text, planted = texts[path], ranges[path]
            lines = text.split("\n")
            row = min(int(match[2]), len(lines)) - 1
            line_start = sum(len(line) + 1 for line in lines[:row])
            column = len(lines[row].encode()[:int(match[3]) - 1].decode(errors="ignore"))
            place = line_start + column
            around = [number for number, (start, end) in planted.items() if start <= place <= end]
            if around:
                exact.add(min(around, key=lambda number: planted[number][1] - planted[number][0]))
                continue
            line_end = line_start + len(lines[row])
            here = {number for number, (start, end) in planted.items() if start <= line_end and end >= line_start}
            before = [number for number, (start, _) in planted.items() if start < place]
            near |= here or set(sorted(before, key=lambda number: planted[number])[-1:])
        return exact or near

    # Plants that did not compile are remembered for as long as neither their file nor this program changes.

    def _key(self, source):
        program = b"".join(path.read_bytes() for path in sorted(pathlib.Path(__file__).parent.glob("*.py")))
        return hashlib.sha256(program + source.path.encode() + source.text.encode()).hexdigest()

    def _known_unplantable(self, sources):
        file = self.work / "unplantable.json"
        known = json.loads(file.read_text()) if file.exists() else {}
        return {
            check.number for source in sources for check in source.checks
            if [check.kind, check.start] in known.get(self._key(source), [])}

    def _remember(self, sources, unplantable):
        known = {
            self._key(source): [[check.kind, check.start] for check in source.checks if check.number in unplantable]
            for source in sources}
        text = json.dumps({key: value for key, value in known.items() if value}, indent=1, sort_keys=True)
        (self.work / "unplantable.json").write_text(text + "\n")

    # MARK: Testing

    def tests(self, targets):
        """The names of the tests of some targets, such as `Target.Suite/test()`."""
        result = self.processes.run(
            [self.binary, "--testing-library", "swift-testing", "--list-tests"], self.folder, self._environment(),
            self.logs / "list.txt")
        return [line for line in result.lines if line.partition(".")[0] in targets and "/" in line]

    def test(self, filters, name, seconds_max=None, check=None, reached=None):
        """Runs the tests that match one of the `filters` until one fails; with `check` out, if there is one. The file
        `reached` gets a byte that is not zero at the number of each check that the tests reach."""
        environment = self._environment()
        options = [each for pattern in filters for each in ("--filter", pattern)]
        if check is not None:
            environment["FLIPCASH_MUTANT"] = str(check.number)
            options += ["--skip", PLAN_TESTS] if check.kind == "SQL" else []
        if reached is not None:
            environment["FLIPCASH_MUTANT_REACHED"] = str(reached)
        # What a test that was ended leaves behind is removed with the folder. Its name is short: paths of sockets are.
        with tempfile.TemporaryDirectory(prefix="m-", ignore_cleanup_errors=True) as scratch:
            environment["TMPDIR"] = scratch
            return self.processes.run(
                [self.binary, "--testing-library", "swift-testing", *options], self.folder, environment,
                self.logs / f"{name}.txt", FAILED_TEST, seconds_max)

    def _environment(self):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("FLIPCASH_")}
        environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] = "8"
        # Swift's backtracer takes minutes for so large a program.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment


def failure(result):
    """Why a test run failed, in a few words; nil when it passed."""
    if result.timed_out:
        return "it hangs"
    if result.stopped_at is not None:
        return FAILED_TEST.sub(lambda match: match[0][2:], result.stopped_at)
    if result.code < 0:
        return f"signal {-result.code}"
    return f"status {result.code}" if result.code else None


def module_folder(path):
    """The folder of the module that a source belongs to."""
    parts = pathlib.PurePath(path).parts
    if "Sources" not in parts[:-2]:
        raise ValueError(path)
    return pathlib.PurePath(*parts[:parts.index("Sources") + 2])
