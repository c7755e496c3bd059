"""A network between two programs that a test can cut."""

import contextlib
import selectors
import socket
import threading

from ground import free_ports


class Proxy:
    """Forwards connections to a port of this machine. While it is cut, connections stay open and nothing passes, as when a
    cable is pulled; `heal` resets them, as a network does that has forgotten them."""

    def __init__(self, target):
        self.target = target
        self.port, = free_ports(1)
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.lock, self.pairs, self.is_cut = threading.Lock(), set(), False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near):
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        with self.lock:
            self.pairs.add((near, far))
        with contextlib.suppress(OSError, ValueError), selectors.DefaultSelector() as selector:
            selector.register(near, selectors.EVENT_READ, far)
            selector.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in selector.select(0.1):
                    if self.is_cut:
                        threading.Event().wait(0.05)
                        continue
                    data = key.fileobj.recv(65536)
                    if not data:
                        return self._forget(near, far)
                    key.data.sendall(data)
        self._forget(near, far)

    def _forget(self, near, far):
        with self.lock:
            self.pairs.discard((near, far))
        for each in (near, far):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def cut(self):
        self.is_cut = True

    def heal(self):
        with self.lock:
            pairs = list(self.pairs)
        for near, far in pairs:
            for each in (near, far):
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
        self.is_cut = False

    def close(self):
        self.listener.close()
        self.heal()
