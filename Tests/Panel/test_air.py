"""What is on the air cannot close a page, nor fill it."""

import json
import os
import time

from common import WALDO, client, note, states
from drive import Drive, FakeBlueZ
from program import wait


def addresses(count):
    head = f"00:AA:05:{os.getpid() & 255:02X}"
    return [f"{head}:{n >> 8:02X}:{n & 255:02X}" for n in range(count)]


def test_a_state_names_at_most_32_shields_and_long_names_are_cut(_):
    shields = addresses(1_300)
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, environment=fake.environment) as drive:
        page = client(drive)
        for index, shield in enumerate(shields):
            name = "n" * 200 if index < 40 else '"' * 100 if index < 80 else f"Fake_{index}"
            fake.shield(shield, name, -40 if index == 1_299 else -80)
        wait(lambda: len([1 for _, line in list(fake.lines) if '"done"' in line]) > 1_300, "all of them", 60)
        last = {}

        def is_full():
            last.update(json.loads((states(page, 1.5) or ["{}"])[-1]))
            return last.get("more", 0) == 1_300 - 32
        wait(is_full, lambda: f"a state that counts them: {str(last)[:300]}", 60)
        told = states(page, 3)
        assert told and max(len(text) for text in told) < 1 << 16, [len(text) for text in told]
        assert max(len(text) for text in told) < 12_000, [len(text) for text in told]
        state = json.loads(told[-1])
        assert len(state["shields"]) == 32, len(state["shields"])
        assert all(len(name) <= 64 for name, *_ in state["shields"])
        # The one that is nearest is among them, wherever it stands.
        assert any(shield == shields[-1] for _, shield, _ in state["shields"])
        drive.end()


def test_the_list_is_dropped_once_connected(_):
    shields = addresses(101)
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, environment=fake.environment) as drive:
        page = client(drive)
        for index, shield in enumerate(shields):
            fake.shield(shield, f"Arm_{index}", -50)
        wait(lambda: len(json.loads((states(page, 0.5) or ['{"shields":[]}'])[-1])["shields"]) == 32, "shields", 30)
        page.send(json.dumps({"do": "connect", "to": shields[0]}, separators=(",", ":")))
        drive.wait_event(event="link", state="connected", address=shields[0], limit=20)
        states(page, 0.5)
        for _ in range(3):
            for shield in shields[1:]:
                fake.say(f"strength {shield} -{50 + _}")
        page.send('{"do":"slider","control":0,"at":1000}')
        told = []
        for _ in range(15):
            told += states(page, 0.2)
            page.send('{"do":"beat"}')
        rate = sum(len(text) for text in told) / 3
        note(f"  {rate / 1024:.1f} KiB/s to a page of a drive that is connected, 100 others in reach")
        assert told and all(json.loads(text)["shields"] == [] for text in told)
        assert rate < 40 * 1024, rate
        drive.end()
