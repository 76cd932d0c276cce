#!/usr/bin/env bash
# Reads the calendar files of savings goals with another program, PyPI's icalendar, and checks the timer's units with
# systemd-analyze if it is installed.
#
#   Tests/Interop/calendar-files.sh [PATH OF flipcash]
#
# Sets up its environment like run.sh. Without a path it builds the command first.
set -euo pipefail
cd "$(dirname "$0")/../.."

flipcash=$(realpath "${1:-$(./Scripts/build.sh)}")
setup=.build-interop
python3 -c 'import venv, ensurepip' 2>/dev/null \
    || { echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
[ -x "$setup/venv/bin/python" ] || python3 -m venv "$setup/venv"
"$setup/venv/bin/pip" install --quiet --disable-pip-version-check 'icalendar>=6,<7'

exec "$setup/venv/bin/python" Tests/Interop/calendar_files.py "$flipcash"
