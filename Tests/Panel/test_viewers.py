"""Who may drive, and who watches."""

import time

from common import FORWARD, WALDO, ZERO, Panel, handshake, hold, reach
from drive import Drive
from program import wait


def test_a_second_browser_watches_stops_and_takes_over(browser):
    with Panel(browser) as (drive, page):
        second = browser.page(drive.url)
        second.wait_text("gate", "another page may drive")
        hold(second)
        time.sleep(0.3)
        assert drive.texts() == [], "it only watches"
        second.touch("touchEnd")
        hold(page)
        drive.wait_command(FORWARD)
        second.wait_text("way", "FORWARD")
        wait(lambda: second.eval("document.getElementById('take').hidden"), "no taking over what is held")
        mark = drive.mark
        x, y, *_ = second.middle("stop")
        second.touch("touchStart", (x, y, 1))
        second.touch("touchEnd")
        drive.wait_event(mark, event="stop")
        drive.wait_command(ZERO, mark)
        page.touch("touchEnd")
        wait(lambda: page.eval("!document.getElementById('resume').hidden"), "a resume button")
        page.eval("document.getElementById('resume').click()")
        page.wait_live()
        wait(lambda: not second.eval("document.getElementById('take').hidden"), "a button to take over")
        second.eval("document.getElementById('take').click()")
        second.wait_live()
        page.wait_text("gate", "another page may drive")
        mark = drive.mark
        hold(second)
        drive.wait_command(FORWARD, mark)
        second.touch("touchEnd")
        drive.wait_command(ZERO, mark)
        assert second.faults() == [], second.faults()
        second.close()


def test_a_finger_that_was_taken_over_counts_only_when_it_comes_down_anew(browser):
    with Panel(browser) as (drive, page):
        second = browser.page(drive.url)
        hold(page)
        drive.wait_command(FORWARD)
        mark = drive.mark
        # Nothing is heard of the page any more, and so it is taken over with its finger down.
        page.eval("globalThis.say = send; send = () => {}; 0")
        drive.wait_event(mark, event="halt", reason="panel-lost")
        wait(lambda: not second.eval("document.getElementById('take').hidden"), "a button to take over")
        second.eval("document.getElementById('take').click()")
        second.wait_live()
        page.wait_text("gate", "another page may drive")
        page.eval("send = say; 0")
        page.eval("document.getElementById('take').click()")
        page.wait_live()
        mark = drive.mark
        x, y, *_ = page.middle("slider")
        page.touch("touchMove", (x, y - reach(page)[0] * 0.8, 1))
        # The page is heard again, and has said nothing of the finger before.
        page.key("keyDown", "ArrowRight")
        wait(lambda: int(page.text("zxNumber")) >= 10, "the joystick to move")
        page.key("keyUp", "ArrowRight")
        wait(lambda: any(text.startswith("R") for text in drive.texts(mark)), "the position")
        assert FORWARD not in drive.texts(mark), drive.texts(mark)
        page.touch("touchEnd")
        hold(page)
        drive.wait_command(FORWARD, mark)
        page.touch("touchEnd")
        second.close()


def test_a_foreign_page_and_a_rebound_name_are_refused(_):
    with Drive(WALDO, "--override") as drive:
        port = drive.url.split(":")[2].rstrip("/")
        assert " 101 " in handshake(drive.url)
        assert " 101 " in handshake(drive.url, host=f"localhost:{port}", origin=f"http://localhost:{port}")
        for origin in ("http://evil.example", "https://127.0.0.1:" + port, "http://127.0.0.1", "null", "", "http://127.0.0.1:1"):
            assert " 403 " in handshake(drive.url, origin=origin), origin
        for host in (f"evil.example:{port}", "127.0.0.1", f"127.0.0.2:{port}"):
            assert " 421 " in handshake(drive.url, host=host, origin=f"http://{host}"), host
        assert " 400 " in handshake(drive.url, more=f"Host: 127.0.0.1:{port}\r\n")
        drive.end()


def test_a_foreign_page_in_the_browser_is_refused(browser):
    with Drive(WALDO, "--override") as drive, Drive(WALDO, "--override") as other:
        page = browser.page(other.url)
        page.wait_live()
        address = drive.url.split("/")[2]
        # The page's own policy would refuse it first; without it the server does.
        page.call("Page.setBypassCSP", enabled=True)
        page.call("Page.reload")
        page.wait_live()
        opened = page.eval(
            f"new Promise((done) => {{ const s = new WebSocket('ws://{address}/drive');"
            " s.onopen = () => done(true); s.onerror = () => done(false); })")
        assert opened is False
        assert not any(o.get("state") == "open" for _, o in drive.objects()), "nobody drives"


def test_an_address_that_others_reach_needs_the_token(browser):
    with Drive(WALDO, "--override", panel="0.0.0.0:0") as drive:
        page, token = drive.url.split("#")
        assert len(token) == 32, drive.urls
        port = page.split(":")[2].rstrip("/")
        local = f"http://127.0.0.1:{port}/"
        for wrong in (None, "", token[:-1], token[:-1] + ("0" if token[-1] != "0" else "1"), token + "0"):
            assert " 403 " in handshake(local, token=wrong), wrong
        assert " 101 " in handshake(local, token=token)
        refused = browser.page(local + "#wrong-token")
        refused.wait_text("askWhy", "not the token")
        hold(refused)
        time.sleep(0.3)
        assert FORWARD not in drive.texts(), drive.texts()
        refused.close()
        let_in = browser.page(local + "#" + token)
        let_in.wait_live()
        hold(let_in)
        drive.wait_command(FORWARD)
        let_in.touch("touchEnd")
        drive.end()


def test_a_token_of_ones_own_holds_on_loopback_too(_):
    with Drive(WALDO, "--override", "--panel-token", "open-sesame-12345") as drive:
        assert drive.url.endswith("/") and not drive.errors_of("open-sesame")
        assert " 403 " in handshake(drive.url)
        assert " 101 " in handshake(drive.url, token="open-sesame-12345")
        drive.end()
