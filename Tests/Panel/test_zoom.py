"""STOP stays on the screen, whatever fingers do with the page and however the page is magnified."""

import time

from common import FORWARD, WALDO, ZERO, Panel, hold_until, reach
from drive import Drive
from program import wait
from stop import SIZES, assert_in_reach, look, press_stop, resume
from surveys import choose, simulated

TABS = ["drive", "now", "plot", "map", "surveys", "graph", "route"]
# What fingers meet beside the controls, where it can be touched: words, buttons, drawings, lists.
PARTS = ["top", "gate", "recentre", "stop", "plot", "log", "space", "tabs", "live", "nowNumber", "trend", "map", "mapZoom",
         "surveyList", "graphScroll", "routeWords"]


def parts_of(page):
    """The middles of the parts that can be touched where they are."""
    found = page.eval("""Object.fromEntries(%s.map((id) => {
      const element = document.getElementById(id), r = element?.getBoundingClientRect();
      if (!r?.width || !r.height) return [id, null];
      const x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);
      return [id, element.contains(top) || top?.contains(element) ? [x, y] : null];
    }))""" % PARTS)
    assert found["top"] and found["stop"], found
    return {id: place for id, place in found.items() if place}


def spread(page, x, y, *others, steps=6):
    """Two fingers spread from here, beside fingers that stay where they are."""
    page.touch("touchStart", *others, (x - 8, y, 11))
    page.touch("touchStart", *others, (x - 8, y, 11), (x + 8, y, 12))
    for step in range(1, steps + 1):
        way = 120 * step / steps
        page.touch("touchMove", *others, (x - 8 - way, y - way / 4, 11), (x + 8 + way, y + way / 4, 12))
    page.touch("touchEnd", (x - 128, y - 30, 11), (x + 128, y + 30, 12))


def settle(page):
    """Waits until the browser has drawn what fingers did to the page."""
    page.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))")


def scale(page):
    settle(page)
    return page.eval("visualViewport.scale")


def test_spread_fingers_magnify_nothing(browser):
    with simulated(browser) as (drive, page):
        for name, size in SIZES.items():
            page.resize(*size)
            settle(page)
            place = look(page)["stop"]
            for tab in TABS:
                choose(page, tab)
                # The header and STOP are the same in all views.
                for part, (x, y) in parts_of(page).items():
                    if tab != "drive" and part in ("top", "gate", "stop", "live"):
                        continue
                    spread(page, x, y)
                    assert scale(page) == 1, (name, tab, part)
                    page.eval("scrollTo(0, 0)")
                assert_in_reach(page, (name, tab), place)
                if tab == "drive":
                    # Two of the fingers were on STOP.
                    wait(lambda: page.eval("state.stopped"), "the stop")
                    resume(page)
            press_stop(drive, page)
            resume(page)


def test_spread_fingers_beside_a_held_slider_magnify_nothing(browser):
    for name in ("phone", "phone turned"):
        with Panel(browser) as (drive, page):
            page.resize(*SIZES[name])
            settle(page)
            for part, (x, y) in parts_of(page).items():
                mark = drive.mark
                hold_until(page, lambda mark=mark: FORWARD in drive.texts(mark), FORWARD)
                sx, sy, *_ = page.middle("slider")
                held = (sx, sy - reach(page)[0], 1)
                spread(page, x, y, held)
                assert scale(page) == 1, (name, part)
                # STOP hears another finger beside the one on the slider.
                assert_in_reach(page, (name, part))
                press_stop(drive, page, held)
                drive.wait_command(ZERO, mark)
                page.touch("touchEnd")
                resume(page)


def test_taps_long_presses_pulls_and_swipes_leave_stop_where_it_is(browser):
    with simulated(browser) as (drive, page):
        page.eval("globalThis.menus = 0; addEventListener('contextmenu', (e) => { if (!e.defaultPrevented) menus += 1; });"
                  " globalThis.isSame = true")
        for name in ("phone", "phone turned"):
            page.resize(*SIZES[name])
            settle(page)
            place = look(page)["stop"]
            for part, (x, y) in parts_of(page).items():
                for _ in range(2):
                    page.touch("touchStart", (x, y, 1))
                    page.touch("touchEnd")
                page.touch("touchStart", (x, y, 1))
                time.sleep(0.7)
                page.touch("touchEnd")
                for right, down in ((0, 300), (300, 0), (-300, 0)):
                    page.touch("touchStart", (x, y, 1))
                    for step in range(1, 5):
                        page.touch("touchMove", (x + right * step / 4, y + down * step / 4, 1))
                    page.touch("touchEnd")
                assert scale(page) == 1, (name, part)
                assert page.eval("[String(getSelection()), menus]") == ["", 0], (name, part)
                choose(page, "drive")
                assert_in_reach(page, (name, part), place)
            press_stop(drive, page)
            resume(page)
        # A browser without a head pulls nothing to be loaded again; what keeps the others from it is this.
        for element in ("documentElement", "body"):
            assert page.eval(f"getComputedStyle(document.{element}).overscrollBehavior") == "none"
        assert page.eval("isSame === true")


def pan(page, right, down):
    """A finger moves what is seen of a magnified page as far as it goes: 1 to its end, -1 to its beginning."""
    width, height = page.eval("[visualViewport.width, visualViewport.height]")
    for _ in range(3):
        page.touch("touchStart", (width / 2, height / 4, 5))
        for step in range(1, 5):
            part = 0.2 * step / 4 * 5
            page.touch("touchMove", (width / 2 * (1 - right * part), height / 4 * (1 - down * part), 5))
        page.touch("touchEnd")
    page.eval(f"scrollTo({max(0, right) * 9999}, {max(0, down) * 9999})")


def test_stop_keeps_its_place_on_the_screen_where_the_browser_magnifies_all_the_same(browser):
    """Its own magnifier asks no page: a person's setting, a touchpad."""
    with simulated(browser) as (drive, page):
        for name, size in SIZES.items():
            page.resize(*size)
            for tab in TABS if name.startswith("phone") else ["drive", "map"]:
                choose(page, tab)
                settle(page)
                place = look(page)["stop"]
                for factor, ways in ((1.3, [(1, 1)]), (5, [(-1, -1), (1, -1), (1, 1)])):
                    page.call("Emulation.setPageScaleFactor", pageScaleFactor=factor)
                    wait(lambda: abs(page.eval("visualViewport.scale") - factor) < 0.01, f"{factor}")
                    for way in ways:
                        pan(page, *way)
                        assert_in_reach(page, (name, tab, factor, way), place)
                press_stop(drive, page)
                resume(page)
                page.call("Emulation.setPageScaleFactor", pageScaleFactor=1)
                page.eval("scrollTo(0, 0)")
                wait(lambda: page.eval("document.getElementById('halt').style.transform") == "", "the page as it was")


def test_stop_stays_above_a_keyboard(browser):
    """A keyboard leaves less to be seen of the page, and the window as it was."""
    with simulated(browser) as (drive, page):
        page.eval("""globalThis.covered = 0;
          globalThis.whole = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height').get;
          Object.defineProperty(VisualViewport.prototype, 'height',
            { configurable: true, get() { return whole.call(this) - covered; } });
          globalThis.cover = (height) => { covered = height; visualViewport.dispatchEvent(new Event('resize')); }; 0""")
        for name, size in SIZES.items():
            page.resize(*size)
            for tab in TABS:
                choose(page, tab)
                settle(page)
                place = look(page)["stop"]
                for part in (0.45, 0.7, 0.85):
                    page.eval(f"cover({round(size[1] * part)})")
                    assert_in_reach(page, (name, tab, part))
                if tab == "map":
                    press_stop(drive, page)
                    resume(page)
                page.eval("cover(0)")
                assert_in_reach(page, (name, tab), place)


def test_no_field_magnifies_the_page_that_is_typed_into(browser):
    """iOS does so for letters of less than 16 px."""
    with simulated(browser) as (_, page):
        small = page.eval("""[...document.querySelectorAll('input:not([type=range]), select, textarea')]
          .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.id)""")
        assert small == [], small


def test_stop_is_in_reach_with_letters_of_twice_the_size(browser):
    for name, size in SIZES.items():
        with simulated(browser, size=size) as (drive, page):
            for tab in TABS:
                choose(page, tab)
                page.eval("""(() => {
                  const all = [document.body, ...document.body.querySelectorAll('*')].filter((e) => !e.dataset.isLarge);
                  const sizes = all.map((e) => [getComputedStyle(e).fontSize, getComputedStyle(e).lineHeight].map(parseFloat));
                  all.forEach((e, index) => {
                    e.dataset.isLarge = true;
                    e.style.fontSize = `${sizes[index][0] * 2}px`;
                    if (sizes[index][1]) e.style.lineHeight = `${sizes[index][1] * 2}px`;
                  });
                })()""")
                assert_in_reach(page, (name, tab))
            press_stop(drive, page)
            resume(page)
            choose(page, "drive")
            drive.process.kill()
            wait(lambda: page.eval("document.body.classList.contains('lost')"), "the banner")
            assert_in_reach(page, (name, "lost"))


def test_stop_is_in_reach_in_the_smallest_windows(browser):
    """What a browser's zoom of 200 % to 500 % leaves of a phone and of a laptop, and a window beside another."""
    with simulated(browser) as (drive, page):
        for size in ((180, 320), (320, 180), (256, 160), (640, 120), (640, 180), (160, 700)):
            page.resize(*size)
            for tab in TABS:
                choose(page, tab)
                for top in (9999, 0):
                    page.eval(f"scrollTo(0, {top})")
                    assert_in_reach(page, (size, tab, top))
            press_stop(drive, page)
            resume(page)


def test_nothing_lies_over_stop_when_waldo_is_lost(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        drive.process.kill()
        wait(lambda: page.eval("document.body.classList.contains('lost')"), "the banner")
        page.eval("stop()")
        for size in [*SIZES.values(), (320, 180), (256, 160), (640, 120)]:
            page.resize(*size)
            assert_in_reach(page, size)
        page.close()


def test_a_choice_opens_its_list_in_the_page_and_stop_hears_the_next_touch(browser):
    """The browser's own list may lie over STOP, and swallows the touch that closes it."""
    with simulated(browser) as (drive, page):
        page.eval("globalThis.picked = []; addEventListener('change', (e) => picked.push(e.target.id + ' ' + e.target.value), true);"
                  " globalThis.isOwn = false; addEventListener('mousedown', (e) => { isOwn ||= !e.defaultPrevented"
                  " && e.target.localName === 'select'; }); 0")
        for name in ("phone", "phone turned", "tablet turned"):
            page.resize(*SIZES[name])
            choose(page, "map")
            # The last option, which is chosen below, is then another one.
            page.eval("document.getElementById('scaleName').value = document.getElementById('scaleName').options[0].value;"
                      " document.getElementById('scaleName').dispatchEvent(new Event('change')); 0")
            page.eval("document.querySelector('.choices').open = true; picked.length = 0; document.getElementById('scaleName').scrollIntoView(); 0")
            settle(page)
            place = look(page)["stop"]
            options = page.eval("[...document.getElementById('scaleName').options].map((option) => option.text)")
            for press in ("stop", "option"):
                # A stop changes the height of the header.
                page.eval("document.getElementById('scaleName').scrollIntoView({ block: 'center' }); 0")
                settle(page)
                x, y, *_ = page.middle("scaleName")
                page.touch("touchStart", (x, y, 1))
                page.touch("touchEnd")
                wait(lambda: page.eval("[...document.querySelectorAll('.choice button')].map((b) => b.textContent)") == options, f"the list of a {name}")
                assert_in_reach(page, (name, "a list"), place)
                if press == "stop":
                    press_stop(drive, page)
                    wait(lambda: page.eval("document.querySelector('.choice') === null"), "no list")
                    resume(page)
            page.eval("document.querySelector('.choice button:last-child').scrollIntoView({ block: 'center' }); 0")
            settle(page)
            x, y = page.eval("(() => { const r = document.querySelector('.choice button:last-child').getBoundingClientRect();"
                             " return [r.x + 20, r.y + r.height / 2]; })()")
            page.touch("touchStart", (x, y, 1))
            page.touch("touchEnd")
            wait(lambda: page.eval("document.querySelector('.choice') === null && picked.length === 1"), lambda: page.eval("picked"))
        assert page.eval("isOwn") is False
        # The keyboard's way is the same, and Space stops in the list too.
        page.eval("document.getElementById('scaleName').focus()")
        page.key("keyDown", "Enter")
        page.key("keyUp", "Enter")
        page.key("keyDown", "ArrowDown")
        mark = drive.mark
        page.key("keyDown", "Space", " ")
        drive.wait_event(mark, event="stop")
        assert page.faults() == [], page.faults()
