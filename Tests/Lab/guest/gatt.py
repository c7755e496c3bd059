"""The objects that the shield's stand-in gives to bluetoothd: its services, their characteristics, its advertisement."""
import dbus
import dbus.service
from gi.repository import GLib

OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"


def strings(*values):
    return dbus.Array(values, signature="s")


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


def place(handle):
    """Where in the table of attributes an object is; without a handle bluetoothd puts it where nothing has been before."""
    return {} if handle is None else {"Handle": dbus.UInt16(handle)}


class Service(Part):
    def __init__(self, bus, path, uuid, handle):
        properties = {"UUID": uuid, "Primary": dbus.Boolean(True), **place(handle)}
        super().__init__(bus, path, "org.bluez.GattService1", properties)


class Characteristic(Part):
    """A characteristic with these flags; `name` ends its path."""

    value = b""

    def __init__(self, bus, service, name, uuid, flags, handle):
        properties = {"Service": service.path, "UUID": uuid, "Flags": strings(*flags), **place(handle)}
        super().__init__(bus, f"{service.path}/{name}", CHARACTERISTIC, properties)

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        return dbus.Array(self.value, signature="y")


class Received(Characteristic):
    """The characteristic that takes what the arm is to do."""

    def __init__(self, bus, service, uuid, flags, handle, transcript):
        self.transcript = transcript
        super().__init__(bus, service, "write", uuid, flags, handle)

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        self.transcript.tell("write", hex=bytes(value).hex())


class Notified(Characteristic):
    """The characteristic by which the arm speaks."""

    # As many at a time as leave the other objects a turn.
    batch = 20

    def __init__(self, bus, service, uuid, flags, handle, transcript):
        self.transcript = transcript
        self.has_listener = False
        super().__init__(bus, service, "notify", uuid, flags, handle)

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        self.has_listener = True
        self.transcript.tell("listened to")

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        self.has_listener = False

    def say(self, value):
        if self.has_listener:
            self.tell_bluetoothd(value)
        self.transcript.tell("notified", hex=value.hex(), heard=self.has_listener)

    def tell_bluetoothd(self, value):
        self.PropertiesChanged(self.interface, {"Value": dbus.Array(value, signature="y")}, [])

    def flood(self, count):
        """Says `count` numbers of four bytes each, as fast as it can."""
        numbers = iter(range(count))

        def some():
            for _ in range(self.batch):
                number = next(numbers, None)
                if number is None:
                    self.transcript.tell("flooded", count=count)
                    return False
                self.tell_bluetoothd(number.to_bytes(4, "big"))
            return True

        GLib.idle_add(some)


class Application(dbus.service.Object):
    """What GattManager1 asks for: every object of the services."""

    def __init__(self, bus, parts):
        self.parts = parts
        super().__init__(bus, "/lab")

    @dbus.service.method(OBJECTS, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return {part.path: {part.interface: part.properties} for part in self.parts}
