"""Pairs a central with a shield, as a person does with bluetoothctl: one agent, which agrees to everything."""
import subprocess
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gatt import OBJECTS, PROPERTIES
from gi.repository import GLib
from lab import Failure, wait_for

BLUEZ, AGENT = "org.bluez", "/lab/agent"
PAIRING = 40  # seconds


class Agent(dbus.service.Object):
    """Neither side has a display or keys: the two agree without a number (Just Works)."""

    @dbus.service.method("org.bluez.Agent1", in_signature="o", out_signature="")
    def RequestAuthorization(self, device):
        pass

    @dbus.service.method("org.bluez.Agent1", in_signature="os", out_signature="")
    def AuthorizeService(self, device, uuid):
        pass

    @dbus.service.method("org.bluez.Agent1", in_signature="", out_signature="")
    def Cancel(self):
        pass

    @dbus.service.method("org.bluez.Agent1", in_signature="", out_signature="")
    def Release(self):
        pass


class Pairing:
    """The bond between a central's adapter and the shield at an address."""

    def __init__(self, central, address):
        # The agent answers while a call here waits: in a process of its own.
        self.agent = subprocess.Popen([sys.executable, __file__], stdout=subprocess.PIPE, text=True)
        self.agent.stdout.readline()
        self.bus = dbus.SystemBus()
        self.adapter = f"/org/bluez/{central}"
        self.device = f"{self.adapter}/dev_{address.replace(':', '_')}"

    def object(self, path, interface):
        return dbus.Interface(self.bus.get_object(BLUEZ, path, introspect=False), interface)

    def properties(self, path):
        return self.object("/", OBJECTS).GetManagedObjects().get(path, {}).get("org.bluez.Device1", {})

    def bond(self):
        """Looks for the shield, pairs with it, and lets go of it."""
        adapter = self.object(self.adapter, "org.bluez.Adapter1")
        # Without the pattern BlueZ since 5.67 is silent about a shield that it knows.
        adapter.SetDiscoveryFilter(dbus.Dictionary({"Transport": "le", "Pattern": ""}, signature="sv"))
        adapter.StartDiscovery()
        wait_for("the shield to be heard", lambda: "RSSI" in self.properties(self.device))
        adapter.StopDiscovery()
        device = self.object(self.device, "org.bluez.Device1")
        try:
            # Pair alone is answered once the services are known too; one bluetoothd in both roles never comes to that.
            device.Connect(timeout=PAIRING)
            wait_for("its services", lambda: self.properties(self.device).get("ServicesResolved"))
            device.Pair(timeout=PAIRING)
        except dbus.DBusException as error:
            raise Failure(f"pairing: {error}") from error
        wait_for("the bond", lambda: self.properties(self.device).get("Bonded"))
        device.Disconnect()
        wait_for("the disconnect", lambda: not self.properties(self.device).get("Connected"))
        self.agent.terminate()


def agree():
    """Registers the agent, says so, and answers for as long as it runs."""
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    Agent(bus, AGENT)
    manager = dbus.Interface(bus.get_object(BLUEZ, "/org/bluez", introspect=False), "org.bluez.AgentManager1")
    manager.RegisterAgent(dbus.ObjectPath(AGENT), "NoInputNoOutput")
    manager.RequestDefaultAgent(dbus.ObjectPath(AGENT))
    print("ready", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    agree()
