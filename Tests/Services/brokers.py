"""Brokers from the shipped example files: paths and ports are replaced, nothing else."""

import os
import signal
import subprocess
import sys

import mqtt
from ground import SHIPPED, Service, free_ports, wait

USERS = {"station": "station", "other": "station", "collector": "collector", "reader": "reader"}


def certificates(ground):
    """The folder with the authority and the server's certificate, made once."""
    folder = os.path.join(ground.folder, "certs")
    if not os.path.exists(folder):
        ground.make("certs")
        subprocess.run([f"{SHIPPED}/certificates", folder, "localhost", "127.0.0.1"], check=True)
        ground.own(*(os.path.join(folder, name) for name in os.listdir(folder)))
    return folder


def password_files(ground):
    """A password file for each user, of mode 0600 and of who runs the tests."""
    paths = {}
    for name in USERS:
        paths[name] = os.path.join(ground.folder, f"{name}.password")
        if not os.path.exists(paths[name]):
            with open(os.open(paths[name], os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(os.urandom(12).hex() + "\n")
    return paths


def users(ground, broker):
    """What the shipped script makes of them."""
    files = password_files(ground)
    words = [f"{name}={role}:{files[name]}" for name, role in USERS.items()]
    return subprocess.run([sys.executable, f"{SHIPPED}/broker-users", broker, *words], check=True, text=True,
                          capture_output=True).stdout


def replace_password(ground, name):
    """A user has another password from the next list on."""
    with open(password_files(ground)[name], "w") as file:
        file.write(os.urandom(12).hex() + "\n")


def shipped(name):
    with open(f"{SHIPPED}/{name}") as file:
        return file.read()


def replaced(text, **words):
    for old, new in words.items():
        assert old in text, f"{old} is not in the example file"
        text = text.replace(old, new)
    return text


def accepts(ground, port):
    """Whether a broker takes a user: a node of a cluster does once the cluster has elected a leader."""
    with open(password_files(ground)["reader"]) as file:
        password = file.readline().strip()
    try:
        mqtt.login(port, f"{certificates(ground)}/ca.pem", "waldo-services", "reader", password).close()
        return True
    except OSError:
        return False


class Mosquitto(Service):
    log_name = "mosquitto.log"

    def __init__(self, ground):
        super().__init__(ground)
        self.port, = free_ports(1)
        folder = ground.make("mosquitto")
        ground.write("mosquitto/users.json", users(ground, "mosquitto"))
        text = replaced(shipped("mosquitto.conf"), **{
            "listener 8883": f"listener {self.port} 127.0.0.1", "/etc/mosquitto/certs": certificates(ground),
            "/etc/mosquitto/waldo-users.json": f"{folder}/users.json"})
        # What Debian's mosquitto.conf says before it includes conf.d.
        ground.write("mosquitto/mosquitto.conf", f"persistence true\npersistence_location {folder}/\n{text}")

    def launch(self):
        return self.ground.spawn(self.log_name, "/usr/sbin/mosquitto", "-c", "mosquitto/mosquitto.conf")

    def renew_users(self):
        """Takes a new list as the guide says it: while the broker is stopped."""
        self.stop()
        self.ground.write("mosquitto/users.json", users(self.ground, "mosquitto"))
        self.start()

    def ready(self):
        return accepts(self.ground, self.port)

    def addresses(self):
        return {"port": self.port, "url": f"mqtts://localhost:{self.port}"}


class Node(Service):
    """One nats-server of a cluster."""

    def __init__(self, ground, name, ports, configuration):
        super().__init__(ground)
        self.name, self.configuration = name, configuration
        self.port, self.cluster, self.nats = ports
        self.log_name = f"nats-{name}.log"
        self.store = ground.make(f"nats/{name}")

    def launch(self):
        return self.ground.spawn(
            self.log_name, "/usr/sbin/nats-server", "-c", self.configuration, NODE=self.name, STORE=self.store,
            MQTT_PORT=str(self.port), CLUSTER_PORT=str(self.cluster), NATS_PORT=str(self.nats))

    def ready(self):
        # Whoever connects before there is a leader waits for 4 s, and then in vain.
        return "metadata leader" in self.ground.log(self.log_name, 2000) and accepts(self.ground, self.port)


class Cluster:
    """Three nats-servers with JetStream and MQTT."""

    def __init__(self, ground, nodes=("one", "two", "three")):
        ports = free_ports(3 * len(nodes))
        ports = [ports[3 * i:3 * i + 3] for i in range(len(nodes))]
        ground.make("nats")
        ground.write("nats/waldo-users.conf", users(ground, "nats"))
        routes = ", ".join(f"nats://localhost:{cluster}" for _, cluster, _ in ports)
        text = shipped("nats.conf")
        example = "nats://one.example:6222, nats://two.example:6222, nats://three.example:6222"
        text = replaced(text, **{example: routes, "/etc/nats/certs": certificates(ground), "0.0.0.0": "127.0.0.1"})
        # The example listens to the network; here all is on this machine.
        text = text.replace("port: $MQTT_PORT", "host: 127.0.0.1\n    port: $MQTT_PORT")
        path = ground.write("nats/waldo.conf", text)
        self.ground = ground
        self.nodes = [Node(ground, name, ports[i], path) for i, name in enumerate(nodes)]

    def start(self):
        for node in self.nodes:
            node.process = node.launch()
        for node in self.nodes:
            wait(node.ready, f"node {node.name}", 30, node.process)
        return self

    def stop(self):
        for node in self.nodes:
            node.stop()

    def renew_users(self):
        """Takes a new list as the guide says it: each node reads it again."""
        self.ground.write("nats/waldo-users.conf", users(self.ground, "nats"))
        for node in self.nodes:
            node.process.send_signal(signal.SIGHUP)

    def addresses(self):
        return {"ports": [node.port for node in self.nodes], "urls": [f"mqtts://localhost:{node.port}" for node in self.nodes]}
