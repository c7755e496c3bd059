"""An HM-10 by bluez-peripheral (BlueZ, through dbus-next): one characteristic, by its 16-bit number, for both ways. Its
argument is the adapter's name."""
import asyncio
import sys

from bluez_peripheral.advert import Advertisement
from bluez_peripheral.gatt.characteristic import CharacteristicFlags, characteristic
from bluez_peripheral.gatt.service import Service, ServiceCollection
from bluez_peripheral.util import Adapter, get_message_bus
from report import obey, tell


class SerialPort(Service):
    def __init__(self):
        super().__init__("ffe0", True)

    @characteristic(
        "ffe1", CharacteristicFlags.READ | CharacteristicFlags.WRITE_WITHOUT_RESPONSE | CharacteristicFlags.NOTIFY
    )
    def port(self, options):
        return b""

    @port.setter
    def port(self, value, options):
        tell("write", hex=bytes(value).hex())


async def main():
    bus = await get_message_bus()
    # Adapter.get_all takes everything below /org/bluez for an adapter, and in BlueZ 5.82 there is more.
    path = f"/org/bluez/{sys.argv[1]}"
    adapter = Adapter(bus.get_proxy_object("org.bluez", path, await bus.introspect("org.bluez", path)))
    service = SerialPort()
    await ServiceCollection([service]).register(bus, adapter=adapter)
    # For ever: what it calls a time-out of 0.
    await Advertisement("HMSoft", ["ffe0"], 0, 0).register(bus, adapter)
    tell("advertising")
    await obey(service.port.changed)


asyncio.run(main())
