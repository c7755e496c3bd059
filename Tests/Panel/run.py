"""The panel in a real browser against the real program.

    .build-python/bin/python Tests/Panel/run.py WALDO [TEST...]

The last line is `ok` and the number of tests, or the status is 1."""

import importlib
import os
import sys
import time
import traceback

os.environ["WALDO"] = sys.argv[1]
from chromium import Chromium  # noqa: E402

MODULES = ["test_fingers", "test_losses", "test_lost", "test_viewers", "test_bounds", "test_limits", "test_tokens", "test_air",
           "test_figures", "test_screens", "test_places"]


def main():
    tests = {}
    for module in MODULES:
        found = vars(importlib.import_module(module))
        tests |= {name: test for name, test in found.items() if name.startswith("test_")}
    names = sys.argv[2:] or list(tests)
    failures = 0
    with Chromium() as browser:
        for name in names:
            began = time.monotonic()
            try:
                tests[name](browser)
                print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
            except Exception:
                failures += 1
                print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
    if failures:
        print(f"{failures} of {len(names)} failed")
        sys.exit(1)
    print(f"ok {len(names)}")


if __name__ == "__main__":
    main()
