"""The page that has lost waldo says so; and what has only lost the arm looks different."""

import json
import os
import signal
import socket
import time

from common import WALDO, Panel, address, client, hold, states
from drive import Drive, FakeBlueZ
from program import wait

# Of an override, where there is no power to cut.
BANNER, ANSWER = "NOT CONNECTED", "STOP cannot be sent"
REMEDY = ": cut the arm's power"


def is_lost(page):
    """Whether the banner can be seen, and above all else."""
    return page.eval("(() => { const r = document.getElementById('banner')?.getBoundingClientRect(); if (!r?.height) return false;"
                     " return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest('#banner') != null; })()")


def look(page):
    """What the page shows of the arm, and how STOP is drawn."""
    return page.eval("""(() => {
      const text = (id) => document.getElementById(id).textContent, style = (id) => getComputedStyle(document.getElementById(id));
      return { way: text('way'), slider: text('sliderNumber'), zx: text('zxNumber'), zy: text('zyNumber'), place: text('place'),
        bar: document.getElementById('bar').getBoundingClientRect().height, knob: document.getElementById('knob').style.transform,
        plot: Number(style('plot').opacity), stop: style('stop').backgroundImage, title: document.title,
        disabled: ['slider', 'stick'].every((id) => document.getElementById(id).getAttribute('aria-disabled') === 'true') };
    })()""")


def assert_lost(page):
    wait(lambda: is_lost(page), "the banner", 5)
    assert BANNER in page.text("banner"), page.text("banner")
    carrier = page.text("carrier")
    assert (REMEDY in page.text("banner")) == (carrier not in ("OVERRIDE", "SIMULATED")), [carrier, page.text("banner")]
    shown = look(page)
    assert shown["way"] == "UNKNOWN" and shown["place"] == "unknown", shown
    assert {shown["slider"], shown["zx"], shown["zy"]} == {"\u2013"} and shown["bar"] == 0, shown
    assert shown["knob"] in ("", "translateY(0px)") and shown["disabled"] and shown["plot"] < 0.6, shown
    assert "repeating-linear-gradient" in shown["stop"] and shown["title"].startswith("NOT CONNECTED"), shown
    # The plot stands still: nothing is painted any more.
    time.sleep(0.2)
    before = page.eval("drawnAt")
    time.sleep(0.6)
    assert page.eval("drawnAt") == before


def test_an_end_is_no_loss(browser):
    """Whoever ends a drive does not read that the arm's power has to be cut; the page comes back with the next drive."""
    with Drive(WALDO, "--simulate") as drive:
        page, (host, port) = browser.page(drive.url), address(drive)
        page.wait_live()
        drive.end()
    wait(lambda: "Waldo has ended" in page.text("banner"), lambda: page.text("banner"), 5)
    assert "start it again" in page.text("banner") and BANNER not in page.text("banner"), page.text("banner")
    assert page.eval("document.title").startswith("ENDED") and look(page)["disabled"]
    with Drive(WALDO, "--simulate", panel=f"{host}:{port}") as drive:
        page.wait_live()
        assert not is_lost(page)
        drive.end()


def answer_to_a_press(page):
    """How many ms a press of STOP waits for its answer, as the page itself measures."""
    x, y, *_ = page.middle("stop")
    page.eval("""globalThis.answered = new Promise((done) => {
      document.getElementById('stop').addEventListener('pointerdown', () => {
        const began = performance.now();
        const look = () => document.getElementById('banner').textContent.includes("STOP cannot be sent")
          ? done(performance.now() - began) : performance.now() - began > 2000 ? done(-1) : requestAnimationFrame(look);
        look();
      }, { once: true });
    }); 0""")
    page.touch("touchStart", (x, y, 9))
    page.touch("touchEnd")
    return page.eval("answered")


def test_a_killed_waldo_leaves_no_forward_and_no_silent_stop(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        hold(page)
        page.wait_text("way", "FORWARD")
        assert not is_lost(page) and "gradient" not in look(page)["stop"]
        drive.process.kill()
        assert_lost(page)
        assert 0 <= answer_to_a_press(page) < 100
        assert ANSWER in page.text("banner"), page.text("banner")
        page.close()


def test_a_stopped_drive_whose_waldo_dies_shows_the_banner_too(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        drive.process.kill()
        assert_lost(page)
        page.close()


def test_a_waldo_that_stands_still_is_noticed(browser):
    """A socket that lives and says nothing, as after SIGSTOP or with a network that went without a word."""
    for is_held, limit in ((True, 1.6), (False, 3.2)):
        with Drive(WALDO, "--override") as drive:
            page = browser.page(drive.url)
            page.wait_live()
            if is_held:
                hold(page)
                page.wait_text("way", "FORWARD")
            drive.process.send_signal(signal.SIGSTOP)
            os.waitpid(drive.process.pid, os.WUNTRACED)
            began = time.monotonic()
            wait(lambda: is_lost(page), "the banner", 5)
            span = time.monotonic() - began
            assert span < limit, (is_held, span)
            assert_lost(page)
            drive.process.send_signal(signal.SIGCONT)
            if is_held:
                page.touch("touchEnd")
            page.wait_live(20)
            assert not is_lost(page) and page.text("way") == "AT REST"
            page.close()
            drive.end()


def test_a_stop_that_waldo_does_not_answer_is_told(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        drive.process.send_signal(signal.SIGSTOP)
        os.waitpid(drive.process.pid, os.WUNTRACED)
        began = time.monotonic()
        page.eval("stop()")
        wait(lambda: is_lost(page), "the banner", 5)
        assert ANSWER in page.text("banner"), page.text("banner")
        assert time.monotonic() - began < 1.6
        mark = drive.mark
        drive.process.send_signal(signal.SIGCONT)
        drive.wait_event(mark, event="stop")
        page.wait_text("gate", "STOPPED", 20)
        page.close()
        drive.end()


def test_a_stop_before_there_is_an_input_is_answered(browser):
    environment = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"}
    with Drive(WALDO, "--wait", "--input", "no such pad", environment=environment) as drive:
        page = browser.page(drive.url)
        wait(lambda: page.eval("isOpen()"), "a connection")
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        time.sleep(1.5)
        assert not is_lost(page)
        page.close()
        drive.end()


def test_a_page_that_nobody_touches_hears_of_waldo_every_second(_):
    with Drive(WALDO, "--override") as drive:
        page = client(drive)
        time.sleep(1)
        told = states(page, 4.2)
        assert 4 <= len(told) <= 8, len(told)
        assert all(json.loads(text)["within"] == 1000 for text in told), told
        drive.end()


def test_a_network_that_went_without_a_word_is_noticed(browser):
    """No state comes any more, and the socket stays open."""
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        page.eval("socket.onmessage = null; 0")
        wait(lambda: is_lost(page), "the banner", 4)
        page.wait_live(10)
        page.close()
        drive.end()


def test_a_lost_arm_and_a_lost_waldo_never_look_alike(browser):
    shield = f"00:AA:03:{os.getpid() >> 8 & 255:02X}:{os.getpid() & 255:02X}:01"
    with FakeBlueZ(WALDO) as fake, Drive(WALDO, "--wait", environment=fake.environment) as drive:
        fake.shield(shield, "Arm", -48)
        page = browser.page(drive.url)
        page.wait_live(20)
        fake.say(f"quiet {shield}")
        fake.say(f"drop {shield}")
        drive.wait_event(event="link", state="lost")
        wait(lambda: look(page)["disabled"], "dead controls")
        for _ in range(20):
            shown = look(page)
            assert not is_lost(page) and "gradient" not in shown["stop"] and shown["plot"] == 1, shown
            assert shown["way"] == "AT REST" and not shown["title"].startswith("NOT CONNECTED"), shown
            time.sleep(0.1)
        mark = drive.mark
        page.eval("stop()")
        drive.wait_event(mark, event="stop")
        drive.process.kill()
        assert_lost(page)
        # This arm may still move.
        assert BANNER + REMEDY in page.text("banner"), page.text("banner")
        page.close()


def test_a_held_space_is_said_once(browser):
    with Panel(browser) as (drive, page):
        page.eval("globalThis.said = []; globalThis.say = send; send = (m) => { said.push(m.do); say(m); }; 0")
        for code in ("Space", "Escape"):
            for repeat in [False] + [True] * 30:
                page.eval(f"dispatchEvent(new KeyboardEvent('keydown', {{code: '{code}', repeat: {str(repeat).lower()}}}))")
        assert page.eval("said.filter((word) => word === 'stop').length") == 2
        x, y, *_ = page.middle("stop")
        page.touch("touchStart", (x, y, 1))
        page.touch("touchEnd")
        page.eval("new Promise((done) => setTimeout(done, 400))")
        assert page.eval("said.filter((word) => word === 'stop').length") == 3, "a touch and its click are one press"
        page.eval("document.getElementById('stop').click()")
        assert page.eval("said.filter((word) => word === 'stop').length") == 4, "a click of its own is a press"


def test_every_answer_keeps_other_origins_from_reading_it(_):
    with Drive(WALDO, "--override") as drive:
        host = drive.url.split("/")[2]
        for request in ("GET / HTTP/1.1", "GET /panel.css HTTP/1.1", "GET /none HTTP/1.1", "POST / HTTP/1.1"):
            with socket.create_connection(address(drive), timeout=5) as connection:
                connection.sendall(f"{request}\r\nHost: {host}\r\n\r\n".encode())
                assert b"\r\nCross-Origin-Resource-Policy: same-origin\r\n" in connection.recv(4096), request
        drive.end()
