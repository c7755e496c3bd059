"""Each part of the chain is killed while rows travel, and nothing is lost or doubled.

    /usr/bin/python3 Tests/Relay/kills.py WALDO WALDO_RELAY [KIND...]

Each kind once, after a part of the rows that the seed decides; `bench.py` does so at ten moments each, and with more
rows. The last line is `ok` and the number of tests."""

import datetime
import os
import random
import sys
import tempfile
import time

import database_rows
import stores
import town
from relay import Programs, Proxy, Services, end, main, wait

KINDS = ("relay", "broker", "node", "collector", "database", "network")


class Stage:
    """Services, and stations with files that nobody has sent yet."""

    def __init__(self, programs, folder, stations=3, days=12, seed=21):
        self.programs, self.services, self.folder = programs, programs.services, folder
        self.stations, self.days, self.random = stations, days, random.Random(seed)
        self.devices = iter(range(5000, 9999))
        self.proxy = Proxy(self.services.mosquitto.port)

    def stores(self, stations=None):
        paths = []
        for _ in range(stations or self.stations):
            device = next(self.devices)
            log, store = f"{self.folder}/{device}.LOG", f"{self.folder}/{device}.gpkg"
            with open(log, "w") as file:
                file.write(town.log(device, [str(datetime.date(2026, 1, 1) + datetime.timedelta(day)) for day in range(self.days)]))
            self.programs.run(self.programs.waldo, "survey", "import", log, "--to", store)
            os.remove(log)
            paths.append(store)
        return paths

    def broker(self, kind):
        """Where stations and the collector connect to."""
        if kind == "node":
            urls = self.services.nats.addresses()["urls"]
            return urls[0], urls[1]
        url = self.services.mosquitto.addresses()["url"]
        return (f"mqtts://localhost:{self.proxy.port}" if kind == "network" else url), url

    def stored(self, uuids):
        """How many samples of these surveys the database has."""
        names = ", ".join(f"'{uuid}'" for uuid in uuids)
        return int(self.services.postgres.sql(f"SELECT count(*) FROM waldo.sample WHERE survey_uuid IN ({names})"))

    def kill(self, kind, pushers, collector, paths, to):
        """Kills a part of the chain, and starts it again as systemd would."""
        programs, services = self.programs, self.services
        if kind == "relay":
            pushers[0].kill()
            pushers[0].wait()
            pushers[0] = programs.pusher(paths[0], to, "--patience", "60")
        elif kind == "broker":
            services.mosquitto.kill()
            time.sleep(0.3)
            services.mosquitto.start()
        elif kind == "node":
            node = services.nats.nodes[self.random.randrange(3)]
            node.kill()
            time.sleep(1)
            node.start()
        elif kind == "collector":
            collector.kill()
            collector.wait()
        elif kind == "database":
            services.postgres.kill()
            time.sleep(0.3)
            services.postgres.start()
        else:
            self.proxy.cut()
            time.sleep(2)
            self.proxy.heal()

    def run(self, kind, part=None):
        """Kills one part when this part of the samples is stored: how long that took, and what differs afterwards."""
        paths = self.stores()
        uuids = [uuid for path in paths for _, uuid in stores.surveys(path)]
        every = self.stations * self.days * 4968
        part = self.random.uniform(0.05, 0.6) if part is None else part
        to, source = self.broker(kind)
        collector = self.programs.collector(source)
        pushers = [self.programs.pusher(path, to, "--patience", "60") for path in paths]
        try:
            wait(lambda: self.stored(uuids) >= every * part, f"{part:.0%} of the samples", 60)
            at = self.stored(uuids)
            self.kill(kind, pushers, collector, paths, to)
            killed = time.monotonic()
            if kind == "collector":
                collector = self.programs.collector(source)
            wait(lambda: self.stored(uuids) > at or at == every, "a row after the kill", 60)
            again = time.monotonic() - killed
            for pusher in pushers:
                assert pusher.wait(90) == 0, self.services.ground.log("push.log")
        finally:
            for process in [*pushers, collector]:
                end(process)
        found = [line for path in paths for line in database_rows.differences(self.services.postgres, path)]
        conflicts = int(self.services.postgres.sql("SELECT count(*) FROM waldo.conflict"))
        for path in paths:
            os.remove(path)
        return {"kind": kind, "stored": at, "of": every, "again": again, "differences": found, "conflicts": conflicts}


def tests(stage):
    def test(kind):
        def run():
            result = stage.run(kind)
            assert not result["differences"] and result["conflicts"] == 0, result
            assert result["stored"] < result["of"], f"all had been stored before the kill: {result}"
            print(f"  {kind}: killed at {result['stored']} of {result['of']} samples; rows again after {result['again']:.1f} s")
        return run
    return {f"test_{kind}": test(kind) for kind in KINDS}


if __name__ == "__main__":
    with Services("mosquitto", "nats", "postgres") as services, tempfile.TemporaryDirectory() as folder:
        programs = Programs(*map(os.path.abspath, sys.argv[1:3]), services)
        programs.schema()
        status = main(tests(Stage(programs, folder, days=4)), [f"test_{kind}" for kind in sys.argv[3:]])
        if status != 0:
            for name in ("collector.log", "push.log", "mosquitto.log", "postgres.log"):
                print(f"-- {name}\n{services.ground.log(name)}")
    sys.exit(status)
