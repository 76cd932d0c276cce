#!/usr/bin/env bash
# Counts instructions, signature checks and syncs of the shipped node for an empty call, a payment and a bill that is
# given and grabbed, and fails when a count is more than a twentieth above Tests/Load/instructions.json. Called by
# Scripts/benchmark.sh instructions. Needs valgrind. Counts do not depend on what else the machine does.
#
#   Tests/Load/instructions.sh            compares
#   Tests/Load/instructions.sh --record   writes the counts to instructions.json
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v valgrind > /dev/null || { echo "valgrind is missing; on Debian: apt-get install valgrind" >&2; exit 69; }

node=$(./Scripts/build.sh --release)
flags=(-c release)
[ "$(uname -s)" = Darwin ] || flags+=(--static-swift-stdlib)
swift build "${flags[@]}" --product node-load >&2
mkdir -p .build/load
work=$(mktemp -d "$PWD/.build/load/XXXXXX")
trap 'rm -rf "$work"' EXIT
"$(swift build "${flags[@]}" --show-bin-path)/node-load" "$node" "$work" --only instructions > "$work/figures"
python3 - "$work/figures" Tests/Load/instructions.json "${1:-}" << 'END'
import json
import sys

counts = {}
for line in open(sys.argv[1]):
    figure = json.loads(line)
    counts[figure["figure"].removeprefix("instructions-")] = {
        "instructions": round(figure["each"]), "signature checks": round(figure["signature_checks"], 1),
        "syncs": round(figure["syncs"], 1)}
if sys.argv[3] == "--record":
    with open(sys.argv[2], "w") as file:
        file.write(json.dumps(counts, indent=4) + "\n")
    sys.exit()
allowed = json.load(open(sys.argv[2]))
failed = False
for name, limits in allowed.items():
    for what, limit in limits.items():
        count = counts[name][what]
        failed |= count > limit * 1.05
        print(f"{name}: {count:,} {what}, recorded {limit:,}")
sys.exit("the node needs more than recorded" if failed else 0)
END
