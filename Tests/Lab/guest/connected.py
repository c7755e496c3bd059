"""How most scenarios begin."""

from inputs import Pad
from lab import Drive, Shield, bluetooth


def connected(*controllers, records=False):
    """A shield, a pad, and a drive over Bluetooth with all gates open. `controllers` is what `bluetooth up` is given."""
    bluetooth("up", *controllers)
    shield = Shield()
    pad = Pad()
    pad.plug()
    drive = Drive("--adapter", "hci1", "--wait", records=records)
    drive.wait_until_connected()
    drive.wait_until_open()
    return shield, pad, drive
