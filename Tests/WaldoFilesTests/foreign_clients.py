"""Prints what others' Python clients write to a board, and what they read from its answer.

Each client has a pseudo-terminal for its serial port. A line of JSON for each write: the arm file, its kind and the
bytes in hexadecimal; with them pairs of servo and number, which are goals or what the client has read from the answer,
and of a question this answer.
"""

import json
import os
import sys
import tempfile
import tty

# The client opens ports by names that begin with COM.
PORT = "COM1"


class Board:
    """The board's end of the serial port that `PORT` names in this folder."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.symlink(os.ttyname(self.slave), PORT)

    def close(self):
        os.unlink(PORT)
        os.close(self.master)
        os.close(self.slave)

    def answer(self, data):
        os.write(self.master, data)

    def frame(self):
        """The bytes of a whole frame, which may come in parts."""
        data = b""
        while len(data) < 4 or len(data) < (data[2] + 2 if data[0] == 0x55 else data[3] + 4):
            data += os.read(self.master, 4096)
        return data

    def report(self, arm, kind, **facts):
        """Prints the frame that comes."""
        print(json.dumps({"arm": arm, "kind": kind, "bytes": self.frame().hex(), **facts}), flush=True)


def feetech():
    import scservo_sdk as sdk

    board = Board()
    port = sdk.PortHandler(PORT)
    assert port.openPort() and port.setBaudRate(1_000_000)
    handler = sdk.PacketHandler(0)  # The byte order of the STS servos.
    servos = range(1, 7)

    def write(address, length, numbers, kind):
        group = sdk.GroupSyncWrite(port, handler, address, length)
        for servo, number in numbers:
            data = [sdk.SCS_LOBYTE(number), sdk.SCS_HIBYTE(number)][:length]
            assert group.addParam(servo, data)
        assert group.txPacket() == sdk.COMM_SUCCESS
        board.report("so101", kind, numbers=numbers)

    write(42, 2, [(servo, 2048) for servo in servos], "goals")
    write(42, 2, list(zip(servos, [0, 4095, 1, 255, 256, 3000])), "goals")
    write(40, 1, [(servo, 1) for servo in servos], "begin")
    group = sdk.GroupSyncRead(port, handler, 56, 2)
    for servo in servos:
        assert group.addParam(servo)
    # Of each servo: its number, the length 4, no error, two bytes and the check, which the client checks.
    answer = b""
    for servo, low, high in zip(servos, [0, 0xFF, 0xD2, 0, 1, 0x34], [0, 0x0F, 4, 8, 0, 2]):
        answer += bytes([0xFF, 0xFF, servo, 4, 0, low, high, ~(servo + 4 + low + high) & 0xFF])
    board.answer(answer)
    assert group.txRxPacket() == sdk.COMM_SUCCESS
    read = [(servo, group.getData(servo, 56, 2)) for servo in servos]
    board.report("so101", "ask", numbers=read, answer=answer.hex())
    port.closePort()
    board.close()


def xarm():
    from xarm import Controller, Servo

    board = Board()
    controller = Controller(PORT)
    for servo, position in zip(range(1, 7), [0, 1000, 500, 255, 256, 777]):
        controller.setPosition(servo, position, duration=200)
        board.report("hiwonder-xarm", "goals", numbers=[(servo, position)])
    servos = [Servo(number) for number in range(1, 7)]
    # Six servos: each number, and its position in two bytes.
    answer = bytes.fromhex("5555151506" + "011501" + "02f101" + "03ef01" + "042102" + "05f301" + "060300")
    board.answer(answer)
    controller.getPosition(servos)
    read = [(servo.servo_id, servo.position) for servo in servos]
    board.report("hiwonder-xarm", "ask", numbers=read, answer=answer.hex())
    board.close()


def dobot():
    import struct

    from pydobotplus.message import Message

    def report(kind, command, parameters, **facts):
        message = Message()
        # The client puts its jogs into the arm's queue. Without that bit they are obeyed at once.
        message.id, message.ctrl, message.params = command, 1, bytearray(parameters)
        print(json.dumps({"arm": "dobot-magician", "kind": kind, "bytes": message.bytes().hex(), **facts}))

    report("begin", 72, struct.pack("<ff", 20, 20), numbers=[])
    for axis in range(1, 5):
        for way, number in [(0, 0), (2 * axis - 1, 1), (2 * axis, -1)]:
            report("goals", 73, [0, way], numbers=[(axis, number)])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    {"dobot": dobot, "feetech": feetech, "xarm": xarm}[sys.argv[1]]()
    os.chdir("/")
