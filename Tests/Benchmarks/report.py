#!/usr/bin/env python3
"""Prints what the benchmarks measured, each figure beside its rivals', and writes the table as a page.

    report.py [--write PAGE] RESULTS…

RESULTS are files of the JSON of `swift package benchmark --format jmh`; names are "TASK | IMPLEMENTATION | CALLS | REACH".
"""
import argparse
import json
import os
import platform
import re
import subprocess
import sys

OURS = "Flipcash"


def duration(nanoseconds):
    """A time in the unit that gives it one to three digits before the point."""
    for unit, scale in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= scale:
            return f"{nanoseconds / scale:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def tasks(results):
    """Task name to (reach, {implementation: (nanoseconds, allocations)}), in the order of the run."""
    found = {}
    for result in results:
        # The exporter writes "package.benchmark.TARGET.NAME" with underscores for spaces.
        name = result["benchmark"].split(".", 3)[3].replace("_", " ")
        task, implementation, calls, reach = name.split(" | ")
        metrics = result["secondaryMetrics"]
        clock = next(v for k, v in metrics.items() if "wall" in k.lower())
        allocations = next((v for k, v in metrics.items() if "allocations" in k.lower()), None)
        nanoseconds = clock["scorePercentiles"]["50.0"] * 1000 / int(calls)
        heap = allocations["scorePercentiles"]["50.0"] / int(calls) if allocations else None
        found.setdefault(task, (reach, {}))[1][implementation] = (nanoseconds, heap)
    return found


def rows(found):
    for task, (reach, implementations) in sorted(found.items()):
        ours = implementations.get(OURS)
        if not ours:
            continue
        rivals = sorted((k, v) for k, v in implementations.items() if k != OURS) or [("–", None)]
        for rival, theirs in rivals:
            yield [
                task,
                duration(ours[0]),
                "–" if ours[1] is None else f"{ours[1]:.3g}",
                rival,
                duration(theirs[0]) if theirs else "–",
                f"{theirs[1]:.3g}" if theirs and theirs[1] is not None else "–",
                f"{theirs[0] / ours[0]:.2f}×" if theirs else "–",
                reach,
            ]


HEAD = ["What", OURS, "allocations", "rival", "its time", "its allocations", "faster", "reach"]


def printed(table):
    widths = [max(len(row[i]) for row in [HEAD] + table) for i in range(len(HEAD))]
    for row in [HEAD] + table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def machine():
    """The processor, its number, the system and the compiler; nothing that names the host."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        match = re.search(r"model name\s*:\s*(.+)", open("/proc/cpuinfo").read())
        model = match[1].strip() if match else model
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    if os.path.exists("/etc/os-release"):
        match = re.search(r'PRETTY_NAME="(.+)"', open("/etc/os-release").read())
        system = f"{match[1]}, {system}" if match else system
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"Swift version (\S+)", swift)
    return [
        ("Processor", f"{model}, {os.cpu_count()} cores visible"),
        ("System", system),
        ("Swift", version[1] if version else "unknown"),
    ]


def page(table):
    lines = [
        "# Benchmarks",
        "",
        "Written by `Scripts/benchmark.sh`, which builds `Tests/Benchmarks` optimised and measures every implementation "
        "of a task in the same run. Times are medians per call. Allocations are blocks asked of the heap per call, "
        "counted in front of the C library's allocator; the rest of the process is quiet meanwhile. *Faster* is the "
        "rival's time over ours. Absolute times are this machine's; the ratios are what to look at.",
        "",
        "| Machine | |",
        "|---|---|",
    ]
    lines += [f"| {key} | {value} |" for key, value in machine()]
    lines += ["", "| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    lines += ["| " + " | ".join(row) + " |" for row in table]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("results", nargs="+")
    arguments = parser.parse_args()
    results = [result for file in arguments.results for result in json.load(open(file))]
    table = list(rows(tasks(results)))
    if not table:
        sys.exit("nothing was measured: no benchmark matches")
    printed(table)
    if arguments.write:
        with open(arguments.write, "w") as file:
            file.write(page(table))


main()
