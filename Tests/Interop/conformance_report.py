"""Sums up a verbose report of Google's conformance runner as Markdown: conformance_report.py REPORT SOURCES

Ends with an error when a test of proto3's binary or JSON form failed or was skipped.
"""
import collections
import pathlib
import re
import sys

def category(name):
    """Syntax, form and level of a test: what is read in one form and written in another belongs to the rarer one."""
    level, syntax, *_ = name.split(".")
    form = "text" if "TextFormat" in name else "JSON" if "Json" in name else "binary"
    # A few tests do not name the syntax: they use the messages of proto3.
    return syntax.lower() if syntax.startswith("Proto") else "proto3", form, level.lower()


def main():
    report, sources = (pathlib.Path(argument) for argument in sys.argv[1:3])
    text = report.read_text(errors="replace")
    outcomes = {name: "passed" for name in re.findall(r"^conformance test: name=(\S+?), request=", text, re.M)}
    outcomes.pop("FindFailures", None)
    for name in re.findall(r"^SKIPPED, test=(\S+?) ", text, re.M):
        outcomes[name] = "skipped"
    for name in re.findall(r"^(?:ERROR|WARNING), test=(\S+?)[: ]", text, re.M):
        outcomes[name] = "failed"
    totals = [int(n) for n in re.findall(r"(\d+) (?:successes|skipped|expected failures|unexpected failures)", text)]
    if not outcomes or sum(totals) != len(outcomes):
        sys.exit(f"the report is not understood: {len(outcomes)} tests by name, {sum(totals)} by the runner's sums")

    table = collections.defaultdict(collections.Counter)
    for name, outcome in outcomes.items():
        table[category(name)][outcome] += 1
    everything = collections.Counter(outcomes.values())
    print("# Protobuf conformance\n")
    print("What Google's conformance suite says of the codec (`ProtobufCodec`) and its generator, which turns the")
    print("suite's own messages into models as they are. Written by `Tests/Interop/conformance.sh`, which builds the")
    print("suite from Debian's source package and runs it with recommended tests enforced.\n")
    print(f"Suite: {sources.name}. {everything['passed']} tests passed, {everything['failed']} failed,"
          f" {everything['skipped']} were skipped.\n")
    print("| Definitions | Form | Tests | Passed | Failed | Skipped |")
    print("|---|---|---|---|---|---|")
    for (syntax, form, level), counts in sorted(table.items(), reverse=True):
        print(f"| {syntax} | {form} | {level} | {counts['passed']} | {counts['failed']} | {counts['skipped']} |")
    print()
    print("Left out: definitions in proto2, which the generator refuses since nothing here uses them, and reading the")
    print("text form, which is only written, for people, with sensitive values kept back.")
    failed = sorted(name for name, outcome in outcomes.items() if outcome == "failed")
    if failed:
        print("\n## Failed\n")
        for name in failed:
            print(f"- `{name}`")

    wanted = [counts for (syntax, form, _), counts in table.items() if syntax == "proto3" and form != "text"]
    if failed or not wanted or any(counts["skipped"] for counts in wanted):
        sys.exit(1)


main()
