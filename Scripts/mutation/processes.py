"""Runs commands that may hang, one or several at once, and leaves none behind."""
import contextlib
import dataclasses
import os
import re
import selectors
import shutil
import signal
import subprocess
import threading
import time

# Makes a command write each line at once. Without it a line that stops the command comes with the next 4 KiB.
LINES_AT_ONCE = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclasses.dataclass
class Result:
    code: int
    seconds: float
    lines: list
    # The line at which the command was ended, if one matched.
    stopped_at: str | None = None
    timed_out: bool = False


class Interrupted(Exception):
    """The run is to end."""


class Processes:
    """The running commands, each with its children in a process group."""

    def __init__(self):
        self.running = set()
        self.lock = threading.Lock()
        self.is_over = False

    def run(self, command, folder, environment=None, log=None, stop=None, seconds_max=None):
        """Runs a command to its end, to the first line that `stop` matches, or for `seconds_max` seconds."""
        started = time.monotonic()
        with self.lock:
            if self.is_over:
                raise Interrupted
            process = subprocess.Popen(
                LINES_AT_ONCE + command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, process_group=0)
            self.running.add(process)
        result = Result(0, 0, [])
        try:
            self._read(process, result, started, stop, seconds_max)
        finally:
            self._end(process)
        result.code = process.returncode
        result.seconds = time.monotonic() - started
        if log:
            log.write_text("\n".join(result.lines) + "\n")
        if self.is_over:
            raise Interrupted
        return result

    def _read(self, process, result, started, stop, seconds_max):
        rest, exited_at = b"", None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not self.is_over:
                now = time.monotonic()
                if seconds_max is not None and now - started > seconds_max:
                    result.timed_out = True
                    return
                if not selector.select(0.2):
                    # A child that outlives the command may keep the pipe open.
                    if process.poll() is not None and exited_at is None:
                        exited_at = now
                    if exited_at is not None and now - exited_at > 2:
                        return
                    continue
                data = os.read(process.stdout.fileno(), 65_536)
                *lines, rest = (rest + data).split(b"\n")
                lines += [rest] if not data and rest else []
                for line in lines:
                    text = COLOUR.sub("", line.decode(errors="replace"))
                    result.lines.append(text)
                    if stop and result.stopped_at is None and stop.search(text):
                        result.stopped_at = text
                if result.stopped_at is not None:
                    return
                if not data:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(None if seconds_max is None else max(0.1, seconds_max - now + started))
                    result.timed_out = process.poll() is None
                    return

    def _end(self, process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        with self.lock:
            self.running.discard(process)

    def end_all(self):
        """Ends every running command; no other starts."""
        with self.lock:
            self.is_over = True
            for process in self.running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
