"""Which suites of tests reach which checks. Only a test that reaches a check can miss it when it is out."""
import concurrent.futures
import dataclasses
import hashlib
import json
import re
import tempfile

from mutation import tree

# A run of one suite starts a process and a node; runs of several quick ones are combined.
QUICK_SECONDS = 10


@dataclasses.dataclass
class Suite:
    name: str  # Target.Type
    seconds: float  # of a run with every check in place
    reached: set  # the numbers of checks

    @property
    def filter(self):
        return rf"^{re.escape(self.name)}/"


def measure(copy, targets, sources, jobs, report):
    """Runs each suite alone with every check in place. Raises Failure if a test fails."""
    names = sorted({test.partition("/")[0] for test in copy.tests(targets)})
    if not names:
        raise tree.Failure(f"there are no tests in {', '.join(targets)}")
    file = copy.work / "reach.json"
    key = hashlib.sha256(copy.binary.read_bytes() + "\n".join(names).encode()).hexdigest()
    known = json.loads(file.read_text()) if file.exists() else {}
    if known.get("key") == key:
        return [Suite(name, seconds, set(reached)) for name, seconds, reached in known["suites"]]
    length = 1 + max(check.number for source in sources for check in source.checks)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            suites = list(pool.map(lambda name: _measured(copy, name, length), names))
        except BaseException:
            copy.processes.end_all()
            pool.shutdown(cancel_futures=True)
            raise
    values = [[suite.name, suite.seconds, sorted(suite.reached)] for suite in suites]
    file.write_text(json.dumps({"key": key, "suites": values}) + "\n")
    report(f"all {len(suites)} suites pass with every check in place ({sum(each.seconds for each in suites):.0f} s)")
    return suites


def _measured(copy, name, length):
    with tempfile.NamedTemporaryFile(prefix="reached-") as file:
        file.truncate(length)
        suite = Suite(name, 0, set())
        result = copy.test([suite.filter], f"suite-{name}", reached=file.name)
        if tree.failure(result):
            raise tree.Failure(f"{name} fails with every check in place: {tree.failure(result)}")
        suite.seconds = result.seconds
        suite.reached = {number for number, byte in enumerate(file.read()) if byte}
        return suite


def runs(suites, number):
    """The suites that reach a check, in the runs in which they are tried: first those that reach the fewest checks and
    take the least time, one run of them, then a run of all others."""
    reaching = sorted((suite for suite in suites if number in suite.reached), key=_cost)
    quick, seconds = 0, 0
    while quick < len(reaching) and (not quick or seconds + reaching[quick].seconds <= QUICK_SECONDS):
        seconds += reaching[quick].seconds
        quick += 1
    return [run for run in (reaching[:quick], reaching[quick:]) if run]


def _cost(suite):
    return suite.seconds * len(suite.reached)
