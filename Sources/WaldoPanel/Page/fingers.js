"use strict";
// What fingers, a mouse and keys do.

// A control that a view covers moves nothing.
const mayDrive = () => isOpen() && state.drives && isUp() && !isCovered();

// A control is named by its place in waldo's list.
function touch(control, finger) {
  fingers[control] = finger;
  const { root, isButton } = viewAt(control);
  root.classList.add("held");
  // A button is a slider that is at its end for as long as it is pressed.
  sendPlace(control, 0, isButton ? 1 : 0);
}

// A place in thousandths; at most one message a control in 8 ms, and the last one always.
function sendPlace(control, x, y) {
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
  finger.stateOf = performance.now();
  if (viewAt(control).isSlider || viewAt(control).isButton) send({ do: "slider", control, at: Math.max(-1000, Math.min(1000, finger.y)) });
  else send({ do: "joystick", control, x: finger.x, y: finger.y });
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
  viewAt(control)?.root.classList.remove("held");
}

function forget() {
  for (const control of Object.keys(fingers)) forgetOne(Number(control));
  keys.clear();
  forgetTyped();
}

// Cancelled, blurred, hidden: no release, a loss.
function lose() {
  const touched = Object.keys(fingers).length > 0;
  forget();
  if (touched || state.parking) send({ do: "lost" });
}

// A low window has little room, and no finger's twitch may be the whole way.
const SHORTEST = 60; // px

function reachOf({ isSlider, isButton, surface, moved }) {
  return isButton ? 1 : Math.max(SHORTEST, isSlider ? (surface.clientHeight - moved.offsetHeight) / 2 : surface.clientWidth * 0.35);
}

function watch(view) {
  const element = view.surface, finger = () => fingers[view.control];
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || finger() || !mayDrive() || !stateOf(view)) return;
    event.preventDefault();
    element.focus({ preventScroll: true, focusVisible: false });
    element.setPointerCapture(event.pointerId);
    touch(view.control, { id: event.pointerId, left: event.clientX, top: event.clientY, began: performance.now(), way: 0, reach: reachOf(view) });
  });
  element.addEventListener("pointermove", (event) => {
    const its = finger();
    if (!its || its.id !== event.pointerId || view.isButton) return;
    const right = event.clientX - its.left, up = its.top - event.clientY;
    its.way = Math.max(its.way, Math.hypot(right, up));
    sendPlace(view.control, right / its.reach, up / its.reach);
  });
  element.addEventListener("pointerup", (event) => {
    const its = finger();
    if (!its || its.id !== event.pointerId) return;
    letGo(view.control);
    if (view.recentre) tapped(view, its, event);
  });
  for (const type of ["pointercancel", "lostpointercapture"]) {
    element.addEventListener(type, (event) => { if (finger()?.id === event.pointerId) lose(); });
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  view.recentre?.addEventListener("click", () => recentre(view));
}

// Two short touches in one place put the held position back to the centre.
function tapped(view, finger, event) {
  const now = performance.now(), last = view.lastTap;
  const isTap = now - finger.began < 300 && finger.way < 10;
  const isSecond = isTap && last && now - last.at < 450 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 40;
  if (isSecond) recentre(view);
  view.lastTap = isTap && !isSecond ? { at: now, x: event.clientX, y: event.clientY } : null;
}

function recentre(view) { if (stateOf(view)) send({ do: "recentre", control: view.control }); }

watch(slideView);
watch(steerView);
addEventListener("blur", lose);
// What has been turned under a finger is another place.
screen.orientation?.addEventListener("change", lose);
addEventListener("pagehide", lose);
document.addEventListener("visibilitychange", () => { if (document.hidden) lose(); });
