"""The hand's controls: their directions and units, and what holds the hand back, in words and in the drawing."""

import json

from common import Panel
from program import wait
from test_arm import ink

AXIS = {"low": "-60", "zero": "0", "high": "60"}
CONTROL = {"control": 1, "name": "height", "kind": "slider", "gate": "open", "held": "", "live": True, "holds": False,
           "assumed": False, "deflection": -300, "x": {**AXIS, "channel": "hand.height", "place": -300, "number": "-18"}}
BOX = {"name": "cup", "holds": False, "box": [120, -60, 0, 180, 60, 60]}


def show(page, pose={}, **news):
    """Shows a state of a hand in place of those that waldo sends."""
    page.eval(f"take = () => {{}}; state = {{ ...state, ...{json.dumps(news)}, pose: {{ ...state.pose, ...{json.dumps(pose)} }} }}; "
              "show(); paintArm(); 0")


def test_a_direction_of_the_hand_has_a_name_a_unit_and_an_arrow(browser):
    with Panel(browser) as (_, page):
        wait(lambda: ink(page, "--commanded") > 40, "an outline")
        show(page, controls=[{**CONTROL, "x": {**CONTROL["x"], "number": "0"}}])
        assert ink(page, "--live") == 0
        show(page, {"way": [0, 0, -18]}, controls=[CONTROL])
        assert page.text("sliderNumber") == "-18 mm/s", page.text("sliderNumber")
        assert page.eval("document.querySelector('#slide .label').textContent") == "height"
        assert page.text("way") == "DOWN", page.text("way")
        assert ink(page, "--live") > 20
        show(page, controls=[{**CONTROL, "x": {**CONTROL["x"], "channel": "hand.turn"}}])
        assert page.text("sliderNumber") == "-18 \u00b0/s", page.text("sliderNumber")
        # A rate below zero: forward turns the hand to the right.
        show(page, controls=[{**CONTROL, "x": {**CONTROL["x"], "channel": "hand.turn", "low": "40", "high": "-40"}}])
        assert page.text("way") == "LEFT", page.text("way")


def test_the_fence_that_holds_and_the_joint_at_its_end_are_named_and_marked(browser):
    with Panel(browser) as (_, page):
        wait(lambda: ink(page, "--commanded") > 40, "an outline")
        show(page, {"regions": [BOX]})
        assert ink(page, "--stop") == 0
        show(page, {"ended": [0, 0, 60]})
        assert ink(page, "--stop") > 20
        held = "elbow at its end, 60 % of the asked speed"
        elbow = {**CONTROL, "holds": True, "x": {**CONTROL["x"], "channel": "elbow"}}
        show(page, {"regions": [{**BOX, "holds": True}], "ended": []}, fence="the fence holds elbow: cup", hand=held, ended=["elbow"],
             controls=[elbow])
        assert ink(page, "--stop") > 20
        assert page.text("gate") == f"the fence holds elbow: cup, {held}", page.text("gate")
        assert page.eval("document.getElementById('slider').classList.contains('ended')")
