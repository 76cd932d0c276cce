"""What the scripts share: how they read their options, and how they end."""
import argparse
import os
import signal
import sys

from mutation import tree
from mutation.processes import Interrupted, Processes


class UsageError(Exception):
    """An option or an argument is wrong."""


class Parser(argparse.ArgumentParser):
    def __init__(self, prog):
        super().__init__(prog=prog, add_help=False, allow_abbrev=False)

    def error(self, message):
        raise UsageError(message)


def say(text):
    print(text, flush=True)


def run(main, prog):
    """Runs `main` with processes that are ended with it, and exits with the status that it returns."""
    signal.signal(signal.SIGTERM, _interrupt)
    running = Processes()
    try:
        status = main(running)
    except UsageError as error:
        print(f"{error}; see {prog} --help", file=sys.stderr)
        status = 64
    except tree.Failure as error:
        print(error, file=sys.stderr)
        status = 1
    except (KeyboardInterrupt, Interrupted, BrokenPipeError):
        print("interrupted", file=sys.stderr)
        status = 130
    finally:
        running.end_all()
    sys.stdout.flush()
    # Threads that still wait for an ended process do not hold up the exit.
    os._exit(status)


def _interrupt(*_):
    raise KeyboardInterrupt
