"""The bars of the survey's views, on a machine that does nothing else: 100,000 samples on a phone's map and plot are panned at
30 frames a second, and Waldo takes less than 60 MB with eight pages on them.

    .build-python/bin/python Tests/Panel/frames.py WALDO

The last line is `ok`, or the status is 1."""

import math
import os
import sys
import time

os.environ["WALDO"] = sys.argv[1]
from chromium import Chromium  # noqa: E402
from program import wait  # noqa: E402
from surveys import choose, open_survey, simulated, walk  # noqa: E402

SAMPLES, FRAMES, MEGABYTES, PAGES = 100_000, 30, 60, 8


def frames(page, canvas, seconds=3):
    """Pans with a finger; gives the frames a second."""
    x, y, *_ = page.middle(canvas)
    page.touch("touchStart", (x, y, 1))
    page.eval("globalThis.drawn = []; (function count(now) { drawn.push(now); globalThis.counting = requestAnimationFrame(count); })(0); 0")
    until, step = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        step += 1
        page.touch("touchMove", (x + 120 * math.sin(step / 18), y + 80 * math.sin(step / 23), 1))
        time.sleep(0.012)
    rate = page.eval("cancelAnimationFrame(counting), (drawn.length - 2) / (drawn.at(-1) - drawn[1]) * 1000")
    page.touch("touchEnd")
    return rate


def resident(drive):
    """The program's memory in MB."""
    with open(f"/proc/{drive.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def wait_for_samples(page, slot):
    # The first of a window over a minute has no number yet.
    wait(lambda: page.eval(f"slots[{slot}].store.count") >= SAMPLES - 12, "the samples", 90)


def main():
    with Chromium() as browser:
        survey = simulated(browser, files=[("walk.gpkg", lambda path: walk(path, SAMPLES))], scale=3)
        with survey as (drive, page):
            slot = open_survey(page, "walk.gpkg")
            choose(page, "map")
            wait_for_samples(page, slot)
            time.sleep(1)
            rates = {"map": frames(page, "map")}
            choose(page, "plot")
            rates["plot"] = frames(page, "trend")
            others = [browser.page(drive.url) for _ in range(PAGES - 1)]
            for one in others:
                wait(lambda one=one: one.eval("joined !== null"), "the views")
                one.eval(f"chooseTab('map'); shownA = {slot}; wantSamples()")
            for one in others:
                wait_for_samples(one, slot)
            memory = resident(drive)
    print(f"{SAMPLES} samples: " + ", ".join(f"{name} {rate:.0f} frames/s" for name, rate in rates.items())
          + f"; {memory:.0f} MB with {PAGES} pages")
    if min(rates.values()) < FRAMES or memory >= MEGABYTES:
        sys.exit("a bar is missed")
    print("ok")


main()
