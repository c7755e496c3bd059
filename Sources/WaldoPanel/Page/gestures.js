"use strict";
// Fingers, wheel and keys on a canvas that is panned and zoomed. They command nothing.

// `does` has pan(right, down), zoom(factor, x, y), tap(x, y), keys: a key -> what it does, and ends(): nothing touches
// any more.
function watchCanvas(canvas, does) {
  const held = new Map(); // a pointer -> where it is
  let began = 0, way = 0, left = 0, top = 0;
  const apart = () => { const [a, b] = [...held.values()]; return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)); };
  canvas.addEventListener("mousedown", (event) => event.preventDefault());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held.size === 2) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    ({ left, top } = canvas.getBoundingClientRect());
    if (held.size === 0) [began, way] = [performance.now(), 0];
    else way = Infinity;
    held.set(event.pointerId, { x: event.clientX - left, y: event.clientY - top });
  });
  canvas.addEventListener("pointermove", (event) => {
    const finger = held.get(event.pointerId);
    if (!finger) return;
    const x = event.clientX - left, y = event.clientY - top, right = x - finger.x, down = y - finger.y;
    const before = held.size === 2 ? apart() : 0;
    [finger.x, finger.y] = [x, y];
    way += Math.hypot(right, down);
    if (before > 0) {
      const [a, b] = [...held.values()];
      does.zoom(apart() / before, (a.x + b.x) / 2, (a.y + b.y) / 2);
    }
    // A finger's twitch is no pan: a tap stays where it is.
    if (way > 6) does.pan(right / held.size, down / held.size);
  });
  const lift = (event) => {
    if (!held.delete(event.pointerId) || held.size > 0) return;
    does.ends?.();
    if (event.type === "pointerup" && performance.now() - began < 500 && way < 10) does.tap?.(event.clientX - left,
      event.clientY - top);
  };
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(type, lift);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const place = canvas.getBoundingClientRect();
    does.zoom(Math.exp(-within(event.deltaY, [-200, 200]) * 0.002), event.clientX - place.left,
      event.clientY - place.top);
    does.ends?.();
  }, { passive: false });
  // With the keyboard's focus these keys are the drawing's; every other key goes on to the controls and to STOP.
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(does.keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    does.keys[event.key](event.repeat);
    does.ends?.();
  });
}
