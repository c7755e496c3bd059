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

function open() {
  const token = encodeURIComponent(location.hash.slice(1));
  socket = new WebSocket(`ws://${location.host}/drive?token=${token}`);
  socket.onopen = () => {
    wasOpen = true;
    if (stopWaits) stop();
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    forget();
    const why = wasOpen ? "no connection to waldo" + (stopWaits ? ": STOP is not said yet" : "") : "not let in: open the address that waldo has printed";
    state = { ...state, drives: false, driven: false, free: false, link: "lost", shield: "", detail: why, override: false, shields: [] };
    show();
    setTimeout(open, 1000);
  };
}

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
function send(message) { if (isOpen()) socket.send(JSON.stringify(message)); }

// A stop that finds no connection is said by the next one.
let stopWaits = false;
function stop() {
  stopWaits = !isOpen();
  send({ do: "stop" });
}

let lastBeat = 0;
setInterval(() => {
  const now = Date.now();
  const touched = Object.keys(fingers).length > 0;
  if (!touched && now - lastBeat < IDLE_BEAT) return;
  lastBeat = now;
  send({ do: "beat" });
}, BEAT);
