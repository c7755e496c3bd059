"""A set of services that starts and ends together."""

import threading

from brokers import Cluster, Mosquitto, certificates, password_files
from database import Postgres
from ground import Ground, check_packages


class Services:
    """The named services, in a scratch folder of their own, which goes with them."""

    def __init__(self, *names):
        check_packages(names)
        self.ground = Ground()
        self.mosquitto = self.nats = self.postgres = None
        try:
            self.certificates = certificates(self.ground)
            self.passwords = password_files(self.ground)
            self._start(names)
        except BaseException:
            self.close()
            raise

    def _start(self, names):
        """Side by side: they wait more than they compute."""
        failures = []

        def attempt(start):
            try:
                start()
            except Exception as error:  # of another thread: raised by this one
                failures.append(error)

        def mosquitto():
            self.mosquitto = Mosquitto(self.ground)
            self.mosquitto.start()

        def nats():
            self.nats = Cluster(self.ground)
            self.nats.start()

        def postgres():
            self.postgres = Postgres(self.ground)
            self.postgres.create()

        starts = {"mosquitto": mosquitto, "nats": nats, "postgres": postgres}
        threads = [threading.Thread(target=attempt, args=(starts[name],)) for name in dict.fromkeys(names)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    def addresses(self):
        found = {"folder": self.ground.folder, "ca": f"{self.certificates}/ca.pem", "passwords": self.passwords}
        for name in ("mosquitto", "nats", "postgres"):
            service = getattr(self, name)
            if service is not None:
                found[name] = service.addresses()
        return found

    def close(self):
        for service in (self.nats, self.mosquitto, self.postgres):
            if service is not None:
                service.stop()
        self.ground.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
