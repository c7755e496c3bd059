#!/usr/bin/python3
"""The link stalls without being lost, in a held slider: motion is held, and nothing stale moves the arm afterwards."""
import signal
import time

from btsnoop import WRITE_COMMAND, Traffic
from connected import connected
from frames import STOP, expect, held
from lab import RUN, bluetooth, check, run, step, wait_until_all_arrived

WINDOW = 4  # frames that may be on their way unconfirmed
READ_REQUEST = 0x0A


def stall(drive, shield, pad, what, seconds, let_go, then=lambda: None):
    """Stalls the link with the trigger held; `then` is done once that is told, and `let_go` before it flows again. Gives what
    was sent meanwhile, and the line at which it flowed again."""
    mark = drive.mark()
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 5, since=mark)
    bluetooth(what, "stop")
    stopped, began = drive.mark(), time.monotonic()
    before = len(shield.frames)
    told = drive.index_of(drive.wait(stopped, event="halt", reason="stalled"))
    drive.wait(told, event="link", state="stalled")
    then()
    time.sleep(max(0, seconds - 0.3 - (time.monotonic() - began)))
    let_go()
    drive.wait_for_frames("S>", 3, since=stopped)
    meanwhile = drive.frames(stopped)
    expect("What waldo sent after it had told of the stall", [STOP], drive.frames(told))
    bluetooth(what, "continue")
    flows = drive.index_of(drive.wait(told, event="link", state="connected"))
    gates = {line["state"] for line in drive.lines[told:flows] if line.get("event") == "gate"}
    check(gates <= {"stalled", "stopped"}, f"while the link was stalled, a gate was not shut for that: {gates}")
    wait_until_all_arrived(drive, shield)
    late = shield.frames[before:]
    moved = [frame for frame in late if frame != "S>"]
    step(f"after {time.monotonic() - began:.1f} s {len(moved)} frames moved the arm, then it was stopped")
    check(len(moved) <= WINDOW, f"{len(moved)} frames moved the arm after the link had stalled: {moved}")
    expect("What the shield received since the link stalled", [held("F>"), STOP] if moved else [STOP], late)
    check(not drive.printed(mark, state="lost"), "the link was lost; it was to stall only")
    return meanwhile, flows


def expect_no_read_among(queued):
    """The last writes are those that bluetoothd had in its queue when it went on: no read overtook any of them."""
    with open(f"{RUN}/btsnoop", "rb") as file:
        sent = [pdu for pdu in Traffic(file.read(), 1).pdus if pdu.is_sent and pdu.opcode in (READ_REQUEST, WRITE_COMMAND)]
    writes = [at for at, pdu in enumerate(sent) if pdu.opcode == WRITE_COMMAND][-len(queued) :]
    found = [sent[at].value.decode() for at in writes]
    check(found == queued, f"the traffic ends with {found}, waldo with {queued}")
    check(writes[-1] - writes[0] == len(writes) - 1, "a read was sent before writes that bluetoothd had been given before it")
    check(len(sent) > writes[-1] + 1, "no read was sent behind the last write")


def scenario():
    shield, pad, drive = connected(records=True)
    link = drive.printed(event="link", state="connected")[-1]
    check("cannot be confirmed" not in link["detail"], f"the shield can be read: {link}")

    def push():
        time.sleep(0.5)  # longer than a control has to be at rest
        pad.axis("ABS_RX", 32767)

    def let_go():
        pad.axis("ABS_RX", 0)
        pad.axis("ABS_RZ", 0)

    step("bluetoothd hangs for 3 s; the stick is pushed, and it and the trigger are let go of meanwhile")
    queued, flows = stall(drive, shield, pad, "bluetoothd", 3, let_go, push)
    expect_no_read_among(queued)
    drive.wait_until_open(flows)
    time.sleep(0.5)
    expect("What moved the arm of what was done while the link was stalled", [], drive.frames(flows))

    step("the controllers hang for 1 s; the stop button is pressed meanwhile, and the trigger stays held")
    stall(drive, shield, pad, "controllers", 1, lambda: pad.press("BTN_EAST"))
    time.sleep(0.5)
    check(shield.frames[-3:] == ["S>"] * 3, f"something followed the stop: {shield.frames[-6:]}")

    step("the trigger is let go of, and driving goes on")
    pad.axis("ABS_RZ", 0)
    mark = drive.mark()
    pad.press("BTN_START")
    drive.wait(mark, event="gate", control="slider", state="open")
    pad.axis("ABS_RZ", 255)
    drive.wait_for_frames("F>", 3, since=mark)
    status, _ = drive.end(signal.SIGTERM)
    check(status == 143, f"exit {status} after SIGTERM, 143 expected")
    wait_until_all_arrived(drive, shield)


run(scenario)
