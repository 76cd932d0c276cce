"""Checks the calendar files and timer units that the flipcash command writes, with icalendar and systemd-analyze."""
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import icalendar

NAME = "Reise, \u76ee\u6a19 " + "\u76ee\u6a19" * 20 + "; \\ Ende"
flipcash = sys.argv[1]
home = pathlib.Path(tempfile.mkdtemp(prefix="fci-"))
environment = {"HOME": str(home), "PATH": os.environ["PATH"], "FLIPCASH_YES": "1", "TZ": "Europe/Berlin",
               "XDG_RUNTIME_DIR": str(home)}


def run(*words):
    command = [flipcash, *words]
    done = subprocess.run(command, env=environment, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{command} exited {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def events(*words):
    """The events of a calendar by their uid, after a check of the bytes."""
    data = run("goals", "calendar", *words)
    lines = data.split(b"\r\n")
    assert lines[-1] == b"" and b"\n" not in b"".join(lines), "line ends"
    assert max(map(len, lines)) <= 75, "a line is too long"
    for line in lines:
        line.decode("utf-8")
    calendar = icalendar.Calendar.from_ical(data)
    assert calendar["METHOD"] == "PUBLISH" and calendar["VERSION"] == "2.0"
    assert not list(calendar.errors), calendar.errors
    return {str(event["UID"]): event for event in calendar.walk("VEVENT")}


try:
    run("balance")
    run("config", "set", "goals.timezone", "Europe/Berlin")
    run("goals", "add", NAME, "1000 usd", "--by", "2031-03-01", "--start", "2031-01-31", "--first", "2031-01-31",
        "--remind", "monthly", "--at", "08:30")
    found = events()
    assert len(found) == 3, sorted(found)
    deadline = next(event for uid, event in found.items() if uid.startswith("goal-deadline-"))
    assert deadline["DTSTART"].dt == datetime.date(2031, 3, 1) and deadline["DTEND"].dt == datetime.date(2031, 3, 2)
    assert str(deadline["SUMMARY"]) == "Goal: " + NAME, deadline["SUMMARY"]
    triggers = sorted(alarm["TRIGGER"].dt for alarm in deadline.walk("VALARM"))
    assert triggers == [-datetime.timedelta(days=2, hours=15), datetime.timedelta(hours=9)], triggers
    times = sorted(event["DTSTART"].dt for uid, event in found.items() if uid.startswith("goal-contribution-"))
    utc = datetime.timezone.utc
    assert times == [datetime.datetime(2031, 1, 31, 7, 30, tzinfo=utc),
                     datetime.datetime(2031, 2, 28, 7, 30, tzinfo=utc)], times
    assert all(int(event["SEQUENCE"]) == 0 for event in found.values())

    run("goals", "edit", NAME, "--name", "Trip")
    changed = events()
    assert changed.keys() == found.keys() and all(int(event["SEQUENCE"]) == 1 for event in changed.values())
    run("goals", "finish", "Trip")
    cancelled = events()
    assert all(str(event["STATUS"]) == "CANCELLED" for event in cancelled.values()) and len(cancelled) == 3
    assert not events()
    run("goals", "add", "Away", "5 usd", "--by", "2031-05-01")
    assert len(events()) == 1
    run("goals", "rm", "Away", "--yes")
    gone = events()
    assert [str(event["STATUS"]) for event in gone.values()] == ["CANCELLED"] and not events()
    print("calendar files: read by icalendar", icalendar.__version__)

    analyze = shutil.which("systemd-analyze")
    if analyze:
        parts = run("goals", "remind", "setup").decode().split("# ~/.config/systemd/user/")
        for part in parts[1:]:
            name, _, text = part.partition("\n")
            (home / name).write_text(text)
        units = [str(home / f"flipcash-goals.{kind}") for kind in ("service", "timer")]
        done = subprocess.run([analyze, "--user", "verify", *units], capture_output=True, text=True, env=environment)
        assert done.returncode == 0 and not done.stderr.strip(), done.stderr
        print("timer: verified by systemd-analyze")
    else:
        print("timer: systemd-analyze is not installed, not checked")
finally:
    subprocess.run([flipcash, "node", "stop"], env=environment, capture_output=True)
    shutil.rmtree(home, ignore_errors=True)
