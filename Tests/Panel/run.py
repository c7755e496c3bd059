"""The panel in a real browser against the real program.

    .build-python/bin/python Tests/Panel/run.py WALDO [TEST...]

Four lanes run at once, each a module after the other in a browser of its own; tests that are named run in one lane. Each lane
has a meter (`waldo-meter`, beside WALDO). A test that fails while its lane was starved by others has no verdict: a line
`no verdict NAME` is printed, and who called this has to run it again, alone. The last line is `ok` and the number of tests;
else the last lines say what failed, and the status is 1."""

import concurrent.futures
import contextlib
import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import traceback

os.environ["WALDO"] = sys.argv[1]
from chromium import Chromium  # noqa: E402
from common import note  # noqa: E402
from drive import Drive  # noqa: E402

AT_ONCE = 4
# The longest first.
MODULES = ["test_zoom", "test_figures", "test_lost", "test_losses", "test_limits", "test_viewers", "test_fingers", "test_bounds",
           "test_tokens", "test_arm", "test_session", "test_wizard", "test_proxy", "test_app", "test_views", "test_held", "test_ground",
           "test_header", "test_hand", "test_air", "test_layout", "test_screens", "test_places", "test_controls"]


def tests_of(module, wanted):
    found = vars(importlib.import_module(module))
    return {name: test for name, test in found.items()
            if name.startswith("test_") and (not wanted or name in wanted)}


def attempt(name, test, browser):
    """Runs a test. Returns its traceback if it fails."""
    Drive.started.clear()
    began = time.monotonic()
    try:
        test(browser)
        note(f"{name}: {time.monotonic() - began:.1f} s")
        return None
    except Exception:
        return traceback.format_exc()
    finally:
        browser.close_pages()


class Meter:
    """How much processor time others withhold from this process and from what it starts."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.report = f"{self.folder.name}/report"
        self.process = subprocess.Popen([f"{os.path.dirname(os.environ['WALDO'])}/waldo-meter", self.report, str(os.getpid())])

    def starved(self, begin, end):
        """The most microseconds that were withheld in a quarter of a second of this time, where that was too much; else 0."""
        with open(self.report) as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return max((line["us"] for line in lines
                    if "starved" in line and line["until"] > begin * 1e6 and line["starved"] < end * 1e6), default=0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


def run(name, test, browser, meter, is_last):
    """Runs a test. Returns what failed, as a list: without a verdict nothing has, unless this is the last chance."""
    began = time.monotonic()
    fault = attempt(name, test, browser)
    if not fault:
        return []
    withheld = meter.starved(began, time.monotonic()) / 1000
    if withheld and not is_last:
        note(f"no verdict {name}")
        return []
    return [f"FAILED {name}" + (f": no verdict: starved by {withheld:.0f} ms" if withheld else "") + f"\n{fault}"]


def share(counter):
    """Called in each lane's process: the counter of the modules that have been taken."""
    global taken
    taken = counter


def lane(wanted):
    """Runs the modules that no other lane has taken, all in one browser: its start costs as much as a test. Returns how many
    tests there were, and what failed."""
    count, failures = 0, []
    with contextlib.ExitStack() as stack:
        browser, meter = None, stack.enter_context(Meter())
        while True:
            with taken.get_lock():
                number, taken.value = taken.value, taken.value + 1
            if number >= len(MODULES):
                return count, failures
            for name, test in tests_of(MODULES[number], wanted).items():
                browser = browser or stack.enter_context(Chromium())
                failures += run(name, test, browser, meter, is_last=bool(wanted))
                count += 1


def main():
    wanted = set(sys.argv[2:])
    counter = multiprocessing.Value("i", 0)
    lanes = 1 if wanted else AT_ONCE
    with concurrent.futures.ProcessPoolExecutor(lanes, initializer=share, initargs=(counter,)) as pool:
        results = list(pool.map(lane, [wanted] * lanes))
    tests, failures = sum(count for count, _ in results), [fault for _, faults in results for fault in faults]
    if failures or tests < len(wanted):
        print(*failures, f"{len(failures)} of {tests} failed; {len(wanted)} were named", sep="\n")
        sys.exit(1)
    print(f"ok {tests}")


if __name__ == "__main__":
    main()
