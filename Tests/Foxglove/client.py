"""A plain client of the Foxglove WebSocket protocol, written from its public text, and the program that it listens to."""

import json
import os
import struct
import sys
import time

import jsonschema
import websocket

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Programs"))
from program import Program  # noqa: E402


class Waldo(Program):
    """`waldo` with live data for Foxglove."""

    def __init__(self, waldo, *arguments, foxglove="127.0.0.1:0", environment=None):
        super().__init__([waldo, *arguments, "--plain", "--foxglove", foxglove], environment)
        self.urls = self.addresses("ws://")
        self.url = self.urls[0]


class Client:
    """Holds what a server has said, and checks each message by the protocol's text and by its channel's schema."""

    def __init__(self, url, subprotocols=("foxglove.sdk.v1", "foxglove.websocket.v1"), **named):
        self.socket = websocket.create_connection(url, subprotocols=list(subprotocols), timeout=10, suppress_origin=True, **named)
        assert self.socket.getsubprotocol() == subprotocols[0]
        self.channels, self.validators, self.subscriptions = {}, {}, {}
        self.messages, self.statuses, self.closed = [], [], None
        self.info = json.loads(self.text())
        assert self.info["op"] == "serverInfo" and isinstance(self.info["name"], str), self.info
        # Read-only: no capability, and nothing that a client could publish in.
        assert self.info["capabilities"] == [] and self.info.get("supportedEncodings", []) == []
        assert isinstance(self.info["sessionId"], str)
        assert self.take() == "advertise"

    def text(self):
        opcode, data = self.socket.recv_data()
        assert opcode == websocket.ABNF.OPCODE_TEXT, opcode
        return data.decode()

    def take(self):
        """Takes the next message; gives its kind, or None when the server has closed."""
        opcode, data = self.socket.recv_data()
        if opcode == websocket.ABNF.OPCODE_CLOSE:
            self.closed = int.from_bytes(data[:2], "big")
            return None
        if opcode == websocket.ABNF.OPCODE_BINARY:
            return self.take_data(data)
        message = json.loads(data)
        if message["op"] == "advertise":
            for channel in message["channels"]:
                self.advertised(channel)
        elif message["op"] == "status":
            assert message["level"] in (0, 1, 2) and isinstance(message["message"], str)
            self.statuses.append(message)
        else:
            raise AssertionError(f"no message of a server that only reports: {message}")
        return message["op"]

    def advertised(self, channel):
        assert isinstance(channel["id"], int) and channel["id"] not in self.channels, channel
        assert channel["encoding"] == "json" and channel["schemaEncoding"] == "jsonschema", channel
        schema = json.loads(channel["schema"])
        validator = jsonschema.Draft202012Validator(schema)
        validator.check_schema(schema)
        assert schema["title"] == channel["schemaName"], channel
        self.channels[channel["id"]] = channel
        self.validators[channel["id"]] = validator

    def take_data(self, data):
        opcode, subscription, time = struct.unpack_from("<BIQ", data)
        assert opcode == 1, opcode
        channel = self.subscriptions[subscription]
        value = json.loads(data[13:])
        self.validators[channel].validate(value)
        self.messages.append((self.channels[channel]["topic"], time, value))
        return "data"

    def id(self, topic):
        return next((id for id, channel in self.channels.items() if channel["topic"] == topic), None)

    def wait_channel(self, topic):
        while self.id(topic) is None:
            assert self.take() is not None
        return self.id(topic)

    def subscribe(self, *topics):
        added = {100 + self.wait_channel(topic): self.wait_channel(topic) for topic in topics}
        self.subscriptions.update(added)
        self.say(op="subscribe", subscriptions=[{"id": id, "channelId": channel} for id, channel in added.items()])

    def unsubscribe(self, *topics):
        self.say(op="unsubscribe", subscriptionIds=[100 + self.id(topic) for topic in topics])

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def of(self, topic):
        return [(time, value) for found, time, value in self.messages if found == topic]

    def wait(self, condition, what, limit=20):
        end = time.monotonic() + limit
        while not condition():
            assert time.monotonic() < end, f"{what}: {self.messages[-5:]} {self.statuses}"
            assert self.take() is not None, what

    def rest(self):
        """Takes everything up to the end."""
        try:
            while self.take() is not None:
                pass
        except (websocket.WebSocketConnectionClosedException, ConnectionError):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
