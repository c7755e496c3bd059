"""What the tests of STOP have in common: where it is on the screen, and a finger on it."""

from program import wait

SIZES = {"phone": (360, 640), "phone turned": (640, 360), "tablet": (820, 1180), "tablet turned": (1180, 820)}
SMALLEST = 44  # px on the screen, of what a finger has to hit

LOOK = """(() => {
  const v = visualViewport, r = document.getElementById('stop').getBoundingClientRect();
  const stop = [(r.x - v.offsetLeft) * v.scale, (r.y - v.offsetTop) * v.scale, r.width * v.scale, r.height * v.scale];
  const over = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]].map(
    ([x, y]) => document.elementFromPoint(r.x + r.width * x, r.y + r.height * y)?.id ?? null);
  return { scale: v.scale, screen: [v.width * v.scale, v.height * v.scale], stop, over, at: [v.offsetLeft, v.offsetTop] };
})()"""


def look(page):
    """STOP's rectangle on the screen in px, and what is seen there."""
    return page.eval(LOOK)


def is_in_reach(seen):
    """Whether all of STOP is on the screen, large enough for a finger, and nothing lies over it."""
    x, y, width, height = seen["stop"]
    across, down = seen["screen"]
    return (x >= -0.5 and y >= -0.5 and x + width <= across + 0.5 and y + height <= down + 0.5
            and min(width, height) >= SMALLEST - 0.5 and set(seen["over"]) == {"stop"})


def is_at(stop, place):
    """Whether STOP begins at a place and is as high. It is narrower while Resume is beside it."""
    return all(abs(stop[part] - place[part]) < 1 for part in (0, 1, 3)) and place[2] * 0.5 < stop[2] < place[2] + 1


def assert_in_reach(page, what, place=None):
    """STOP is in reach, and at a place where that is given, as soon as the browser has drawn what was done to the page."""
    def holds():
        seen = look(page)
        return is_in_reach(seen) and (place is None or is_at(seen["stop"], place))
    wait(holds, lambda: f"STOP in reach, {what}: {look(page)}" + ("" if place is None else f", which was at {place}"), 5)


def press_stop(drive, page, *others):
    """A tap on STOP where it is on the screen, beside other fingers: the drive stops."""
    seen = look(page)
    x, y, width, height = seen["stop"]
    # The browser counts touches from the corner of what is seen.
    at = ((x + width / 2) / seen["scale"], (y + height / 2) / seen["scale"], 9)
    mark = drive.mark
    page.touch("touchStart", *others, at)
    drive.wait_event(mark, event="stop")
    page.touch("touchEnd", at)
    wait(lambda: page.eval("state.stopped"), "the stop on the page")


def resume(page):
    """The page's own button resumes, once nothing is touched."""
    def is_resumed():
        page.eval("document.getElementById('resume').click()")
        return not page.eval("state.stopped")
    wait(is_resumed, lambda: f"the resume: {page.text('gate')}")
