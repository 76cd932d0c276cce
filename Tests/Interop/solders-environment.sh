# Sets up the virtual environment with PyPI's solders under .build-interop and names its Python in $solders_python.
# Sourced from the top of the repository by the scripts that need it; returns with status 1 where that is impossible.
solders_python=.build-interop/solana/bin/python
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2
    return 1
fi
[ -x "$solders_python" ] || python3 -m venv .build-interop/solana || return 1
"$solders_python" -m pip install --quiet --disable-pip-version-check -r Tests/Interop/solana-requirements.txt || return 1
