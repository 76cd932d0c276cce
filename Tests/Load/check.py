#!/usr/bin/env python3
"""Compares the figures of a node with their budgets, and fails when one is exceeded or missing.

    check.py [--only STAGE,STAGE] [--untimed] BUDGETS FIGURES…
    check.py --self-check BUDGETS

BUDGETS is a list of JSON objects: the `stage` that measures the `figure`, its `key`, its `max` or `min`, `what` it is,
whether it is `timed`, and the settings that it holds for, `with` exactly these or with `at_least` these. `quick` has
smaller settings with which the figure is judged, too; the output says so. FIGURES are files with a line of JSON for
each figure, as `node-load` prints them. With --only, the budgets of other stages are not judged, and with --untimed
those of timed figures.

A figure that was not measured, or with other settings, fails like one that exceeds its budget, and so does a budget
without a bound. A timed figure that exceeds its budget is not judged if other programs used more than a tenth of the
machine while it was measured. A figure that does not say what other programs used is always judged.

Exit status: 0 if every budget is kept, 1 if one fails, and 75 if none fails but some could not be judged.

With --self-check, it judges figures that are made up, at least one for each rule above, and reads BUDGETS for mistakes.
"""
import argparse
import json
import sys

OTHERS_MAX = 0.1
STAGES = {
    "parts", "payments", "sequence", "half", "cash", "trades", "idle", "start", "log", "growth", "instructions"}
FIELDS = {"stage", "figure", "key", "max", "min", "what", "timed", "with", "at_least", "quick"}
FAILURES = {"exceeded", "missing", "measured with other settings", "no bound"}
BUSY = "not judged, other programs were busy"
# EX_TEMPFAIL of sysexits.h: the same check may succeed later.
STATUS_NOT_JUDGED = 75
# The settings of figures that depend on options of `node-load`. A budget of such a figure has to name all of them.
SETTINGS = {
    "payments": {"seconds", "payers", "connections"},
    "resident": {"payments", "payers", "connections"},
    "half": {"of_sustained", "seconds", "payers", "connections"},
    "cash": {"seconds", "pairs", "connections"},
    "idle": {"streams"},
    "growth": {"payments", "payers", "connections"},
}


def measured(lines):
    """The last figure of each name."""
    found = {}
    for line in lines:
        figure = json.loads(line)
        found[figure["figure"]] = figure
    sequence = found.get("sequence")
    if sequence:
        sequence["beyond_ms"] = sequence["p50_ms"] - sequence["sync_p50_ms"]
    # Without a stage of payments before it, the stage `half` uses a constant rate.
    half, sustained = found.get("half", {}), found.get("payments", {}).get("per_second")
    if sustained and half.get("asked"):
        half["of_sustained"] = half["asked"] / sustained
    return found


def deviations(budget, figure, quick=False):
    """Each setting with which a figure was not measured as its budget asks, as text."""
    least = {**budget.get("at_least", {}), **(budget.get("quick", {}) if quick else {})}
    return [
        f"{key} {shown(figure.get(key))} instead of {wanted:,}"
        for key, wanted in budget.get("with", {}).items() if figure.get(key) != wanted
    ] + [
        f"{key} {shown(figure.get(key))} instead of at least {wanted:,}"
        for key, wanted in least.items() if (figure.get(key) or 0) < wanted]


def verdict(budget, found):
    """`kept`, one of the failures, or why there is no judgement."""
    bounds = [budget.get("max"), budget.get("min")]
    if bounds == [None, None]:
        return "no bound"
    figure = found.get(budget["figure"], {})
    value = figure.get(budget["key"])
    if value is None:
        return "missing"
    if deviations(budget, figure, quick=True):
        return "measured with other settings"
    high, low = bounds
    if (high is None or value <= high) and (low is None or value >= low):
        return "kept"
    return BUSY if budget.get("timed") and (figure.get("others") or 0) > OTHERS_MAX else "exceeded"


def judged(budgets, found, only=None, untimed=False):
    """Each budget of the stages with its verdict."""
    return [
        (budget, verdict(budget, found)) for budget in budgets
        if (only is None or budget["stage"] in only) and not (untimed and budget.get("timed"))]


def shown(value):
    """A number as text."""
    return "–" if value is None else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def line(budget, said, found):
    """A verdict as text, with what differs from the settings of the budget."""
    bounds = [f"{word} {budget[key]:,}" for key, word in (("min", "at least"), ("max", "at most"))
              if budget.get(key) is not None]
    figure = found.get(budget["figure"], {})
    value = figure.get(budget["key"])
    text = f"{said}: {budget['what']}: {', '.join([shown(value), *bounds])}"
    if said == BUSY:
        text += f" (other programs used {figure['others'] * 100:.0f} % of the machine)"
    if value is not None and (differing := deviations(budget, figure)):
        label = "" if said == "measured with other settings" else "quick check: "
        text += f" ({label}{', '.join(differing)})"
    return text


def outcome(verdicts):
    """The exit status, and why it is not 0."""
    failed = sum(said in FAILURES for _, said in verdicts)
    unjudged = sum(said == BUSY for _, said in verdicts)
    if failed:
        return 1, f"budgets that are exceeded, or whose figure is missing or measured with other settings: {failed}"
    if unjudged:
        return STATUS_NOT_JUDGED, f"timed figures that were not judged: {unjudged}; run again on a quiet machine"
    return (0, None) if verdicts else (1, "no figure could be judged")


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
        settings = budget.get("with", {}).keys() | budget.get("at_least", {}).keys()
        if lacking := SETTINGS.get(budget.get("figure"), set()) - settings:
            yield f"{name} does not say with which settings it holds: {', '.join(sorted(lacking))}"
        if unknown := budget.get("quick", {}).keys() - budget.get("at_least", {}).keys():
            yield f"{name} has settings for a quick check only: {', '.join(sorted(unknown))}"
    names = [(budget.get("figure"), budget.get("key")) for budget in budgets]
    for figure, key in sorted({name for name in names if names.count(name) > 1}, key=str):
        yield f"{figure}.{key} stands twice"


def self_check(budgets):
    """Raises an error unless every rule of this file gives the verdict that it should."""
    idle = {"stage": "idle", "figure": "idle", "key": "bytes", "max": 300, "with": {"streams": 10}, "what": "memory"}
    quiet, busy = {"others": 0.05}, {"others": 0.2}
    fast = {"stage": "parts", "figure": "empty", "key": "per_second", "min": 900, "timed": True, "what": "speed"}
    start = {"stage": "start", "figure": "start", "key": "p50_ms", "max": 150, "timed": True, "what": "start"}
    exact = {"stage": "instructions", "figure": "checks", "key": "each", "min": 2, "max": 2.1, "what": "checks"}
    wallets = {"payers": 4, "connections": 2}
    resident = {
        "stage": "payments", "figure": "resident", "key": "bytes", "max": 80, "with": wallets,
        "at_least": {"payments": 100}, "what": "memory"}
    growth = {
        "stage": "growth", "figure": "growth", "key": "ratio", "max": 1.2, "with": wallets,
        "at_least": {"payments": 1000}, "quick": {"payments": 100}, "what": "growth"}
    half = {
        "stage": "half", "figure": "half", "key": "p99_ms", "max": 25, "timed": True,
        "with": {"of_sustained": 0.5, **wallets}, "at_least": {"seconds": 30}, "what": "latency at half the load"}
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
        (resident, {"figure": "resident", "bytes": 80, "payments": 100, **wallets}, "kept"),
        (resident, {"figure": "resident", "bytes": 81, "payments": 101, **wallets}, "exceeded"),
        (resident, {"figure": "resident", "bytes": 1, "payments": 99, **wallets}, "measured with other settings"),
        (resident, {"figure": "resident", "bytes": 1, "payments": None, **wallets}, "measured with other settings"),
        (resident, {"figure": "resident", "bytes": 1, "payments": 100, "payers": 1, "connections": 2},
         "measured with other settings"),
        (growth, {"figure": "growth", "ratio": 1.2, "payments": 1000, **wallets}, "kept"),
        (growth, {"figure": "growth", "ratio": 1.2, "payments": 100, **wallets}, "kept"),
        (growth, {"figure": "growth", "ratio": 1.3, "payments": 100, **wallets}, "exceeded"),
        (growth, {"figure": "growth", "ratio": 1, "payments": 99, **wallets}, "measured with other settings"),
        (half, {"figure": "half", "p99_ms": 1, "asked": 10, "seconds": 30, **wallets}, "measured with other settings"),
        (fast, {"figure": "empty", "per_second": 900, **quiet}, "kept"),
        (fast, {"figure": "empty", "per_second": 899, **quiet}, "exceeded"),
        (fast, {"figure": "empty", "per_second": 899, **busy}, BUSY),
        (fast, {"figure": "empty", "per_second": 900, **busy}, "kept"),
        (start, {"figure": "start", "p50_ms": 151}, "exceeded"),
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
        status = {"kept": 0, BUSY: STATUS_NOT_JUDGED}.get(expected, 1)
        assert outcome(verdicts)[0] == status, (budget, figure, expected)
        assert line(budget, expected, found).startswith(f"{expected}: {budget['what']}: ")
    # The last line of a name counts, and budgets of other stages do not, nor timed ones if they are left out.
    found = measured(['{"figure": "idle", "bytes": 1, "streams": 10}', '{"figure": "idle", "bytes": 999, "streams": 10}'])
    assert judged([idle, fast], found, {"idle"}) == [(idle, "exceeded")]
    assert judged([idle, fast], found, untimed=True) == [(idle, "exceeded")]
    assert [said for _, said in judged([idle, fast], found)] == ["exceeded", "missing"]
    # Programs that disturbed one figure do not excuse another, and a failure counts more than a figure not judged.
    lines = ['{"figure": "empty", "per_second": 899, "others": 0.2}',
             '{"figure": "sequence", "p50_ms": 6, "sync_p50_ms": 2, "others": 0.05}']
    verdicts = judged([fast, beyond], measured(lines))
    assert [said for _, said in verdicts] == [BUSY, "exceeded"], verdicts
    assert outcome(verdicts)[0] == 1
    assert outcome([(idle, "kept"), (fast, BUSY)])[0] == STATUS_NOT_JUDGED
    assert outcome([]) == (1, "no figure could be judged")
    # Half of what the payments of the same run reached, not of anything else.
    for asked, seconds, expected in [(50, 30, "kept"), (40, 30, "measured with other settings"),
                                     (50, 5, "measured with other settings")]:
        figure = {"figure": "half", "p99_ms": 1, "asked": asked, "seconds": seconds, **wallets}
        found = measured(['{"figure": "payments", "per_second": 100}', json.dumps(figure)])
        assert verdict(half, found) == expected, (figure, verdict(half, found))
    # A quick check says what differs.
    found = measured([json.dumps({"figure": "growth", "ratio": 1.1, "payments": 100, **wallets})])
    assert line(growth, "kept", found).endswith("(quick check: payments 100 instead of at least 1,000)")
    wrong = [{**idle, "stage": "sleep"}, {**idle, "most": 3}, {"stage": "idle", "figure": "x", "key": "y", "what": "z"},
             {**half, "with": wallets}, {**growth, "quick": {"years": 1}}]
    assert len(list(mistakes(wrong))) == 6, list(mistakes(wrong))
    assert not list(mistakes([idle, fast, start, exact, resident, growth, half, beyond, unset]))
    if found := list(mistakes(budgets)):
        sys.exit("\n".join(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", metavar="STAGE,STAGE", type=lambda text: set(text.split(",")))
    parser.add_argument("--untimed", action="store_true")
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
    verdicts = judged(budgets, found, arguments.only, arguments.untimed)
    for budget, said in verdicts:
        print(line(budget, said, found))
    status, reason = outcome(verdicts)
    if reason:
        print(reason, file=sys.stderr)
    sys.exit(status)


main()
