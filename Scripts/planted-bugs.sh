#!/usr/bin/env bash
# Plants bugs in the node and the wallet, one at a time, and requires that the simulation catches each of them.
#
#   Scripts/planted-bugs.sh                 the bugs of Tests/Simulation/PlantedBugs
#   Scripts/planted-bugs.sh FOLDER …        those, and the patches of other folders
#   Scripts/planted-bugs.sh --list          lists the bugs; builds nothing
#   Scripts/planted-bugs.sh --check         only says which patches no longer apply; builds nothing
#   Scripts/planted-bugs.sh --only NAME,…   only these bugs or patches
#   Scripts/planted-bugs.sh --release …     optimised, which plays four seeds in the time of one; its build takes minutes
#   Scripts/planted-bugs.sh --seeds N …     gives up on a bug after N seeds; 600 unless given
#
# A patch can hold several bugs behind switches: isPlanted("NAME") is true in the run for the bug NAME. All patches with
# switches are planted together, so that one build serves their runs. A patch without a switch is built alone.
#
# Everything happens in the copy that Scripts/mutants.sh uses, in .build/mutants. At the end nothing is planted there.
# Output of the runs is in .build/mutants/logs. Exits with status 1 when a bug survives or a patch does not apply.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

for argument; do
    case $argument in
        -h | --help) sed -n '2,17s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --list | --check) quick=true ;;
    esac
done
[ -n "${quick:-}" ] || "$root/Scripts/bootstrap.sh"
exec python3 "$root/Scripts/planted-bugs.py" "$@"
