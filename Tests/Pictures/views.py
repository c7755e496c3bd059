"""The picture of the survey's views: `views.py WALDO OUT.png`. A raster finds a hidden source; it takes three minutes."""

import base64
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Panel"))
os.environ["WALDO"] = sys.argv[1]
from chromium import Chromium  # noqa: E402
from program import wait  # noqa: E402
from surveys import Survey, choose  # noqa: E402

OUT = sys.argv[2]
FIELD = "seed=5,source=0.0294:0:0.2077:0.02"
RASTER = ["--simulate", FIELD, "--sensor", "demo", "--over", "zx=-30..30/5", "--over", "zy=-15..15/5", "--dwell", "1s", "--yes"]
WIDTH, HEIGHT, GAP = 390, 844, 16


def side_by_side(browser, pictures):
    """One picture of several, each with a thin line around it."""
    images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in pictures)
    style = f"body{{margin:0;display:flex;gap:{GAP}px;background:#fff}}img{{width:{WIDTH}px;height:{HEIGHT}px;outline:1px solid #999;outline-offset:-1px}}"
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as file:
        file.write(f"<!doctype html><title>views</title><style>{style}</style>{images}")
    page = browser.page(f"file://{file.name}", len(pictures) * (WIDTH + GAP) - GAP, HEIGHT, touch=False, scale=2)
    wait(lambda: page.eval("[...document.images].every((one) => one.complete)"), "the pictures")
    os.unlink(file.name)
    return page.picture()


with Chromium() as browser:
    with Survey(browser, *RASTER, "--to", "raster.gpkg", verb=("survey", "raster"), scale=2) as (drive, page):
        wait(lambda: page.eval("survey?.raster?.point >= 86"), "the raster", 400)
        pictures = []
        for tab in ("now", "plot", "map", "surveys"):
            choose(page, tab)
            time.sleep(2)
            pictures.append(page.picture())
    with open(OUT, "wb") as file:
        file.write(side_by_side(browser, pictures))
