"""A central by bleak: hears the RedBear shield's notifications, then writes the frames it is given (hexadecimal, one an argument)."""
import asyncio
import subprocess
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError
from report import tell

SERVICE = "713d0000-503e-4c75-ba94-3148f18d941e"
RECEIVES = "713d0003-503e-4c75-ba94-3148f18d941e"
SPEAKS = "713d0002-503e-4c75-ba94-3148f18d941e"


async def connected(shield, tries=8):
    """Right after connecting, bleak can take what bluetoothd told before (not connected) for a loss: it is asked again."""
    while True:
        client = BleakClient(shield, bluez={"adapter": "hci1"})
        try:
            await client.connect()
            return client
        except BleakError as error:
            tell("refused", error=str(error))
            await client.disconnect()
            tries -= 1
            if tries == 0:
                raise
            await until_alone()


async def until_alone():
    """bluetoothd takes two seconds for a Disconnect, and tells of it then: to whoever has connected again before, it is a loss."""
    while b"handle" in subprocess.run(["hcitool", "-i", "hci1", "con"], capture_output=True, check=True).stdout:
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)  # for bluetoothd's own word on it


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
