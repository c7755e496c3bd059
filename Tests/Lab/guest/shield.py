#!/usr/bin/python3 -u
"""A stand-in for a RedBear BLE Shield, on one adapter of bluetoothd (its GattManager1 and LEAdvertisingManager1).

It writes a transcript, one JSON object a line: {"event": "write", "time": 12.3, "hex": "533e"} for what it is sent, and
other events (advertising, connected, gone, notified). It takes commands, one a line, from a FIFO:

    notify HEX      say this
    flood COUNT     say so many records of four bytes, counted from 0, as fast as it can
    withdraw        take the services back, while connected or not
    offer           offer them again
    disconnect      end the connection

A bluetoothd that goes and comes back is followed; without a system bus it ends.
"""
import argparse
import json
import os
import sys
import time

import dbus
import dbus.mainloop.glib
from gatt import OBJECTS, PROPERTIES, Application, Characteristic, Notified, Part, Received, Service, strings
from gi.repository import GLib
from hci import leave_in_discovery

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
WRITE = "713d0003-503e-4c75-ba94-3148f18d941e"
NOTIFY = "713d0002-503e-4c75-ba94-3148f18d941e"
DEVICE_INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"
HARDWARE_REVISION = "00002a27-0000-1000-8000-00805f9b34fb"
# A real shield has the same handles each time it is switched on. bluetoothd 5.66 can crash over handles that have changed.
# Of a characteristic it is the value's: its declaration has the one before, which must be free (5.66 does not look, 5.82 does).
SERVICE_HANDLE, WRITE_HANDLE, NOTIFY_HANDLE = 0x0101, 0x0103, 0x0105
INFORMATION_HANDLE, REVISION_HANDLE = 0x0201, 0x0203

BLUEZ = "org.bluez"
ADVERTISEMENT_PATH = dbus.ObjectPath("/lab/advertisement")
NO_OPTIONS = dbus.Dictionary({}, signature="sv")


class Transcript:
    def __init__(self, path):
        self.file = open(path, "a", buffering=1) if path else sys.stdout

    def tell(self, event, **fields):
        self.file.write(json.dumps({"event": event, "time": round(time.monotonic(), 4), **fields}) + "\n")


class Shield:
    # Once bluetoothd runs, every call to it is asynchronous: one that waits, while bluetoothd waits for us, would hang both.

    def __init__(self, bus, options, transcript):
        self.bus = bus
        self.adapter = f"/org/bluez/{options.adapter}"
        self.options = options
        self.transcript = transcript
        self.is_advertising = self.has_advertised = False
        self.runs = 0  # of bluetoothd, that began or ended while this ran
        self.application = Application(bus, self.parts())
        data = {"Type": "peripheral", "ServiceUUIDs": strings(options.service), "LocalName": options.name}
        self.advertisement = Part(bus, ADVERTISEMENT_PATH, "org.bluez.LEAdvertisement1", data)
        bus.add_signal_receiver(self.bluetoothd_changed, "NameOwnerChanged", "org.freedesktop.DBus", arg0=BLUEZ)
        bus.add_signal_receiver(self.properties_changed, "PropertiesChanged", PROPERTIES, path_keyword="path")
        GLib.timeout_add(1000, self.advertise_anew)
        if options.leave:
            leave_in_discovery(options.adapter, options.leave, left=lambda: transcript.tell("left in discovery"))
        self.start()

    def parts(self):
        """The arm's service, and the device's information with the one characteristic that can be read."""
        bus, options = self.bus, self.options

        def at(handle):
            return None if options.moves else handle

        service = Service(bus, "/lab/service", options.service, at(SERVICE_HANDLE))
        information = Service(bus, "/lab/information", DEVICE_INFORMATION, at(INFORMATION_HANDLE))
        revision = Characteristic(bus, information, "revision", HARDWARE_REVISION, ["read"], at(REVISION_HANDLE))
        revision.value = b"BLEShield"
        parts = [service, information, revision]
        if not options.without_characteristics:
            flags, notify_flags = options.flags.split(","), options.notify_flags.split(",")
            self.notified = Notified(bus, service, options.notify, notify_flags, at(NOTIFY_HANDLE), self.transcript)
            parts += [Received(bus, service, WRITE, flags, at(WRITE_HANDLE), self.transcript), self.notified]
        return parts

    def object(self, path, interface):
        return dbus.Interface(self.bus.get_object(BLUEZ, path, introspect=False), interface)

    def complain(self, what):
        return lambda error: self.transcript.tell("refused", what=what, error=str(error))

    def start(self):
        """bluetoothd is on the bus before its adapters are, for seconds on a busy host: it is asked until it knows ours."""

        def again(error):
            self.complain("power")(error)
            self.later(200, self.start)

        def powered():
            if self.options.alias:
                self.set("Alias", dbus.String(self.options.alias, variant_level=1), then=lambda: None, refused=self.complain("alias"))
            self.offer(then=self.advertise)

        self.set("Powered", dbus.Boolean(True, variant_level=1), then=powered, refused=again)

    def set(self, name, value, then, refused):
        adapter = self.object(self.adapter, PROPERTIES)
        adapter.Set("org.bluez.Adapter1", name, value, reply_handler=then, error_handler=refused)

    def offer(self, then):
        if self.options.advertise_only:
            then()
            return

        def refused(error):
            # bluetoothd may still have to remove the services of the program that was here before.
            self.complain("register the service")(error)
            self.later(1000, lambda: self.offer(then))

        self.object(self.adapter, "org.bluez.GattManager1").RegisterApplication(
            dbus.ObjectPath("/lab"), NO_OPTIONS, reply_handler=then, error_handler=refused
        )

    def withdraw(self):
        self.object(self.adapter, "org.bluez.GattManager1").UnregisterApplication(
            dbus.ObjectPath("/lab"),
            reply_handler=lambda: self.transcript.tell("withdrawn"),
            error_handler=self.complain("withdraw the service"),
        )

    def advertise(self):
        def begun():
            self.is_advertising = True
            if not self.has_advertised:
                self.transcript.tell("advertising")
            self.has_advertised = True

        def refused(error):
            # The first one after bluetoothd has started may fail.
            self.complain("advertise")(error)
            self.later(1000, self.advertise)

        self.object(self.adapter, "org.bluez.LEAdvertisingManager1").RegisterAdvertisement(
            ADVERTISEMENT_PATH, NO_OPTIONS, reply_handler=begun, error_handler=refused
        )

    def advertise_anew(self):
        """btvirt reports an advertisement once, when scanning or advertising begins, and the kernel can miss that one. Only who
        has not heard us yet is told again: btvirt fails a connection (0x3e) that begins while nobody advertises, and the
        kernel then makes none any more."""
        if self.is_advertising:
            self.with_objects(lambda objects: self.is_missed(objects) and self.stop_advertising(then=self.advertise))
        return True

    def is_missed(self, objects):
        """Whether nobody is connected, and another controller listens that has not heard us."""
        adapters = {path: parts["org.bluez.Adapter1"] for path, parts in objects.items() if "org.bluez.Adapter1" in parts}
        devices = [parts["org.bluez.Device1"] for parts in objects.values() if "org.bluez.Device1" in parts]
        if self.adapter not in adapters or any(d["Connected"] for d in devices if d["Adapter"] == self.adapter):
            return False
        address = adapters[self.adapter]["Address"]
        heard = {device["Adapter"] for device in devices if device["Address"] == address and "RSSI" in device}
        listening = {path for path, adapter in adapters.items() if adapter["Discovering"] and path != self.adapter}
        return bool(listening - heard)

    def stop_advertising(self, then):
        # One at a time: an advertisement that is taken back while it is being registered crashes bluetoothd 5.66.
        if not self.is_advertising:
            return
        self.is_advertising = False
        self.object(self.adapter, "org.bluez.LEAdvertisingManager1").UnregisterAdvertisement(
            ADVERTISEMENT_PATH, reply_handler=then, error_handler=self.complain("advertise anew")
        )

    def with_objects(self, use):
        """Hands over what bluetoothd knows."""
        self.object("/", OBJECTS).GetManagedObjects(reply_handler=use, error_handler=lambda error: None)

    def bluetoothd_changed(self, name, old, new):
        self.is_advertising = self.has_advertised = False
        self.runs += 1
        self.transcript.tell("bluetoothd is there" if new else "bluetoothd is gone")
        if new:
            self.later(200, self.start)

    def later(self, milliseconds, do):
        """Does it once, unless bluetoothd has gone or has come back meanwhile: then it starts from the beginning."""
        run = self.runs

        def due():
            if run == self.runs:
                do()
            return False

        GLib.timeout_add(milliseconds, due)

    def properties_changed(self, interface, changed, invalidated, path):
        if interface == "org.bluez.Device1" and path.startswith(self.adapter + "/") and "Connected" in changed:
            self.transcript.tell("connected" if changed["Connected"] else "gone")

    def command(self, line):
        word, *arguments = line.split()
        if word == "notify":
            self.notified.say(bytes.fromhex(arguments[0]))
        elif word == "flood":
            self.notified.flood(int(arguments[0]))
        elif word == "withdraw":
            self.withdraw()
        elif word == "offer":
            self.offer(then=lambda: self.transcript.tell("offered"))
        elif word == "disconnect":
            self.with_objects(self.disconnect)
        else:
            self.transcript.tell("unknown command", line=line)

    def disconnect(self, objects):
        for path, parts in objects.items():
            if not path.startswith(self.adapter + "/") or not parts.get("org.bluez.Device1", {}).get("Connected", False):
                continue
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
    parser.add_argument("--name", default="BLE Shield", help="what it advertises")
    parser.add_argument("--alias", help="the adapter's name, which a central reads once it is connected")
    parser.add_argument("--service", default=SERVICE, help="the UUID that it advertises and offers")
    parser.add_argument("--notify", default=NOTIFY, help="the UUID of the characteristic by which it speaks")
    parser.add_argument("--flags", default="write,write-without-response", help="of the characteristic that is written")
    parser.add_argument("--notify-flags", default="notify", help="of the one by which it speaks")
    parser.add_argument("--without-characteristics", action="store_true", help="its service is empty")
    parser.add_argument("--advertise-only", action="store_true", help="it offers no service of its own at all")
    parser.add_argument("--moves", action="store_true", help="offered again, its services are elsewhere in its table")
    parser.add_argument("--leave", type=int, default=0, metavar="N", help="leave N connections while they are discovered")
    parser.add_argument("--transcript", help="the file to append to (default: standard output)")
    parser.add_argument("--commands", help="the FIFO to make and read")
    options = parser.parse_args()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    shield = Shield(dbus.SystemBus(), options, Transcript(options.transcript))
    if options.commands:
        watch_commands(options.commands, shield.command)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
