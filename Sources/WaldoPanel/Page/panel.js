"use strict";
// The page of waldo's panel. It shows what waldo tells and tells what fingers do; it decides nothing.

const $ = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WINDOW = 30000; // of the plot, in ms
const BEAT = 100; // ms between signs of life while touched; waldo waits for three of them
const IDLE_BEAT = 5000;

let state = { slider: 0, zx: 0, zy: 0, sent: [], shields: [] };
let socket = null;
let wasOpen = false;
const fingers = {}; // control -> its finger
const keys = new Set();

// ---- the socket

function open() {
  const token = encodeURIComponent(location.hash.slice(1));
  socket = new WebSocket(`ws://${location.host}/drive?token=${token}`);
  socket.onopen = () => { wasOpen = true; };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    forget();
    const why = wasOpen ? "no connection to waldo" : "not let in: open the address that waldo has printed";
    state = { ...state, drives: false, driven: false, free: false, link: "lost", detail: why, override: false, shields: [] };
    show();
    setTimeout(open, 1000);
  };
}

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
function send(message) { if (isOpen()) socket.send(JSON.stringify(message)); }

let lastBeat = 0;
setInterval(() => {
  const now = Date.now();
  const touched = Object.keys(fingers).length > 0;
  if (!touched && now - lastBeat < IDLE_BEAT) return;
  lastBeat = now;
  send({ do: "beat" });
}, BEAT);

// ---- fingers

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
  if (finger.said === now) return;
  finger.said = now;
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
    touch(control, { id: event.pointerId, left: event.clientX, top: event.clientY, began: performance.now(), way: 0 });
  });
  element.addEventListener("pointermove", (event) => {
    const finger = fingers[control];
    if (!finger || finger.id !== event.pointerId) return;
    const right = event.clientX - finger.left, up = finger.top - event.clientY;
    finger.way = Math.max(finger.way, Math.hypot(right, up));
    tell(control, right / reach(), up / reach());
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

watch($("slider"), "slider", () => ($("slider").clientHeight - 44) / 2);
watch($("stick"), "joystick", () => $("stick").clientWidth * 0.35);
addEventListener("blur", lose);
addEventListener("pagehide", lose);
document.addEventListener("visibilitychange", () => { if (document.hidden) lose(); });

// ---- keys

const sliderKeys = { KeyW: 1, KeyS: -1 };
const stickKeys = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function sliderKey(code) {
  if (code in sliderKeys) return sliderKeys[code];
  // A slider that has the focus goes by the arrows, as sliders do.
  if (document.activeElement === $("slider") || keys.has("slider:" + code)) return { ArrowUp: 1, ArrowDown: -1 }[code];
  return undefined;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.code === "Space" || event.code === "Escape") { event.preventDefault(); return stop(); }
  if (event.code === "Enter" && document.activeElement.tagName !== "BUTTON") return send({ do: "resume" });
  if (event.code === "KeyC") return send({ do: "recentre" });
  const isSlider = sliderKey(event.code) !== undefined;
  if (!isSlider && !(event.code in stickKeys)) return;
  event.preventDefault();
  if (event.repeat || !mayDrive()) return;
  keys.add((isSlider ? "slider:" : "stick:") + event.code);
  followKeys();
});

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

// ---- buttons

function stop() { send({ do: "stop" }); }
// On touch at once, not when the finger is lifted.
$("stop").addEventListener("pointerdown", stop);
$("stop").addEventListener("click", stop);
$("resume").addEventListener("click", () => send({ do: "resume" }));
$("take").addEventListener("click", () => send({ do: "drive" }));
$("recentre").addEventListener("click", () => send({ do: "recentre" }));

// ---- what waldo tells

const samples = []; // [time, slider, zx, zy]
const sends = []; // times of commands
let offset = 0; // of waldo's clock to this one's

function take(news) {
  state = news;
  const now = performance.now();
  offset = now - news.t;
  samples.push([now, news.slider ?? null, news.zx ?? null, news.zy ?? null]);
  for (const [at, channel, text, hex] of news.sent) {
    sends.push(Number(at) + offset);
    logFrame(Number(at), channel, text, hex);
  }
  show();
  draw();
}

function put(id, text) { const element = $(id); if (element.textContent !== text) element.textContent = text; }

const gateWords = {
  open: "", settling: "wait a moment", link: "no link", input: "", enable: "hold the enable key", ending: "waldo is ending", stopped: "",
};

function gateText(name, gate, held) {
  if (gate === "held") return `let go of the ${name}${held && held !== "finger" ? ` (${held})` : ""}`;
  return gateWords[gate] ? `${name}: ${gateWords[gate]}` : "";
}

function show() {
  const isUp = state.override || state.link === "connected" || state.link === "stalled";
  document.title = state.stopped ? "STOPPED, waldo panel" : "waldo panel";
  put("arm", state.arm ?? "");
  put("linkText", state.override ? "override" : [state.link, state.detail].filter(Boolean).join(" ") || "opening");
  $("lamp").className = isUp ? "up" : state.link === "lost" ? "down" : "";
  $("override").hidden = !state.override;

  const finding = isOpen() && !isUp && ["scanning", "connecting"].includes(state.link);
  $("finder").hidden = !finding;
  document.body.classList.toggle("finding", finding);
  if (finding) showShields();

  let gate = "";
  if (state.stopped) gate = "STOPPED. Let go of everything, then resume";
  else if (isOpen() && !state.drives) gate = state.driven ? "watching: another panel drives" : "watching: nobody drives by panel";
  else if (isUp) {
    const both = state.sliderGate === state.joystickGate && state.sliderGate !== "held";
    const live = state.sliderGate === "open" && state.joystickGate === "open";
    gate = live ? "ready" : both ? gateWords[state.sliderGate] ?? "" : [gateText("slider", state.sliderGate, state.sliderHeld),
      gateText("joystick", state.joystickGate, state.joystickHeld)].filter(Boolean).join(", ");
  }
  put("gate", gate);
  $("gate").classList.toggle("urgent", Boolean(state.stopped || gate.startsWith("let go")));

  const sliderLive = mayDrive() && state.sliderGate === "open", stickLive = mayDrive() && state.joystickGate === "open";
  showSlider(sliderLive);
  showStick(stickLive);
  $("recentre").disabled = !stickLive || !state.holds;
  $("resume").hidden = !state.stopped || !state.drives;
  $("take").hidden = !isOpen() || state.drives || !state.free;
}

function showSlider(isLive) {
  const value = Math.max(-1, Math.min(1, (state.slider ?? 0) / 1000));
  const way = value > 0 ? "FORWARD" : value < 0 ? "BACKWARD" : "STOPPED";
  put("way", way);
  $("way").classList.toggle("moving", value !== 0);
  put("sliderNumber", state.sliderNumber ?? "none");
  const slider = $("slider");
  const reach = (slider.clientHeight - 44) / 2;
  $("knob").style.transform = `translateY(${-value * reach}px)`;
  $("bar").style.top = `${50 - Math.max(0, value) * 50}%`;
  $("bar").style.height = `${Math.abs(value) * 50}%`;
  slider.setAttribute("aria-valuenow", Math.round(value * 100));
  slider.setAttribute("aria-valuetext", `${way.toLowerCase()} ${state.sliderNumber ?? ""}`);
  slider.setAttribute("aria-disabled", String(!isLive || state.slider === undefined));
}

function showStick(isLive) {
  const x = (state.zx ?? 0) / 1000, y = (state.zy ?? 0) / 1000;
  $("handle").style.transform = `translate(${x * 35 / 0.3}%, ${-y * 35 / 0.3}%)`;
  put("zxNumber", state.zxNumber ?? "none");
  put("zyNumber", state.zyNumber ?? "none");
  const where = x === 0 && y === 0 ? "centre" : `${polar(x, y)}`;
  put("place", where + (state.assumed && state.holds ? ", assumed" : ""));
  $("stick").setAttribute("aria-disabled", String(!isLive || (state.zx === undefined && state.zy === undefined)));
}

function polar(x, y) {
  const angle = Math.round((Math.atan2(x, y) * 180 / Math.PI + 360) % 360) % 360;
  return `${angle}\u00b0 at ${Math.hypot(x, y).toFixed(2)}`;
}

function showShields() {
  put("finderTitle", state.link === "connecting" ? `Connecting to ${state.detail}` : "Shields in reach");
  put("adapter", state.adapter ? `${state.adapter} is listening` : "looking for a Bluetooth adapter");
  const list = $("shields");
  const now = JSON.stringify([state.shields, state.choose, state.link, state.drives]);
  if (list.dataset.shown === now) return;
  list.dataset.shown = now;
  const focused = document.activeElement?.dataset?.address;
  list.replaceChildren(...state.shields.map(([name, address, rssi]) => {
    const item = document.createElement("li"), who = document.createElement("span"), at = document.createElement("span");
    const strength = document.createElement("span");
    who.className = "who";
    who.textContent = name || "(no name)";
    at.className = "address";
    at.textContent = address;
    who.append(at);
    strength.className = "rssi";
    strength.textContent = rssi ? `${rssi} dBm` : "";
    item.append(who, strength);
    if (state.choose && state.drives && state.link !== "connecting") {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Connect";
      button.setAttribute("aria-label", `Connect to ${name || address}`);
      button.dataset.address = address;
      button.addEventListener("click", () => send({ do: "connect", to: address }));
      item.append(button);
    }
    return item;
  }));
  if (focused) list.querySelector(`[data-address="${CSS.escape(focused)}"]`)?.focus();
}

// ---- the log and the plot

function logFrame(at, channel, text, hex) {
  const item = document.createElement("div");
  for (const [name, words] of [["when", (at / 1000).toFixed(2)], ["what", channel], ["text", text], ["hex", hex]]) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = words;
    item.append(part);
  }
  const log = $("log");
  log.prepend(item);
  while (log.children.length > 40) log.lastChild.remove();
}

let scheduled = false, redraw = 0, drawnAt = 0;

function draw() {
  if (scheduled) return;
  scheduled = true;
  const wait = calm.matches ? Math.max(0, 1000 - (performance.now() - drawnAt)) : 0;
  setTimeout(() => requestAnimationFrame(paint), wait);
}

function paint() {
  scheduled = false;
  const now = performance.now();
  drawnAt = now;
  while (samples.length > 1 && samples[1][0] < now - WINDOW) samples.shift();
  while (sends.length > 0 && sends[0] < now - WINDOW - 1000) sends.shift();
  put("rate", `${sends.filter((at) => at > now - 1000).length} commands/s`);
  const canvas = $("plot"), scale = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const paper = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  paper.setTransform(scale, 0, 0, scale, 0, 0);
  paper.clearRect(0, 0, width, height);
  const left = (at) => width * (1 - (now - at) / WINDOW), top = (value) => height * (0.5 - value / 1000 * 0.46);
  drawRate(paper, now, width, height, colour("--plot-r"));
  paper.lineWidth = 1;
  paper.strokeStyle = colour("--line");
  paper.beginPath();
  paper.moveTo(0, height / 2);
  paper.lineTo(width, height / 2);
  paper.stroke();
  paper.lineWidth = 2;
  [["--plot-s", 1], ["--plot-x", 2], ["--plot-y", 3]].forEach(([name, index]) => {
    paper.strokeStyle = colour(name);
    paper.beginPath();
    let before = null;
    for (const sample of samples) {
      if (sample[index] === null) continue;
      if (before === null) paper.moveTo(left(sample[0]), top(sample[index]));
      else { paper.lineTo(left(sample[0]), top(before)); paper.lineTo(left(sample[0]), top(sample[index])); }
      before = sample[index];
    }
    if (before !== null) paper.lineTo(width, top(before));
    paper.stroke();
  });
  // It scrolls for as long as there is something to scroll out of it.
  clearTimeout(redraw);
  const isMoving = sends.length > 0 || samples.length > 1;
  if (isMoving && !document.hidden) redraw = setTimeout(draw, calm.matches ? 1000 : 100);
}

// Commands a second, as columns of half a second from below; the full height is 20.
function drawRate(paper, now, width, height, colour) {
  const columns = new Array(WINDOW / 500).fill(0);
  const end = Math.ceil(now / 500) * 500;
  for (const at of sends) {
    const column = columns.length - 1 - Math.floor((end - at) / 500);
    if (column >= 0 && column < columns.length) columns[column] += 2;
  }
  paper.fillStyle = colour;
  columns.forEach((rate, index) => {
    const x = width * (1 - (now - (end - (columns.length - index) * 500)) / WINDOW);
    const tall = Math.min(1, rate / 20) * height;
    paper.globalAlpha = 0.55;
    paper.fillRect(x, height - tall, width * 500 / WINDOW - 1, tall);
  });
  paper.globalAlpha = 1;
}

addEventListener("resize", () => { show(); draw(); });
document.addEventListener("visibilitychange", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
show();
open();
