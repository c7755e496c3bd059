"""The built programs on real services: what the tests of the relay share."""

import json
import os
import signal
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "Services"))
from proxy import Proxy  # noqa: E402,F401
from services import Services  # noqa: E402,F401
from ground import wait  # noqa: E402,F401


class Programs:
    """The two built programs, and what they need to find the services."""

    def __init__(self, waldo, waldo_relay, services):
        self.waldo, self.relay, self.services = waldo, waldo_relay, services
        folder = services.ground.folder
        self.ca = f"{services.certificates}/ca.pem"
        self.credentials = {}
        for role, path in services.passwords.items():
            with open(path) as file:
                self.credentials[role] = self.secret(f"{folder}/{role}.credentials", f"{role}\n{file.read()}")
        self.environment = os.environ | {"PGSSLROOTCERT": self.ca, "HOME": folder}
        self.environment.pop("PGPASSWORD", None)

    @staticmethod
    def secret(path, text):
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        return path

    def passfile(self, name):
        return f"{self.services.ground.folder}/{name}.pgpass"

    def database(self, name):
        return self.services.postgres.addresses()[name]

    def run(self, *words, status=0, **options):
        """Runs a program to its end; what it prints."""
        done = subprocess.run(words, text=True, capture_output=True, env=self.environment, timeout=120,
                              stdin=subprocess.DEVNULL, **options)
        assert done.returncode == status, (words, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def schema(self):
        """The schema by the program itself, and the logins with their roles."""
        self.run(self.relay, "schema", self.database("admin"))
        self.services.postgres.grant()

    def start(self, *words, log="program.log"):
        """Starts a program whose output goes to a file. A group of its own: Ctrl-C at a terminal is the harness' alone."""
        with open(f"{self.services.ground.folder}/{log}", "ab") as file:
            return subprocess.Popen(words, stdout=file, stderr=file, stdin=subprocess.DEVNULL, env=self.environment, process_group=0)

    def collector(self, broker, *more, log="collector.log"):
        return self.start(self.relay, "collect", "--from", broker, "--to", self.database("collector"), "--ca", self.ca,
                          "--credentials", self.credentials["collector"], "--passfile", self.passfile("collector"), *more, log=log)

    def pusher(self, store, target, *more, log="push.log"):
        return self.start(self.relay, "push", store, target, "--ca", self.ca, "--credentials", self.credentials["station"], *more,
                          log=log)


def end(process, limit=15):
    """Ends a program as a user does; its status."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


def main(tests, arguments):
    """Runs the functions that are named test_*, or those that the arguments name; the exit status."""
    wanted, failed, count = set(arguments), 0, 0
    for name, test in list(tests.items()):
        if not name.startswith("test_") or (wanted and name not in wanted):
            continue
        count += 1
        began = time.monotonic()
        try:
            test()
            print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
        except Exception as error:
            import traceback
            failed += 1
            traceback.print_exc()
            print(f"{name} failed: {error!r}"[:3000], flush=True)
    print(f"ok {count}" if failed == 0 and count > 0 else f"{failed} of {count} tests failed", flush=True)
    return 0 if failed == 0 and count > 0 else 1


def objects(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
