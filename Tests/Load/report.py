#!/usr/bin/env python3
"""Prints the figures of a node beside their targets, and writes them as a page.

    report.py [--write PAGE] [--missing TEXT]… FIGURES…
    report.py --check PAGE

FIGURES are files with a line of JSON for each figure, as `node-load` and the programs in `Rivals` print them. Of several
figures of the same name, the last one is used. A figure that was not measured has no row.

With --check, it fails unless the text of PAGE is the text that this program and `remarks.md` have now.
"""
import argparse
import json
import os
import platform
import re
import subprocess
import sys


class Row:
    """A figure with its targets. `better` is 1 when more is better, -1 when less is."""

    def __init__(self, what, value, unit, reach=None, summit=None, better=-1, digits=3):
        self.what, self.value, self.unit = what, value, unit
        self.reach, self.summit, self.better, self.digits = reach, summit, better, digits

    def number(self, value):
        if value >= 1000:
            return f"{value:,.0f}"
        return f"{float(f'{value:.{self.digits}g}'):g}"

    def text(self, value):
        return f"{self.number(value)} {self.unit}".strip()

    def target(self, value):
        return "–" if value is None else self.text(value)

    def reached(self):
        if self.reach is None:
            return "–"
        if self.value * self.better >= self.summit * self.better:
            return "summit"
        return "yes" if self.value * self.better >= self.reach * self.better else "no"

    def cells(self):
        return [self.what, self.text(self.value), self.target(self.reach), self.target(self.summit), self.reached()]


def targets(found):
    """The rows of the first table: each figure with its reach and summit."""

    def get(name, key, scale=1.0):
        value = found.get(name, {}).get(key)
        return None if value is None else value * scale

    def row(what, value, *rest, **more):
        if value is not None:
            rows.append(Row(what, value, *rest, **more))

    rows = []
    seconds = get("payments", "seconds") or 0
    row(f"payment intents a second, sustained for {seconds:.0f} seconds", get("payments", "per_second"), "", 2000, 3000,
        better=1)
    row("give-and-grab a second, every message and stream of it", get("cash", "per_second"), "", 600, 1000, better=1)
    row("node processor time for a payment", get("payments", "node_us"), "µs", 300, 200)
    if "payments" in found and "signatures" in found:
        check = 1_000_000 / get("signatures", "per_second")
        row("node processor time for a payment beside its two signature checks", get("payments", "node_us") / check / 2,
            "×")
    row("log written for a payment in groups of 64", get("log", "bytes", 1 / 1024), "KiB", 40, 20)
    row("bytes kept for a payment", get("log", "kept"), "bytes", 600, 400)
    beyond = None
    if "sequence" in found:
        beyond = get("sequence", "p50_ms") - get("sequence", "sync_p50_ms")
    row("one payment after the other, p50 beyond the sync's own", beyond, "ms", 3, 1)
    row("trades a second of one currency", get("trades_one", "per_second"), "")
    row("trades a second of a hundred currencies", get("trades_many", "per_second"), "")
    row("a quote, p50", get("quote", "p50_ms"), "ms")
    if "plain" in found and "trades_one" in found:
        row("node processor time for a trade beside a payment of the same client",
            get("trades_one", "node_us") / get("plain", "node_us"), "×")
    row("p99 at half the sustained load", get("half", "p99_ms"), "ms", 25, 10)
    growth = get("growth", "payments")
    if growth:
        row(f"cost after {growth:,.0f} payments beside 10,000", get("growth", "ratio"), "×", 1.2, 1.05)
    streams = get("idle", "streams") or 0
    row(f"resident with {streams:,.0f} idle message streams", get("idle", "bytes", 1e-6), "MB", 300, 150)
    row(f"resident after {get('resident', 'payments') or 0:,.0f} payments", get("resident", "bytes", 1e-6), "MB", 60, 40)
    row("of that, without the pages of the program's own file", get("resident", "own", 1e-6), "MB")
    row("start to first answer", get("start", "p50_ms"), "ms", 150, 60)
    return rows


def ceilings(found):
    """What each part could do alone, in payments a second on this machine."""
    cores = os.cpu_count() or 1
    rows = []

    def row(what, value, unit, payments):
        rows.append([what, f"{value:,.0f} {unit}", f"{payments:,.0f}"])

    if "signatures" in found:
        rate = found["signatures"]["per_second"]
        row("strict signature checks", rate, "a second and core", rate * cores / 2)
    if "log" in found:
        rate = found["log"]["units_per_second"]
        row("units of payments, in durable groups of 64", rate, "a second", rate)
    if "rows" in found:
        rate = found["rows"]["per_second"]
        row("rows of the smallest table, in durable groups of 64", rate, "a second", rate)
    if "syncs" in found:
        rate = found["syncs"]["per_second"]
        row("syncs of 4 KiB", rate, "a second", rate * 64)
    if "empty" in found:
        rate = found["empty"]["per_second"]
        row("empty gRPC calls over one socket to the node", rate, "a second", rate)
    if "payments" in found:
        cost = found["payments"]["node_us"]
        row("the node's processor time on all cores", cost, "µs a payment", cores * 1e6 / cost)
        cost += found["payments"]["generator_us"]
        row("the processor time of node and generator", cost, "µs a payment", cores * 1e6 / cost)
    return rows


def rivals(found):
    rows = []
    if "payments" in found:
        figure = found["payments"]
        rows.append([
            "this node", "payments of known owners, two signatures each, one group commit",
            f"{figure['per_second']:,.0f}", f"{figure['node_us'] / 1000:,.2f} ms"])
    if "cash" in found:
        figure = found["cash"]
        rows.append([
            "this node", "cash given and grabbed", f"{figure['per_second']:,.0f}", f"{figure['node_us'] / 1000:,.2f} ms"])
    if "cashu" in found:
        figure = found["cashu"]
        rows.append([
            "Cashu's nutshell", f"payments between its own wallets, {figure['wallets']} at a time",
            f"{figure['per_second']:,.1f}", f"{figure['node_us'] / 1000:,.1f} ms"])
    if "pgbench" in found:
        figure = found["pgbench"]
        rows.append([
            "PostgreSQL", f"pgbench's TPC-B-like transactions, {figure['clients']} clients, no signatures",
            f"{figure['per_second']:,.0f}", "–"])
    return rows


def details(found):
    """The other figures of the loads."""
    names = {
        "payments": "payments", "half": "half the load", "sequence": "one after the other", "cash": "give and grab",
        "empty": "empty calls", "plain": "payments through the wallet's client",
        "trades_one": "trades of one currency", "trades_many": "trades of a hundred currencies", "quote": "quotes"}
    rows = []
    for name, label in names.items():
        figure = found.get(name)
        if not figure:
            continue
        latency = [f"{figure[key]:.3g} ms" if key in figure else "–" for key in ("p50_ms", "p99_ms")]
        rate = figure.get("per_second", figure["count"] / figure["seconds"])
        rows.append([
            label, f"{rate:,.0f}", *latency, f"{figure['node_us']:,.0f} µs", f"{figure['generator_us']:,.0f} µs",
            f"{figure['written'] / 1024:,.1f} KiB", f"{figure['others'] * 100:.0f} %"])
    return rows


def instructions(found):
    """What callgrind counted, which does not depend on what else the machine does."""
    names = {"call": "an empty call", "payment": "a payment", "cash": "cash given and grabbed"}
    return [
        [label, f"{figure['each']:,.0f}", f"{figure['signature_checks']:,.1f}", f"{figure['syncs']:,.1f}"]
        for name, label in names.items() if (figure := found.get("instructions-" + name))]


TABLES = [
    (targets, ["Figure", "measured", "reach", "summit", "reached"],
     lambda found: [row.cells() for row in targets(found)]),
    (ceilings, ["Part", "alone", "payments a second if nothing else cost anything"], ceilings),
    (rivals, ["System", "what", "a second", "server's processor time for each"], rivals),
    (details, ["Load", "a second", "p50", "p99", "node, each", "generator, each", "written, each", "other programs"],
     details),
    (instructions, ["One at a time", "the node's instructions", "signature checks", "syncs"], instructions),
]

INTRODUCTION = """# The node's speed

Written by `Scripts/benchmark.sh node`. It starts the shipped executable on a new folder and loads it with
`Tests/Load`, which holds the wallets' keys and pays over real sockets, each payment with its two signed messages.
Node and generator share the machine's cores, and every payment waits for the disk. The rows were measured one after the
other, and some can be of a later run: the text below the tables says which. It is written by hand in
`Tests/Load/remarks.md`. *Other programs* is the share of all cores that neither node nor generator used: figures of a
run in which it is large are worse than the node is.
"""

HEADINGS = {
    "targets": "## Figures beside their targets\n\n*Reach* must be met, *summit* is the wish.",
    "ceilings": "## What binds\n\nEach part alone, and how many payments it would allow.",
    "rivals": "## Other systems",
    "details": "## The loads",
    "instructions": "## Instructions",
}


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def machine():
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
        ("Processor", f"{model}, {os.cpu_count()} cores visible"), ("System", system),
        ("Swift", f"{swift[1] if swift else 'unknown'}, the shipped configuration")]


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def printed(head, rows):
    widths = [max(len(row[i]) for row in [head] + rows) for i in range(len(head))]
    for row in [head] + rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()


def remarks():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "remarks.md")) as file:
        return file.read()


def differences(page):
    """The parts of a page's text, other than its tables, that a page written now would have in another form."""
    if not page.startswith(INTRODUCTION.strip() + "\n"):
        yield "the introduction"
    for name, head, _ in TABLES:
        heading = HEADINGS[name.__name__]
        # A page has no table of what was not measured.
        is_there = heading.split("\n")[0] + "\n" in page
        if is_there and f"{heading}\n\n{markdown(head, [])}\n" not in page:
            yield "the heading of the table " + name.__name__
    if not page.endswith("\n\n" + remarks().strip() + "\n"):
        yield "the remarks"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--missing", metavar="TEXT", action="append", default=[], help="what could not be measured")
    parser.add_argument("--check", metavar="PAGE")
    parser.add_argument("figures", nargs="*")
    arguments = parser.parse_args()
    if arguments.check:
        with open(arguments.check) as file:
            parts = list(differences(file.read()))
        sys.exit(f"{arguments.check} differs from Tests/Load in {', '.join(parts)}" if parts else 0)
    found = {}
    for file in arguments.figures:
        for line in open(file):
            figure = json.loads(line)
            found[figure["figure"]] = figure
    sections = [INTRODUCTION, markdown(["Machine", ""], [list(pair) for pair in machine()])]
    for name, head, rows in TABLES:
        table = rows(found)
        if table:
            printed(head, table)
            sections += [HEADINGS[name.__name__], markdown(head, table)]
    if len(sections) == 2:
        sys.exit("nothing was measured")
    for text in arguments.missing:
        print(text)
    sections += arguments.missing
    if arguments.write:
        with open(arguments.write, "w") as file:
            file.write("\n\n".join(section.strip() for section in sections + [remarks()]) + "\n")


main()
