"""Lists of frames: what is expected, and a difference that can be read."""
import difflib
import itertools


class Mismatch(Exception):
    """Two lists of frames differ."""


class Expected:
    """One frame, sent a number of times: exactly `least`, or up to `most`."""

    def __init__(self, frame, least, most):
        self.frame, self.least, self.most = frame, least, most

    def __str__(self):
        if self.least == self.most:
            return f"{self.frame} x {self.least}"
        return f"{self.frame} x {self.least} or more" if self.most == ANY else f"{self.frame} x {self.least}...{self.most}"

    def fits(self, frame, times):
        return frame == self.frame and self.least <= times <= self.most


ANY = 1_000_000


def held(frame, least=1):
    """As long as a control is held."""
    return Expected(frame, least, ANY)


def sent(frame, times=1, most=None):
    return Expected(frame, times, most or times)


STOP = sent("S>", 3)


def runs_of(frames):
    return [(frame, len(list(group))) for frame, group in itertools.groupby(frames)]


def merged(expected):
    """Neighbours with the same frame are one run."""
    result = []
    for run in expected:
        if result and result[-1].frame == run.frame:
            last = result.pop()
            run = Expected(run.frame, last.least + run.least, min(ANY, last.most + run.most))
        result.append(run)
    return result


def expect(what, expected, got):
    """Fails unless the frames are exactly these runs, in this order."""
    wanted, runs = merged(expected), runs_of(got)
    if len(wanted) == len(runs) and all(want.fits(*run) for want, run in zip(wanted, runs)):
        return
    got_lines = [f"{frame} x {times}" for frame, times in runs]
    # A run that fits is shown as it came, so that only what is wrong stands out.
    wanted_lines = [
        got_lines[index] if index < len(runs) and want.fits(*runs[index]) else str(want)
        for index, want in enumerate(wanted)
    ]
    raise Mismatch(difference(what, wanted_lines, got_lines))


def compare(what, expected, got):
    """Fails unless the two lists of frames are the same."""
    if expected != got:
        raise Mismatch(difference(what, expected, got))


def compare_across_losses(what, printed, got, may_be_lost):
    """`printed` has a list for each connection; `may_be_lost` says how many frames may be missing at the end of each."""

    def matches(connections, frames):
        if connections == 0:
            return not frames
        last = printed[connections - 1]
        for lost in range(min(may_be_lost[connections - 1], len(last)) + 1):
            kept = last[: len(last) - lost]
            rest = len(frames) - len(kept)
            if rest >= 0 and frames[rest:] == kept and matches(connections - 1, frames[:rest]):
                return True
        return False

    if not matches(len(printed), got):
        whole = list(itertools.chain.from_iterable(printed))
        raise Mismatch(difference(f"{what} (at the end of each link {may_be_lost} may be lost)", whole, got))


def difference(what, expected, got):
    lines = difflib.unified_diff(expected, got, "expected", "got", lineterm="", n=4)
    return "\n".join([f"{what}:", *lines])
