"""A Nordic UART by bless (BlueZ, through dbus-next), as its users write one."""
import asyncio

from bless import BlessServer, GATTAttributePermissions, GATTCharacteristicProperties
from report import obey, tell

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RECEIVES = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
SPEAKS = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"


async def main():
    server = BlessServer(name="bless arm", adapter="hci0")
    server.read_request_func = lambda characteristic: characteristic.value
    server.write_request_func = lambda characteristic, value: tell("write", hex=bytes(value).hex())
    await server.add_new_service(SERVICE)
    for uuid, properties, permissions in [
        (RECEIVES, GATTCharacteristicProperties.write_without_response, GATTAttributePermissions.writeable),
        (SPEAKS, GATTCharacteristicProperties.notify, GATTAttributePermissions.readable),
    ]:
        await server.add_new_characteristic(SERVICE, uuid, properties, None, permissions)
    await server.start()
    tell("advertising")

    def notify(value):
        server.get_characteristic(SPEAKS).value = bytearray(value)
        server.update_value(SERVICE, SPEAKS)

    await obey(notify)


asyncio.run(main())
