"use strict";
// STOP: on touch at once, and held for as long as a finger, a mouse button or a key is down on it.

const stopHolds = new Set(); // the pointers and keys that are down on STOP
const isStopHeld = () => stopHolds.size > 0;

function holdStop(by) {
  stopHolds.add(by);
  stop();
}

function letGoOfStop(by) {
  if (stopHolds.delete(by) && !isStopHeld()) sayStopLetGo();
}

// Of what is lost it is not known any more whether it is still down on STOP.
function loseStopHolds(isLost = () => true) {
  const lost = [...stopHolds].filter(isLost);
  for (const by of lost) stopHolds.delete(by);
  if (lost.length > 0 && !isStopHeld()) sayStopLetGo();
}

function sayStopLetGo() {
  send({ do: "let go of stop" });
  show();
}

// The click that follows a press is the same press; any other click is a press that nothing holds.
let isPressed = false;
$("stop").addEventListener("pointerdown", (event) => {
  isPressed = true;
  holdStop(event.pointerId);
  // A mouse that leaves the button holds it for as long as a finger does that has slid off.
  if (event.pointerType === "mouse") $("stop").setPointerCapture(event.pointerId);
});
$("stop").addEventListener("pointercancel", () => { isPressed = false; });
for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
  $("stop").addEventListener(type, (event) => letGoOfStop(event.pointerId));
}
// Some browsers keep to themselves that a mouse was let go of outside the window.
$("stop").addEventListener("pointermove", (event) => { if (event.buttons === 0) letGoOfStop(event.pointerId); });
$("stop").addEventListener("click", (event) => {
  if (event.detail === 0 || !isPressed) stop();
  isPressed = false;
});
// A menu would lie over STOP, and end the touch.
$("halt").addEventListener("contextmenu", (event) => event.preventDefault());

// Whether a key is one of STOP's: it stops wherever the focus is, but in a text field.
const isStopKey = ({ code }) => code === "Space" || code === "Escape"
  || (document.activeElement === $("stop") && (code === "Enter" || code === "NumpadEnter"));

addEventListener("keyup", (event) => {
  if (!stopHolds.has(event.code)) return;
  // A button that has the focus is no second thing that this key presses.
  event.preventDefault();
  letGoOfStop(event.code);
}, true);

// A window without the focus hears no key come up. A finger on STOP stays on it, and is heard.
addEventListener("blur", () => loseStopHolds((by) => typeof by === "string"));
addEventListener("pagehide", () => loseStopHolds());
document.addEventListener("visibilitychange", () => { if (document.hidden) loseStopHolds(); });
