"use strict";
// The view of the arm in space: what a turned and zoomed camera sees, and the gestures that turn it. It commands nothing.
// World: millimetres, x forward, y to the left, z up.

const HOME = { turn: -2.45, tilt: 0.42, zoom: 1 }; // behind the arm, to its right, a little above
const TILTS = [0.06, 1.5], ZOOMS = [0.4, 8];
const eye = { ...HOME, radius: 0, reach: 0, centre: [0, 0, 0] };

const within = (value, [low, high]) => Math.max(low, Math.min(high, value));
const between = (a, b, part) => a.map((value, index) => value + (b[index] - value) * part);

// What the drawing holds: the arm's reach, and where it was beyond it. It grows by steps, so that it seldom does.
function fit(chains, reach) {
  const [base] = chains[0];
  if (eye.reach !== reach) Object.assign(eye, { reach, radius: reach });
  for (const point of chains.flat()) {
    while (Math.hypot(...point.map((value, index) => value - base[index])) > eye.radius * 1.05) eye.radius *= 1.25;
  }
  eye.centre = [base[0], base[1], base[2] + eye.radius * 0.3];
}

// A function from a point in space to its place on the paper, its scale there in px a millimetre, and its nearness.
function camera(width, height) {
  const { turn, tilt, zoom, radius, centre } = eye;
  const [sine, cosine, low, high] = [Math.sin(turn), Math.cos(turn), Math.cos(tilt), Math.sin(tilt)];
  const scale = 0.6 * Math.min(width * 0.85, height) / radius * zoom, away = 3.6 * radius;
  return ([x, y, z]) => {
    const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]];
    const near = (dx * cosine + dy * sine) * low + dz * high, size = scale * away / Math.max(away * 0.05, away - near);
    return { x: width / 2 + size * (dy * cosine - dx * sine), y: height / 2 - size * (dz * low - (dx * cosine + dy * sine) * high), size, near };
  };
}

// 1, 2 or 5 times a power of ten, about as long.
function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length)), digit = length / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}

// Gestures.

function turnBy(right, up) {
  eye.turn -= right;
  eye.tilt = within(eye.tilt + up, TILTS);
  drawArm(true);
}

function zoomBy(factor) {
  eye.zoom = within(eye.zoom * factor, ZOOMS);
  drawArm(true);
}

// Back to where it began, by the shorter way round; at once where motion is unwelcome.
function resetView() {
  const began = performance.now(), span = calm.matches ? 0 : 260;
  eye.turn = HOME.turn + ((eye.turn - HOME.turn + Math.PI) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI) - Math.PI;
  const from = [eye.turn, eye.tilt, Math.log(eye.zoom)], to = [HOME.turn, HOME.tilt, Math.log(HOME.zoom)];
  eye.radius = Math.max(eye.reach, 1);
  const move = (now) => {
    const part = span === 0 ? 1 : within((now - began) / span, [0, 1]), [turn, tilt, zoom] = between(from, to, 1 - (1 - part) ** 3);
    if (touches.size > 0) return;
    Object.assign(eye, { turn, tilt, zoom: Math.exp(zoom) });
    drawArm(true);
    if (part < 1) requestAnimationFrame(move);
  };
  move(began);
}

const touches = new Map(); // a pointer on the drawing -> where it is
let tapBegan = 0, tapWay = 0, lastTapAt = -1000;
const spread = () => { const [a, b] = [...touches.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };

function watchSpace(canvas) {
  // The focus stays where it is: keys go on to what they moved.
  canvas.addEventListener("mousedown", (event) => event.preventDefault());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || touches.size === 2) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    if (touches.size === 0) [tapBegan, tapWay] = [performance.now(), 0];
    else tapWay = Infinity;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener("pointermove", (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    const right = event.clientX - touch.x, down = event.clientY - touch.y, before = touches.size === 2 ? spread() : 0;
    [touch.x, touch.y] = [event.clientX, event.clientY];
    tapWay += Math.hypot(right, down);
    if (before > 0) zoomBy(Math.max(1, spread()) / before);
    const part = 0.009 / touches.size;
    turnBy(right * part, down * part);
  });
  const lift = (event) => {
    if (!touches.delete(event.pointerId) || touches.size > 0) return;
    const now = performance.now(), isTap = event.type === "pointerup" && now - tapBegan < 300 && tapWay < 10;
    if (isTap && now - lastTapAt < 450) resetView();
    lastTapAt = isTap && now - lastTapAt >= 450 ? now : -1000;
  };
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(type, lift);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-within(event.deltaY, [-200, 200]) * 0.002));
  }, { passive: false });
  // With the keyboard's focus the arrows turn the drawing; every other key goes on to the controls and to STOP.
  const keyed = { ArrowLeft: () => turnBy(-0.12, 0), ArrowRight: () => turnBy(0.12, 0), ArrowUp: () => turnBy(0, -0.08),
    ArrowDown: () => turnBy(0, 0.08), "+": () => zoomBy(1.2), "=": () => zoomBy(1.2), "-": () => zoomBy(1 / 1.2), 0: resetView };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keyed, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keyed[event.key]();
  });
}

watchSpace($("space"));
