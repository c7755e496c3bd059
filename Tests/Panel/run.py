"""The panel in a real browser against the real program.

    .build-python/bin/python Tests/Panel/run.py WALDO [TEST...]

Three lanes run at once, each a module after the other in a browser of its own. A test that fails in a drive that was halted because the browser
or Waldo got no time for 300 ms is run again, at most twice, and this is printed. For a test that causes the loss of a panel
such a loss is evidence only if it failed where it waited to be live, or for a motion that it asked for. The last line is `ok`
and the number of tests; else the last lines say what failed, and the status is 1."""

import concurrent.futures
import contextlib
import importlib
import inspect
import multiprocessing
import os
import re
import sys
import time
import traceback

os.environ["WALDO"] = sys.argv[1]
from chromium import Chromium  # noqa: E402
from drive import Drive  # noqa: E402

AT_ONCE = 3
# The longest first.
MODULES = ["test_figures", "test_lost", "test_losses", "test_limits", "test_viewers", "test_fingers", "test_bounds", "test_tokens",
           "test_arm", "test_wizard", "test_proxy", "test_app", "test_views", "test_ground", "test_header", "test_air", "test_screens", "test_places",
           "test_controls"]


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
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
        return None
    except Exception:
        return traceback.format_exc()
    finally:
        browser.close_pages()


# Waits that a loss of the panel ends in vain, whatever the test is about.
MOTIONS = ("wait_live(", "hold(", "steer(", "FORWARD", "BACKWARD")
# The same where a test has a function of its own wait for them.
WAITS = ("wait_live(", "wait_command(FORWARD", "wait_command(BACKWARD")


def was_starved(test, fault):
    """Whether a halt of the test's drives shows that the browser or Waldo got no time."""
    source = inspect.getsource(test)
    causes_loss = "panel-lost" in source or inspect.getmodule(test).__name__ in ("test_losses", "test_lost")
    failed = re.search(rf"in {test.__name__}\n *(.*)", fault)
    awaited_motion = failed is not None and any(word in failed[1] for word in MOTIONS) or any(word in fault for word in WAITS)
    return Drive.was_any_halted("late") or (awaited_motion or not causes_loss) and Drive.was_any_halted("panel-lost")


def run(name, test, browser):
    """Runs a test, again where that may be. Returns what failed, as a list."""
    fault = attempt(name, test, browser)
    for _ in range(2):
        if fault and was_starved(test, fault):
            print(f"{name}: the browser or Waldo was given no time, and halted; once more", flush=True)
            fault = attempt(name, test, browser)
    return [f"FAILED {name}\n{fault}"] if fault else []


def share(counter):
    """Called in each lane's process: the counter of the modules that have been taken."""
    global taken
    taken = counter


def lane(wanted):
    """Runs the modules that no other lane has taken, all in one browser: its start costs as much as a test. Returns how many
    tests there were, and what failed."""
    count, failures = 0, []
    with contextlib.ExitStack() as stack:
        browser = None
        while True:
            with taken.get_lock():
                number, taken.value = taken.value, taken.value + 1
            if number >= len(MODULES):
                return count, failures
            for name, test in tests_of(MODULES[number], wanted).items():
                browser = browser or stack.enter_context(Chromium())
                failures += run(name, test, browser)
                count += 1


def main():
    wanted = set(sys.argv[2:])
    counter = multiprocessing.Value("i", 0)
    with concurrent.futures.ProcessPoolExecutor(AT_ONCE, initializer=share, initargs=(counter,)) as pool:
        results = list(pool.map(lane, [wanted] * AT_ONCE))
    tests, failures = sum(count for count, _ in results), [fault for _, faults in results for fault in faults]
    if failures or tests < len(wanted):
        print(*failures, f"{len(failures)} of {tests} failed; {len(wanted)} were named", sep="\n")
        sys.exit(1)
    print(f"ok {tests}")


if __name__ == "__main__":
    main()
