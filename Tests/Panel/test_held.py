"""STOP is held for as long as a finger, a mouse button or a key is down on it, and let go of once by the last of them."""

import time

from common import WALDO, Panel, hold_until
from drive import Drive
from program import wait
from stop import resume

# What the page says of STOP to waldo.
LISTEN = """globalThis.said = [];
  if (!globalThis.whole) {
    globalThis.whole = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const word = JSON.parse(text).do;
      if (word.includes('stop')) said.push(word);
      return whole.call(this, text);
    };
  }
  0"""
STOP, LET_GO = "stop", "let go of stop"


def said(page):
    return page.eval("said")


def wait_said(page, *words):
    wait(lambda: said(page) == list(words), lambda: f"{words}, and the page said {said(page)}", 5)


def on_stop(page, right=0):
    x, y, *_ = page.middle("stop")
    return x + right, y


def test_a_finger_holds_stop_until_it_is_lifted(browser):
    with Panel(browser) as (drive, page):
        page.eval(LISTEN)
        x, y = on_stop(page)
        mark = drive.mark
        page.touch("touchStart", (x, y, 1))
        drive.wait_event(mark, event="stop")
        # It rests as long as a menu would take, slides off, and is beside fingers that spread.
        time.sleep(0.8)
        for step in range(1, 9):
            page.touch("touchMove", (x + 5 * step, y - 40 * step, 1))
        last = (x + 40, y - 320, 1)
        page.touch("touchStart", last, (100, 60, 2))
        page.touch("touchStart", last, (100, 60, 2), (140, 60, 3))
        for step in range(1, 6):
            page.touch("touchMove", last, (100 - 10 * step, 60, 2), (140 + 20 * step, 60, 3))
        page.touch("touchEnd", (50, 60, 2), (240, 60, 3))
        time.sleep(0.3)
        assert said(page) == [STOP], said(page)
        page.touch("touchEnd")
        wait_said(page, STOP, LET_GO)
        resume(page)


def test_the_last_of_two_fingers_lets_go(browser):
    with Panel(browser) as (_, page):
        page.eval(LISTEN)
        one, other = (*on_stop(page, -30), 1), (*on_stop(page, 30), 2)
        page.touch("touchStart", one)
        page.touch("touchStart", one, other)
        page.touch("touchEnd", one)
        page.key("keyDown", "Space", " ")
        page.touch("touchEnd")
        time.sleep(0.3)
        wait_said(page, STOP, STOP, STOP)
        page.key("keyUp", "Space", " ")
        wait_said(page, STOP, STOP, STOP, LET_GO)


def test_keys_hold_stop_too(browser):
    with Panel(browser) as (drive, page):
        for code, key in (("Space", " "), ("Escape", "Escape"), ("Enter", "Enter"), ("NumpadEnter", "Enter")):
            page.eval("document.getElementById('stop').focus()" if "Enter" in code else "document.activeElement.blur()")
            page.eval(LISTEN)
            mark = drive.mark
            for _ in range(20):
                page.key("keyDown", code, key)
            drive.wait_event(mark, event="stop")
            # A key that moves the focus, or one that the browser may want, lets go of nothing.
            page.key("keyDown", "Tab")
            page.key("keyUp", "Tab")
            assert set(said(page)) == {STOP}, (code, said(page))
            page.key("keyUp", code, key)
            wait(lambda: said(page)[-1] == LET_GO and said(page).count(LET_GO) == 1, lambda: (code, said(page)))
            resume(page)


def test_the_key_that_stops_presses_no_button_as_it_comes_up(browser):
    with Panel(browser) as (_, page):
        page.eval("stop()")
        wait(lambda: not page.eval("document.getElementById('resume').hidden"), "Resume")
        # Some browsers press a button that has the focus as Space comes up, whatever became of its way down.
        page.eval("""document.getElementById('resume').focus();
          addEventListener('keyup', (event) => { globalThis.isPrevented = event.defaultPrevented; }); 0""")
        page.key("keyDown", "Space", " ")
        page.key("keyUp", "Space", " ")
        wait(lambda: page.eval("globalThis.isPrevented"), "a key that does nothing more")
        assert page.eval("state.stopped")


def test_a_mouse_holds_stop_where_it_is_dragged_to(browser):
    with Panel(browser) as (_, page):
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
        page.eval(LISTEN)
        x, y = on_stop(page)
        page.mouse("mousePressed", x, y)
        page.mouse("mouseMoved", x, y - 300)
        wait_said(page, STOP)
        page.mouse("mouseReleased", x, y - 300)
        wait_said(page, STOP, LET_GO)


def test_a_press_that_nothing_holds_is_let_go_of_at_once(browser):
    """By a screen reader, or by what waited for a connection and was lifted meanwhile."""
    with Panel(browser) as (drive, page):
        page.eval(LISTEN)
        for press in ("document.getElementById('stop').click()", "stop()", "socket.close(); stop()"):
            mark = drive.mark
            page.eval(LISTEN + ";" + press)
            drive.wait_event(mark, event="stop")
            wait_said(page, STOP, LET_GO)
            wait(lambda: page.eval("state.stopped"), "the stop")
            resume(page)


def test_a_browser_that_loses_the_touches_lets_go(browser):
    losses = {
        "the page": "dispatchEvent(new Event('pagehide'))",
        "the tab": """(() => { Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
            document.dispatchEvent(new Event('visibilitychange')); delete document.hidden; })()"""}
    with Panel(browser) as (_, page):
        for name, loss in losses.items():
            page.eval(LISTEN)
            page.touch("touchStart", (*on_stop(page), 1))
            wait_said(page, STOP)
            page.eval(loss)
            wait_said(page, STOP, LET_GO)
            page.touch("touchEnd")
            time.sleep(0.2)
            assert said(page) == [STOP, LET_GO], name
        page.eval(LISTEN)
        page.touch("touchStart", (*on_stop(page), 1))
        page.touch("touchCancel")
        wait_said(page, STOP, LET_GO)
        # A window that loses the focus keeps the finger, and hears no key any more.
        page.eval(LISTEN)
        page.touch("touchStart", (*on_stop(page), 1))
        wait_said(page, STOP)
        page.eval("dispatchEvent(new Event('blur'))")
        time.sleep(0.2)
        assert said(page) == [STOP]
        page.touch("touchEnd")
        wait_said(page, STOP, LET_GO)
        page.eval(LISTEN)
        page.key("keyDown", "Space", " ")
        wait_said(page, STOP)
        page.eval("dispatchEvent(new Event('blur'))")
        wait_said(page, STOP, LET_GO)


def test_what_holds_stop_holds_it_for_the_next_connection(browser):
    with Panel(browser) as (drive, page):
        page.eval(LISTEN)
        page.touch("touchStart", (*on_stop(page), 1))
        wait(lambda: page.eval("state.stopped"), "the stop")
        mark = drive.mark
        page.eval("socket.close()")
        drive.wait_event(mark, event="stop")
        wait_said(page, STOP, STOP)
        page.touch("touchEnd")
        wait_said(page, STOP, STOP, LET_GO)
        wait(lambda: page.eval("state.stopped"), "the stop")
        resume(page)


def test_pages_say_who_holds_stop(browser):
    with Drive(WALDO, "--override") as drive:
        page, other = browser.page(drive.url), browser.page(drive.url)
        page.wait_live()
        wait(lambda: other.eval("isOpen()"), "the other page")
        page.touch("touchStart", (*on_stop(page), 1))
        page.wait_text("gate", "STOPPED: let go of STOP, then press Resume")
        other.wait_text("gate", "STOPPED: let go of STOP on a page first")
        page.touch("touchEnd")
        page.wait_text("gate", "STOPPED: press Resume")
        # This one does not drive.
        other.wait_text("gate", "STOPPED: press Enter")
        # Any page holds it, not only the one that drives; and no longer once it is gone.
        other.touch("touchStart", (*on_stop(other), 1))
        page.wait_text("gate", "STOPPED: let go of STOP on a page first")
        other.close()
        page.wait_text("gate", "STOPPED: press Resume")
        resume(page)
        page.wait_live()
        page.close()
