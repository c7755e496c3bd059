"""As fast as it gets in Python: evdev, dbus-fast, and bluetoothd's write socket.

    with_dbus_fast.py NODE ADDRESS
"""
import asyncio
import os
import struct
import sys

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus
from evdev import InputDevice, ecodes


async def call(bus, path, interface, member, signature="", *body):
    reply = await bus.call(Message("org.bluez", path, interface, member, signature=signature, body=list(body)))
    if reply.message_type == MessageType.ERROR:
        sys.exit(f"{member}: {reply.error_name} {reply.body}")
    return reply


async def main(node, address):
    bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
    device = "/org/bluez/hci0/dev_" + address.replace(":", "_")
    await call(bus, "/org/bluez/hci0", "org.bluez.Adapter1", "StartDiscovery")
    await call(bus, device, "org.bluez.Device1", "Connect")
    characteristic = device + "/service0001/char0000"
    reply = await call(bus, characteristic, "org.bluez.GattCharacteristic1", "AcquireWrite", "a{sv}", {})
    link = reply.unix_fds[reply.body[0]]

    pad = InputDevice(node)
    info = pad.absinfo(ecodes.ABS_RZ)
    span = info.max - info.min
    value = sent = 0

    def ready():
        nonlocal value, sent
        for event in pad.read():
            if event.type == ecodes.EV_ABS and event.code == ecodes.ABS_RZ:
                value = (event.value - info.min) * 32767 // span
        if value != sent:
            os.write(link, struct.pack("<Bh", 0xA5, value))
            sent = value

    asyncio.get_running_loop().add_reader(pad.fd, ready)
    await asyncio.Event().wait()


asyncio.run(main(*sys.argv[1:]))
