"""The wizard's page: prompts, bars, list and buttons, with a pad that umockdev provides."""

import os
import re
import signal
import struct
import subprocess
import tempfile
import threading
import time

from common import WALDO, handshake
from program import wait

RECORDINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../WaldoInputTests/Recordings")
RZ, Z, RX, RY = 5, 2, 3, 4
EAST, START = 0x131, 0x13B
# The program must not start before the test has opened the FIFO.
SCRIPT = 'cd $UMOCKDEV_DIR/dev/input; rm event*; mkfifo event1; echo $UMOCKDEV_DIR; cd /; read -r; exec "$0" "$@"'


class Wizard:
    """`waldo map --plain` with a panel on a port of the system's choice, and a hand at its pad."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            ["umockdev-run", "-d", f"{RECORDINGS}/pad.umockdev", "-i", f"/dev/input/event1={RECORDINGS}/pad.ioctl", "--",
             "bash", "-c", SCRIPT, os.path.abspath(WALDO), "map", "--plain", "--panel", "127.0.0.1:0", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1, start_new_session=True,
            env={**os.environ, "XDG_CONFIG_HOME": self.folder.name, "WALDO_SDL_LIBRARY": ""})
        self.fifo = os.open(self.process.stdout.readline().strip() + "/dev/input/event1", os.O_RDWR | os.O_NONBLOCK)
        self.lines, self.errors = [], []
        for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=lambda s=stream, l=lines: l.extend(iter(s.readline, "")), daemon=True).start()
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        self.url = wait(lambda: re.findall(r"http://\S+", "".join(self.errors)), lambda: f"a panel: {self.errors}")[0]

    def report(self, *changes):
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        stamp = int(now), int(now % 1 * 1e6)
        os.write(self.fifo, b"".join(struct.pack("<qqHHi", *stamp, *change) for change in [*changes, (0, 0, 0)]))

    def push(self, axis, value):
        self.report((3, axis, value))
        self.report((3, axis, 0))

    def press(self, key):
        self.report((1, key, 1))
        self.report((1, key, 0))

    @property
    def path(self):
        return f"{self.folder.name}/waldo/microsoft-x-box-360-pad.yaml"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(10)
        os.close(self.fifo)
        self.folder.cleanup()


def click(page, id):
    page.eval(f"document.getElementById({id!r}).click()")


def is_shown(page, id):
    return page.eval(f"document.getElementById({id!r}).offsetParent !== null")


def test_what_is_pushed_is_shown_and_written_when_the_button_says_so(browser):
    with Wizard() as wizard:
        page = browser.page(wizard.url)
        page.wait_text("stage", "Your move")
        assert page.text("number") == "1 of 7" and "slider forward" in page.text("prompt")
        wizard.report((3, RZ, 200))
        page.wait_text("stage", "Let go")
        page.wait_text("axes", "78 %")
        wizard.report((3, RZ, 0))
        page.wait_text("prompt", "backward")
        page.wait_text("found", "ABS_RZ")
        # What is needed cannot be left out; what has been found can be taken back.
        assert page.eval("document.getElementById('skip').disabled") and not is_shown(page, "write")
        click(page, "back")
        page.wait_text("prompt", "forward")
        for axis, value, word in ((RZ, 255, "backward"), (Z, 255, "joystick right"), (RX, 32000, "up"), (RY, -32000, "emergency")):
            wizard.push(axis, value)
            page.wait_text("prompt", word)
        wizard.report((1, EAST, 1))
        page.wait_text("keys", "BTN_EAST")
        wizard.report((1, EAST, 0))
        page.wait_text("prompt", "ends an emergency")
        wizard.press(EAST)
        page.wait_text("remark", "taken already")
        wizard.press(START)
        page.wait_text("prompt", "held")
        click(page, "skip")
        page.wait_text("stage", "All is known")
        assert not os.path.exists(wizard.path)
        click(page, "write")
        page.wait_text("stage", "Written")
        page.wait_text("report", "forward ABS_RZ")
        assert "y: { axis: ABS_RY, invert: true }" in open(wizard.path).read()
        assert wizard.process.wait(10) == 0, wizard.errors
        assert not is_shown(page, "lost"), "after the end nothing is lost"
        assert page.faults() == []


def test_it_fits_a_phone_and_its_buttons_a_thumb(browser):
    with Wizard() as wizard:
        for width, height, scheme in ((320, 568, "light"), (390, 844, "dark"), (844, 390, "light")):
            page = browser.page(wizard.url, width=width, height=height, scheme=scheme)
            page.wait_text("stage", "Your move")
            assert page.eval("document.documentElement.scrollWidth") <= width
            for id in ("back", "skip"):
                _, _, button_width, button_height = page.middle(id)
                assert button_width >= 44 and button_height >= 44, (id, button_width, button_height)


def test_waldo_that_is_gone_is_said_and_its_buttons_are_dead(browser):
    with Wizard() as wizard:
        page = browser.page(wizard.url)
        page.wait_text("stage", "Your move")
        os.killpg(wizard.process.pid, signal.SIGKILL)
        wait(lambda: is_shown(page, "lost"), "the loss", 10)
        assert page.eval("document.getElementById('all').inert")


def test_its_token_is_asked_for(browser):
    token = "open-sesame-12345"
    with Wizard("--panel-token", token) as wizard:
        address = wizard.url.split("#")[0]
        assert " 403 " in handshake(wizard.url) and " 101 " in handshake(wizard.url, token=token)
        page = browser.page(address)
        wait(lambda: is_shown(page, "ask"), "the field")
        page.eval(f"document.getElementById('token').value = {token!r}")
        page.eval("document.querySelector('#ask button').click()")
        page.wait_text("stage", "Your move")
