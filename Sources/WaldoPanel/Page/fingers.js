"use strict";
// What fingers, a mouse and keys do.

const mayDrive = () => isOpen() && state.drives && (state.override || state.link === "connected" || state.link === "stalled");

function touch(control, finger) {
  fingers[control] = finger;
  $(control === "slider" ? "slider" : "stick").classList.add("held");
  tell(control, 0, 0);
}

// A place in thousandths; at most one message a control in 8 ms, and the last one always.
function tell(control, x, y) {
  const finger = fingers[control];
  if (!finger) return;
  finger.x = Math.round(Math.max(-2, Math.min(2, x)) * 1000);
  finger.y = Math.round(Math.max(-2, Math.min(2, y)) * 1000);
  const wait = 8 - (performance.now() - (finger.told || -8));
  if (wait <= 0) return tellNow(control);
  if (!finger.timer) finger.timer = setTimeout(() => { if (fingers[control] === finger) tellNow(control); }, wait);
}

function tellNow(control) {
  const finger = fingers[control];
  clearTimeout(finger.timer);
  finger.timer = 0;
  const now = `${finger.x} ${finger.y}`;
  if (finger.sentAt === now) return;
  finger.sentAt = now;
  finger.told = performance.now();
  if (control === "slider") send({ do: "slider", at: Math.max(-1000, Math.min(1000, finger.y)) });
  else send({ do: "joystick", x: finger.x, y: finger.y });
}

function letGo(control) {
  const finger = fingers[control];
  if (!finger) return;
  if (finger.timer) tellNow(control);
  forgetOne(control);
  send({ do: "let go", control });
}

function forgetOne(control) {
  if (fingers[control]) clearTimeout(fingers[control].timer);
  delete fingers[control];
  $(control === "slider" ? "slider" : "stick").classList.remove("held");
}

function forget() {
  forgetOne("slider");
  forgetOne("joystick");
  keys.clear();
}

// Cancelled, blurred, hidden: no release, a loss.
function lose() {
  const touched = Object.keys(fingers).length > 0;
  forget();
  if (touched) send({ do: "lost" });
}

let lastTap = { at: 0, x: 0, y: 0 };

function watch(element, control, reach) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || fingers[control] || !mayDrive()) return;
    event.preventDefault();
    element.focus({ preventScroll: true, focusVisible: false });
    element.setPointerCapture(event.pointerId);
    touch(control, { id: event.pointerId, left: event.clientX, top: event.clientY, began: performance.now(), way: 0, reach: reach() });
  });
  element.addEventListener("pointermove", (event) => {
    const finger = fingers[control];
    if (!finger || finger.id !== event.pointerId) return;
    const right = event.clientX - finger.left, up = finger.top - event.clientY;
    finger.way = Math.max(finger.way, Math.hypot(right, up));
    tell(control, right / finger.reach, up / finger.reach);
  });
  element.addEventListener("pointerup", (event) => {
    const finger = fingers[control];
    if (!finger || finger.id !== event.pointerId) return;
    letGo(control);
    if (control === "joystick") tapped(finger, event);
  });
  for (const type of ["pointercancel", "lostpointercapture"]) {
    element.addEventListener(type, (event) => { if (fingers[control] && fingers[control].id === event.pointerId) lose(); });
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

// Two short touches in one place put the held position back to the centre.
function tapped(finger, event) {
  const now = performance.now();
  const isTap = now - finger.began < 300 && finger.way < 10;
  const isSecond = isTap && now - lastTap.at < 450 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
  if (isSecond) send({ do: "recentre" });
  lastTap = isTap && !isSecond ? { at: now, x: event.clientX, y: event.clientY } : { at: 0, x: 0, y: 0 };
}

// A low window has little room, and no finger's twitch may be the whole way.
const SHORTEST = 60; // px
watch($("slider"), "slider", () => Math.max(SHORTEST, ($("slider").clientHeight - 44) / 2));
watch($("stick"), "joystick", () => Math.max(SHORTEST, $("stick").clientWidth * 0.35));
addEventListener("blur", lose);
// What has been turned under a finger is another place.
screen.orientation?.addEventListener("change", lose);
addEventListener("pagehide", lose);
document.addEventListener("visibilitychange", () => { if (document.hidden) lose(); });

// Keys.

const sliderKeys = { KeyW: 1, KeyS: -1 };
const stickKeys = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function sliderKey(code) {
  if (code in sliderKeys) return sliderKeys[code];
  // A slider that has the focus goes by the arrows, as sliders do.
  if (document.activeElement === $("slider") || keys.has("slider:" + code)) return { ArrowUp: 1, ArrowDown: -1 }[code];
  return undefined;
}

addEventListener("keydown", (event) => {
  // Behind these keys the system may keep to itself that another one has come up.
  if (event.ctrlKey || event.altKey || event.metaKey) { if (keys.size > 0) lose(); return; }
  if (event.code === "Space" || event.code === "Escape") {
    event.preventDefault();
    if (!event.repeat) stop();
    return;
  }
  // A key that is still down from before is no answer to a stop that came after.
  if (event.repeat && (event.code === "Enter" || event.code === "KeyC")) return event.preventDefault();
  if (event.code === "Enter" && document.activeElement.tagName !== "BUTTON") return send({ do: "resume" });
  if (event.code === "KeyC") return send({ do: "recentre" });
  const isSlider = sliderKey(event.code) !== undefined;
  if (!isSlider && !(event.code in stickKeys)) return;
  event.preventDefault();
  if (event.repeat || !mayDrive()) return;
  keys.add((isSlider ? "slider:" : "stick:") + event.code);
  followKeys();
});

// A menu hears the keys that come up while it is open.
addEventListener("contextmenu", () => { if (keys.size > 0) lose(); });

addEventListener("keyup", (event) => {
  const slider = keys.delete("slider:" + event.code), stick = keys.delete("stick:" + event.code);
  if (slider || stick) followKeys();
});

function followKeys() {
  const held = [...keys];
  const slider = held.filter((key) => key.startsWith("slider:")).map((key) => sliderKey(key.slice(7)) || 0);
  const stick = held.filter((key) => key.startsWith("stick:")).map((key) => stickKeys[key.slice(6)]);
  if (slider.length === 0) { if (fingers.slider && fingers.slider.keys) letGo("slider"); }
  else {
    if (!fingers.slider) touch("slider", { keys: true });
    if (fingers.slider.keys) tell("slider", 0, slider.reduce((sum, value) => sum + value, 0));
  }
  if (stick.length === 0) { if (fingers.joystick && fingers.joystick.keys) letGo("joystick"); return; }
  if (!fingers.joystick) { touch("joystick", { keys: true, right: 0, up: 0, at: performance.now() }); requestAnimationFrame(moveByKeys); }
}

// On a held position the keys move it, half a scale a second; on a velocity they are the deflection.
function moveByKeys(now) {
  const finger = fingers.joystick;
  if (!finger || !finger.keys) return;
  const span = Math.max(0, Math.min(100, now - finger.at)) / 1000;
  finger.at = now;
  let right = 0, up = 0;
  for (const key of keys) if (key.startsWith("stick:")) { right += stickKeys[key.slice(6)][0]; up += stickKeys[key.slice(6)][1]; }
  finger.right = state.holds ? Math.max(-2, Math.min(2, finger.right + right * span * 0.5)) : right;
  finger.up = state.holds ? Math.max(-2, Math.min(2, finger.up + up * span * 0.5)) : up;
  tell("joystick", finger.right, finger.up);
  requestAnimationFrame(moveByKeys);
}
