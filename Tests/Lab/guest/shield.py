#!/usr/bin/python3 -u
"""A stand-in for a RedBear BLE Shield, on one adapter of bluetoothd (its GattManager1 and LEAdvertisingManager1).

It writes a transcript, one JSON object a line: {"event": "write", "time": 12.3, "hex": "533e"} for what it is sent, and
other events (advertising, connected, gone, notified). It takes commands, one a line, from a FIFO: `notify HEX`, `disconnect`.
A bluetoothd that goes and comes back is followed; without a system bus it ends.
"""
import argparse
import json
import os
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
WRITE = "713d0003-503e-4c75-ba94-3148f18d941e"
NOTIFY = "713d0002-503e-4c75-ba94-3148f18d941e"
DEVICE_INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"
HARDWARE_REVISION = "00002a27-0000-1000-8000-00805f9b34fb"
# A real shield has the same handles each time it is switched on. bluetoothd 5.66 can crash over handles that have changed.
SERVICE_HANDLE, WRITE_HANDLE, NOTIFY_HANDLE = map(dbus.UInt16, [0x0101, 0x0102, 0x0104])
INFORMATION_HANDLE, REVISION_HANDLE = map(dbus.UInt16, [0x0201, 0x0202])

BLUEZ = "org.bluez"
OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
ADVERTISEMENT_PATH = dbus.ObjectPath("/lab/advertisement")
NO_OPTIONS = dbus.Dictionary({}, signature="sv")


def strings(*values):
    return dbus.Array(values, signature="s")


class Transcript:
    def __init__(self, path):
        self.file = open(path, "a", buffering=1) if path else sys.stdout

    def tell(self, event, **fields):
        self.file.write(json.dumps({"event": event, "time": round(time.monotonic(), 4), **fields}) + "\n")


class Part(dbus.service.Object):
    """An object with properties of one interface."""

    def __init__(self, bus, path, interface, properties):
        self.path = dbus.ObjectPath(path)
        self.interface = interface
        self.properties = properties
        super().__init__(bus, path)

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.properties[name]

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass


class Received(Part):
    """The characteristic that takes what the arm is to do."""

    def __init__(self, bus, service, transcript):
        self.transcript = transcript
        flags = strings("write", "write-without-response")
        properties = {"Service": service.path, "UUID": WRITE, "Flags": flags, "Handle": WRITE_HANDLE}
        super().__init__(bus, "/lab/service/write", CHARACTERISTIC, properties)

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        self.transcript.tell("write", hex=bytes(value).hex())


class Notified(Part):
    """The characteristic by which the arm speaks."""

    def __init__(self, bus, service, transcript):
        self.transcript = transcript
        self.has_listener = False
        flags = strings("notify")
        properties = {"Service": service.path, "UUID": NOTIFY, "Flags": flags, "Handle": NOTIFY_HANDLE}
        super().__init__(bus, "/lab/service/notify", CHARACTERISTIC, properties)

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        self.has_listener = True
        self.transcript.tell("listened to")

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        self.has_listener = False

    def say(self, value):
        if self.has_listener:
            self.PropertiesChanged(self.interface, {"Value": dbus.Array(value, signature="y")}, [])
        self.transcript.tell("notified", hex=value.hex(), heard=self.has_listener)


class Revision(Part):
    """The one characteristic of the shield that can be read."""

    def __init__(self, bus, service):
        flags = strings("read")
        properties = {"Service": service.path, "UUID": HARDWARE_REVISION, "Flags": flags, "Handle": REVISION_HANDLE}
        super().__init__(bus, "/lab/information/revision", CHARACTERISTIC, properties)

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        return dbus.Array(b"BLEShield", signature="y")


class Application(dbus.service.Object):
    """What GattManager1 asks for: every object of the services."""

    def __init__(self, bus, parts):
        self.parts = parts
        super().__init__(bus, "/lab")

    @dbus.service.method(OBJECTS, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return {part.path: {part.interface: part.properties} for part in self.parts}


class Shield:
    # Once bluetoothd runs, every call to it is asynchronous: one that waits, while bluetoothd waits for us, would hang both.

    def __init__(self, bus, adapter, name, transcript):
        self.bus = bus
        self.adapter = f"/org/bluez/{adapter}"
        self.transcript = transcript
        self.is_advertising = False
        service = self.service("/lab/service", SERVICE, SERVICE_HANDLE)
        information = self.service("/lab/information", DEVICE_INFORMATION, INFORMATION_HANDLE)
        self.notified = Notified(bus, service, transcript)
        self.application = Application(
            bus,
            [service, Received(bus, service, transcript), self.notified, information, Revision(bus, information)],
        )
        self.advertisement = Part(
            bus,
            ADVERTISEMENT_PATH,
            "org.bluez.LEAdvertisement1",
            {"Type": "peripheral", "ServiceUUIDs": strings(SERVICE), "LocalName": name},
        )
        bus.add_signal_receiver(self.bluetoothd_changed, "NameOwnerChanged", "org.freedesktop.DBus", arg0=BLUEZ)
        bus.add_signal_receiver(self.properties_changed, "PropertiesChanged", PROPERTIES, path_keyword="path")
        GLib.timeout_add(1000, self.advertise_anew)
        self.start()

    def service(self, path, uuid, handle):
        properties = {"UUID": uuid, "Primary": dbus.Boolean(True), "Handle": handle}
        return Part(self.bus, path, "org.bluez.GattService1", properties)

    def object(self, path, interface):
        return dbus.Interface(self.bus.get_object(BLUEZ, path, introspect=False), interface)

    def complain(self, what):
        return lambda error: self.transcript.tell("refused", what=what, error=str(error))

    def start(self, tries=50):
        """bluetoothd is on the bus before its adapters are: it is asked again until it knows ours."""

        def again(error):
            if tries == 0:
                self.complain("power")(error)
            else:
                GLib.timeout_add(100, lambda: self.start(tries - 1))

        self.object(self.adapter, PROPERTIES).Set(
            "org.bluez.Adapter1",
            "Powered",
            dbus.Boolean(True, variant_level=1),
            reply_handler=self.register,
            error_handler=again,
        )

    def register(self):
        self.object(self.adapter, "org.bluez.GattManager1").RegisterApplication(
            dbus.ObjectPath("/lab"),
            NO_OPTIONS,
            reply_handler=self.advertise,
            error_handler=self.complain("register the service"),
        )

    def advertise(self):
        def begun():
            if not self.is_advertising:
                self.transcript.tell("advertising")
            self.is_advertising = True

        def refused(error):
            # The first one after bluetoothd has started may fail.
            self.complain("advertise")(error)
            GLib.timeout_add(1000, self.advertise)

        self.object(self.adapter, "org.bluez.LEAdvertisingManager1").RegisterAdvertisement(
            ADVERTISEMENT_PATH, NO_OPTIONS, reply_handler=begun, error_handler=refused
        )

    def advertise_anew(self):
        """btvirt reports an advertisement once, when scanning or advertising begins, and the kernel can miss that one."""
        if self.is_advertising:
            self.with_centrals(lambda paths: paths or self.stop_advertising(then=self.advertise))
        return True

    def stop_advertising(self, then):
        self.object(self.adapter, "org.bluez.LEAdvertisingManager1").UnregisterAdvertisement(
            ADVERTISEMENT_PATH, reply_handler=then, error_handler=lambda error: None
        )

    def with_centrals(self, use):
        """Hands over the paths of who is connected."""

        def pick(objects):
            use(
                [
                    path
                    for path, interfaces in objects.items()
                    if path.startswith(self.adapter + "/")
                    and interfaces.get("org.bluez.Device1", {}).get("Connected", False)
                ]
            )

        self.object("/", OBJECTS).GetManagedObjects(reply_handler=pick, error_handler=lambda error: None)

    def bluetoothd_changed(self, name, old, new):
        self.is_advertising = False
        self.transcript.tell("bluetoothd is there" if new else "bluetoothd is gone")
        if new:
            GLib.timeout_add(200, self.start)

    def properties_changed(self, interface, changed, invalidated, path):
        if interface == "org.bluez.Device1" and path.startswith(self.adapter + "/") and "Connected" in changed:
            self.transcript.tell("connected" if changed["Connected"] else "gone")

    def command(self, line):
        word, *arguments = line.split()
        if word == "notify":
            self.notified.say(bytes.fromhex(arguments[0]))
        elif word == "disconnect":
            self.with_centrals(self.disconnect)
        else:
            self.transcript.tell("unknown command", line=line)

    def disconnect(self, paths):
        for path in paths:
            self.object(path, "org.bluez.Device1").Disconnect(
                reply_handler=lambda: None, error_handler=self.complain("disconnect")
            )


def watch_commands(path, take):
    """Calls `take` with each line that is written into the FIFO."""
    if not os.path.exists(path):
        os.mkfifo(path)
    fifo = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    pending = b""

    def readable(_fd, _condition):
        nonlocal pending
        *lines, pending = (pending + os.read(fifo, 4096)).split(b"\n")
        for line in lines:
            if line.strip():
                take(line.decode())
        return True

    GLib.io_add_watch(fifo, GLib.IO_IN, readable)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", default="hci0")
    parser.add_argument("--name", default="BLE Shield")
    parser.add_argument("--transcript", help="the file to append to (default: standard output)")
    parser.add_argument("--commands", help="the FIFO to make and read")
    options = parser.parse_args()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    shield = Shield(dbus.SystemBus(), options.adapter, options.name, Transcript(options.transcript))
    if options.commands:
        watch_commands(options.commands, shield.command)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
