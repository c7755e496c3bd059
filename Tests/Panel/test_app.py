"""The panel as an app: what a browser needs to install it, the whole screen, and what is felt."""

import json
import struct
import urllib.request

from common import WALDO, Panel
from drive import Drive
from program import wait


def test_a_first_visit_is_four_requests_and_little_on_the_wire(browser):
    """The page, its style, its script and its socket. A second visit loads the page alone."""
    with Panel(browser) as (_, page):
        loaded = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .map((one) => [new URL(one.name).pathname.replace(/-[0-9a-f]{12}/, ''), one.transferSize])"""
        first = page.eval(loaded)
        assert [name for name, _ in first] == ["/", "/panel.css", "/panel.js"], first
        assert all(size > 0 for _, size in first) and sum(size for _, size in first) < 150_000, first
        page.eval("location.reload()")
        wait(lambda: page.eval("performance.getEntriesByType('navigation')[0].type") == "reload", "the second visit")
        page.wait_live()
        assert [size > 0 for _, size in page.eval(loaded)] == [True, False, False], page.eval(loaded)


def test_a_browser_may_install_the_panel(browser):
    with Panel(browser) as (drive, page):
        manifest = page.call("Page.getAppManifest")
        assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest"), manifest
        # The tests' pages are in contexts of their own, in which nothing is installed.
        target = browser.call("Target.createTarget", url=drive.url)["targetId"]
        session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.call("Page.enable", session)
        errors = lambda: browser.call("Page.getInstallabilityErrors", session)["installabilityErrors"]
        wait(lambda: errors() == [], errors)
        browser.call("Target.closeTarget", targetId=target)
        icons = json.loads(manifest["data"])["icons"]
        assert any(icon.get("purpose") == "maskable" for icon in icons)
        for icon in icons:
            with urllib.request.urlopen(drive.url.rstrip("/") + icon["src"]) as answer:
                data = answer.read()
                assert answer.headers["Content-Type"].startswith(icon["type"]), icon
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", data[16:24])
                assert icon["sizes"] == f"{width}x{height}", icon
        # No script may stand between a page and waldo, and serve an old one.
        assert page.eval("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_the_whole_screen_comes_and_goes_with_a_button(browser):
    with Panel(browser) as (_, page):
        assert page.eval("!document.getElementById('full').hidden")
        x, y, *_ = page.middle("full")
        page.touch("touchStart", (x, y, 1))
        page.touch("touchEnd")
        wait(lambda: page.eval("document.fullscreenElement !== null"), "the whole screen")
        wait(lambda: page.eval("document.getElementById('full').getAttribute('aria-label')") == "Leave full screen", "its label")
        page.eval("document.getElementById('full').click()")
        wait(lambda: page.eval("document.fullscreenElement === null"), "the window")
        # Nothing was commanded by that.
        assert page.eval("state.halts") is not None


def test_a_halt_is_felt_once_a_finger_has_touched_the_page(browser):
    with Panel(browser) as (drive, page):
        page.eval("navigator.vibrate = (pattern) => { (window.felt ??= []).push(pattern); return true; }; 0")
        page.eval("send({do: 'stop'})")
        page.wait_text("gate", "STOPPED")
        assert page.eval("window.felt ?? null") is None
        page.eval("send({do: 'resume'})")
        page.wait_live()
        # A browser lets a page vibrate once a finger has left it; a stop that is sent as it lands may come back before that.
        for id in ("gate", "stop"):
            x, y, *_ = page.middle(id)
            page.touch("touchStart", (x, y, 1))
            page.touch("touchEnd")
            wait(lambda: page.eval("navigator.userActivation.hasBeenActive"), "a touch")
        page.wait_text("gate", "STOPPED")
        wait(lambda: page.eval("(window.felt ?? []).length") == 1, lambda: f"one halt, felt {page.eval('window.felt')}")


def test_the_display_stays_on_while_the_page_drives(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page(drive.url)
        page.wait_live()
        page.eval("""navigator.wakeLock.request = async () => {
            const lock = new EventTarget();
            lock.release = async () => { window.released = true; lock.dispatchEvent(new Event("release")); };
            window.asked = (window.asked ?? 0) + 1;
            return lock;
        }; lock = null; 0""")
        page.eval("send({do: 'beat'}); show()")
        wait(lambda: page.eval("window.asked"), "the lock")
        assert page.eval("keepAwake().then(() => window.asked)") == 1
        drive.process.kill()
        wait(lambda: page.eval("window.released === true"), "its release")
        page.close()


def test_a_browser_without_any_of_it_shows_the_panel_all_the_same(browser):
    with Drive(WALDO, "--override") as drive:
        page = browser.page("about:blank#")
        page.call("Page.addScriptToEvaluateOnNewDocument", source="""
            for (const [owner, names] of [[Navigator.prototype, ["vibrate", "wakeLock", "userActivation", "standalone"]],
                                          [Document.prototype, ["fullscreenEnabled", "fullscreenElement", "exitFullscreen"]],
                                          [Element.prototype, ["requestFullscreen"]]])
                for (const name of names) delete owner[name];
            Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
            """)
        page.call("Page.navigate", url=drive.url)
        wait(lambda: page.eval("location.href") == drive.url, "the page")
        page.wait_live()
        assert page.eval("document.getElementById('full').hidden")
        page.eval("send({do: 'stop'})")
        page.wait_text("gate", "STOPPED")
        page.eval("feel(); keepToken(true); 0")
        assert page.faults() == [], page.faults()
        page.close()
        drive.end()


def test_an_app_keeps_the_token_on_the_device_and_forgets_a_wrong_one(browser):
    token = "open-sesame-12345"
    with Drive(WALDO, "--override", "--panel-token", token) as drive:
        page = browser.page(f"{drive.url}#{token}")
        page.wait_live()
        assert page.eval("localStorage.getItem('token')") is None, "a page in a browser keeps nothing"
        # What an iPhone says in an app.
        isApp = "Object.defineProperty(Navigator.prototype, 'standalone', { get: () => true, configurable: true }); 0"
        page.call("Page.addScriptToEvaluateOnNewDocument", source=isApp)
        page.eval(isApp)
        page.eval("keepToken(true); 0")
        assert page.eval("localStorage.getItem('token')") == token
        # The app begins at the manifest's address, which has no token.
        page.call("Page.navigate", url=drive.url.split("#")[0] + "?app")
        wait(lambda: page.eval("location.search") == "?app" and page.eval("document.readyState") == "complete", "the app")
        page.wait_live()
        assert page.eval("location.hash") == f"#{token}" and page.eval("document.getElementById('full').hidden")
        page.eval("localStorage.setItem('token', 'wrong-wrong-wrong')")
        page.eval("history.replaceState(null, '', '#wrong-wrong-wrong'); enter(); 0")
        wait(lambda: page.eval("localStorage.getItem('token')") is None, "a wrong token is forgotten")
        page.close()
        drive.end()
