#!/usr/bin/env bash
# Runs a third-party gRPC client, Python's grpcio with our .proto files, against a separate node: accounts, streams,
# payments, cash links, withdrawals, and currencies that are launched and traded.
#
#   Tests/Interop/run.sh [PATH OF flipcash]
#
# Sets up a virtual environment in .build-interop with the packages of requirements.txt from PyPI, and generates modules
# from the .proto files. Without a path it builds the command first. Needs python3 with the venv module.
set -euo pipefail
cd "$(dirname "$0")/../.."

flipcash=${1:-$(./Scripts/build.sh)}
setup=.build-interop
python3 -c 'import venv, ensurepip' 2>/dev/null \
    || { echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
[ -x "$setup/venv/bin/python" ] || python3 -m venv "$setup/venv"
"$setup/venv/bin/pip" install --quiet --disable-pip-version-check -r Tests/Interop/requirements.txt

rm -rf "$setup/generated"
mkdir -p "$setup/generated"
# Both APIs use the same relative paths, so each root is compiled separately. No two files have the same name.
for root in FlipcashAPI/Protos FlipcashCoreAPI/Protos; do
    (
        out=$PWD/$setup/generated
        python=$PWD/$setup/venv/bin/python
        payments=$PWD/FlipcashAPI/Protos
        cd "$root"
        mapfile -t files < <(find . -name '*.proto' ! -path './google/*' ! -path './grpc/*' | sed 's|^\./||')
        "$python" -m grpc_tools.protoc -I. -I"$payments" --python_out="$out" --grpc_python_out="$out" "${files[@]}"
    )
done

"$setup/venv/bin/python" Tests/Interop/swap_transactions.py Tests/Vectors/transactions.json
exec "$setup/venv/bin/python" Tests/Interop/client.py --generated "$setup/generated" --flipcash "$flipcash"
