"""A central by bleak: hears the RedBear shield's notifications, then writes the frames it is given (hexadecimal, one an argument)."""
import asyncio
import subprocess
import sys

from bleak import BleakClient, BleakScanner
from bleak.backends.bluezdbus.manager import get_global_bluez_manager
from report import tell

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
RECEIVES = "713d0003-503e-4c75-ba94-3148f18d941e"
SPEAKS = "713d0002-503e-4c75-ba94-3148f18d941e"


async def connected(shield):
    """As soon as Connect is answered bleak asks whether it is connected, and what it believes comes to it over another connection
    to the bus, maybe later. So the shield is connected before, until bleak believes it."""
    path = shield.details["path"]
    subprocess.run(["busctl", "call", "org.bluez", path, "org.bluez.Device1", "Connect"], check=True)
    manager = await get_global_bluez_manager()
    async with asyncio.timeout(30):
        while not manager.is_connected(path):
            await asyncio.sleep(0.05)
    client = BleakClient(shield, bluez={"adapter": "hci1"})
    await client.connect()
    return client


async def main(frames):
    shield = await BleakScanner.find_device_by_filter(
        lambda device, advertisement: SERVICE in advertisement.service_uuids, timeout=60, bluez={"adapter": "hci1"}
    )
    if shield is None:
        sys.exit("no shield was found")
    heard = asyncio.Event()

    def notified(characteristic, value):
        tell("notify", hex=value.hex())
        heard.set()

    client = await connected(shield)
    try:
        await client.start_notify(SPEAKS, notified)
        tell("listening")
        await heard.wait()
        for frame in frames:
            await client.write_gatt_char(RECEIVES, bytes.fromhex(frame), response=False)
    finally:
        await client.disconnect()
    tell("done")


asyncio.run(main(sys.argv[1:]))
