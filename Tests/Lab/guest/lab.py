"""What the scenarios are written with: steps, waiting for a condition, the shield, and the program under test."""
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

from frames import Mismatch, compare

GUEST = os.path.dirname(os.path.abspath(__file__))
RUN = "/run/lab"  # Plain files in here become the artefacts.
COMING_UP = f"{RUN}/coming-up"  # While it exists, what goes wrong is the lab's own fault.
WALDO = os.environ.get("WALDO", "")
PATIENCE = 90  # Seconds for any condition: the guest is slow when its host is busy, and btvirt can lose two connections of 20 s.


class Failure(Exception):
    """What the scenario found wrong, in one readable text."""


def step(text):
    print(f"   {time.monotonic():7.2f}  {text}")


def run(scenario):
    """Runs a scenario and ends this program with its verdict."""
    if not os.access(WALDO, os.X_OK):
        sys.exit(f"WALDO={WALDO}: no program to test (Tests/Lab/run builds one, or takes WALDO=FILE)")
    os.makedirs(RUN, exist_ok=True)
    open(f"{RUN}/begun", "w").close()
    try:
        scenario()
    except (Failure, Mismatch) as failure:
        print(f"\nFAILED: {failure}\n")
        for each in [*Shield.all, *Drive.all]:
            print(f"The last lines of {each.title}:\n{each.tail()}\n")
        os._exit(1)
    sys.stdout.flush()
    # Without waiting for threads and stand-ins: the guest ends with this program.
    os._exit(0)


def check(condition, text):
    if not condition:
        raise Failure(text)


def wait_for(what, condition, patience=PATIENCE, pause=0.02):
    """Gives the condition's first true value."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"waited {patience} s in vain for {what}")
        time.sleep(pause)


def bluetooth(*words):
    subprocess.run([f"{GUEST}/bluetooth", *words], check=True)


def waldo(*arguments, limit=PATIENCE):
    """Runs a command of waldo's to its end; gives its exit status, standard output and standard error."""
    done = subprocess.run([WALDO, *arguments], capture_output=True, text=True, timeout=limit)
    return done.returncode, done.stdout, done.stderr


def lines_of(path):
    """A file's lines, none where there is no file yet."""
    try:
        with open(path) as file:
            return file.readlines()
    except FileNotFoundError:
        return []


def address_of(adapter):
    facts = subprocess.run(["hciconfig", adapter], capture_output=True, text=True, check=True).stdout
    return re.search("BD Address: ([0-9A-F:]+)", facts)[1]


class Shield:
    """shield.py, and what it received."""

    all = []

    def __init__(self, *options, adapter="hci0"):
        Shield.all.append(self)
        name = "shield" if len(Shield.all) == 1 else f"shield-{len(Shield.all)}"
        self.title = name
        self.transcript = f"{RUN}/{name}.jsonl"
        self.commands = f"{RUN}/{name}.commands"
        self.log = f"{RUN}/{name}.log"
        self.options = ["--adapter", adapter, *options]
        self.adapter = adapter
        self.process = None
        self.start()

    def start(self):
        """Until it advertises, what goes wrong is the lab's own fault: `Tests/Lab/run` then repeats the scenario."""
        open(COMING_UP, "w").close()
        seen = len(self.events("advertising"))
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [f"{GUEST}/shield.py", "--transcript", self.transcript, "--commands", self.commands, *self.options],
                stdout=log,
                stderr=log,
            )

        def advertises():
            ended = self.process.poll()
            check(ended is None, f"{self.title} ended with {ended} before it advertised")
            return len(self.events("advertising")) > seen

        wait_for(f"{self.title} to advertise", advertises)
        os.unlink(COMING_UP)

    def tail(self):
        """Its last events, and what it printed."""
        return "".join(line for path in [self.transcript, self.log] for line in lines_of(path)[-15:])

    @property
    def is_connected(self):
        """As the kernel sees it."""
        connections = subprocess.run(["hcitool", "-i", self.adapter, "con"], capture_output=True, text=True, check=True)
        return "handle" in connections.stdout

    def wait_until_alone(self):
        """Waits until nobody is connected: bluetoothd takes two seconds and more for a Disconnect."""
        wait_for("the shield to be let go of", lambda: not self.is_connected)

    def end(self, central="hci1"):
        """Ends the stand-in; bluetoothd takes its services and its advertisement back, and forgets that it knew them."""
        self.process.terminate()
        self.process.wait()
        bluetooth("forget", central, address_of(self.adapter))

    def events(self, event):
        whole = (line for line in lines_of(self.transcript) if line.endswith("\n"))
        return [entry for entry in map(json.loads, whole) if entry["event"] == event]

    @property
    def frames(self):
        return [text_of(entry["hex"]) for entry in self.events("write")]

    def command(self, line):
        with open(self.commands, "w") as fifo:
            fifo.write(line + "\n")

    def notify(self, value):
        """Notifies the connected client. bluetoothd confirms the subscription to the client
        before it informs the shield."""
        wait_for("somebody to listen to the shield", lambda: self.is_listened_to)
        self.command(f"notify {value.hex()}")

    @property
    def is_listened_to(self):
        listened, connected = (self.events(event) for event in ["listened to", "connected"])
        return bool(listened) and (not connected or listened[-1]["time"] >= connected[-1]["time"])


def text_of(digits):
    """Frames of the default arm are text."""
    return bytes.fromhex(digits).decode("ascii", "backslashreplace")


class Drive:
    """`waldo drive --plain`: what it says, and what it is made to do."""

    all = []

    def __init__(self, *arguments, command=None, records=False, subcommand="drive", keys=False):
        """`command` is what stands before the subcommand, to run it under another user or strace. A drive that records is
        verified when it has ended. One with `keys` is started in a terminal, whose keys are typed by `type`."""
        Drive.all.append(self)
        name = "waldo" if len(Drive.all) == 1 else f"waldo-{len(Drive.all)}"
        self.arguments = [*subcommand.split(), "--plain", *arguments]
        self.recording = f"{RUN}/{name}.recording" if records else None
        if records:
            self.arguments += ["--record", self.recording]
        self.lines = []
        self.errors_path = f"{RUN}/{name}.err"
        command, terminal = command or [WALDO], None
        if keys:
            self.hand, terminal = os.openpty()
            command = ["setsid", "--ctty", *command]
        with open(self.errors_path, "w") as errors:
            self.process = subprocess.Popen(
                [*command, *self.arguments], stdin=terminal, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        if keys:
            os.close(terminal)
        self.copy = f"{RUN}/{name}.jsonl"
        self.reader = threading.Thread(target=self.read, args=[self.copy], daemon=True)
        self.reader.start()

    @property
    def title(self):
        return "`waldo " + " ".join(self.arguments) + "`"

    @property
    def errors(self):
        with open(self.errors_path) as file:
            return file.read()

    def tail(self):
        return "\n".join([json.dumps(line) for line in self.lines[-25:]] + [self.errors])

    def read(self, copy):
        with open(copy, "w", buffering=1) as file:
            for text in self.process.stdout:
                file.write(text)
                self.lines.append(json.loads(text))

    # What it printed

    def printed(self, since=0, **fields):
        """The lines from the given one on that have these fields."""
        return [line for line in self.lines[since:] if fields.items() <= line.items()]

    def mark(self):
        return len(self.lines)

    def wait(self, since=0, times=1, **fields):
        """Waits for a line with these fields, or for several."""
        return self.wait_for_lines(f"{times} x {fields}", lambda line: fields.items() <= line.items(), since, times)

    def wait_for_lines(self, what, fits, since=0, times=1):
        def found():
            lines = [line for line in self.lines[since:] if fits(line)]
            if len(lines) >= times:
                return lines
            ended = self.process.poll() is not None and not self.reader.is_alive()
            check(not ended, f"{self.title} ended with {self.process.returncode} while waiting for it to say {what}")
            return None

        return wait_for(f"{self.title} to say {what}", found)[-1]

    def index_of(self, line):
        return next(index for index, printed in enumerate(self.lines) if printed is line)

    def frames(self, since=0, until=None):
        """What it says it has sent, the zero frames of its watchdog included: those of an arm with a slider alone that moves."""
        frames = []
        for line in self.lines[since:until]:
            if "channel" in line:
                frames.append(text_of(line["bytes"]))
            elif line.get("event") == "last-word":
                frames += ["S>"] * line["frames"][0]
        return frames

    def wait_for_frames(self, frame, times=1, since=0):
        def found():
            ended = self.process.poll() is not None and not self.reader.is_alive()
            has_sent = self.frames(since).count(frame) >= times
            check(has_sent or not ended, f"{self.title} ended with {self.process.returncode} before {times} x {frame}")
            return has_sent

        wait_for(f"{self.title} to send {times} x {frame}", found)

    # What it is made to do

    def signal(self, number):
        self.process.send_signal(number)

    def type(self, text):
        os.write(self.hand, text.encode())

    def end(self, number, patience=PATIENCE):
        """Sends the signal; gives the exit status, as a shell would, and the seconds that it took."""
        began = time.monotonic()
        self.signal(number)
        return self.exit_status(patience), time.monotonic() - began

    def exit_status(self, patience=PATIENCE):
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.title} did not end within {patience} s") from None
        self.reader.join(PATIENCE)
        if self.recording:
            self.verify()
        return status if status >= 0 else 128 - status

    def verify(self):
        """What was recorded is what the road would send again, to the byte and the microsecond."""
        replay = subprocess.run([WALDO, "replay", self.recording, "--verify"], capture_output=True, text=True)
        check(replay.returncode == 0, f"the recording of {self.title} does not verify: {replay.stdout}{replay.stderr}")

    # Frequent waits

    def wait_until_connected(self, since=0, route="acquired"):
        link = self.wait(since, event="link", state="connected")
        check(route in link.get("detail", ""), f"the way to write is not {route!r}: {link}")

    def wait_until_open(self, since=0):
        for control in ["slider", "joystick"]:
            self.wait(since, event="gate", control=control, state="open")


def pull(drive, pad):
    """Pulls the right trigger until two frames went out, and lets go of it."""
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 2, since=mark)
    pad.axis("ABS_RZ", 0)
    drive.wait_for_frames("S>", 3, since=mark)


def end(drive, shield):
    """Ends a drive by SIGTERM, and waits until the shield is free for another."""
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    shield.wait_until_alone()


def wait_until_all_arrived(drive, shield, since=0):
    """Waits until the shield has every frame that the drive printed, and compares them in order: where no link was lost.

    `since` is the number of frames that the shield had before."""
    wait_for_quiet(lambda: len(shield.frames) - since, lambda: len(drive.frames()))
    compare("What the shield received, against what waldo printed", drive.frames(), shield.frames[since:])


def wait_for_quiet(received, printed):
    deadline = time.monotonic() + 10
    while received() < printed() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)  # one frame too many would come now
