#!/usr/bin/python3
"""Makes an SVG of a terminal's screen, as `tmux capture-pane -e -p` writes it: ansi2svg.py COLUMNS < screen > picture.svg"""
import re
import sys
from html import escape
from itertools import groupby

CELL, LINE, SIZE, MARGIN = 8.43, 18, 14, 14
FONT = "DejaVu Sans Mono"
BACK, TEXT = "#14181f", "#d6dae2"
COLOURS = ["#1b1f27", "#e5534b", "#57ab5a", "#e3b341", "#539bf5", "#b083f0", "#4fc3c9", "#e9edf3"]


class Ink:
    def __init__(self):
        self.reset()

    def reset(self):
        self.fore = self.back = None
        self.bold = self.faint = self.reverse = False

    def take(self, numbers):
        for number in numbers:
            if number == 0:
                self.reset()
            elif number == 1:
                self.bold = True
            elif number == 2:
                self.faint = True
            elif number == 7:
                self.reverse = True
            elif 30 <= number <= 37:
                self.fore = COLOURS[number - 30]
            elif 40 <= number <= 47:
                self.back = COLOURS[number - 40]
            elif number == 39:
                self.fore = None
            elif number == 49:
                self.back = None
            else:
                sys.exit(f"SGR {number} is none of the sixteen colours")

    def look(self):
        fore, back = self.fore or TEXT, self.back or BACK
        if self.reverse:
            fore, back = back, fore
        return fore, back, self.bold, self.faint


def cells(line, ink):
    """Each cell's sign and look; the ink goes on from line to line."""
    for sequence, sign in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
        if sign:
            yield sign, ink.look()
        else:
            ink.take(int(number or 0) for number in sequence.split(";"))


def braille(sign, x, y):
    """Dots of their own, for no font draws them evenly over the edges of cells."""
    bits = ord(sign) - 0x2800
    for bit, (column, row) in enumerate([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]):
        if bits >> bit & 1:
            yield f'<circle cx="{x + CELL * (column + 0.5) / 2:.2f}" cy="{y + LINE * (row + 0.5) / 4:.2f}" r="1.55"/>'


BLOCKS = {"█": (0, 1, 1), "▀": (0, 0.5, 1), "▄": (0.5, 0.5, 1), "░": (0, 1, 0.28)}
#: Where a frame's sign reaches from its cell's middle: left, right, up, down.
LINES = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}


def shape(sign, x, y, fore):
    """A sign that must meet its neighbours; None for text."""
    if sign in BLOCKS:
        top, height, opacity = BLOCKS[sign]
        return (f'<rect x="{x:.2f}" y="{y + top * LINE:.2f}" width="{CELL:.2f}" height="{height * LINE}" '
                f'fill="{fore}" fill-opacity="{opacity}" shape-rendering="crispEdges"/>')
    if sign in LINES:
        middle, centre = x + CELL / 2, y + LINE / 2
        ends = {"l": (x, centre), "r": (x + CELL, centre), "u": (middle, y), "d": (middle, y + LINE)}
        path = "".join(f"M{middle:.2f} {centre:.2f}L{ends[way][0]:.2f} {ends[way][1]:.2f}" for way in LINES[sign])
        return f'<path d="{path}" stroke="{fore}" stroke-width="1.2" stroke-linecap="square"/>'
    if 0x2800 < ord(sign) <= 0x28FF:
        return f'<g fill="{fore}">' + "".join(braille(sign, x, y)) + "</g>"
    return None


def backgrounds(row_cells, y):
    """One rectangle for each run of one colour: between two there would be a seam."""
    column = 0
    for back, run in groupby(look[1] for _, look in row_cells):
        width = len(list(run))
        if back != BACK:
            yield (f'<rect x="{MARGIN + column * CELL:.2f}" y="{y}" width="{width * CELL:.2f}" height="{LINE}" '
                   f'fill="{back}"/>')
        column += width


def picture(lines, columns):
    width, height = columns * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-family="{FONT}" '
           f'font-size="{SIZE}"><rect width="100%" height="100%" rx="8" fill="{BACK}"/>')
    ink = Ink()
    for row, line in enumerate(lines):
        y = MARGIN + row * LINE
        row_cells = list(cells(line, ink))[:columns]
        yield from backgrounds(row_cells, y)
        for column, (sign, (fore, back, bold, faint)) in enumerate(row_cells):
            x = MARGIN + column * CELL
            if sign == " ":
                continue
            opacity = ' opacity="0.55"' if faint else ""
            drawn = shape(sign, x, y, fore)
            if drawn:
                yield f"<g{opacity}>{drawn}</g>"
            else:
                weight = ' font-weight="bold"' if bold else ""
                yield f'<text x="{x:.2f}" y="{y + 13.5}" fill="{fore}"{weight}{opacity}>{escape(sign)}</text>'
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(picture(sys.stdin.read().rstrip("\n").split("\n"), int(sys.argv[1]))))
