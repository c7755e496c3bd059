"""A broker, a collector, and a database that is restored from the corpus' dump."""

import contextlib
import os
import sys

import corpus

sys.path.insert(0, os.path.join(corpus.FOLDER, "..", "Relay"))
from relay import Programs, Services, end  # noqa: E402

# A dump holds no roles: those that the schema's first file creates.
ROLES = """CREATE ROLE waldo_owner NOLOGIN; CREATE ROLE waldo_collector NOLOGIN; CREATE ROLE waldo_reader NOLOGIN;
           GRANT waldo_owner TO CURRENT_USER;"""


@contextlib.contextmanager
def restored(scratch):
    """Starts the services; gives the words that stand for their addresses and files, and what starts a collector."""
    with Services("mosquitto", "postgres") as services:
        programs = Programs(scratch.programs["waldo"], scratch.programs["waldo-relay"], services)
        services.postgres.sql(ROLES)
        with open(os.path.join(scratch.folder, "relay", "database.sql")) as file:
            services.postgres.sql(file.read())
        services.postgres.grant()
        scratch.environment |= {"PGSSLROOTCERT": programs.ca}
        broker = services.mosquitto.addresses()["url"]
        collectors = []
        # A message shows this much of a host's name.
        host = services.postgres.data if len(services.postgres.data) <= 40 else services.postgres.data[:40] + "..."
        try:
            words = {
                "$server": f"postgres://{host}:{services.postgres.port}/waldo",
                "$broker": broker, "$ca": programs.ca, "$station": programs.credentials["station"],
                "$database": f"postgres://localhost:{services.postgres.port}/waldo",
                **{f"${name}": programs.database(name) for name in ("admin", "collector", "reader")},
                **{f"${name}.pgpass": programs.passfile(name) for name in ("collector", "reader")},
            }
            yield words, lambda: collectors or collectors.append(programs.collector(broker))
        finally:
            for collector in collectors:
                end(collector)
