"use strict";
// What waldo tells, and the buttons.

const samples = []; // [time, slider, zx, zy]
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
  const sample = [now, news.slider ?? null, news.zx ?? null, news.zy ?? null], before = samples.at(-1);
  const isNew = !before || sample.some((value, index) => index > 0 && value !== before[index]);
  if (isNew) samples.push(sample);
  for (const [at, channel, text, hex] of news.sent) {
    sends.push(Number(at) + offset);
    logFrame(Number(at), channel, text, hex);
  }
  show();
  if (isNew || news.sent.length > 0) draw();
}

function put(id, text) { const element = $(id); if (element.textContent !== text) element.textContent = text; }

const gateWords = {
  open: "", settling: "wait a moment", link: "no link", input: "", enable: "hold the enable key", ending: "waldo is ending", stopped: "",
  stalled: "the link does not flow",
};

function gateText(name, gate, held) {
  if (gate === "held") return `let go of the ${name}${held && held !== "finger" ? ` (${held})` : ""}`;
  return gateWords[gate] ? `${name}: ${gateWords[gate]}` : "";
}

function show() {
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
  else if (isUp) {
    const both = state.sliderGate === state.joystickGate && state.sliderGate !== "held";
    const live = state.sliderGate === "open" && state.joystickGate === "open";
    gate = live ? "ready" : both ? gateWords[state.sliderGate] ?? "" : [gateText("slider", state.sliderGate, state.sliderHeld),
      gateText("joystick", state.joystickGate, state.joystickHeld)].filter(Boolean).join(", ");
  }
  else gate = state.detail ?? "";
  put("gate", gate);
  $("gate").classList.toggle("urgent", Boolean(stopAsked || state.stopped || gate.startsWith("let go") || gate.startsWith("the arm is lost")));

  const sliderLive = mayDrive() && state.sliderGate === "open", stickLive = mayDrive() && state.joystickGate === "open";
  showSlider(sliderLive);
  showStick(stickLive);
  $("recentre").disabled = !stickLive || !state.holds;
  $("resume").hidden = !state.stopped || !state.drives;
  $("take").hidden = !isOpen() || state.drives || !state.free;
}

function showBanner(isLost) {
  $("banner").hidden = !isLost;
  if (!isLost) return;
  put("answer", stopWaits ? "STOP cannot be sent: cut the arm's power" : "");
  put("why", lost);
}

const number = (name) => state.t === undefined ? "\u2013" : state[name] ?? "none";

function showSlider(isLive) {
  const value = Math.max(-1, Math.min(1, (state.slider ?? 0) / 1000));
  const way = state.t === undefined ? "UNKNOWN" : value > 0 ? "FORWARD" : value < 0 ? "BACKWARD" : "STOPPED";
  put("way", way);
  $("way").classList.toggle("moving", value !== 0);
  put("sliderNumber", number("sliderNumber"));
  const slider = $("slider");
  const reach = (slider.clientHeight - 44) / 2;
  $("knob").style.transform = `translateY(${value === 0 ? 0 : -value * reach}px)`;
  $("bar").style.top = `${50 - Math.max(0, value) * 50}%`;
  $("bar").style.height = `${Math.abs(value) * 50}%`;
  slider.setAttribute("aria-valuenow", Math.round(value * 100));
  slider.setAttribute("aria-valuetext", `${way.toLowerCase()} ${state.sliderNumber ?? ""}`);
  slider.setAttribute("aria-disabled", String(!isLive || state.slider === undefined));
}

function showStick(isLive) {
  const x = (state.zx ?? 0) / 1000, y = (state.zy ?? 0) / 1000;
  $("handle").style.transform = `translate(${x * 35 / 0.3}%, ${-y * 35 / 0.3}%)`;
  put("zxNumber", number("zxNumber"));
  put("zyNumber", number("zyNumber"));
  const where = state.t === undefined ? "unknown" : x === 0 && y === 0 ? "centre" : `${polar(x, y)}`;
  put("place", where + (state.assumed && state.holds ? ", assumed" : ""));
  $("stick").setAttribute("aria-disabled", String(!isLive || (state.zx === undefined && state.zy === undefined)));
}

function polar(x, y) {
  const angle = Math.round((Math.atan2(x, y) * 180 / Math.PI + 360) % 360) % 360;
  return `${angle}\u00b0 at ${Math.hypot(x, y).toFixed(2)}`;
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
$("recentre").addEventListener("click", () => send({ do: "recentre" }));

addEventListener("resize", () => { show(); draw(); });
document.addEventListener("visibilitychange", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
show();
open();
