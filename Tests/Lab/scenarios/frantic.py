#!/usr/bin/python3
"""A frantic operator at 250 Hz: nothing lost, the arm's pace kept, memory and descriptors as they were."""
import collections
import os
import re
import signal
import time

from connected import connected
from frames import compare
from frantic_operator import FranticOperator
from lab import RUN, check, run, step, wait_for, wait_until_all_arrived

SECONDS = int(os.environ.get("WALDO_LAB_FRANTIC") or 60)
WARM = 10  # seconds after which nothing more is to be taken

# The default arm (Mappings/arms/robot.yaml), in microseconds.
INTERVAL = 80_000
BUSY, BUSY_PER_UNIT = 52_000, 31_000

# Once warm, the ring of the lines still waits to be written all over for the first time (LineWriter: 1 MiB, a page for each
# 4096 bytes printed); beside it as much as a few pages of code and heap. A leak of 100 bytes a change would be 1.5 MB a minute.
RING, REST = 1024, 256  # KiB
MOST_GROWTH = RING + REST


class Usage:
    """What a process takes of its machine."""

    def __init__(self, pid):
        self.resident = collections.Counter()  # KiB of each file, or of what is the process's own
        with open(f"/proc/{pid}/smaps") as file:
            for line in file:
                if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                    what = os.path.basename(line[73:].strip()) or "its own"
                elif line.startswith("Rss:"):
                    self.resident[what] += int(line.split()[1])
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        self.cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        self.descriptors = sorted(os.listdir(f"/proc/{pid}/fd"), key=int)
        self.time = time.monotonic()


def expect_flat(usages):
    warm, last = usages[WARM], usages[-1]
    most = max(usages[WARM:], key=lambda usage: usage.resident.total())
    growth = ", ".join(f"{what} {size:+} KiB" for what, size in (most.resident - warm.resident).items()) or "nothing"
    step(f"{warm.resident.total()} KiB at {WARM} s, at the end {last.resident.total()}; what grew: {growth}")
    check(most.resident.total() - warm.resident.total() <= MOST_GROWTH, f"its memory grew by {growth}")
    for usage in usages[WARM:]:
        check(usage.descriptors == warm.descriptors, f"descriptors {warm.descriptors} became {usage.descriptors}")
    share = (last.cpu - warm.cpu) / (last.time - warm.time)
    step(f"{len(last.descriptors)} descriptors, always the same; {share:.1%} of a core of the guest")


def expect_pace(lines):
    """Motion keeps the arm's interval from any frame, and waits while the arm is on its way; a first zero need not."""
    last, busy_until, place, begins_stop = None, 0, {"zx": 0, "zy": 0}, False
    gaps = []
    for line in lines:
        if line.get("event") in ("halt", "stop"):
            begins_stop = True
        if "channel" not in line:
            continue
        channel, value, now = line["channel"], line["value"], line["t"]
        is_zero = channel == "slider" and value == 0
        is_first_zero = is_zero and (begins_stop or last is None or last["channel"] != "slider" or last["value"] != 0)
        if last and not is_first_zero:
            gaps.append(now - last["t"])
            check(gaps[-1] >= INTERVAL, f"{gaps[-1]} µs between {last} and {line}")
        if not is_zero:
            check(now >= busy_until, f"{line} was sent {busy_until - now} µs before the arm had gone its way")
        if channel in place:
            busy_until = now + BUSY + BUSY_PER_UNIT * abs(value - place[channel])
            place[channel] = value
        if is_zero:
            begins_stop = False
        last = line
    step(f"{len(gaps)} frames kept the interval; the shortest was {min(gaps) / 1000:.1f} ms")


def expect_stillness(drive, stops):
    """From each stop to its resume only zeros."""
    stopped = resumes = 0
    since = None
    for line in drive.lines:
        if line.get("event") == "stop":
            since, stopped = line, stopped + 1
        elif line.get("event") == "resume":
            since, resumes = None, resumes + 1
        elif since and "channel" in line:
            check(line["channel"] == "slider" and line["value"] == 0, f"{line} was sent after {since}")
    check(stopped == resumes == stops, f"{stops} times stopped and resumed: it told of {stopped} and {resumes}")
    step(f"{stops} times stopped and resumed, nothing moved meanwhile")


def leave_a_position(drive, pad):
    """However his luck was, each way of the joystick has a last position to compare: away from the one that was sent last."""
    wait_for("the joystick to be live", lambda: drive.printed(event="gate", control="joystick")[-1]["state"] == "open")
    mark = drive.mark()
    ways = {"ABS_RX": "zx", "ABS_RY": "zy"}
    for axis, channel in ways.items():
        sent = drive.printed(channel=channel)
        is_positive = bool(sent) and sent[-1]["value"] > 0
        # A stick's y counts downward.
        pad.axis(axis, 32767 if is_positive == (channel == "zy") else -32768)
    time.sleep(0.5)
    for axis in ways:
        pad.axis(axis, 0)
    for channel in ways.values():
        drive.wait(mark, channel=channel)


def refuse_huge_pages():
    """Debian's kernel gathers a process's pages into one of 2 MiB when it likes, which is no growth of the process's."""
    with open("/sys/kernel/mm/transparent_hugepage/enabled", "w") as file:
        file.write("never")


def scenario():
    check(SECONDS >= 2 * WARM, f"WALDO_LAB_FRANTIC={SECONDS} is too short to tell anything: at least {2 * WARM} s")
    refuse_huge_pages()
    shield, pad, drive = connected()
    operator, usages = FranticOperator(pad), []
    step(f"frantic for {SECONDS} s")
    with open(f"{RUN}/usage.csv", "w", buffering=1) as file:
        print("second,resident KiB,CPU seconds", file=file)

        def look(second):
            usages.append(Usage(drive.process.pid))
            print(f"{second:.1f},{usages[-1].resident.total()},{usages[-1].cpu:.2f}", file=file)

        operator.drive(SECONDS, look)
    leave_a_position(drive, pad)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")

    expect_flat(usages)
    expect_pace(drive.lines)
    expect_stillness(drive, operator.stops)
    check(not drive.printed(event="link", state="lost"), "the link was lost")
    wait_until_all_arrived(drive, shield)
    for kinds in ["LR", "UD"]:
        positions = [[frame for frame in frames if frame[0] in kinds] for frames in (drive.frames(), shield.frames)]
        check(positions[0], f"no frame of {kinds} was ever sent")
        compare("The last position", positions[0][-1:], positions[1][-1:])
    step(f"{len(shield.frames)} frames arrived as they were printed")


run(scenario)
