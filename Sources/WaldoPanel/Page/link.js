"use strict";
// The page of waldo's panel. It shows Waldo's state and sends input; it decides nothing.

const $ = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WINDOW = 30000; // of the plot, in ms
const BEAT = 100; // ms between signs of life while touched or parking; waldo waits for three of them
const IDLE_BEAT = 5000;

const OPENING = 3000; // ms until a connection has to stand
const UNANSWERED = 1000; // ms until a stop has to be answered
const GAVE_WAY = 4000; // the code with which a newer page takes this one's place
const ENDED = 1001; // the code with which Waldo ends, as its operator has asked

const nothing = { sent: [], shields: [], controls: [] };
let state = nothing; // what waldo has reported; without its time nothing is known
let lost = ""; // why waldo is not heard, while it is not
let socket = null;
let wasOpen = false, gaveWay = false, hasEnded = false, retry = 0;
let heardAt = 0, limit = OPENING; // when Waldo was heard, and the timeout in ms
const fingers = {}; // the place of a control -> its finger
const keys = new Map(); // a key that is down -> the view that it moves, and which way

function open() {
  clearTimeout(retry);
  gaveWay = false;
  heardAt = performance.now();
  limit = OPENING;
  const token = encodeURIComponent(location.hash.slice(1));
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/drive?token=${token}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    wasOpen = true;
    isRefused = hasEnded = false;
    keepToken(true);
    // What is still down on STOP holds it for this connection too.
    if (stopWaits || isStopHeld()) stop();
  };
  socket.onmessage = (event) => {
    heardAt = performance.now();
    if (typeof event.data !== "string") return takeSamples(event.data);
    const news = JSON.parse(event.data);
    if (news.kind !== undefined) return takeNews(news);
    take(news);
    limit = 2 * state.within + 500;
  };
  socket.onclose = (event) => {
    gaveWay = event.code === GAVE_WAY;
    hasEnded ||= event.code === ENDED;
    loseWaldo(gaveWay ? "this page has given way to a newer one: touch it, and it comes back"
      : hasEnded ? "start it again, and this page comes back"
      : wasOpen ? "no connection to waldo: trying again" : "not let in: open the address that waldo has printed");
    if (!gaveWay) askWhyRefused();
  };
}

// What was reported last is no longer so: nothing of it may stay on the page.
function loseWaldo(why) {
  // A socket that lives and says nothing would take its time to close.
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
  socket = null;
  forget();
  if (stopAsked) stopWaits = true;
  // What an arm does that moved is not known any more.
  if (lost === "" && state.drives && state.within < 1000) feel();
  stopAsked = null;
  lost = why;
  state = { ...nothing, arm: state.arm, transport: state.transport, moves: state.moves, session: state.session };
  show();
  // Two pages that push each other out would go on for ever.
  if (!gaveWay && (hasToken() || !isRefused)) retry = setTimeout(open, wasOpen && !isRefused ? 1000 : 3000);
}

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
function send(message) {
  if (!isOpen()) return;
  socket.send(JSON.stringify(message));
  // Waldo takes each stop for one that is held.
  if (message.do === "stop" && !isStopHeld()) send({ do: "let go of stop" });
}

// A stop that finds no connection, or no answer, is sent with the next one.
let stopWaits = false, stopAsked = null;
function stop() {
  if (isArmless()) return;
  forgetTyped();
  stopWaits = !isOpen();
  if (stopWaits) {
    lost ||= "no connection to waldo yet";
  } else {
    stopAsked = { at: performance.now(), stops: state.stops };
    send({ do: "stop" });
  }
  show();
}

// Waldo counts the stops that it has heard.
function answerStop(news) {
  if (!stopAsked) return;
  if (news.stopped || (stopAsked.stops !== undefined && news.stops !== stopAsked.stops)) stopAsked = null;
  else stopAsked.stops = news.stops;
}

let watchedAt = 0, wasLate = false;
function watchWaldo(now) {
  // A page that was held up itself first hears what has come meanwhile.
  wasLate = now - watchedAt > 3 * BEAT && !wasLate;
  watchedAt = now;
  if (wasLate || socket === null) return;
  if (stopAsked && now - stopAsked.at > UNANSWERED) loseWaldo("waldo does not answer: trying again");
  else if (now - heardAt > limit) loseWaldo("nothing is heard of waldo: trying again");
}

for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => { if (gaveWay) open(); }, true);

let lastBeat = 0, parkAsked = -Infinity; // when the arm was to be parked, which waldo reports a little later
setInterval(() => {
  watchWaldo(performance.now());
  const now = Date.now();
  const isAwaited = Object.keys(fingers).length > 0 || state.parking || performance.now() - parkAsked < UNANSWERED;
  if (!isAwaited && now - lastBeat < IDLE_BEAT) return;
  lastBeat = now;
  send({ do: "beat" });
}, BEAT);
