"""PostgreSQL with PostGIS and pgRouting, on loopback with TLS and on a socket."""

import os
import signal
import subprocess

from brokers import certificates
from ground import Service, free_ports

PROGRAMS = "/usr/lib/postgresql/15/bin"
# Nobody but the administrator on the socket without a password; nobody over TCP without TLS; all others in one database.
ACCESS = """\
local   all   admin                 trust
local   waldo all                   scram-sha-256
hostssl waldo all   127.0.0.1/32    scram-sha-256
hostssl waldo all   ::1/128         scram-sha-256
"""
SETTINGS = """\
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
ssl = on
ssl_ca_file = '{certificates}/ca.pem'
ssl_cert_file = '{certificates}/server.pem'
ssl_key_file = '{certificates}/server.key'
shared_buffers = 1GB
max_wal_size = 2GB
wal_compression = lz4
# In the cluster's folder, with which it goes if the server is killed.
dynamic_shared_memory_type = mmap
timezone = 'UTC'
log_min_messages = warning
jit = off
"""


class Postgres(Service):
    log_name = "postgres.log"
    ends_by = signal.SIGINT
    # After a kill it reads its log again.
    patience = 60

    def __init__(self, ground):
        super().__init__(ground)
        self.port, = free_ports(1)
        self.data = ground.make("postgres")
        self.passwords = {}

    def create(self):
        """A cluster with one database, `waldo`, and logins. The schema is not in it."""
        self.ground.run(f"{PROGRAMS}/initdb", "-D", self.data, "-U", "admin", "--auth", "trust", "--no-sync", "-E", "UTF8",
                        "--locale", "C.UTF-8", "--no-instructions")
        self.ground.write("postgres/pg_hba.conf", ACCESS)
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(SETTINGS.format(port=self.port, folder=self.data, certificates=certificates(self.ground)))
        self.start()
        self.sql("CREATE DATABASE waldo; REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC", database="postgres")
        self.sql("CREATE EXTENSION postgis; CREATE EXTENSION pgrouting")
        for name in ("collector", "reader"):
            self.passwords[name] = os.urandom(12).hex()
            self.sql(f"CREATE ROLE {name} LOGIN PASSWORD '{self.passwords[name]}'")
            path = os.path.join(self.ground.folder, f"{name}.pgpass")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(f"*:*:*:{name}:{self.passwords[name]}\n")
        return self

    def launch(self):
        return self.ground.spawn(self.log_name, f"{PROGRAMS}/postgres", "-D", self.data)

    def ready(self):
        return subprocess.run(["psql", *self.login(), "-d", "postgres", "-c", "SELECT 1"], capture_output=True).returncode == 0

    def login(self):
        return ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.data, "-p", str(self.port), "-U", "admin"]

    def sql(self, text, database="waldo", limit=240):
        """Runs SQL as the administrator; what it prints, fields separated by `|`. It ends after some seconds at the latest."""
        done = subprocess.run(["psql", *self.login(), "-d", database, "-f", "-"], input=text, text=True, capture_output=True,
                              timeout=limit)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.rstrip("\n")

    def grant(self):
        """The logins get the schema's roles, once it is there."""
        self.sql("GRANT waldo_collector TO collector; GRANT waldo_reader TO reader")

    def kill(self):
        """The postmaster dies with its backends, as all of them do when the kernel kills a container."""
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], text=True, capture_output=True).stdout
        super().kill()
        for pid in children.split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def addresses(self):
        def url(name):
            return f"postgres://{name}@localhost:{self.port}/waldo"
        return {"port": self.port, "socket": self.data, "collector": url("collector"), "reader": url("reader"),
                "admin": f"postgres://admin@/waldo?host={self.data}&port={self.port}"}
