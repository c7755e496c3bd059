"""The panel's picture: `panel.py WALDO OUT.png [light|dark [WIDTH HEIGHT]]`."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Panel"))
from chromium import Chromium  # noqa: E402
from drive import Drive  # noqa: E402

WALDO, OUT = sys.argv[1:3]
SCHEME = sys.argv[3] if len(sys.argv) > 3 else "light"
WIDTH, HEIGHT = (int(n) for n in sys.argv[4:6]) if len(sys.argv) > 5 else (390, 844)


def operate(page):
    """Some twenty-five seconds of an operator, so that the plot has something to show."""
    x, y, _, height = page.middle("slider")
    jx, jy, width, _ = page.middle("stick")
    up, way = (height - 44) / 2, width * 0.35

    def slide(part, seconds):
        page.touch("touchStart", (x, y, 1))
        for step in range(1, 9):
            page.touch("touchMove", (x, y - up * part * step / 8, 1))
            time.sleep(0.03)
        time.sleep(seconds)
        page.touch("touchEnd")
        time.sleep(0.8)

    def steer(right, upward):
        page.touch("touchStart", (jx, jy, 2))
        for step in range(1, 21):
            page.touch("touchMove", (jx + right * way * step / 20, jy - upward * way * step / 20, 2))
            time.sleep(0.04)
        page.touch("touchEnd")
        time.sleep(1.2)

    slide(0.8, 2.0)
    steer(0.45, 0.3)
    time.sleep(2.5)
    slide(-0.6, 1.2)
    steer(-0.8, 0.25)
    time.sleep(3)
    slide(1.0, 1.0)
    # The arm is still on its way when the picture is taken.
    steer(0.5, 0.2)
    page.touch("touchStart", (x, y, 1))
    page.touch("touchMove", (x, y - up * 0.72, 1))
    time.sleep(0.6)


with Drive(WALDO, "--simulate") as drive, Chromium() as browser:
    page = browser.page(drive.url, WIDTH, HEIGHT, SCHEME, scale=2)
    page.wait_live()
    operate(page)
    with open(OUT, "wb") as file:
        file.write(page.picture())
    page.touch("touchEnd")
    drive.end()
print(f"{OUT}: {os.path.getsize(OUT)} bytes")
