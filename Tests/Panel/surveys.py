"""What the tests of the survey's views have in common: a drive with a survey, and a folder with others."""

import datetime
import math
import os
import random
import subprocess
import tempfile

from common import WALDO
from drive import Drive
from program import wait

SOURCE = "seed=5,source=0.0294:0:0.1877:0.02"

class Survey:
    """A drive with a survey in a folder of its own, and a page on it. A chosen token is not in the address that waldo prints."""

    def __init__(self, browser, *arguments, files=(), verb=("drive",), size=(390, 844), scale=1, token=None):
        self.folder = tempfile.TemporaryDirectory(prefix="waldo-views-")
        for name, make in files:
            make(os.path.join(self.folder.name, name))
        chosen = {} if token is None else {"WALDO_PANEL_TOKEN": token}
        self.drive = Drive(WALDO, *arguments, verb=verb, folder=self.folder.name, environment=chosen)
        self.page = browser.page(self.drive.url + (f"#{token}" if token else ""), *size, scale=scale)
        self.pages = browser.pages
        wait(lambda: self.page.eval("joined !== null"), "the views")

    def __enter__(self):
        return self.drive, self.page

    def __exit__(self, *_):
        if self.page in self.pages:
            self.page.close()
        self.drive.__exit__()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)


def simulated(browser, *arguments, **keywords):
    return Survey(browser, "--simulate", SOURCE, "--input", "panel", "--sensor", "demo", "--locate", "message", "--survey", "live.gpkg", *arguments, **keywords)


def choose(page, tab):
    page.eval(f"chooseTab('{tab}')")
    wait(lambda: page.eval(f"tab === '{tab}'"), tab)


def walk(path, lines):
    """Imports a bGeigie's log of a walk through Melbourne, past a place of a higher rate."""
    dice = random.Random(3)
    latitude, longitude, heading, now = -37.81, 144.96, 0.3, datetime.datetime(2026, 3, 1, 6)
    with open(path + ".log", "w", encoding="ascii") as log:
        for number in range(lines):
            heading += dice.gauss(0, 0.2)
            latitude += math.cos(heading) * 6e-5
            longitude += math.sin(heading) * 8e-5
            counts = dice.randrange(2, 6) + int(12 * math.exp(-((latitude + 37.805) ** 2 + (longitude - 144.965) ** 2) / 1e-5))
            places = [f"{int(angle):0{digits}d}{angle % 1 * 60:07.4f}" for angle, digits in ((-latitude, 2), (longitude, 3))]
            text = (f"BNRDD,2735,{now:%Y-%m-%dT%H:%M:%SZ},{counts * 12},{counts},{number},A,"
                    f"{places[0]},S,{places[1]},E,12.00,A,8,90")
            check = 0
            for byte in text.encode():
                check ^= byte
            log.write(f"${text}*{check:02X}\n")
            now += datetime.timedelta(seconds=5)
    subprocess.run([WALDO, "survey", "import", path + ".log", "--to", path], check=True, capture_output=True)


def open_survey(page, name, button="Show"):
    choose(page, "surveys")
    press = f"[...document.querySelectorAll('#surveyList li')].find((row) => row.textContent.includes('{name}'))"
    wait(lambda: page.eval(f"Boolean({press})"), f"{name} in the list")
    page.eval(f"[...({press}).querySelectorAll('button')].find((b) => b.textContent === '{button}').click()")
    slot = 1 if button == "Show" else 2
    wait(lambda: page.eval(f"slots[{slot}].news !== null"), f"{name} opened")
    return slot


