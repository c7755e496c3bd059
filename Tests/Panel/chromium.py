"""A headless Chromium, driven through its DevTools protocol: just what the panel's tests and its picture need."""

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import websocket  # PyPI: websocket-client

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Programs"))
from program import wait  # noqa: E402

# The browser without a window: with one it takes three times the processor time.
CHROMIUM = "chromium-headless-shell"
# Root's browser raises its own priority, and takes the processor from what is measured beside it.
UNRAISED = ["setpriv", "--bounding-set=-sys_nice"] if os.geteuid() == 0 else []


class Chromium:
    """The browser, in a process group and with a profile of its own."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="waldo-chromium-")
        self.process = subprocess.Popen(
            [*UNRAISED, CHROMIUM, "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
             "--disable-extensions", "--mute-audio", "--hide-scrollbars", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        port = os.path.join(self.profile, "DevToolsActivePort")
        wait(lambda: os.path.exists(port) and os.path.getsize(port) > 10, "chromium to listen", 60)
        number, path = open(port).read().split("\n")[:2]
        self.socket = websocket.create_connection(f"ws://127.0.0.1:{number}{path}", timeout=60)
        self.numbers = itertools.count(1)
        self.events = []
        self.pages = []

    def call(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def page(self, url, width=390, height=844, scheme="light", touch=True, scale=1, trusts=False):
        """- trusts: whether a certificate that nobody has signed will do."""
        return Page(self, url, width, height, scheme, touch, scale, trusts)

    def close_pages(self):
        """Closes every page: one that nobody looks at any more still draws, and tries to come back to its drive."""
        if self.process.poll() is None:
            for page in list(self.pages):
                page.close()
        self.events.clear()

    def kill(self):
        """SIGKILL to all of it, as when a phone's battery is taken out."""
        os.killpg(self.process.pid, signal.SIGKILL)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.process.wait()
        self.socket.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Page:
    """One page, in a context of its own, so that no two share a socket or a focus."""

    def __init__(self, browser, url, width, height, scheme, touch, scale, trusts):
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        browser.pages.append(self)
        self.target = browser.call(
            "Target.createTarget", url="about:blank", browserContextId=self.context, width=width, height=height)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        if trusts:
            self.call("Security.setIgnoreCertificateErrors", ignore=True)
        self.resize(width, height, touch, scale)
        self.scheme(scheme)
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Page.navigate", url=url)
        wait(lambda: self.eval("document.readyState") == "complete" and self.eval("location.href") != "about:blank", "the page")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height, touch=True, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch)

    def scheme(self, name, calm=False):
        features = [{"name": "prefers-color-scheme", "value": name}]
        if calm:
            features.append({"name": "prefers-reduced-motion", "value": "reduce"})
        self.call("Emulation.setEmulatedMedia", features=features)

    def eval(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def text(self, id):
        return self.eval(f"document.getElementById({json.dumps(id)}).textContent")

    def wait_text(self, id, word, limit=10):
        wait(lambda: word in self.text(id), lambda: f"“{word}” in #{id}, which says “{self.text(id)}”", limit)

    def wait_live(self, limit=10):
        live = "['slider', 'stick'].every((id) => document.getElementById(id)?.getAttribute('aria-disabled') === 'false')"
        wait(lambda: self.eval(live), lambda: f"live controls: {self.text('linkText')}, {self.text('gate')}", limit)

    def middle(self, id):
        return self.eval(
            f"(() => {{ const r = document.getElementById({json.dumps(id)}).getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]; })()")

    def touch(self, kind, *points):
        """touchStart or touchMove with each finger that is on the glass as (x, y, id). touchEnd lifts those that are given, or
        all; touchCancel ends them all."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": id} for x, y, id in points])

    def mouse(self, kind, x, y, buttons=1):
        button = "left" if buttons else "none"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1, buttons=buttons)

    def key(self, kind, code, key=None):
        self.call("Input.dispatchKeyEvent", type=kind, code=code, key=key or code)

    def picture(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def faults(self):
        """What the page has complained of: exceptions, and what its policy has refused."""
        self.eval("1")
        faults = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                faults.append(event["params"]["exceptionDetails"])
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["source"] in ("security", "javascript"):
                faults.append(event["params"]["entry"]["text"])
        return faults

    def close(self):
        self.browser.pages.remove(self)
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)
