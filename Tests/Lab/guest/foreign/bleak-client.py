"""A central by bleak: hears the RedBear shield's notifications, then writes the frames it is given (hexadecimal, one an argument)."""
import asyncio
import subprocess
import sys

from bleak import BleakClient, BleakScanner
from report import tell

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
RECEIVES = "713d0003-503e-4c75-ba94-3148f18d941e"
SPEAKS = "713d0002-503e-4c75-ba94-3148f18d941e"


async def find():
    # By its own filter, the transport alone, bleak hears nothing of a shield that BlueZ knows, since BlueZ 5.67.
    shield = await BleakScanner.find_device_by_filter(
        lambda device, advertisement: SERVICE in advertisement.service_uuids,
        timeout=60,
        bluez={"adapter": "hci1", "filters": {"Pattern": ""}},
    )
    return shield or sys.exit("no shield was found")


def connect(shield):
    """bluetoothd often leaves out that a device is connected now (device_add_connection: it is already), and bleak, which keeps what
    it is told, takes that for a loss. So the shield is connected before bleak asks, in a loop of its own, how everything stands."""
    subprocess.run(["busctl", "call", "org.bluez", shield.details["path"], "org.bluez.Device1", "Connect"], check=True)


async def drive(shield, frames):
    heard = asyncio.Event()

    def notified(characteristic, value):
        tell("notify", hex=value.hex())
        heard.set()

    async with BleakClient(shield, bluez={"adapter": "hci1"}) as client:
        await client.start_notify(SPEAKS, notified)
        tell("listening")
        await heard.wait()
        for frame in frames:
            await client.write_gatt_char(RECEIVES, bytes.fromhex(frame), response=False)
    tell("done")


found = asyncio.run(find())
connect(found)
asyncio.run(drive(found, sys.argv[1:]))
