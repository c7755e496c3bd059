"use strict";
// What waldo tells, and the buttons.

let samples = []; // [time, and the place of each channel]
let lines = []; // the channels of the plot
const sends = []; // times of commands
let offset = 0; // of waldo's clock to this one's

function take(news) {
  if (lost) {
    // What was before the gap does not lead to what is after it.
    samples.length = sends.length = 0;
    lost = "";
  }
  answerStop(news);
  state = news;
  // Another page drives: a finger that is still down here holds nothing, and begins anew when it is lifted.
  if (!news.drives) forget();
  const now = performance.now();
  offset = now - news.t;
  const axes = news.controls.flatMap((control) => [control.x, control.y]).filter(Boolean);
  showLines(axes.map(channelName));
  const sample = [now, ...axes.map((axis) => axis.place)], before = samples.at(-1);
  const isNew = !before || sample.some((value, index) => index > 0 && value !== before[index]);
  if (isNew) samples.push(sample);
  for (const [at, channel, text, hex] of news.sent) {
    sends.push(Number(at) + offset);
    logFrame(Number(at), channel, text, hex);
  }
  show();
  if (isNew || news.sent.length > 0) draw();
}

function put(id, text) { write($(id), text); }
function write(element, text) { if (element.textContent !== text) element.textContent = text; }

const gateWords = {
  open: "", settling: "wait a moment", link: "no link", input: "", enable: "hold the enable key", ending: "waldo is ending", stopped: "",
  stalled: "the link does not flow",
};

function gateText(name, gate, held) {
  if (gate === "held") return `let go of the ${name}${held && held !== "finger" ? ` (${held})` : ""}`;
  return gateWords[gate] ? `${name}: ${gateWords[gate]}` : "";
}

// In one line: what is alike for all, else what is to be let go of, else each that is not ready.
function gateOf(shown) {
  if (shown.length === 0) return state.controls.length > 0 ? "nothing of this arm is in this profile" : "";
  if (shown.every((one) => one.gate === "open")) return "ready";
  const held = shown.filter((one) => one.gate === "held"), first = shown[0].gate;
  if (held.length === 0 && shown.every((one) => one.gate === first)) return gateWords[first] ?? "";
  return (held.length > 0 ? held : shown).map((one) => gateText(one.name, one.gate, one.held)).filter(Boolean).join(", ");
}

function show() {
  layOut();
  const isLost = Boolean(lost), isUp = state.override || state.link === "connected" || state.link === "stalled";
  document.title = isLost ? "NOT CONNECTED, waldo panel" : state.stopped ? "STOPPED, waldo panel" : "waldo panel";
  document.body.classList.toggle("lost", isLost);
  showBanner(isLost);
  put("arm", state.arm ?? "");
  put("linkText", isLost ? "not connected" : state.t === undefined ? "opening"
    : state.override ? "override" : [state.link, state.shield].filter(Boolean).join(" "));
  $("lamp").className = isLost ? "" : isUp ? "up" : state.link === "lost" ? "down" : "";
  $("override").hidden = !state.override;

  const finding = isOpen() && !isLost && !isUp && ["scanning", "connecting"].includes(state.link);
  $("finder").hidden = !finding;
  document.body.classList.toggle("finding", finding);
  document.body.classList.toggle("up", isUp && !state.override);
  if (finding) showShields();

  put("detail", isUp ? state.detail ?? "" : "");

  let gate = "";
  if (isLost) gate = "";
  else if (stopAsked) gate = "STOP is sent, and not answered yet";
  else if (state.stopped) gate = "STOPPED: let go, then resume";
  else if (state.link === "lost") gate = ["the arm is lost", state.detail].filter(Boolean).join(": ");
  else if (isOpen() && !state.drives) gate = state.driven ? "watching: another panel drives" : "watching: nobody drives by panel";
  else if (isUp) gate = gateOf(views.map(stateOf).filter(Boolean));
  else gate = state.detail ?? "";
  put("gate", gate);
  $("gate").classList.toggle("urgent", Boolean(stopAsked || state.stopped || gate.startsWith("let go") || gate.startsWith("the arm is lost")));

  showControls();
  showModes();
  $("resume").hidden = !state.stopped || !state.drives;
  $("take").hidden = !isOpen() || state.drives || !state.free;
}

function showBanner(isLost) {
  $("banner").hidden = !isLost;
  if (!isLost) return;
  put("answer", stopWaits ? "STOP cannot be sent: cut the arm's power" : "");
  put("why", lost);
}

function showShields() {
  put("finderTitle", state.link === "connecting" ? `Connecting to ${state.shield}` : "Shields in reach");
  put("adapter", state.adapter ? `${state.adapter} is listening` : "looking for a Bluetooth adapter");
  put("more", state.more > 0 ? `and ${state.more} more, not so near` : "");
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

// Buttons.

function showModes() {
  $("precise").disabled = $("profile").disabled = !isOpen() || !state.drives;
  // Without a state the page stays as it was.
  if (state.controls.length === 0) return;
  const isPrecise = state.precision.factor < 1000;
  $("precise").hidden = !state.precision.there;
  $("precise").setAttribute("aria-pressed", String(isPrecise));
  put("precise", isPrecise ? `Precision ${state.precision.factor / 10} %` : "Precision");
  $("profile").hidden = !state.profile;
  put("profile", `Profile: ${state.profile}`);
  $("modes").hidden = $("precise").hidden && $("profile").hidden;
  document.body.classList.toggle("modes", !$("modes").hidden);
  put("help", helpText());
}

function helpText() {
  const named = (view) => stateOf(view)?.name;
  return [named(slideView) && `W S ${named(slideView)}`, rightView !== slideView && named(rightView) && `arrows ${named(rightView)}`, named(steerView) && "C recentres",
    state.precision.there && "P precision", state.profile && "N next profile", "Space stops", "Enter resumes"].filter(Boolean).join(", ");
}

function switchPrecision() { if (state.precision?.there) send({ do: "precise", to: state.precision.factor < 1000 ? "off" : "on" }); }
function changeProfile() { if (state.profile) send({ do: "profile" }); }

// On touch at once, not when the finger is lifted; the click that follows is the same press.
let isPressed = false;
$("stop").addEventListener("pointerdown", () => { isPressed = true; stop(); });
$("stop").addEventListener("pointercancel", () => { isPressed = false; });
$("stop").addEventListener("click", (event) => {
  if (event.detail === 0 || !isPressed) stop();
  isPressed = false;
});
$("resume").addEventListener("click", () => send({ do: "resume" }));
$("take").addEventListener("click", () => send({ do: "drive" }));
$("precise").addEventListener("click", switchPrecision);
$("profile").addEventListener("click", changeProfile);

addEventListener("resize", () => { show(); draw(); });
document.addEventListener("visibilitychange", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
show();
open();
