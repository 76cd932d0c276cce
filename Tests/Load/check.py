#!/usr/bin/env python3
"""Compares the figures of a node with their budgets, and fails when one is exceeded or missing.

    check.py [--only STAGE,STAGE] BUDGETS FIGURES…
    check.py --self-check BUDGETS

BUDGETS is a list of JSON objects: the `stage` that measures the `figure`, its `key`, its `max` or `min`, `what` it is,
whether it is `timed`, and the settings that it holds for, `with` exactly these or with `at_least` these. FIGURES are
files with a line of JSON for each figure, as `node-load` prints them. With --only, the budgets of other stages are not
judged. A figure that was not measured, or with other settings, fails like one that exceeds its budget, and so does a
budget without a bound. A timed figure is not judged when other programs used more than a tenth of the machine.

With --self-check, it judges figures that are made up, one for each rule above, and reads BUDGETS for mistakes.
"""
import argparse
import json
import sys

OTHERS_MAX = 0.1
STAGES = {
    "parts", "payments", "sequence", "half", "cash", "trades", "idle", "start", "log", "growth", "instructions"}
FIELDS = {"stage", "figure", "key", "max", "min", "what", "timed", "with", "at_least"}
FAILURES = {"exceeded", "missing", "measured with other settings", "no bound"}


def measured(lines):
    """The last figure of each name."""
    found = {}
    for line in lines:
        figure = json.loads(line)
        found[figure["figure"]] = figure
    sequence = found.get("sequence")
    if sequence:
        sequence["beyond_ms"] = sequence["p50_ms"] - sequence["sync_p50_ms"]
    return found


def verdict(budget, found, busy):
    """`kept`, one of the failures, or why there is no judgement."""
    bounds = [budget.get("max"), budget.get("min")]
    if bounds == [None, None]:
        return "no bound"
    figure = found.get(budget["figure"], {})
    value = figure.get(budget["key"])
    if value is None:
        return "missing"
    same = all(figure.get(key) == wanted for key, wanted in budget.get("with", {}).items())
    if not same or any(figure.get(key, 0) < least for key, least in budget.get("at_least", {}).items()):
        return "measured with other settings"
    high, low = bounds
    if (high is None or value <= high) and (low is None or value >= low):
        return "kept"
    return "not judged, the machine is busy" if budget.get("timed") and busy else "exceeded"


def judged(budgets, found, only=None):
    """Each budget of the stages with its verdict."""
    busy = max((figure.get("others", 0) for figure in found.values()), default=0) > OTHERS_MAX
    return [
        (budget, verdict(budget, found, busy)) for budget in budgets if only is None or budget["stage"] in only]


def line(budget, said, found):
    """A verdict as text."""
    bounds = [f"{word} {budget[key]:,}" for key, word in (("min", "at least"), ("max", "at most"))
              if budget.get(key) is not None]
    value = found.get(budget["figure"], {}).get(budget["key"])
    shown = "–" if value is None else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"
    return f"{said}: {budget['what']}: {', '.join([shown, *bounds])}"


def failures(verdicts):
    """Why the run fails: a sentence, or nothing."""
    failed = [said for _, said in verdicts if said in FAILURES]
    if failed:
        return f"{len(failed)} budgets of Tests/Load/budgets.json are exceeded or could not be judged"
    if not any(said == "kept" for _, said in verdicts):
        return "no figure could be judged"
    return None


def mistakes(budgets):
    """What is wrong with a list of budgets. A bound that is null is yet to be filled in, which a run reports."""
    for budget in budgets:
        name = f"{budget.get('figure')}.{budget.get('key')}"
        if budget.get("stage") not in STAGES:
            yield f"{name} has no stage of node-load"
        if unknown := budget.keys() - FIELDS:
            yield f"{name} has unknown fields: {', '.join(sorted(unknown))}"
        if not budget.get("figure") or not budget.get("key") or not budget.get("what"):
            yield f"{name} lacks its figure, its key or what it is"
        if "max" not in budget and "min" not in budget:
            yield f"{name} has neither max nor min"
    names = [(budget.get("figure"), budget.get("key")) for budget in budgets]
    for figure, key in sorted({name for name in names if names.count(name) > 1}, key=str):
        yield f"{figure}.{key} stands twice"


def self_check(budgets):
    """Raises an error unless every rule of this file gives the verdict that it should."""
    idle = {"stage": "idle", "figure": "idle", "key": "bytes", "max": 300, "with": {"streams": 10}, "what": "memory"}
    quiet, busy = {"others": 0.05}, {"others": 0.2}
    fast = {"stage": "payments", "figure": "payments", "key": "per_second", "min": 900, "timed": True, "what": "speed"}
    exact = {"stage": "instructions", "figure": "checks", "key": "each", "min": 2, "max": 2.1, "what": "checks"}
    resident = {
        "stage": "payments", "figure": "resident", "key": "bytes", "max": 80, "at_least": {"payments": 100},
        "what": "memory"}
    beyond = {
        "stage": "sequence", "figure": "sequence", "key": "beyond_ms", "max": 3, "timed": True, "what": "latency"}
    unset = {"stage": "log", "figure": "log", "key": "bytes", "max": None, "what": "bytes"}
    cases = [
        (idle, {"figure": "idle", "bytes": 300, "streams": 10}, "kept"),
        (idle, {"figure": "idle", "bytes": 301, "streams": 10}, "exceeded"),
        (idle, {"figure": "idle", "bytes": 301, "streams": 10, **busy}, "exceeded"),
        (idle, {"figure": "idle", "bytes": 1, "streams": 9}, "measured with other settings"),
        (idle, {"figure": "idle", "bytes": 1}, "measured with other settings"),
        (idle, {"figure": "idle", "bytes": None, "streams": 10}, "missing"),
        (idle, {"figure": "other", "bytes": 1, "streams": 10}, "missing"),
        (resident, {"figure": "resident", "bytes": 80, "payments": 100}, "kept"),
        (resident, {"figure": "resident", "bytes": 81, "payments": 101}, "exceeded"),
        (resident, {"figure": "resident", "bytes": 1, "payments": 99}, "measured with other settings"),
        (fast, {"figure": "payments", "per_second": 900, **quiet}, "kept"),
        (fast, {"figure": "payments", "per_second": 899, **quiet}, "exceeded"),
        (fast, {"figure": "payments", "per_second": 899, **busy}, "not judged, the machine is busy"),
        (fast, {"figure": "payments", "per_second": 900, **busy}, "kept"),
        (exact, {"figure": "checks", "each": 2.0}, "kept"),
        (exact, {"figure": "checks", "each": 1.9}, "exceeded"),
        (exact, {"figure": "checks", "each": 2.2}, "exceeded"),
        (beyond, {"figure": "sequence", "p50_ms": 5, "sync_p50_ms": 2}, "kept"),
        (beyond, {"figure": "sequence", "p50_ms": 5.5, "sync_p50_ms": 2}, "exceeded"),
        (unset, {"figure": "log", "bytes": 1}, "no bound"),
    ]
    for budget, figure, expected in cases:
        found = measured([json.dumps(figure)])
        verdicts = judged([budget], found)
        assert [said for _, said in verdicts] == [expected], (budget, figure, verdicts)
        assert bool(failures(verdicts)) == (expected != "kept"), (budget, figure, expected)
        assert line(budget, expected, found).startswith(f"{expected}: {budget['what']}: ")
    # The last line of a name counts, and budgets of other stages do not.
    found = measured(['{"figure": "idle", "bytes": 1, "streams": 10}', '{"figure": "idle", "bytes": 999, "streams": 10}'])
    assert judged([idle, fast], found, {"idle"}) == [(idle, "exceeded")]
    assert [said for _, said in judged([idle, fast], found)] == ["exceeded", "missing"]
    assert failures([]) == "no figure could be judged"
    wrong = [{**idle, "stage": "sleep"}, {**idle, "most": 3}, {"stage": "idle", "figure": "x", "key": "y", "what": "z"}]
    assert len(list(mistakes(wrong))) == 4, list(mistakes(wrong))
    assert not list(mistakes([idle, fast, exact, resident, beyond, unset]))
    if found := list(mistakes(budgets)):
        sys.exit("\n".join(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", metavar="STAGE,STAGE", type=lambda text: set(text.split(",")))
    parser.add_argument("--self-check", action="store_true")
    parser.add_argument("budgets")
    parser.add_argument("figures", nargs="*")
    arguments = parser.parse_args()
    with open(arguments.budgets) as file:
        budgets = json.load(file)
    if arguments.self_check:
        return self_check(budgets)
    if unknown := (arguments.only or set()) - STAGES:
        sys.exit(f"unknown stages: {', '.join(sorted(unknown))}")
    found = measured(text for file in arguments.figures for text in open(file))
    verdicts = judged(budgets, found, arguments.only)
    for budget, said in verdicts:
        print(line(budget, said, found))
    if failed := failures(verdicts):
        sys.exit(failed)


main()
