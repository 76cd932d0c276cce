#!/usr/bin/env python3
"""Prints the results of the benchmarks beside those of other implementations, and writes the table as a page.

    report.py [--write PAGE] [--others FILE]… [--missing TEXT] [RESULTS…]

RESULTS are JSON files of `swift package benchmark --format jmh` with names "TASK | IMPLEMENTATION | CALLS | REACH".
Each FILE has a line of JSON for each figure measured by another program. For several measurements of one figure, the median
time and the largest number of blocks are used.
"""
import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys

OURS = "Flipcash"


def duration(nanoseconds):
    """A time in the unit that gives one to three digits before the point."""
    for unit, scale in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= scale:
            return f"{nanoseconds / scale:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


class Figure:
    """The measurements of one implementation of a task, from one or several rounds."""

    def __init__(self, implementation, reach):
        self.implementation = implementation
        self.reach = reach.split()
        self.times = []
        self.allocations = None

    def add(self, nanoseconds, allocations=None):
        self.times.append(nanoseconds)
        if allocations is not None:
            self.allocations = allocations if self.allocations is None else max(self.allocations, allocations)

    @property
    def nanoseconds(self):
        return statistics.median(self.times)

    def heap(self):
        return "–" if self.allocations is None else f"{self.allocations:.0f}"

    def wanted(self, ours):
        """The target, and whether it is reached; None when that is unknown."""
        if self.reach[0] == "times":
            factor = float(self.reach[1])
            return f"{factor:g}×", self.nanoseconds / ours.nanoseconds >= factor
        if self.reach[0] == "within":
            nanoseconds, allocations = float(self.reach[1]), int(self.reach[2])
            reached = self.nanoseconds <= nanoseconds and self.allocates_at_most(allocations)
            return f"{duration(nanoseconds)}, {allocations} blocks", reached
        if self.reach[0] == "allocations":
            return f"{self.reach[1]} blocks", self.allocates_at_most(int(self.reach[1]))
        return "–", None

    def allocates_at_most(self, blocks):
        return None if self.allocations is None else self.allocations <= blocks


def figures(results, others):
    """The figures of each task."""
    found = {}

    def figure(task, implementation, reach):
        return found.setdefault(task, {}).setdefault(implementation, Figure(implementation, reach))

    for result in results:
        # The exporter writes "package.benchmark.TARGET.NAME" with underscores for spaces.
        name = result["benchmark"].split(".", 3)[3].replace("_", " ")
        task, implementation, calls, reach = name.split(" | ")
        metrics = result["secondaryMetrics"]
        clock = next(v for k, v in metrics.items() if "wall" in k.lower())
        allocations = next((v for k, v in metrics.items() if "allocations" in k.lower()), None)
        figure(task, implementation, reach).add(
            clock["scorePercentiles"]["50.0"] * 1000 / int(calls),
            allocations["scorePercentiles"]["50.0"] // int(calls) if allocations else None)
    for other in others:
        figure(other["task"], other["implementation"], other["reach"]).add(other["nanoseconds"])
    return {task: list(measured.values()) for task, measured in found.items()}


def rows(found):
    for task, measured in sorted(found.items()):
        ours = next((figure for figure in measured if figure.implementation == OURS), None)
        if not ours:
            continue
        for figure in [ours] + sorted((f for f in measured if f is not ours), key=lambda f: f.implementation):
            wanted, reached = figure.wanted(ours)
            yield [
                task if figure is ours else "",
                figure.implementation,
                duration(figure.nanoseconds),
                figure.heap(),
                "" if figure is ours else f"{figure.nanoseconds / ours.nanoseconds:.2f}×",
                wanted,
                "–" if reached is None else "yes" if reached else "no",
            ]


HEAD = ["What", "by", "time", "blocks", "ours is faster", "reach", "reached"]


def printed(table):
    widths = [max(len(row[i]) for row in [HEAD] + table) for i in range(len(HEAD))]
    for row in [HEAD] + table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def first_line(*command):
    return (output(*command).splitlines() or ["unknown"])[0]


def machine():
    """The processor, the number of cores, the system, compilers and libraries, without the host name."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        match = re.search(r"model name\s*:\s*(.+)", open("/proc/cpuinfo").read())
        model = match[1].strip() if match else model
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    if os.path.exists("/etc/os-release"):
        match = re.search(r'PRETTY_NAME="(.+)"', open("/etc/os-release").read())
        system = f"{match[1]}, {system}" if match else system
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    return [
        ("Processor", f"{model}, {os.cpu_count()} cores visible"),
        ("System", system),
        ("Swift", f"{swift[1] if swift else 'unknown'}, release build"),
        ("C++", f"{first_line('clang++', '--version')}, -O2, NDEBUG"),
        ("C++ libprotobuf", first_line("pkg-config", "--modversion", "protobuf")),
        ("libsodium", first_line("pkg-config", "--modversion", "libsodium")),
        *pinned("swift-protobuf", "swift-crypto", "BigInt"),
    ]


def pinned(*packages):
    """The package versions that the benchmarks use."""
    path = os.path.join(os.path.dirname(__file__), "Package.resolved")
    if not os.path.exists(path):
        return
    versions = {pin["identity"]: pin["state"].get("version") for pin in json.load(open(path))["pins"]}
    for package in packages:
        yield package, versions.get(package.lower()) or "unknown"


INTRODUCTION = """# Benchmarks

Written by `Scripts/benchmark.sh`, which builds `Tests/Benchmarks` optimised and measures every implementation of a task
in the same run. The text below the table is written by hand in `Tests/Benchmarks/remarks.md`. Times are for one call:
the middle one of the medians of three rounds. *Blocks* is the number of heap allocations of one call, counted in front
of the C library's allocator. *Ours is faster* is the other implementation's time divided by ours. *Reach* is our
target, for another implementation the target for that ratio. Compare the ratios; absolute times depend on the machine.
"""


def page(table, remarks):
    lines = [INTRODUCTION, "| Machine | |", "|---|---|"]
    lines += [f"| {key} | {value} |" for key, value in machine()]
    lines += ["", "| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    lines += ["| " + " | ".join(row) + " |" for row in table]
    return "\n".join(lines) + "\n" + "".join(f"\n{remark.rstrip()}\n" for remark in remarks if remark)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--others", metavar="FILE", action="append", default=[])
    parser.add_argument("--missing", metavar="TEXT", help="a text about figures that could not be measured")
    parser.add_argument("results", nargs="*")
    arguments = parser.parse_args()
    results = [result for file in arguments.results for result in json.load(open(file))]
    others = [json.loads(line) for file in arguments.others for line in open(file)]
    table = list(rows(figures(results, others)))
    if not table:
        sys.exit("nothing was measured: no benchmark matches")
    printed(table)
    if arguments.missing:
        print(arguments.missing)
    if arguments.write:
        remarks = open(os.path.join(os.path.dirname(__file__), "remarks.md")).read()
        with open(arguments.write, "w") as file:
            file.write(page(table, [arguments.missing, remarks]))


main()
