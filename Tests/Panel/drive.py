"""A `waldo drive --plain`, and its lines with the time at which each was read."""

import fcntl
import json
import os
import re
import signal
import subprocess
import termios
import threading
import time

from chromium import wait


def take_terminal(slave):
    """Makes a terminal the controlling one of a child, whose /dev/tty it then is."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


class Drive:
    """The program under test, with a panel on a port of the system's choice."""

    def __init__(self, waldo, *arguments, panel="127.0.0.1:0", environment=None, terminal=None):
        self.process = subprocess.Popen(
            [waldo, "drive", "--plain", "--panel", panel, *arguments],
            stdin=subprocess.DEVNULL if terminal is None else terminal,
            preexec_fn=None if terminal is None else lambda: take_terminal(terminal),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1, env={**os.environ, **(environment or {})})
        self.lines, self.errors = [], []
        for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=self.read, args=(stream, lines), daemon=True).start()
        self.urls = wait(self.find_urls, lambda: f"the panel's address: {self.errors}")
        self.url = self.urls[0]

    def read(self, stream, lines):
        for line in stream:
            lines.append((time.monotonic(), line.rstrip("\n")))

    def find_urls(self):
        return [match for _, line in self.errors for match in re.findall(r"http://\S+", line)]

    @property
    def mark(self):
        return len(self.lines)

    def objects(self, since=0):
        return [(at, json.loads(line)) for at, line in self.lines[since:]]

    def commands(self, since=0):
        """The commands since a mark, each as its text and the time at which it was read."""
        return [(bytes.fromhex(o["bytes"]).decode("latin-1"), at) for at, o in self.objects(since) if "bytes" in o and "event" not in o]

    def texts(self, since=0):
        return [text for text, _ in self.commands(since)]

    def wait_command(self, text, since=0, limit=10):
        return wait(lambda: next((at for found, at in self.commands(since) if found == text), None),
                    lambda: f"{text} among {self.texts(since)}", limit)

    def wait_event(self, since=0, limit=10, **fields):
        def find():
            return next((at for at, o in self.objects(since) if all(o.get(k) == v for k, v in fields.items())), None)
        return wait(find, lambda: f"{fields} among {self.lines[since:]}", limit)

    def quiet(self, span=0.4):
        """Waits until no line has come for a while, and gives the mark there."""
        while True:
            before, _ = self.mark, time.sleep(span)
            if self.mark == before:
                return before

    def end(self):
        """Ends it and gives its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
