"""A page without an arm: a survey on a phone, and stored surveys."""

import os
import tempfile
import time

from common import WALDO
from drive import Drive
from program import wait
from surveys import Survey, choose, walk
from test_screens import violations

SIZES = ((360, 640), (390, 844), (844, 390), (1440, 900))
# What is shown of these elements lies in the window, is large enough for a finger, and nothing lies over it.
REACHED = """(ids) => ids.filter((id) => {
  const element = document.getElementById(id), r = element.getBoundingClientRect();
  const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return !(r.width >= 44 && r.height >= 44 && r.x >= 0 && r.y >= 0 && r.right <= innerWidth && r.bottom <= innerHeight
    && element.contains(top));
})"""
# Each of its buttons lies below the tabs and holds its label, also one of two lines.
BELOW_TABS = """[...document.querySelectorAll("#session button:not([hidden])")].every((button) =>
  button.getBoundingClientRect().top >= document.getElementById("tabs").getBoundingClientRect().bottom
    && button.scrollHeight <= button.clientHeight && button.scrollWidth <= button.clientWidth)"""
ARM = ["stop", "slider", "stick", "resume", "plot", "transport", "help"]


def seen(page, ids):
    return page.eval(f"{ids}.filter((id) => document.getElementById(id).getClientRects().length > 0)")


def press(page, id):
    page.eval(f"document.getElementById('{id}').click()")


def test_a_survey_without_an_arm_is_paused_started_and_ended_from_a_phone(browser):
    with Survey(browser, "--sensor", "demo", "--to", "walk.gpkg", verb=("survey",)) as (drive, page):
        wait(lambda: page.eval("state.session === 'running' && survey?.streams?.length > 0"), "a number")
        assert page.eval("tab") == "now"
        page.scheme("light", calm=True)
        for width, height in SIZES:
            page.resize(width, height)
            for tab in ("now", "plot", "map", "surveys", "graph", "route"):
                choose(page, tab)
                assert seen(page, ARM) == [], (tab, width)
                assert page.eval(f"({REACHED})(['sessionRun', 'sessionEnd'])") == [], (tab, width)
                assert page.eval("document.documentElement.scrollWidth <= innerWidth"), (tab, width)
                if tab == "graph":
                    wide = page.eval("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('graphScroll'))")
                    assert wide <= 0, (wide, width)
        assert violations(page) == [], violations(page)
        page.resize(390, 844)
        choose(page, "now")
        # Space does not stop here.
        page.key("keyDown", "Space", " ")
        page.key("keyUp", "Space", " ")
        press(page, "sessionRun")
        wait(lambda: page.eval("state.session === 'paused' && survey.paused"), "the pause")
        assert page.text("gate") == "PAUSED: nothing is recorded"
        messages, gaps = page.eval("[survey.messages, survey.gaps]")
        time.sleep(2.5)
        assert page.eval("survey.messages") == messages and page.eval("state.stops") == 0
        press(page, "sessionRun")
        wait(lambda: page.eval(f"survey.messages > {messages} && survey.gaps > {gaps}"), "it goes on behind a gap")
        # The second of two quick taps does not count.
        press(page, "sessionEnd")
        press(page, "sessionEnd")
        time.sleep(0.7)
        assert drive.process.poll() is None
        press(page, "sessionEnd")
        assert wait(lambda: drive.process.poll() is not None, "the end") and drive.process.returncode == 0
        wait(lambda: page.text("cut") == "The survey has ended", lambda: page.text("cut"))
        assert page.faults() == [], page.faults()


def test_a_second_page_watches_until_it_is_in_charge(browser):
    with Survey(browser, "--sensor", "demo", verb=("survey",)) as (drive, page):
        wait(lambda: page.eval("state.drives === true"), "a page in charge")
        other = browser.page(drive.url, 390, 844)
        wait(lambda: other.text("gate") == "watching: another page is in charge", lambda: other.text("gate"))
        assert other.eval("document.getElementById('sessionEnd').disabled")
        for width, height in SIZES[:2]:
            other.resize(width, height)
            assert other.eval(BELOW_TABS), width
        press(other, "sessionCharge")
        wait(lambda: other.eval("state.drives && !document.getElementById('sessionEnd').disabled"), "the charge")
        wait(lambda: page.eval("document.getElementById('sessionRun').disabled"), "the first page watches")
        press(other, "sessionEnd")
        wait(lambda: other.text("sessionEnd") == "Press again to end", "the question")
        assert other.eval(BELOW_TABS)


def test_stored_surveys_are_shown_without_a_device(browser):
    with tempfile.TemporaryDirectory(prefix="waldo-stored-") as folder:
        path = os.path.join(folder, "walk.gpkg")
        walk(path, 300)
        with Drive(WALDO, path, verb=("survey", "show"), plain=False) as drive:
            page = browser.page(drive.url, 390, 844)
            page.scheme("light", calm=True)
            wait(lambda: page.eval("state.session === 'stored' && slots[1].news !== null"), "the newest survey")
            wait(lambda: page.eval("tab === 'map' && slots[1].store.count === 300"), "its samples on the map", 20)
            assert page.eval("document.getElementById('mapWords').textContent") == "300 of 300 samples have a place"
            assert page.eval("document.getElementById('linkText').textContent") == os.path.basename(path)
            assert page.eval("document.getElementById('linkText').scrollWidth <= document.getElementById('linkText').clientWidth"), "a name cut"
            hidden = page.eval("""(() => {
                const { clientWidth: width, clientHeight: height } = document.getElementById("map"), { store } = slots[1];
                return Array.from({ length: store.count }, (_, at) => onMap(width, height, store.x[at], store.y[at]))
                    .filter(([x, y]) => x < 80 || y > height - 56).length;
            })()""")
            assert hidden == 0, f"{hidden} samples below the numbers of the grid and the bar of the scale"
            tabs = page.eval("[...document.querySelectorAll('#tabs button')].filter((b) => !b.hidden).map((b) => b.dataset.tab)")
            assert tabs == ["plot", "map", "surveys", "route"], tabs
            assert seen(page, [*ARM, "session", "live"]) == []
            assert violations(page) == [], violations(page)
            choose(page, "surveys")
            wait(lambda: page.eval("folder?.items.length === 1"), "the list")
            assert page.faults() == [], page.faults()
