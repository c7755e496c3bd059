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
  feelHalt(news, state);
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

function show() {
  layOut();
  const isLost = Boolean(lost);
  document.title = isArmless() ? sessionTitle() : hasEnded ? "ENDED, waldo panel" : isLost ? "NOT CONNECTED, waldo panel" : state.stopped ? "STOPPED, waldo panel" : state.parking ? "PARKING, waldo panel" : "waldo panel";
  document.body.classList.toggle("lost", isLost);
  showBanner(isLost);
  showAsk();
  keepAwake();
  showHeader(isLost);
  showSession();
  showFinder(isLost);
  put("detail", isUp() ? state.detail ?? "" : "");
  showPose();
  showControls();
  showModes();
  showTab(isLost);
  showResume(state.stopped && state.drives);
  $("take").hidden = !isOpen() || state.drives || !state.free;
  $("halt").classList.toggle("shared", !$("resume").hidden || !$("take").hidden);
}

// Resume comes where a finger may be on STOP: the next tap of a hand in a hurry is not for it.
let resumeSince = 0;
function showResume(isThere) {
  if (isThere && $("resume").hidden) resumeSince = performance.now();
  $("resume").hidden = !isThere;
}
const isHasty = (event) => event.detail > 0 && performance.now() - resumeSince < 700;

function showBanner(isLost) {
  $("banner").hidden = !isLost || asksToken() || (isAskingWhy && !wasOpen && !stopWaits);
  if (!isLost) return;
  // Where no arm moves, there is no power to cut.
  const remedy = isArmless() || state.moves === false ? "" : ": cut the arm's power";
  const isOver = state.session === "ended";
  put("cut", isOver || hasEnded ? sessionEnd() : `NOT CONNECTED${remedy}`);
  put("answer", stopWaits ? `STOP cannot be sent${remedy}` : "");
  put("why", isOver ? sessionKept() : lost);
}

// Buttons.

function showModes() {
  $("precise").disabled = $("profile").disabled = !isOpen() || !state.drives;
  $("park").disabled = !isOpen() || !state.drives || Boolean(state.parking);
  if ($("park").disabled) forgetPark();
  // Without a state the page stays as it was.
  if (state.controls.length === 0) return;
  const isPrecise = state.precision.factor < 1000;
  $("precise").hidden = !state.precision.there;
  $("precise").setAttribute("aria-pressed", String(isPrecise));
  put("precise", isPrecise ? `Precision ${state.precision.factor / 10} %` : "Precision");
  $("profile").hidden = !state.profile;
  put("profile", `Profile: ${state.profile}`);
  $("park").hidden = !state.park;
  $("modes").hidden = $("precise").hidden && $("profile").hidden && $("park").hidden;
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

// The second press within 3 s parks.
let parkTimer;
function forgetPark() {
  clearTimeout(parkTimer);
  parkTimer = undefined;
  put("park", "End and park");
}
$("park").addEventListener("click", () => {
  if (parkTimer !== undefined) {
    forgetPark();
    parkAsked = performance.now();
    return send({ do: "park" });
  }
  put("park", "Press again to park");
  parkTimer = setTimeout(forgetPark, 3000);
});

$("resume").addEventListener("click", (event) => { if (!isHasty(event)) send({ do: "resume" }); });
$("take").addEventListener("click", () => send({ do: "drive" }));
$("precise").addEventListener("click", switchPrecision);
$("profile").addEventListener("click", changeProfile);

addEventListener("resize", () => { show(); draw(); drawArm(true); });
document.addEventListener("visibilitychange", () => { draw(); drawArm(false); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { draw(); drawArm(true); });
setInterval(showElapsed, 250);
show();
open();
