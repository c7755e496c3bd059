"""Any arm on any screen: all of its controls are whole, apart and large enough, and its drawing stays."""

import contextlib
import json
import os
import subprocess
import tempfile

from common import WALDO
from drive import Drive
from program import wait
from stop import look
from surveys import choose, simulated
from test_screens import violations

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1300))
# An arm of one servo has no pose, and nothing is drawn of it.
SERVOS = (1, 3, 4, 5, 6, 8)

FAULTS = """(() => {
  const seen = (found) => [...found].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const box = (e) => e.getBoundingClientRect(), name = (e) => e.id || e.ariaLabel || e.textContent;
  const parts = seen(document.querySelectorAll('.surface, button, .value, #space')), faults = [];
  for (const e of [...parts, ...seen(document.querySelectorAll('.label, .way, .caption'))]) {
    const r = box(e);
    if (e.matches('.surface, button') && Math.min(r.width, r.height) < 43.5) faults.push(['small', name(e), r.width, r.height]);
    if (r.left < -0.5 || r.top < -0.5 || r.right > innerWidth + 0.5 || r.bottom > innerHeight + 0.5) faults.push(['outside', name(e)]);
    if (e.matches('.label, .way') && e.scrollWidth > e.clientWidth + 1) faults.push(['cut', name(e)]);
    const card = e.closest('.control:not(.small), #further, #pose');
    const c = card && box(card);
    if (c && (r.left < c.left - 0.5 || r.top < c.top - 0.5 || r.right > c.right + 0.5 || r.bottom > c.bottom + 0.5)) faults.push(['beyond its card', name(e)]);
    const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    if (e.matches('.surface, button') && !e.contains(top)) faults.push(['covered', name(e), top && name(top)]);
  }
  parts.forEach((one, index) => parts.slice(index + 1).filter((other) => !one.contains(other)).forEach((other) => {
    const a = box(one), b = box(other);
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) faults.push(['overlap', name(one), name(other)]);
  }));
  return faults;
})()"""
SHOWN = """[...document.querySelectorAll('main .axis')].filter((e) => e.checkVisibility())
  .map((e) => e.querySelector('.label').textContent)"""
SETTLE = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


@contextlib.contextmanager
def arm_of(servos):
    """The file of an arm, and the names of its channels."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "arm.yaml")
        text = subprocess.run([WALDO, "arms", "new", "--servos", str(servos)], check=True, capture_output=True, text=True).stdout
        with open(path, "w") as file:
            file.write(text)
        names = [line.split(":")[0].strip() for line in text.split("channels:\n")[1].split("\n") if "mode: position" in line]
        yield path, names


def test_every_control_of_any_arm_is_whole_on_any_screen(browser):
    for servos in SERVOS:
        with arm_of(servos) as (path, names), Drive(WALDO, "--simulate", "--arm", path, "--input", "panel") as drive:
            assert len(names) == servos, names
            page = browser.page(drive.url)
            page.wait_text("gate", "ready")
            for size in SIZES:
                page.resize(*size)
                page.eval(SETTLE)
                assert page.eval(FAULTS) == [], (servos, size, page.eval(FAULTS))
                assert sorted(page.eval(SHOWN)) == sorted(names), (servos, size)
                width, height = page.middle("space")[2:] if servos > 1 else (88, 88)
                assert min(width, height) >= 72, (servos, size, width, height)
                for scheme in ("light", "dark") if servos == 8 else ():
                    page.scheme(scheme)
                    page.eval("new Promise((done) => setTimeout(done, 200))")
                    assert violations(page) == [], (size, scheme, violations(page))
            assert page.faults() == [], page.faults()
            page.close()
            drive.end()


def test_on_a_desktop_a_view_has_the_room(browser):
    for servos in SERVOS[1:]:
        with arm_of(servos) as (path, _), Drive(WALDO, "--simulate", "--arm", path, "--input", "panel", "--sensor", "demo") as drive:
            page = browser.page(drive.url, 1440, 900)
            page.wait_text("gate", "ready")
            wait(lambda page=page: page.eval("joined !== null"), "the views")
            for tab in ("drive", "plot"):
                page.eval(f"chooseTab('{tab}')")
                page.eval(SETTLE)
                assert page.eval(FAULTS) == [], (servos, tab, page.eval(FAULTS))
            assert page.middle("view")[2] > 0.6 * 1440, (servos, page.middle("view"))
            page.close()
            drive.end()


RUSH = """(() => {
  const rush = (axis) => axis && { ...axis, place: -1000, number: axis.low.length < axis.high.length ? axis.high : axis.low };
  state = { ...state, controls: state.controls.map((one) => ({ ...one, deflection: -1000, x: rush(one.x), y: rush(one.y) })) };
  show();
})()"""


def test_the_controls_of_a_hand_are_whole_at_rest_and_in_motion(browser):
    for arm, mapping, changes in (("mearm", "gamepad-hand", 0), ("so101", "gamepad-wrist", 0), ("so101", "gamepad-hand", 2)):
        with Drive(WALDO, "--simulate", "--arm", arm, "--input", "panel", "--mapping", mapping) as drive:
            page = browser.page(drive.url)
            page.wait_text("gate", "ready")
            for _ in range(changes):
                before = page.eval("changeProfile(); state.profile")
                wait(lambda page=page, before=before: page.eval("state.profile") != before, "the next profile")
            # What the page has heard stays, however long this takes.
            page.eval("take = loseWaldo = () => {}; 0")
            rest = page.eval("state")
            for size in SIZES:
                page.resize(*size)
                for motion in ("0", RUSH):
                    page.eval(f"state = {json.dumps(rest)}; show(); {motion}")
                    page.eval(SETTLE)
                    assert page.eval(FAULTS) == [], (arm, changes, size, motion, page.eval(FAULTS))
            page.close()
            drive.end()


def test_beside_a_survey_the_controls_are_whole_and_a_view_ends_above_the_tabs(browser):
    with arm_of(8) as (path, _):
        for arm in ("mearm", "so101", path):
            with Drive(WALDO, "--simulate", "--arm", arm, "--input", "panel", "--sensor", "demo", "--locate", "arm") as drive:
                page = browser.page(drive.url)
                page.wait_text("gate", "ready")
                wait(lambda page=page: page.eval("joined !== null"), "the views")
                for size in SIZES[:3]:
                    page.resize(*size)
                    for tab in ("drive", "plot", "map", "graph"):
                        choose(page, tab)
                        page.eval(SETTLE)
                        assert page.eval(FAULTS) == [], (arm, size, tab, page.eval(FAULTS))
                        if tab != "drive":
                            assert page.eval("document.documentElement.scrollHeight <= innerHeight"), (arm, size, tab)
                page.close()
                drive.end()


def test_many_controls_stay_whole_while_the_arm_is_stopped(browser):
    """STOPPED is red, and its own line; STOP fills its row again after the resume."""
    with arm_of(8) as (path, _), Drive(WALDO, "--simulate", "--arm", path, "--input", "panel") as drive:
        page = browser.page(drive.url)
        for size in SIZES:
            page.resize(*size)
            page.wait_text("gate", "ready")
            page.eval(SETTLE)
            whole = look(page)["stop"]
            page.eval("send({do: 'stop'})")
            page.wait_text("gate", "STOPPED")
            page.eval(SETTLE)
            assert page.eval(FAULTS) == [], (size, page.eval(FAULTS))
            beside = look(page)["stop"]
            assert [round(part) for part in beside[:2]] == [round(part) for part in whole[:2]] and beside[2] < whole[2], (size, beside, whole)
            red, stop = [page.eval(f"getComputedStyle(document.getElementById('{id}')).backgroundColor") for id in ("gate", "stop")]
            assert red == stop, (red, stop)
            page.eval("document.getElementById('resume').click()")
        page.close()
        drive.end()


def test_the_tap_after_a_stop_resumes_nothing(browser):
    """Two quick taps on the end of STOP where Resume comes."""
    with Drive(WALDO, "--simulate", "--input", "panel") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        x, y, width, height = look(page)["stop"]
        at = (x + width - 20, y + height / 2, 1)
        page.touch("touchStart", at)
        page.touch("touchEnd")
        page.wait_text("gate", "STOPPED")
        page.touch("touchStart", at)
        page.touch("touchEnd")
        mark = drive.quiet()
        assert page.eval("state.stopped") is True
        page.eval("new Promise((done) => setTimeout(done, 700))")
        page.touch("touchStart", at)
        page.touch("touchEnd")
        drive.wait_event(mark, event="resume")
        page.close()
        drive.end()


def test_no_view_has_a_fault_of_contrast_or_labels_in_any_state(browser):
    with simulated(browser) as (drive, page):
        wait(lambda: page.eval("survey?.streams?.[0]?.number !== undefined"), "a number")
        for size, scheme in (((390, 844), "light"), ((844, 390), "dark"), ((1440, 900), "dark")):
            page.resize(*size)
            # Without motion no colour is on its way to another.
            page.scheme(scheme, calm=True)
            faultless(page, (size, scheme))
        page.eval("stop()")
        page.wait_text("gate", "STOPPED")
        faultless(page, "stopped")
        drive.process.kill()
        wait(lambda: page.eval("document.body.classList.contains('lost')"), "the banner")
        page.resize(390, 844)
        faultless(page, "lost")


def faultless(page, state):
    for tab in page.eval("tabNames"):
        choose(page, tab)
        page.eval(SETTLE)
        assert violations(page) == [], (state, tab, violations(page))
