"""Summarizes a verbose report of Google's conformance runner as Markdown: conformance_report.py REPORT SOURCES

Exits with an error when a test of proto3's binary or JSON form failed or was skipped.
"""
import collections
import pathlib
import re
import sys

def category(name):
    """Syntax, form and level of a test. A test with two forms counts for text before JSON before binary."""
    level, syntax, *_ = name.split(".")
    form = "text" if "TextFormat" in name else "JSON" if "Json" in name else "binary"
    # A few test names have no syntax; these tests use proto3 messages.
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
        sys.exit(f"cannot parse the report: {len(outcomes)} tests by name, {sum(totals)} by the runner's sums")

    table = collections.defaultdict(collections.Counter)
    for name, outcome in outcomes.items():
        table[category(name)][outcome] += 1
    everything = collections.Counter(outcomes.values())
    print("# Protobuf conformance\n")
    print("Results of Google's conformance suite for the codec (`ProtobufCodec`) and its generator, which generates")
    print("models from the suite's own messages. Written by `Tests/Interop/conformance.sh`, which builds the suite")
    print("from Debian's source package and runs it with recommended tests enforced.\n")
    print(f"Suite: {sources.name}. {everything['passed']} tests passed, {everything['failed']} failed,"
          f" {everything['skipped']} were skipped.\n")
    print("| Definitions | Form | Tests | Passed | Failed | Skipped |")
    print("|---|---|---|---|---|---|")
    for (syntax, form, level), counts in sorted(table.items(), reverse=True):
        print(f"| {syntax} | {form} | {level} | {counts['passed']} | {counts['failed']} | {counts['skipped']} |")
    print()
    print("Not supported: proto2 definitions, because nothing here uses them, and reading the text form. The text")
    print("form is only written, for people, without sensitive values.")
    failed = sorted(name for name, outcome in outcomes.items() if outcome == "failed")
    if failed:
        print("\n## Failed\n")
        for name in failed:
            print(f"- `{name}`")

    wanted = [counts for (syntax, form, _), counts in table.items() if syntax == "proto3" and form != "text"]
    if failed or not wanted or any(counts["skipped"] for counts in wanted):
        sys.exit(1)


main()
