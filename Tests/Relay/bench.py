"""How fast the relay is, how many stations it takes, how it grows, and what ten deaths of each part cost; prints the tables of the documentation.

    Tests/run bench relay [rate] [walkers] [growth] [kills] [--moments N] [--rows N]

Without a name, all four: about forty minutes on two cores that do nothing else."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import stores
from kills import KINDS, Stage
from relay import Programs, Services, end, objects, wait
from walkers import BATCHES, Walkers


def table(title, heads, rows):
    print(f"\n{title}\n\n| " + " | ".join(heads) + " |\n|" + "---|" * len(heads), flush=True)
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)


def grouped(number):
    return f"{round(number):,}"


def rate(stage, stations):
    """Stored rows a second of some stations at once, from the start of their relays until the last has its acknowledgement."""
    paths = stage.stores(stations)
    rows = sum(1 for path in paths for number, _ in stores.surveys(path) for name in stores.APPENDED
               for _ in stores.rows(path, number, name))
    samples = stations * stage.days * 4968
    to, source = stage.broker("rate")
    collector = stage.programs.collector(source)
    try:
        time.sleep(1)
        began = time.monotonic()
        pushers = [stage.programs.pusher(path, to) for path in paths]
        for pusher in pushers:
            assert pusher.wait(600) == 0, stage.services.ground.log("push.log")
        seconds = time.monotonic() - began
    finally:
        end(collector)
    for path in paths:
        os.remove(path)
    return rows / seconds, samples / seconds, seconds


def copied(postgres):
    """Samples a second by COPY alone, into a table without indexes, triggers and journal: what this machine's database can do."""
    postgres.sql("""CREATE UNLOGGED TABLE bare (survey_uuid uuid, id bigint, run bigint, stream bigint, seq bigint, value float8, sigma float8,
            mono_from bigint, mono_to bigint, utc bigint, time text, flags bigint, x float8, y float8, z float8, srs bigint, accuracy float8);
        INSERT INTO bare SELECT md5(n::text)::uuid, n, 1, 1024, n, 0.1 + 0.05 * sin(n / 50.0), 0.01, n * 1000000::bigint, n * 1000000::bigint + 1000000,
            1790000000000000 + n * 1000000::bigint, '2026-09-21T13:33:20.000Z', 0, 144.96 + 0.05 * sin(n * 0.00021), -37.81 + 0.05 * cos(n * 0.00017),
            20, 4326, 5 FROM generate_series(1, 1000000) n""")
    path = f"{postgres.data}/bare.copy"
    postgres.sql(f"COPY bare TO '{path}'; TRUNCATE bare")
    began = time.monotonic()
    postgres.sql(f"\\copy bare FROM '{path}'")
    seconds = time.monotonic() - began
    os.remove(path)
    postgres.sql("DROP TABLE bare")
    return 1_000_000 / seconds


def rates(stage):
    bare = copied(stage.services.postgres)
    print(f"COPY alone: {grouped(bare)} samples/s", flush=True)
    rows = []
    for stations, days in ((1, 200), (2, 100), (10, 20)):
        stage.days = days
        found = rate(stage, stations)
        rows.append((stations, grouped(found[0]), grouped(found[1]), f"{100 * found[1] / bare:.0f} %", f"{found[2]:.1f} s"))
    table("Stored by one collector through one mosquitto with TLS", ("stations", "rows/s", "samples/s", "of COPY alone", "took"), rows)


def prepare(postgres, stations):
    """Surveys of stations that walk about a town, as far as the tables of samples and cells need them."""
    postgres.sql(f"""
        INSERT INTO waldo.survey (survey_uuid, id, uuid, title, started, sensor_name, sensor, upload, version)
        SELECT md5(i::text)::uuid, 1, md5(i::text), 'station ' || i, 0, 'demo', '', true, '1' FROM generate_series(1, {stations}) i;
        INSERT INTO waldo.run (survey_uuid, id, session, hash, version, live, made, sensor)
        SELECT md5(i::text)::uuid, 1, 1, '', '', true, 0, '' FROM generate_series(1, {stations}) i;
        INSERT INTO waldo.stream (survey_uuid, id, run, number, name, unit, compensated)
        SELECT md5(i::text)::uuid, 1024 + k, 1, k, (ARRAY['dose', 'cpm'])[k + 1], (ARRAY['uSv/h', 'cpm'])[k + 1], false
        FROM generate_series(1, {stations}) i, generate_series(0, 1) k;""")


def ingest(postgres, stations, first, count, chunk=20_000):
    """So many more samples, by the ingest that collectors use, in transactions of at most a chunk; the seconds it took."""
    text, each = [], chunk // (2 * stations)
    for begin in range(first // (2 * stations), (first + count) // (2 * stations), each):
        last = begin + each - 1
        text.append(f"""BEGIN; SELECT waldo.begin_take() \\g /dev/null
            INSERT INTO stage_batch SELECT row_number() OVER (), md5(i::text)::uuid, 'sample-1-' || k, 'sample',
                ((1024 + k)::bigint << 32) + {begin} - 1, ((1024 + k)::bigint << 32) + {last}, {each}
            FROM generate_series(1, {stations}) i, generate_series(0, 1) k;
            INSERT INTO stage_sample (survey_uuid, id, run, stream, seq, value, sigma, mono_from, mono_to, utc, time, flags, x, y, z, srs, accuracy)
            SELECT md5(i::text)::uuid, ((1024 + k)::bigint << 32) + n, 1, 1024 + k, n, 0.1 + 0.05 * sin(n / 50.0), 0.01, n * 1000000::bigint,
                n * 1000000::bigint + 1000000, 1790000000000000 + n * 1000000::bigint, '2026-09-21T13:33:20.000Z', 0,
                144.96 + 0.05 * sin(i * 1.7 + n * 0.00021) + 0.002 * sin(n * 0.013 * (1 + i % 7)),
                -37.81 + 0.05 * cos(i * 2.3 + n * 0.00017) + 0.002 * cos(n * 0.011 * (1 + i % 5)), 20, 4326, 5
            FROM generate_series(1, {stations}) i, generate_series(0, 1) k, generate_series({begin}::bigint, {last}) n;
            SELECT count(*) FROM waldo.take() \\g /dev/null
            COMMIT;
            SELECT waldo.refresh_cells_when_due() \\g /dev/null""")
    began = time.monotonic()
    postgres.sql("\n".join(text), limit=3000)
    return time.monotonic() - began


def viewport(postgres):
    """The slowest of the tiles of a map, at each zoom the tile of the middle: milliseconds, by the database's own clock."""
    slowest = []
    for zoom in range(8, 19):
        query = f"SELECT length(waldo.tile({zoom}, waldo.cell_column(144.96, {zoom})::int, waldo.cell_row(-37.81, {zoom})::int, 'dose'))"
        times = []
        for _ in range(5):
            out = postgres.sql(f"\\timing on\n{query};\n{query};")
            times.append(float(out.splitlines()[-1].split()[1]))
        slowest.append((statistics.median(times), zoom))
    return max(slowest)


def growth(services, programs, most):
    rows = []
    # As a server is set up that stores all day: a checkpoint makes each page that follows cost a copy of it.
    services.postgres.sql("ALTER SYSTEM SET max_wal_size = '8GB'")
    services.postgres.sql("ALTER SYSTEM SET checkpoint_timeout = '15min'")
    services.postgres.sql("SELECT pg_reload_conf()")
    for stations in (1, 10, 100):
        postgres = services.postgres
        postgres.sql("DROP SCHEMA IF EXISTS waldo CASCADE")
        programs.run(programs.relay, "schema", programs.database("admin"))
        prepare(postgres, stations)
        first, steps = 0, [size for size in (500_000, 1_000_000, 3_000_000, 10_000_000) if size <= most]
        for size in steps:
            # The rate of the last tenth before this size, of 500,000 at least: with less, one vacuum decides.
            last = size - max(500_000, size // 10)
            if last > first:
                ingest(postgres, stations, first, last - first)
            seconds = ingest(postgres, stations, last, size - last)
            first = size
            slow = viewport(postgres)
            space = postgres.sql("SELECT pg_size_pretty(sum(pg_total_relation_size(c.oid))) FROM pg_class c JOIN pg_namespace n "
                                 "ON n.oid = c.relnamespace WHERE n.nspname = 'waldo' AND c.relkind = 'r'")
            rows.append((stations, grouped(size), grouped((size - last) / seconds), f"{slow[0]:.0f} ms at zoom {slow[1]}", space))
            print("|", " | ".join(map(str, rows[-1])), "|", flush=True)
    table("Growth", ("stations", "samples", "the last tenth was stored at, samples/s", "slowest tile", "disk"), rows)


def processor(process):
    """The seconds that a process and its children have computed, those that have ended included."""
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], text=True, capture_output=True).stdout.split()
    ticks = 0
    for pid in [process.pid, *children]:
        try:
            with open(f"/proc/{pid}/stat") as file:
                ticks += sum(int(field) for field in file.read().rsplit(")", 1)[1].split()[11:15])
        except FileNotFoundError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def walk(services, programs, count, seconds=30):
    """Some walkers for a while: how late rows are stored at most, and what the parts of the chain compute, in processors."""
    postgres, to = services.postgres, services.mosquitto.addresses()["url"]
    postgres.sql("DROP SCHEMA IF EXISTS waldo CASCADE")
    programs.run(programs.relay, "schema", programs.database("admin"))
    postgres.grant()
    prepare(postgres, count)
    collector, people = programs.collector(to, "--json", log=f"walkers-{count}.log"), None
    try:
        wait(lambda: '"collecting"' in services.ground.log(f"walkers-{count}.log"), "the collector")
        people = Walkers(services.mosquitto.port, programs.ca, programs.credentials["station"], count)
        names = ("collector", "broker", "database")
        processes = collector, services.mosquitto.process, services.postgres.process
        before, began, latest = [processor(process) for process in processes], time.monotonic(), 0
        for second in range(seconds):
            people.walk(second)
            stored = objects(services.ground.log(f"walkers-{count}.log"))[-1]["rows"]
            if second > 2:
                latest = max(latest, (people.sent - stored) / (BATCHES * count))
        span, used = time.monotonic() - began, [processor(process) - old for process, old in zip(processes, before)]
        tables = " + ".join(f"(SELECT count(*) FROM waldo.{name})" for name in ("reading", "fix", "sample"))
        wait(lambda: int(postgres.sql(f"SELECT {tables}")) == people.sent, f"{people.sent} rows", 60)
    finally:
        if people:
            people.close()
        end(collector)
    return people.sent / span, latest, dict(zip(names, (value / span for value in used)))


def walkers(services, programs):
    rows = []
    for count in (100, 500, 1000):
        rate, latest, used = walk(services, programs, count)
        rows.append((grouped(count), grouped(rate), f"{latest:.1f} s", *(f"{used[name]:.2f}" for name in ("collector", "broker", "database"))))
        print("|", " | ".join(rows[-1]), "|", flush=True)
    table("Walkers, a measurement a second each", ("walkers", "batches/s", "stored at most this late", "collector", "broker", "database"), rows)


def kills(stage, moments):
    rows = []
    for kind in KINDS:
        found, lost, conflicts = [], 0, 0
        for moment in range(moments):
            result = stage.run(kind, stage.random.uniform(0.02, 0.95))
            found.append(result["again"])
            lost += len(result["differences"])
            conflicts = result["conflicts"]
            print(f"{kind} {moment + 1}: at {result['stored']} of {result['of']}, again after {result['again']:.1f} s, "
                  f"{len(result['differences'])} differences", flush=True)
        rows.append((kind, moments, lost, conflicts, f"{statistics.median(found):.1f} s", f"{max(found):.1f} s"))
    table("Deaths under load", ("killed", "times", "tables that differ", "conflicts", "rows again after, median", "longest"), rows)


def main():
    parser = argparse.ArgumentParser(prog="Tests/run bench relay")
    parser.add_argument("programs", nargs=2)
    parser.add_argument("parts", nargs="*", choices=("rate", "walkers", "growth", "kills", []), default=[])
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--rows", type=int, default=10_000_000)
    arguments = parser.parse_args()
    parts = arguments.parts or ("rate", "walkers", "growth", "kills")
    with Services("mosquitto", "nats", "postgres") as services, tempfile.TemporaryDirectory() as folder:
        programs = Programs(*map(os.path.abspath, arguments.programs), services)
        programs.schema()
        print(subprocess.run(["nproc"], text=True, capture_output=True).stdout.strip(), "cores")
        stage = Stage(programs, folder, seed=time.time_ns())
        if "rate" in parts:
            rates(stage)
        if "kills" in parts:
            stage.days = 12
            kills(stage, arguments.moments)
        if "walkers" in parts:
            walkers(services, programs)
        if "growth" in parts:
            growth(services, programs, arguments.rows)


if __name__ == "__main__":
    sys.exit(main())
