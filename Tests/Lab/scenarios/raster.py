#!/usr/bin/python3
"""A raster over the air: it finds the hidden source; a lost link and a stop pause it until Enter; kill -9 leaves arm and store well."""
import json
import math
import re
import signal
import time

from frames import STOP, compare, expect, held, sent
from lab import RUN, Drive, bluetooth, check, run, step, wait_for, waldo
from peripheral import Simulated, digits, wait_until_scanning, written

ARM = f"{RUN}/table.yaml"
STEP = 20  # Units of the raster's axes, each a millimetre.
SOURCE = (0.012, -0.007, 0.06)  # Metres; the hand comes as near as 4 cm.
SIMULATION = f"seed=7,source={':'.join(map(str, SOURCE))}:0.1"
# The counts on few layers know a source below them as well as one above.
ABOVE = "-0.04..0.04:-0.04..0.04:0.02..0.1"
TABLE = """\
name: A table that moves its top
link:
  service: 713d0000-503e-4c75-ba94-3148f18d941e
  write: 713d0003-503e-4c75-ba94-3148f18d941e
  notify: 713d0002-503e-4c75-ba94-3148f18d941e
pacing: { interval: 20 ms, zero repeats: 3 }
channels:
  slider: { mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: { negative: "B>", zero: "S>", positive: "F>" } }
  zx: { mode: position, range: [-100, 100], busy: 50 ms + 10 ms/unit, frame: "X{value}>" }
  zy: { mode: position, range: [-100, 100], busy: 50 ms + 10 ms/unit, frame: "Y{value}>" }
pose:
  accuracy: 1 mm
  settle: 100 ms
  joints:
    - { move: x, by: zx, unit: 1 mm }
    - { move: y, by: zy, unit: 1 mm }
    - { move: z, by: slider, frame: 1 mm, error: 0.1 mm }
model:
  buffer: 64
  watchdog: 300 ms
  channels:
    slider: { rate: 10 mm/s, limits: [-100 mm, 100 mm] }
    zx: { speed: 200, limits: [-100, 100] }
    zy: { speed: 200, limits: [-100, 100] }
"""


def begin(store, *axes):
    """A raster on one adapter, and its arm with a sensor on the other."""
    over = [word for axis in axes for word in ["--over", axis]]
    sensor = ["--sensor", "iac-gamma", "--graph", "lnd7317"]
    link = ["--adapter", "hci1", "--wait", "--arm", ARM]
    raster = Drive(
        *link, *sensor, *over, "--dwell", "1s", "--to", store, "--yes", subcommand="survey raster", keys=True
    )
    wait_until_scanning()
    arm = Simulated("--arm", ARM, "--sensor", "iac-gamma", "--simulate", SIMULATION)
    raster.wait_until_connected()
    return raster, arm


def verify(store, *points):
    """The store is well, and has a sample for each of so many points."""
    for words in [("check", store), ("process", "--verify", store)]:
        status, output, errors = waldo("survey", *words)
        check(status == 0, f"`waldo survey {' '.join(words)}` ended with {status}: {output}{errors}")
    _, shown, _ = waldo("survey", "show", store)
    samples = re.search(r"spot dose +(\d+) samples", shown)
    check(samples and int(samples[1]) in points, f"not a sample for each of {points} points:\n{shown}")


def finds_the_source():
    store = f"{RUN}/source.gpkg"
    raster, arm = begin(store, f"zx=-20..20/{STEP}", f"zy=-20..20/{STEP}", f"slider=0..20/{STEP}")
    status = raster.exit_status()
    check(status == 0, f"exit {status}, 0 expected")
    began = raster.printed(event="spot", state="began")
    check(len(began) == 18, f"{len(began)} points of 18 were measured")
    account = arm.end_by(signal.SIGTERM)
    compare("What the arm received, against what waldo printed", digits(written(raster)), digits(arm.received))
    check(account["frames"] == len(arm.received), f"not every frame is in the account: {account}")
    verify(store, 18)
    status, found, errors = waldo("survey", "source", store, "--json", "--region=" + ABOVE)
    check(status == 0, f"`waldo survey source` ended with {status}: {errors}")
    sources = json.loads(found)["sources"]
    check(len(sources) == 1, f"not one source: {found}")
    away = 1_000 * math.dist(sources[0]["place"], SOURCE)
    step(f"18 points, {len(arm.received)} frames: the source is found {away:.1f} mm beside its place")
    check(away <= STEP, f"that is more than a step of {STEP} mm: {found}")


def stands_still_until_enter(raster, since, frames):
    """These frames, and then nothing moves until Enter is pressed; gives the line from which it goes on."""
    time.sleep(1.5)
    expect("Until Enter", frames, raster.frames(since))
    mark = raster.mark()
    raster.type("\r")
    return mark


def stopped_on_its_way(raster):
    """Space while the slider moves: three zeros, and the rest of the way after Enter."""
    mark = raster.mark()
    raster.wait_for_frames("F>", 5, since=mark)
    raster.type(" ")
    stop = raster.index_of(raster.wait(mark, event="stop"))
    mark = stands_still_until_enter(raster, stop, [STOP])
    raster.wait(mark, event="resume")
    raster.wait_for_frames("F>", 5, since=mark)


def goes_on_by_enter_alone():
    store = f"{RUN}/paused.gpkg"
    raster, arm = begin(store, "zx=0..20/20", "slider=0..40/20")
    mark = raster.mark()
    raster.wait_for_frames("F>", 5, since=mark)
    before, lost = arm.mark(), raster.mark()
    bluetooth("link-loss", "hci0")
    raster.wait(lost, event="input", state="paused")
    raster.wait_until_connected(lost)
    # The halt goes as soon as there is a socket, before the link is reported.
    back = raster.index_of(raster.wait(lost, event="halt", reason="link-back"))
    mark = stands_still_until_enter(raster, back, [STOP])
    check(arm.printed(before, event="act", channel="slider", value=0), "the arm has not stopped")
    raster.wait(mark, event="spot", state="began")
    way = [frame for frame in raster.frames(mark) if frame[0] in "FBS"]
    expect("From the point before to the point", [held("B>"), STOP, sent("F>", 20), STOP], way)
    step("the link is lost on the way: it stands still until Enter, and comes from the point before")

    mark = raster.mark()
    raster.type(" ")
    raster.wait(mark, event="spot", state="dropped")
    # At rest the zeros of the way have been said.
    mark = stands_still_until_enter(raster, mark, [])
    raster.wait(mark, event="spot", state="began")
    step("Space while it measures: the point is measured again after Enter")

    stopped_on_its_way(raster)
    step("Space on its way: it goes on after Enter")
    status = raster.exit_status(30)
    check(status == 0, f"exit {status}, 0 expected")
    arm.end_by(signal.SIGTERM)
    verify(store, 6)


def killed_on_its_way():
    store = f"{RUN}/killed.gpkg"
    raster, arm = begin(store, "slider=0..90/30")
    raster.wait(times=2, event="spot", state="ended")
    mark = arm.mark()
    arm.wait(mark, event="act", channel="slider", value=6)
    arm.wait(mark, times=5, event="stands", moving=True)
    raster.signal(signal.SIGKILL)
    raster.exit_status()
    stop = arm.wait(mark, event="act", channel="slider", what="watchdog")
    silence = (stop["t"] - arm.printed(mark, event="write")[-1]["t"]) / 1e6
    wait_for("the arm to rest", lambda: arm.printed(arm.index_of(stop), event="stands", moving=False))
    check(0 < silence < 1, f"the watchdog stopped it after {silence:.2f} s")
    # The sample of the last point may not have been stored yet.
    verify(store, 1, 2)
    arm.end_by(signal.SIGTERM)
    step(f"kill -9 on its way: stopped by the watchdog after {silence:.2f} s of silence, and the store is well")


def scenario():
    with open(ARM, "w") as file:
        file.write(TABLE)
    bluetooth("up")
    finds_the_source()
    goes_on_by_enter_alone()
    killed_on_its_way()


run(scenario)
