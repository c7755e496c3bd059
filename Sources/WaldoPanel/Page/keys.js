"use strict";
// What keys do.

const ways = { KeyW: [0, 1], KeyS: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const focusedView = () => views.find((view) => view.surface === document.activeElement);

// W and S go to the first slider, the arrows to what has the focus or is under the right thumb.
function viewFor(code) {
  if (!code.startsWith("Arrow")) return slideView;
  const focused = focusedView(), isUpright = ways[code][0] === 0;
  return focused && !focused.isButton && (isUpright || !focused.isSlider) ? focused : rightView;
}

const isTextField = (element) => element.matches?.("input:not([type=range]), textarea");
const isTyped = (event) => isTextField(event.target) && event.code !== "Escape";
// A choice or a slider of a form has arrows and letters of its own; Space stops there too.
const isForField = (event) => event.target.matches?.("input, select, textarea");
const takesEnter = (element) => element.matches("button, input, select, textarea, summary");

addEventListener("keydown", (event) => {
  // Behind these keys the system may keep to itself that another one has come up.
  if (event.ctrlKey || event.altKey || event.metaKey) { forgetTyped(); if (keys.size > 0) lose(); return; }
  // What is typed into a field is no key of the controls.
  if (isTyped(event) || isArmless()) return;
  if (isStopKey(event)) {
    event.preventDefault();
    if (!event.repeat) holdStop(event.code);
    return;
  }
  const act = actionOf(event);
  if (act !== null) event.preventDefault();
  // A key that is still down from before is no answer to a stop that came after.
  if (!event.repeat) keyPressed(event, act);
});

// What a key does; null: nothing here.
function actionOf(event) {
  const { code } = event, focused = focusedView();
  const hold = (view, right, up) => {
    if (mayDrive() && stateOf(view)) keys.set(code, { view, right, up });
    followKeys();
  };
  if (code === "Enter" && focused?.isButton) return () => hold(focused, 0, 1);
  if (code === "Enter" && !takesEnter(document.activeElement)) return () => send({ do: "resume" });
  if (isForField(event) || isCovered()) return null;
  if (code === "KeyC") return () => recentre(focused?.recentre ? focused : steerView);
  if (code === "KeyP") return switchPrecision;
  if (code === "KeyN") return changeProfile;
  if (!(code in ways)) return null;
  const view = viewFor(code), [right, up] = ways[code];
  return view.isSlider && up === 0 ? null : () => hold(view, right, up);
}

// A menu hears the keys that come up while it is open.
addEventListener("contextmenu", () => { forgetTyped(); if (keys.size > 0) lose(); });

addEventListener("keyup", (event) => keyReleased(event.code));

function wayByKeys(view) {
  let right = 0, up = 0;
  for (const key of keys.values()) if (key.view === view) { right += key.right; up += key.up; }
  return { right, up };
}

function followKeys() {
  const moved = new Set([...keys.values()].map((key) => key.view));
  for (const view of views) {
    const finger = fingers[view.control];
    if (!moved.has(view)) {
      if (finger?.keys) letGo(view.control);
    } else if (view.isSlider || view.isButton) {
      if (!finger) touch(view.control, { keys: true });
      if (fingers[view.control].keys) sendPlace(view.control, 0, wayByKeys(view).up);
    } else if (!finger) {
      touch(view.control, { keys: true, right: 0, up: 0, at: performance.now() });
      requestAnimationFrame((now) => moveByKeys(view, now));
    }
  }
}

// On a held position the keys move it, half a scale a second; on a velocity they are the deflection.
function moveByKeys(view, now) {
  const finger = fingers[view.control];
  if (!finger?.keys) return;
  const span = Math.max(0, Math.min(100, now - finger.at)) / 1000;
  finger.at = now;
  const { right, up } = wayByKeys(view), holds = stateOf(view)?.holds;
  finger.right = holds ? Math.max(-2, Math.min(2, finger.right + right * span * 0.5)) : right;
  finger.up = holds ? Math.max(-2, Math.min(2, finger.up + up * span * 0.5)) : up;
  sendPlace(view.control, finger.right, finger.up);
  requestAnimationFrame((later) => moveByKeys(view, later));
}
