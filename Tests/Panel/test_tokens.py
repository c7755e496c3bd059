"""The token: where it comes from, and what a wrong one costs."""

import os
import socket
import subprocess
import tempfile
import time

from common import WALDO, handshake
from drive import Drive
from program import wait
from test_screens import violations

TOKEN = "open-sesame-12345"


def refused(*arguments, environment=None):
    """The status and the sentence of a drive that does not begin."""
    result = subprocess.run(
        [WALDO, "drive", "--override", "--plain", "--panel", "127.0.0.1:0", *arguments], capture_output=True, text=True,
        timeout=10, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL)
    return result.returncode, result.stderr


def guess(url, token):
    """A connection that has shown a token, and has not waited for the answer."""
    address = url.split("/")[2]
    host, port = address.rsplit(":", 1)
    connection = socket.create_connection((host, int(port)), timeout=5)
    connection.sendall(
        (f"GET /drive?token={token} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{address}\r\n\r\n").encode())
    return connection


def holds(drive):
    assert drive.url.endswith("/"), drive.url
    assert not any(TOKEN in line for _, line in drive.errors + drive.lines), "a chosen token is printed nowhere"
    assert " 403 " in handshake(drive.url)
    assert " 101 " in handshake(drive.url, token=TOKEN)


def test_a_token_comes_from_the_argument_a_file_or_the_environment(_):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "token")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(TOKEN + "\n")
        for arguments, environment in ((["--panel-token", TOKEN], {}), (["--panel-token-file", path], {}),
                                       ([], {"WALDO_PANEL_TOKEN": TOKEN})):
            with Drive(WALDO, "--override", *arguments, environment=environment) as drive:
                holds(drive)
                if not arguments or arguments[0] == "--panel-token-file":
                    with open(f"/proc/{drive.process.pid}/cmdline") as file:
                        assert TOKEN not in file.read()
                drive.end()
        for arguments, environment in ((["--panel-token", TOKEN, "--panel-token-file", path], {}),
                                       (["--panel-token", TOKEN], {"WALDO_PANEL_TOKEN": TOKEN}),
                                       (["--panel-token-file", path], {"WALDO_PANEL_TOKEN": TOKEN})):
            status, sentence = refused(*arguments, environment=environment)
            assert status == 64 and "one of" in sentence, (status, sentence)


def test_a_token_that_cannot_be_is_one_sentence(_):
    with tempfile.TemporaryDirectory() as folder:
        def file(text):
            path = os.path.join(folder, str(len(os.listdir(folder))))
            with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as output:
                output.write(text)
            return path
        for text in (b"", b"short\n", b"fifteen-letters", b"a" * 65, b"two lines-of-it\nand-more-of-it", b"\xff" * 20, b"a" * 100_000):
            status, sentence = refused("--panel-token-file", file(text))
            assert status == 65 and "--panel-token-file" in sentence and "16" in sentence, (text[:20], status, sentence)
        status, sentence = refused("--panel-token-file", os.path.join(folder, "none"))
        assert status == 66 and "no such file" in sentence, (status, sentence)
        status, sentence = refused("--panel-token", "fifteen-letters")
        assert status == 64 and "--panel-token" in sentence and "16" in sentence, (status, sentence)
        status, sentence = refused(environment={"WALDO_PANEL_TOKEN": "fifteen-letters"})
        assert status == 64 and "WALDO_PANEL_TOKEN" in sentence and "16" in sentence, (status, sentence)
        assert refused("--panel-token-file", "")[0] != 0


def test_a_token_comes_from_a_file_that_nobody_else_may_read(_):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "token")
        with open(path, "w") as file:
            file.write(TOKEN + "\n")
        for mode in (0o644, 0o640, 0o604, 0o602):
            os.chmod(path, mode)
            status, sentence = refused("--panel-token-file", path)
            assert status == 65 and f"chmod 600 {path}" in sentence and TOKEN not in sentence, (mode, status, sentence)
        os.chmod(path, 0o600)
        with Drive(WALDO, "--override", "--panel-token-file", path) as drive:
            holds(drive)
            drive.end()
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
            status, sentence = refused("--panel-token-file", path)
            assert status == 65 and "another user" in sentence, (status, sentence)
    # Another program may write it: a pipe is this process's own.
    reading, writing = os.pipe()
    os.write(writing, TOKEN.encode() + b"\n")
    os.close(writing)
    result = subprocess.run(
        [WALDO, "drive", "--override", "--plain", "--panel", "192.0.2.1:0", "--panel-token-file", f"/dev/fd/{reading}"],
        capture_output=True, text=True, timeout=10, pass_fds=[reading], stdin=subprocess.DEVNULL)
    os.close(reading)
    assert result.returncode == 74 and "192.0.2.1" in result.stderr, "the token was read, and the address is none: " + result.stderr


def test_wrong_tokens_are_told_once_and_keep_nobody_out(_):
    with Drive(WALDO, "--override", environment={"WALDO_PANEL_TOKEN": TOKEN}) as drive:
        began = time.monotonic()
        answer = handshake(drive.url, token="wrong-token-12345")
        assert " 403 " in answer and time.monotonic() - began >= 0.9, answer
        # However many guess at once from the same address, the right one is let in, each time.
        guesses, answers = [], []
        for number in range(60):
            guesses.append(guess(drive.url, f"wrong-token-{number:08}"))
            answers.append(handshake(drive.url, token=TOKEN))
        assert all(" 101 " in answer for answer in answers), answers
        for connection in guesses:
            connection.close()
        lines = [line for _, line in drive.errors if "wrong token" in line]
        assert len(lines) == 1 and "this machine" in lines[0], drive.errors
        drive.end()


def test_a_page_with_an_old_token_does_not_lock_out_the_new(browser):
    with Drive(WALDO, "--override", environment={"WALDO_PANEL_TOKEN": TOKEN}) as drive:
        page = browser.page(drive.url + "#" + TOKEN[:-1] + "6")
        page.wait_text("askWhy", "not the token")
        time.sleep(6)
        assert " 101 " in handshake(drive.url, token=TOKEN)
        page.close()
        drive.end()


def enter(page, text):
    page.eval(f"document.getElementById('token').value = {text!r}; document.querySelector('#ask button').click()")


def test_a_page_without_a_token_is_one_field(browser):
    with Drive(WALDO, "--override", environment={"WALDO_PANEL_TOKEN": TOKEN}) as drive:
        page = browser.page(drive.url.split("#")[0])
        wait(lambda: page.eval("document.body.classList.contains('asking')"), "the field")
        assert page.eval("document.activeElement.id") == "token" and "Paste the part" in page.text("askWhy")
        seen = page.eval("[...document.querySelectorAll('section, #banner, #transport, footer')].filter((e) => e.offsetParent).map((e) => e.id)")
        assert seen == [], seen
        assert violations(page) == [], violations(page)
        # What is typed is no key of the controls: a space is no stop.
        mark = drive.mark
        for key in ("c", " ", "p"):
            page.key("keyDown", "Space" if key == " " else f"Key{key.upper()}", key)
        assert page.eval("stopWaits") is False and page.eval("document.getElementById('banner').hidden")
        enter(page, "not-the-token-12345")
        page.wait_text("askWhy", "That is not the token of this drive")
        # The whole address will do.
        enter(page, "http://127.0.0.1:8713/#" + TOKEN)
        page.wait_live()
        assert page.eval("document.getElementById('ask').hidden && location.hash") == "#" + TOKEN
        assert drive.texts(mark) == []
        page.call("Page.reload")
        page.wait_live()
        page.close()
        drive.end()


def test_without_waldo_there_is_a_banner_and_no_field(browser):
    with Drive(WALDO, "--override", environment={"WALDO_PANEL_TOKEN": TOKEN}) as drive:
        page = browser.page(drive.url + "#" + TOKEN)
        page.wait_live()
        drive.process.kill()
        page.wait_text("banner", "NOT CONNECTED")
        time.sleep(1.5)
        assert page.eval("document.getElementById('ask').hidden && !document.getElementById('banner').hidden")
        page.close()
