"use strict";
// The header: the link, what is known of the drive, what carries its commands, and what keeps the controls.

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
  if (shown.every((one) => one.gate === "open")) return shown.some((one) => one.holder) ? "driving" : "ready";
  const held = shown.filter((one) => one.gate === "held"), first = shown[0].gate;
  if (held.length === 0 && shown.every((one) => one.gate === first)) return gateWords[first] ?? "";
  return (held.length > 0 ? held : shown).map((one) => gateText(one.name, one.gate, one.held)).filter(Boolean).join(", ");
}

const movesArm = () => Boolean(state.moves);
const isUp = () => state.transport === "override" || state.link === "connected" || state.link === "stalled";

function showHeader(isLost) {
  if (isArmless()) return showSessionHeader(isLost);
  put("arm", state.arm ?? "");
  put("linkText", isLost ? "not connected" : state.t === undefined ? "opening"
    : state.transport === "override" ? "override"
    : state.transport === "simulated" ? state.link : linkWords());
  put("signal", state.rssi !== undefined && !isLost ? `${state.rssi} dBm` : "");
  $("lamp").className = isLost ? "" : isUp() ? "up" : state.link === "lost" ? "down" : "";
  document.body.classList.toggle("up", isUp() && movesArm());
  showFacts(isLost);
  showTransport();
  const gate = isLost ? "" : gateLine();
  put("gate", gate);
  const isOfRaster = gate !== "" && gate === rasterLine();
  const isDriving = gate === "driving" || isOfRaster && rasterMoves();
  $("gate").classList.toggle("ready", gate === "ready" || gate === "driving");
  $("gate").classList.toggle("driving", isDriving);
  $("gate").classList.toggle("stopped", gate.startsWith("STOPPED"));
  $("gate").classList.toggle("urgent", Boolean(stopAsked || state.stopped || state.parking || isOfRaster && isRaster("paused") || gate.startsWith("let go") || gate.startsWith("the arm is lost")));
}

// A port is waited for, a shield is looked for.
function linkWords() {
  if (!["scanning", "waiting"].includes(state.link)) return [state.link, state.shield].filter(Boolean).join(" ");
  return state.transport === "serial" ? `waiting for ${state.wanted}` : `looking for ${state.wanted || "a shield"}`;
}

function gateLine() {
  if (stopAsked) return "STOP is sent, and not answered yet";
  if (state.stopped) return `STOPPED: ${stoppedWords()}`;
  if (state.parking) return "PARKING: any control or STOP halts it";
  if (state.link === "lost") return ["the arm is lost", state.detail].filter(Boolean).join(": ");
  if (rasterLine() !== "") return rasterLine();
  if (isOpen() && !state.drives) return state.driven ? "watching: another page may drive" : "watching: nobody drives by panel";
  if (isUp() && (state.fence || state.hand)) return [state.fence, state.hand].filter(Boolean).join(", ");
  return isUp() ? gateOf(views.map(stateOf).filter(Boolean)) : state.detail ?? "";
}

function stoppedWords() {
  if (state.pose?.deaf > 0) return "the arm is still finishing its move";
  if (isStopHeld()) return `let go of STOP, then ${resumeWords()}`;
  return state.refused || resumeWords();
}

// A page that may not drive has no button for it.
const resumeWords = () => state.drives ? "press Resume" : state.resume ? `press ${state.resume}` : "resume where the arm is driven";

// Whether the link was up before: then it is lost while it is looked for, too.
let hasBeenUp = false;

// What the commands do to a real arm, in one word that is seen first.
function showTransport() {
  const { transport } = state;
  hasBeenUp ||= isUp() || state.link === "lost";
  $("transport").hidden = transport === undefined;
  if (transport === undefined) return;
  $("transport").className = movesArm() ? (isUp() ? "live" : "waiting") : transport;
  const [word, rest] = transport === "override" ? ["OVERRIDE", "nothing is transmitted"] : transport === "simulated" ? ["SIMULATED", "no real arm moves"]
    : isUp() ? ["LIVE", "commands go to the arm"] : ["LIVE,", hasBeenUp ? "no link" : "no link yet"];
  put("carrier", word);
  put("carried", rest);
}

function showFacts(isLost) {
  const facts = { recording: state.recording, pad: state.input === "panel" ? "" : state.input, battery: state.battery,
    pages: isArmless() ? sessionPages() : state.viewers > 1 ? `${state.viewers} pages, ${state.drives ? "this may drive" : state.driven ? "another may drive" : "none may drive"}` : "" };
  for (const [id, words] of Object.entries(facts)) $(id).hidden = isLost || !words;
  put("file", facts.recording ?? "");
  put("pad", facts.pad ?? "");
  put("battery", facts.battery ?? "");
  $("battery").className = state.charge ?? "";
  put("pages", facts.pages);
  showElapsed();
}

// Since the drive began, by waldo's clock; it stands still where waldo is not heard.
function showElapsed() {
  if (isArmless()) return put("elapsed", state.session === "running" ? survey?.elapsed ?? "" : "");
  if (state.t === undefined) return put("elapsed", "");
  const seconds = Math.max(0, Math.floor((performance.now() - offset) / 1000)), two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  put("elapsed", hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`);
}
