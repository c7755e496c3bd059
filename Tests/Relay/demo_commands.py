"""The demo as a newcomer meets it: it starts, each command that it prints is run, and Ctrl-C ends it.

    /usr/bin/python3 Tests/Relay/demo_commands.py WALDO WALDO_RELAY [TEST...]

The last line is `ok` and the number of tests; else the last lines say what failed, and the status is 1."""

import os
import re
import signal
import subprocess
import sys

from relay import FOLDER, end, main, wait

WALDO = None


def start(*more):
    return subprocess.Popen([sys.executable, "-u", f"{FOLDER}/demo", "--waldo", WALDO, *more], text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, process_group=0)


def printed(demo):
    """The commands, in their order: the first one reads the file that the others need."""
    commands = []
    for line in demo.stdout:
        if line.startswith("    "):
            commands.append(line.strip())
        if line.startswith("Ctrl-C"):
            return commands
    raise AssertionError(f"the demo has ended: {demo.wait()}, {commands}")


def ended(demo, number):
    """Ends it by a signal; its status and what it says."""
    demo.send_signal(number)
    said = demo.stdout.read()
    return demo.wait(60), said.strip().splitlines()


def test_each_printed_command_runs():
    demo = start("--stations", "2")
    try:
        first, *commands = printed(demo)
        folder = os.path.dirname(re.fullmatch(r"\. (/\S+)", first)[1])

        def shell(text):
            return subprocess.run(["bash", "-euc", f"{first}; {text}"], text=True, capture_output=True, timeout=60)

        wait(lambda: shell("psql -At \"$DATABASE\" -c \"SELECT count(DISTINCT title) FROM waldo.latest WHERE stream = 'cpm'\"").stdout == "2\n",
             "samples of both stations", 60, demo)
        said = {}
        for command in commands:
            done = shell(command + (" --once" if " fleet " in command else ""))
            assert done.returncode == 0, (command, done.stdout, done.stderr)
            said[command.split(" -")[0].split(" mqtts")[0]] = done.stdout
        for name, words in (("waldo-relay fleet", ("station 1", "station 2", "2 of 2 online")), ('psql "$DATABASE"', ("station 2", "cpm")),
                            ("waldo-relay status station-1.gpkg", ("acknowledged",)), ("waldo-relay pull 'station 1'", ("by demo", "temperature")),
                            ("ogr2ogr", ())):
            assert name in said and all(word in said[name] for word in words), (name, said)
        assert os.path.getsize(f"{folder}/city.gpkg") > 0
        status, lines = ended(demo, signal.SIGINT)
        assert status == 0 and lines[-1].startswith("the database has every row of the 2 stations' files"), (status, lines)
        assert not os.path.exists(folder), os.listdir(folder)
    finally:
        end(demo, 90)


def test_it_ends_by_itself_and_by_a_closed_terminal():
    demo = start("--stations", "1", "--seconds", "1")
    said = demo.stdout.read()
    assert demo.wait(60) == 0 and "1 station sends" in said, said
    demo = start("--stations", "1")
    folder = os.path.dirname(printed(demo)[0][2:])
    status, lines = ended(demo, signal.SIGHUP)
    assert status == 0 and not os.path.exists(folder), (status, lines)


def test_wrong_options_are_said():
    for options, status, word in ((["--stations", "0"], 2, "at least 1"), (["--waldo", "/nowhere/waldo"], 69, "build it")):
        done = subprocess.run([sys.executable, f"{FOLDER}/demo", *options], text=True, capture_output=True, timeout=30)
        assert done.returncode == status and word in done.stderr, done


if __name__ == "__main__":
    WALDO = os.path.abspath(sys.argv[1])
    sys.exit(main(globals(), sys.argv[3:]))
