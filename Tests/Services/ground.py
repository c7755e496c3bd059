"""What all services stand on: a folder, a user without privileges, free ports, processes that end with the harness."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

PROJECT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SHIPPED = f"{PROJECT}/Sources/Packaging/relay"
# What each set needs that may be missing: a program or a file, and the Debian package that has it.
NEEDED = {
    "mosquitto": {"/usr/sbin/mosquitto": "mosquitto", "/usr/bin/openssl": "openssl"},
    "nats": {"/usr/sbin/nats-server": "nats-server", "/usr/bin/openssl": "openssl"},
    "postgres": {
        "/usr/lib/postgresql/15/bin/postgres": "postgresql-15", "/usr/bin/openssl": "openssl",
        "/usr/share/postgresql/15/extension/postgis.control": "postgresql-15-postgis-3",
        "/usr/share/postgresql/15/extension/pgrouting.control": "postgresql-15-pgrouting",
    },
}


class Missing(Exception):
    """Debian packages that are not installed."""


def check_packages(names):
    packages = {package for name in names for path, package in NEEDED[name].items() if not os.path.exists(path)}
    if packages:
        raise Missing("not installed: " + " ".join(sorted(packages)) + "; install them by\n"
                      "    sudo apt-get install --no-install-recommends " + " ".join(sorted(packages)))


def free_ports(count):
    """Ports of the loopback interface that nobody listens on; all are held until each is known."""
    held = [socket.socket() for _ in range(count)]
    try:
        for each in held:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in held]
    finally:
        for each in held:
            each.close()


def wait(condition, what, limit=15, process=None):
    """Waits until a condition is true; a process that ends meanwhile never makes it so. Many a condition starts a process of its
    own: between two questions it sleeps for twice as long as one takes, a quarter of a second at most."""
    end = time.monotonic() + limit
    while (began := time.monotonic()) < end:
        result = condition()
        if result:
            return result
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"{what} did not come: the process ended with status {process.returncode}")
        time.sleep(min(0.25, max(0.02, 2 * (time.monotonic() - began))))
    raise RuntimeError(f"{what} did not come within {limit} s")


class Ground:
    """A scratch folder, and what runs in it as a user who owns nothing else. Root becomes `nobody`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="waldo-services-")
        self.user = pwd.getpwnam("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": self.folder}
        # The kernel ends a service with the thread that has started it: one that lives as long as the harness.
        self.spawner = ThreadPoolExecutor(1)
        self.own(self.folder)

    def own(self, *paths):
        if os.geteuid() == 0:
            for path in paths:
                os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def write(self, path, text, mode=0o600):
        """Writes a file that the services' user owns."""
        path = os.path.join(self.folder, path)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w") as file:
            file.write(text)
        self.own(path)
        return path

    def make(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(path, mode=0o700, exist_ok=True)
        self.own(path)
        return path

    def command(self, *words):
        """A command as the services' user, which the kernel kills when the harness is gone."""
        drop = ["--reuid", str(self.user.pw_uid), "--regid", str(self.user.pw_gid), "--clear-groups"]
        return ["setpriv", *(drop if os.geteuid() == 0 else []), "--pdeathsig", "KILL", "--", *words]

    def run(self, *words, **options):
        done = subprocess.run(self.command(*words), cwd=self.folder, env=self.environment, text=True, capture_output=True,
                              **options)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def spawn(self, log, *words, **environment):
        # A group of its own: Ctrl-C at a terminal ends the harness, which ends the services in order.
        def start():
            with open(os.path.join(self.folder, log), "ab") as file:
                return subprocess.Popen(self.command(*words), cwd=self.folder, env=self.environment | environment,
                                        stdout=file, stderr=file, stdin=subprocess.DEVNULL, process_group=0)
        return self.spawner.submit(start).result()

    def log(self, name, lines=20):
        with open(os.path.join(self.folder, name), errors="replace") as file:
            return "".join(file.readlines()[-lines:])

    def close(self):
        self.spawner.shutdown()
        shutil.rmtree(self.folder, ignore_errors=True)


class Service:
    """One process that can be killed and started again on the same port and folder."""
    ends_by = signal.SIGTERM
    patience = 15

    def __init__(self, ground):
        self.ground, self.process = ground, None

    def start(self):
        self.process = self.launch()
        try:
            wait(self.ready, type(self).__name__, self.patience, self.process)
        except RuntimeError as error:
            raise RuntimeError(f"{error}\n{self.ground.log(self.log_name)}") from None
        return self

    def kill(self):
        """As a power cut ends it: no time to write anything."""
        self.process.kill()
        self.process.wait()

    def stop(self, limit=10):
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(self.ends_by)
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
