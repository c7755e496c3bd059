"""A `waldo drive --plain`, and its lines with the time at which each was read."""

import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Programs"))
from program import Program, wait  # noqa: E402


def take_terminal(slave):
    """Makes a terminal the controlling one of a child, whose /dev/tty it then is."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


class Drive(Program):
    """The program under test, with a panel on a port of the system's choice."""

    patience = 5
    started = []  # Every drive of the test that runs.

    def __init__(self, waldo, *arguments, panel="127.0.0.1:0", environment=None, terminal=None, verb=("drive",), folder=None,
                 plain=True):
        options = {} if terminal is None else {"stdin": terminal, "preexec_fn": lambda: take_terminal(terminal)}
        super().__init__(
            [os.path.abspath(waldo), *verb, *["--plain"] * plain, "--panel", panel, *arguments], environment, cwd=folder, **options)
        self.started.append(self)
        self.urls = self.addresses("https?://")
        self.url = self.urls[0]

    def errors_of(self, beginning):
        """What was printed of this kind: addresses that begin so, or the words themselves."""
        return [match for _, line in self.errors for match in re.findall(re.escape(beginning) + r"\S*", line)]

    def url_of(self, scheme):
        """The first address of this scheme."""
        return wait(lambda: self.errors_of(scheme), f"an address {scheme}")[0]

    @classmethod
    def was_any_halted(cls, reason):
        """Whether a drive of this test was halted for this reason."""
        return any(f'"reason":"{reason}"' in line for drive in cls.started for _, line in drive.lines)

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


class FakeBlueZ:
    """A bluetoothd of the tests' own, on a bus of its own; obeys the lines of `waldo-fake-bluez`."""

    CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>session</type><listen>unix:path=%s/bus</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>"""
    SERVICE = ("service=713d0000-503e-4c75-ba94-3148f18d941e char=713d0003-503e-4c75-ba94-3148f18d941e:write-without-response"
               " char=713d0002-503e-4c75-ba94-3148f18d941e:notify")

    def __init__(self, waldo):
        self.folder = tempfile.mkdtemp(prefix="waldo-bus-")
        with open(f"{self.folder}/bus.conf", "w") as file:
            file.write(self.CONFIGURATION % self.folder)
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork"], stdin=subprocess.DEVNULL)
        self.process = None
        try:
            self.start(waldo)
        except BaseException:
            # Nobody else can: `with` has not begun. A bus that is left would hold the tests' output open for ever.
            self.__exit__()
            raise

    def start(self, waldo):
        wait(self.is_reachable, "the bus")
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/bus"}
        self.process = subprocess.Popen(
            [os.path.join(os.path.dirname(waldo), "waldo-fake-bluez")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            bufsize=1, env={**os.environ, **self.environment})
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()
        wait(lambda: any("ready" in line for _, line in self.lines), lambda: f"the fake bluetoothd, which says {self.lines}")
        self.say("adapter hci0 00:11:22:33:44:55")

    def is_reachable(self):
        """The bus' socket is there before anybody listens on it."""
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(f"{self.folder}/bus") == 0

    def read(self):
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), line))

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def shield(self, address, name, rssi):
        self.say(f"device hci0 {address} name={name} rssi={rssi} {self.SERVICE}")

    def writes(self):
        """What was written to shields: the bytes as text, and when that was read here."""
        return [(bytes.fromhex(json.loads(line)["write"]).decode("latin-1"), at) for at, line in self.lines if '"write"' in line]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.process, self.bus):
            if process:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
