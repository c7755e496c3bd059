"""A RedBear shield by bumble: a whole Bluetooth host of its own, on hci0 by an HCI user channel, without BlueZ.

`before` and `after` are two programs of a module that takes write requests. `reset after` on standard input replaces one by the
other: the link stays, and there is no Service Changed."""
import asyncio
import sys

from bumble.core import AdvertisingData, UUID
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Attribute, Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.transport import open_transport
from report import obey, tell

SERVICE = "713D0000-503E-4C75-BA94-3148F18D941E"
RECEIVES = "713D0003-503E-4C75-BA94-3148F18D941E"
SPEAKS = "713D0002-503E-4C75-BA94-3148F18D941E"
OTHER = "0000FFF0-0000-1000-8000-00805F9B34FB"


async def advertise(device):
    """btvirt reports an advertisement once, when scanning or advertising begins, and the kernel can miss that one.

    Each time it begins there is a gap, in which a connection attempt would fail for good. A drive connects some 2.3 s
    after it has heard it: between the doubled pauses."""
    pause = 1
    while True:
        if device.connections:
            pause = 1
        else:
            await device.start_advertising()
        await asyncio.sleep(pause)
        pause *= 2


def offer(device, program):
    """Gives the device its services, and returns the characteristic that notifies."""
    properties = Characteristic.Properties
    if program == "before":
        # A service before the shield's, whose handles are thus beyond the end of a table without it.
        device.add_service(
            Service(OTHER, [Characteristic(f"0000FFF{n}{OTHER[8:]}", properties.READ, Attribute.READABLE, b"") for n in range(1, 9)])
        )
    receives = Characteristic(
        RECEIVES,
        properties.WRITE if program else properties.WRITE_WITHOUT_RESPONSE,
        Attribute.WRITEABLE,
        CharacteristicValue(write=lambda connection, value: tell("write", hex=bytes(value).hex())),
    )
    speaks = Characteristic(SPEAKS, properties.NOTIFY, Attribute.READABLE, b"")
    device.add_service(Service(SERVICE, [receives, speaks]))
    return speaks


async def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    async with await open_transport("hci-socket:0") as (source, sink):
        facts = DeviceConfiguration(name="bumble arm", address=Address("C0:DE:00:00:00:01"), gatt_service_enabled=program is None)
        device = Device.from_config_with_hci(facts, source, sink)
        speaks = offer(device, program)
        device.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([0x06])),
                    (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, UUID(SERVICE).to_bytes()),
                ]
            )
        )

        async def reset(program):
            """The module has another program."""
            nonlocal speaks
            device.gatt_server.attributes.clear()
            device.gatt_server.attributes_by_handle.clear()
            device.add_default_services(add_gatt_service=False)
            speaks = offer(device, program)

        await device.power_on()
        tell("advertising")
        advertising = asyncio.create_task(advertise(device))
        await obey(lambda value: device.notify_subscribers(speaks, value), reset)
        advertising.cancel()


asyncio.run(main())
