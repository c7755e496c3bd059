"""The panel behind a proxy: nginx, with TLS, as Panel.md has it."""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile

import websocket

from common import FORWARD, WALDO, hold_until
from drive import Drive
from program import wait

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
# What Panel.md recommends, in a folder of its own and without a user of its own.
CONFIGURATION = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;
    location / {{
      proxy_pass http://127.0.0.1:{panel};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Proxied:
    """A drive whose panel is behind an nginx of its own."""

    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp(prefix="waldo-nginx-")
        self.nginx = None
        self.port, panel = free_port(), free_port()
        self.origin = f"https://localhost:{self.port}"
        self.drive = Drive(WALDO, "--override", "--panel-origin", self.origin, "--panel-proxy", "127.0.0.1", *arguments,
                           panel=f"127.0.0.1:{panel}")
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", f"{self.folder}/key.pem",
                 "-out", f"{self.folder}/certificate.pem"], check=True, capture_output=True)
            with open(f"{self.folder}/nginx.conf", "w") as file:
                file.write(CONFIGURATION.format(folder=self.folder, port=self.port, panel=panel))
            os.chmod(self.folder, 0o777)
            # As an ordinary user, who may not change users.
            user = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
            for name in os.listdir(self.folder):
                if user:
                    os.chown(f"{self.folder}/{name}", 65534, 65534)
            self.nginx = subprocess.Popen([NGINX, "-p", self.folder, "-e", "stderr", "-c", f"{self.folder}/nginx.conf"],
                                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **user)
            wait(self.listens, "nginx to listen")
        except BaseException:
            self.__exit__()
            raise
        self.url = self.drive.url_of("https://")
        self.token = self.url.split("#")[1]

    def listens(self):
        assert self.nginx.poll() is None, self.nginx.stderr.read()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def page(self, origin=None, headers=()):
        """A page that comes by the proxy."""
        trust = {"cert_reqs": ssl.CERT_REQUIRED, "ca_certs": f"{self.folder}/certificate.pem"}
        return websocket.create_connection(
            f"wss://localhost:{self.port}/drive?token={self.token}", origin=origin or self.origin, sslopt=trust, timeout=5,
            header=list(headers))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.nginx:
            self.nginx.send_signal(signal.SIGQUIT)
            try:
                self.nginx.wait(timeout=3)
            except subprocess.TimeoutExpired:
                self.nginx.kill()
                self.nginx.wait()
            self.nginx.stderr.close()
        self.drive.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)


def test_a_page_drives_and_stops_by_tls_through_nginx(browser):
    with Proxied() as proxied:
        page = browser.page(proxied.url, trusts=True)
        page.wait_live()
        assert page.eval("isSecureContext") and page.eval("location.protocol") == "https:"
        mark = proxied.drive.mark
        hold_until(page, lambda: FORWARD in proxied.drive.texts(mark), "motion by the proxy")
        mark = proxied.drive.mark
        page.eval("stop()")
        proxied.drive.wait_event(mark, event="stop")
        page.touch("touchEnd")
        # Where the origin is secure, the display may stay on while the page drives.
        assert page.eval("'wakeLock' in navigator")
        assert page.faults() == [], page.faults()
        page.close()
        assert proxied.drive.end() == 143


def test_only_the_named_origin_is_let_in_by_the_proxy(_):
    with Proxied() as proxied:
        proxied.page().close()
        for origin in ("https://evil.example", f"http://localhost:{proxied.port}", "https://localhost", "null"):
            try:
                proxied.page(origin)
                raise AssertionError(f"{origin} was let in")
            except websocket.WebSocketBadStatusException as refused:
                assert refused.status_code == 403, (origin, refused)
        # Without the token, and by a name that is not the panel's.
        right, proxied.token = proxied.token, "wrong-wrong-wrong"
        try:
            proxied.page()
            raise AssertionError("a wrong token was let in")
        except websocket.WebSocketBadStatusException as refused:
            assert refused.status_code == 403
        proxied.token = right
        proxied.drive.end()


def test_the_viewers_address_is_the_one_that_the_proxy_has_added(_):
    """A wrong token is reported with the address that it came from: that of the proxy's peer, whatever the peer has said."""
    with Proxied() as proxied:
        host, port = f"localhost:{proxied.port}", proxied.drive.url_of("http://")
        proxied.token = "wrong-wrong-wrong"
        try:
            proxied.page(headers=["X-Forwarded-For: 203.0.113.77"])
        except websocket.WebSocketBadStatusException as refused:
            assert refused.status_code == 403
        wait(lambda: proxied.drive.errors_of("wrong token"), "the notice")
        notice = " ".join(line for _, line in proxied.drive.errors if "wrong token" in line)
        assert "this machine" in notice and "203.0.113.77" not in notice, notice
        # Nor is anybody's word believed who is not the proxy: another address of this machine.
        line = from_address("127.0.0.2", port, host, proxied.origin, "203.0.113.78")
        assert " 421 " in line, line
        # The proxy itself, for an address that is none, or none at all.
        for hops in ("nobody", "203.0.113.1, unknown", None):
            line = from_address("127.0.0.1", port, host, proxied.origin, hops)
            assert " 400 " in line, (hops, line)
        # What it says of others is what limits see.
        line = from_address("127.0.0.1", port, host, proxied.origin, "198.51.100.1, 203.0.113.79", token="wrong-too-1234567")
        assert " 403 " in line, line
        wait(lambda: any("203.0.113.79" in line for _, line in proxied.drive.errors), lambda: proxied.drive.errors)
        proxied.drive.end()


def from_address(source, url, host, origin, hops, token="x"):
    """The first line of the answer to a handshake from an address of this machine."""
    name, port = url.split("/")[2].rsplit(":", 1)
    with socket.create_connection((name, int(port)), timeout=5, source_address=(source, 0)) as connection:
        more = "" if hops is None else f"X-Forwarded-For: {hops}\r\n"
        connection.sendall(
            (f"GET /drive?token={token} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n{more}\r\n").encode())
        return connection.recv(4096).decode("latin-1").split("\r\n")[0]


def test_the_places_of_one_viewer_behind_the_proxy_are_not_those_of_another(_):
    """Nine pages of one address: the oldest makes way, and not the one of another address."""
    with Proxied() as proxied:
        panel = proxied.drive.url_of("http://")

        def page(hops):
            name, port = panel.split("/")[2].rsplit(":", 1)
            return websocket.create_connection(
                f"ws://{name}:{port}/drive?token={proxied.token}", host=f"localhost:{proxied.port}", origin=proxied.origin,
                header=[f"X-Forwarded-For: {hops}"], timeout=5)

        other = page("203.0.113.1")
        pages = [page("203.0.113.2") for _ in range(9)]
        for one in (other, pages[-1]):
            one.send('{"do":"stop"}')
        mark = 0
        proxied.drive.wait_event(mark, event="stop")
        code = None
        while code is None:
            opcode, data = pages[0].recv_data()
            code = int.from_bytes(data[:2], "big") if opcode == websocket.ABNF.OPCODE_CLOSE else None
        assert code == 4000, code
        for one in (other, *pages):
            one.close()
        proxied.drive.end()


def test_options_of_a_proxy_that_cannot_be_are_one_sentence(_):
    for arguments, word in ((["--panel-origin", "arm.example"], "arm.example"), (["--panel-proxy", "127.0.0.1"], "--panel-origin"),
                            (["--panel-origin", "https://a.example", "--panel-proxy", "localhost"], "localhost"),
                            (["--panel-origin", "https://a.example/x"], "https://a.example/x")):
        result = subprocess.run([WALDO, "drive", "--override", "--plain", "--panel", "127.0.0.1:0", *arguments],
                                capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL)
        assert result.returncode == 64 and word in result.stderr, (arguments, result)
