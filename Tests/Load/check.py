#!/usr/bin/env python3
"""Compares the figures of a node with their budgets, and fails when one is exceeded.

    check.py BUDGETS FIGURES…

BUDGETS is a list of JSON objects: the `figure` and its `key`, its `max` or `min`, `what` it is, whether it is `timed`,
and `with` which settings it holds. FIGURES are files with a line of JSON for each figure, as `node-load` prints them.
A figure that was not measured, or with other settings, is not judged. A timed figure is not judged either when other
programs used more than a tenth of the machine.
"""
import argparse
import json
import sys

OTHERS_MAX = 0.1


def measured(files):
    """The last figure of each name."""
    found = {}
    for file in files:
        for line in open(file):
            figure = json.loads(line)
            found[figure["figure"]] = figure
    sequence = found.get("sequence")
    if sequence:
        sequence["beyond_ms"] = sequence["p50_ms"] - sequence["sync_p50_ms"]
    return found


def verdict(budget, found, busy):
    """`kept`, `exceeded`, or why there is no judgement."""
    figure = found.get(budget["figure"], {})
    if budget["key"] not in figure or any(figure.get(key) != value for key, value in budget.get("with", {}).items()):
        return "not measured"
    value = figure[budget["key"]]
    if value <= budget.get("max", value) and value >= budget.get("min", value):
        return "kept"
    return "not judged, the machine is busy" if budget.get("timed") and busy else "exceeded"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("budgets")
    parser.add_argument("figures", nargs="+")
    arguments = parser.parse_args()
    found = measured(arguments.figures)
    busy = max((figure.get("others", 0) for figure in found.values()), default=0) > OTHERS_MAX
    verdicts = []
    for budget in json.load(open(arguments.budgets)):
        verdicts.append(verdict(budget, found, busy))
        value = found.get(budget["figure"], {}).get(budget["key"])
        bound = f"at most {budget['max']:,}" if "max" in budget else f"at least {budget['min']:,}"
        shown = "–" if value is None else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"
        print(f"{verdicts[-1]}: {budget['what']}: {shown}, {bound}")
    if "exceeded" in verdicts:
        sys.exit("a budget of Tests/Load/budgets.json is exceeded")
    if "kept" not in verdicts:
        sys.exit("no figure could be judged")


main()
