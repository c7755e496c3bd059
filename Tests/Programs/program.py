"""A program that a test runs, and its lines with the time at which each was read."""

import os
import re
import signal
import subprocess
import threading
import time


def wait(condition, what, limit=10):
    """Waits until a condition holds; `what` is what is said when it does not."""
    end = time.monotonic() + limit
    while not (result := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {limit} s in vain for {what() if callable(what) else what}")
        time.sleep(0.01)
    return result


class Program:
    """A program whose output is read as it comes; it is killed at the end of its `with`, if it has not ended by then."""

    patience = 20  # How long it may take to end, in seconds.

    def __init__(self, words, environment=None, stdin=subprocess.DEVNULL, **options):
        self.process = subprocess.Popen(
            words, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, **(environment or {})}, **options)
        self.lines, self.errors = [], []
        for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=self.read, args=(stream, lines), daemon=True).start()

    @staticmethod
    def read(stream, lines):
        for line in stream:
            lines.append((time.monotonic(), line.rstrip("\n")))

    def addresses(self, beginning):
        """The addresses on standard error whose beginning matches, once there is one."""
        def found():
            return [match for _, line in self.errors for match in re.findall(beginning + r"\S+", line)]
        return wait(found, lambda: f"an address {beginning}: {self.errors}", 20)

    def end(self):
        """Ends it and gives its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=self.patience)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
