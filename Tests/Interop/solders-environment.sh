# Sets up a virtual environment with PyPI's solders in .build-interop and sets $solders_python to its Python.
# Source it from the root of the repository. Returns 1 when the setup fails.
solders_python=.build-interop/solana/bin/python
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2
    return 1
fi
[ -x "$solders_python" ] || python3 -m venv .build-interop/solana || return 1
"$solders_python" -m pip install --quiet --disable-pip-version-check -r Tests/Interop/solana-requirements.txt || return 1
