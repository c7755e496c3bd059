"use strict";
// A page without an arm: of a survey that runs, with buttons that start, pause and end it, or of stored surveys.

const isArmless = () => state.session !== undefined;
const isStored = () => state.session === "stored";

// The views that this page has something for.
const offeredTabs = () => !isArmless() ? tabNames
  : tabNames.filter((name) => name !== "drive" && !(isStored() && ["now", "graph"].includes(name)));

function showSession() {
  const body = document.body.classList, isOff = !isOpen() || !state.drives;
  body.toggle("armless", isArmless());
  body.toggle("stored", isStored());
  $("session").hidden = !isArmless() || (isStored() && !isOff);
  if (!isArmless()) return;
  if (joined !== null && !offeredTabs().includes(tab)) chooseTab(isStored() ? "map" : "now");
  const asksEnd = performance.now() < sessionEndsAt && !isOff;
  put("sessionRun", state.session === "paused" ? "Start" : "Pause");
  put("sessionEnd", asksEnd ? "Press again to end" : "End");
  for (const id of ["sessionRun", "sessionEnd"]) {
    $(id).hidden = isStored();
    $(id).disabled = isOff || state.session === "ended";
  }
  $("sessionCharge").hidden = !isOpen() || state.drives || !state.free;
}

function showSessionHeader(isLost) {
  const words = { running: "recording", paused: "paused", ended: "ended", stored: joined?.folder?.split("/").filter(Boolean).pop() ?? "" };
  put("arm", isStored() ? "stored:" : joined?.sensor ?? "");
  put("linkText", isLost ? "not connected" : words[state.session]);
  put("signal", "");
  $("lamp").className = isLost ? "" : state.session === "running" ? "up" : "";
  document.body.classList.remove("up");
  showFacts(isLost);
  $("transport").hidden = true;
  const line = sessionLine(isLost);
  put("gate", line);
  for (const name of ["ready", "driving"]) $("gate").classList.remove(name);
  $("gate").classList.toggle("urgent", line !== "");
}

// What the walker has to know first.
function sessionLine(isLost) {
  if (isLost) return "";
  if (state.session === "paused") return "PAUSED: nothing is recorded";
  if (state.session === "running" && survey && survey.link !== "connected") {
    return ["no link to the sensor", survey.link, survey.linkDetail].filter(Boolean).join(": ");
  }
  return isOpen() && !state.drives && state.driven ? "watching: another page is in charge" : "";
}

const sessionTitle = () => [lost && state.session !== "ended" ? "NOT CONNECTED" : state.session === "paused" ? "PAUSED" : "",
  "waldo survey"].filter(Boolean).join(", ");

const sessionEnd = () => (joined?.live ? "The survey has ended" : "Waldo has ended");
const sessionKept = () => (!joined?.live ? "" : survey?.file ? `it is stored in ${survey.file}` : "it is not stored");

const sessionPages = () => state.viewers > 1
  ? `${state.viewers} pages, ${state.drives ? "this is in charge" : state.driven ? "another is in charge" : "none is in charge"}` : "";

const orderSession = (to) => send({ do: "session", to });
$("sessionRun").addEventListener("click", () => orderSession(state.session === "paused" ? "start" : "pause"));
$("sessionCharge").addEventListener("click", () => send({ do: "drive" }));

// The second press within 4 s ends it; one within the first half second does not count.
let sessionEndsAt = 0;
$("sessionEnd").addEventListener("click", () => {
  const left = sessionEndsAt - performance.now();
  if (left > 3500) return;
  sessionEndsAt = left > 0 ? 0 : performance.now() + 4000;
  if (left > 0) orderSession("end");
  else setTimeout(showSession, 4100);
  showSession();
});
