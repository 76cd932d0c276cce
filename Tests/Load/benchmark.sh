#!/usr/bin/env bash
# Measures a node under load, its parts, and other systems in the same run; called by Scripts/benchmark.sh node.
set -euo pipefail
cd "$(dirname "$0")/../.."

write=docs/node-benchmarks.md
options=()
rivals=true
check=false
untimed=
only=
growth=
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) exec ./Scripts/benchmark.sh --help ;;
        --no-rivals) rivals=false ;;
        --print) write= ;;
        --check) check=true; write=; rivals=false ;;
        --untimed) untimed=--untimed ;;
        --growth) growth=${2:?$1 needs a number}; shift ;;
        # A part of a run does not replace the page.
        --only) only=${2:?$1 needs stages}; write=; rivals=false; shift ;;
        --*) options+=("$1" "${2:?$1 needs a number}"); shift ;;
        *) echo "unknown argument $1; see Scripts/benchmark.sh --help" >&2; exit 64 ;;
    esac
    shift
done

$check || [ -z "$untimed" ] || { echo "--untimed needs --check; see Scripts/benchmark.sh --help" >&2; exit 64; }

judge=(${untimed:+"$untimed"} ${only:+--only "$only"})
if $check; then
    # Measures every stage that has a budget. Trades have none, and a usual run does not count instructions. A budget of
    # a stage that is not listed here fails as missing.
    if [ -n "$untimed" ]; then
        only=${only:-payments,idle,log,growth,instructions}
    else
        only=${only:-parts,payments,sequence,half,cash,idle,start,log,growth,instructions}
    fi
    # The history that the budget of growth asks for. A shorter one is a quick check, which has to be asked for.
    growth=${growth:-10000000}
fi
[ -z "$only" ] || options+=(--only "$only")
[ -z "$growth" ] || options+=(--growth "$growth")
case ,$only, in *,instructions,*) [ "$(uname -s)" != Linux ] || ./Scripts/bootstrap.sh valgrind ;; esac

node=$(./Scripts/build.sh --release)
. Scripts/shipped-flags.sh
swift build "${shipped_flags[@]}" --product node-load >&2
generator=$(swift build "${shipped_flags[@]}" --show-bin-path)/node-load

# On the disk of the repository, since a temporary folder may be in memory, where a sync costs nothing.
mkdir -p .build/load
work=$(mktemp -d "$PWD/.build/load/XXXXXX")
trap 'rm -rf "$work"' EXIT
report=()
"$generator" "$node" "$work" ${options[@]+"${options[@]}"} | tee "$work/figures" >&2
if $rivals; then
    python=.build-interop/cashu/bin/python
    if { [ -x "$python" ] || python3 -m venv .build-interop/cashu; } >&2 &&
        "$python" -m pip install --quiet --disable-pip-version-check -r Tests/Load/Rivals/requirements.txt >&2 &&
        "$python" Tests/Load/Rivals/cashu_payments.py "$work/cashu" >> "$work/figures" 2> "$work/cashu.log"; then
        :
    else
        report+=(--missing "Not measured: Cashu's nutshell, because it could not be installed or started.")
        tail -5 "$work/cashu.log" >&2 || true
    fi
    # The server runs as another user, who may not enter the repository.
    postgres=$(mktemp -d)
    if ! Tests/Load/Rivals/postgres.sh "$postgres" >> "$work/figures" 2> "$work/postgres.log"; then
        report+=(--missing "Not measured: PostgreSQL, because no server could be started.")
        tail -5 "$work/postgres.log" >&2 || true
    fi
    rm -rf "$postgres"
fi
[ -z "$write" ] || report+=(--write "$write")
python3 Tests/Load/report.py ${report[@]+"${report[@]}"} "$work/figures"
! $check || python3 Tests/Load/check.py ${judge[@]+"${judge[@]}"} Tests/Load/budgets.json "$work/figures"
