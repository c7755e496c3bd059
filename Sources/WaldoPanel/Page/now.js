"use strict";
// The present numbers: the main one large, the others as a list, sums since the start; and the sensor.

let zeroed = null; // the number that differences are taken from: { name, value, sigma }

// A number with its error, the error with two digits. The page makes such texts only of what it computes itself.
function figure(value, sigma) {
  if (!Number.isFinite(value)) return "no number";
  const size = Math.abs(sigma > 0 ? sigma : value), digits = sigma > 0 ? 1 : 3;
  const places = size > 0 ? within(digits - Math.floor(Math.log10(size)), [0, 8]) : 3;
  const text = (number) => number.toFixed(places).replace("-", "\u2212");
  return sigma > 0 ? `${text(value)} \u00b1 ${text(sigma)}` : text(value);
}

shows.now = () => {
  const main = survey?.streams?.[0], isThere = joined?.live && main;
  $("nowView").classList.toggle("old", !isFresh() || Boolean(survey?.silent));
  put("nowName", isThere ? [main.name, main.quantity, main.window && `over ${main.window}`].filter(Boolean).join(", ")
    : joined?.live ? "The sensor has sent nothing yet." : "No sensor is heard: this drive has no live survey.");
  put("nowNumber", isThere ? unitWords(prettyNumber(main.number) || "no number", main.number ? main.unit : "")
    : "\u2013");
  put("nowWords", !isThere ? "" : !isFresh() ? "not current: waldo is not heard" : survey.paused ? "paused: nothing is recorded" : survey.silent
    ? `silent: ${ageWords(survey.age)}` : wordsOf(main));
  $("nowView").dataset.validity = main?.validity ?? "";
  showZero(main);
  showSounds();
  showAlarms();
  showStreams();
  showSensor();
};

// Differences from the number at the press; waldo knows nothing of it.
function showZero(main) {
  if (zeroed && main && zeroed.name !== main.name) zeroed = null;
  $("zero").disabled = !isFresh() || !Number.isFinite(main?.value);
  $("zeroOff").hidden = $("nowZero").hidden = zeroed === null;
  if (!zeroed || !main) return;
  const sigma = zeroed.sigma >= 0 && main.sigma >= 0 ? Math.hypot(zeroed.sigma, main.sigma) : NaN;
  put("nowZero", `since zero: ${unitWords(figure(main.value - zeroed.value, sigma), main.unit)}`);
}

function showAlarms() {
  const problems = isFresh() && survey.problem ? [{ problem: survey.problem }] : [];
  const alarms = (isFresh() ? survey.alarms ?? [] : []).map((alarm) => ({ ...alarm, isMine: isInCharge() }));
  fillList("alarmList", [...alarms, ...problems], (alarm) => {
    if (alarm.problem) {
      return make("li", {}, make("span", { className: "what" }, make("b", { textContent: "NO RESULTS " }), alarm.problem));
    }
    const words = make("span", { className: "what" },
      make("b", { textContent: alarm.acknowledged ? "seen " : "ALARM " }),
      prettyNumber(alarm.text), alarm.halts && !isArmless() ? ", the drive is halted" : "");
    return make("li", { className: alarm.acknowledged ? "" : "loud" }, words,
      ...(alarm.acknowledged || !alarm.isMine ? [] : [make("button",
        { type: "button", textContent: "Acknowledge", press: () => acknowledge(alarm),
        "aria-label": `Acknowledge ${alarm.text}` })]));
  });
}

function showStreams() {
  fillList("streamList", survey?.streams ?? [], (stream) => {
    const times = [stream.measured && `measured ${stream.measured}`,
      stream.unmeasured && `not measured ${stream.unmeasured}`].filter(Boolean);
    const words = [wordsOf(stream), stream.window && `over ${stream.window}`,
      stream.integral && "sum since the start", ...times];
    return make("li", { className: stream.validity === "valid" ? "" : stream.validity },
      make("span", { className: "what", textContent: stream.name }),
      make("strong", { textContent: unitWords(prettyNumber(stream.number) || "no number",
        stream.number ? stream.unit : "") }),
      make("span", { className: "quiet", textContent: words.filter(Boolean).join(", ") }));
  });
}

function showSensor() {
  const facts = !survey ? [] : [["Survey", [survey.title, survey.elapsed,
    survey.left && `${survey.left} left`].filter(Boolean).join(", ")],
    ...(survey.raster ? [["Raster", rasterWords(survey.raster)]] : []),
    ["Kept in", survey.storeTrouble || survey.file || "nothing is kept"],
    ["Sensor", [joined?.sensor, survey.link, survey.linkDetail].filter(Boolean).join(", ")],
    ["Last message", survey.age === undefined ? "none yet" : `${survey.age} s ago, ${survey.messages ?? 0} so far`],
    ["Gaps", [survey.gaps ?? 0, survey.lastGap].filter((part) => part !== "" && part !== undefined).join(": ")],
    ["Rejected", [`${survey.rejects ?? 0} bytes`, survey.lastReject].filter(Boolean).join(": ")],
    ["Place", survey.place ? prettyNumber(survey.place.text) + (survey.place.doubtful ? ", doubtful" : "")
      : "this survey has no places"]];
  fillList("nowFacts", facts, ([name, words]) => make("div", {}, make("dt", { textContent: name }),
    make("dd", { textContent: words })));
}

// Fills a list if it is another one than before; the focus stays on the button that had it.
function fillList(id, items, row) {
  const list = $(id), now = JSON.stringify(items);
  if (list.dataset.shown === now) return;
  list.dataset.shown = now;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  list.replaceChildren(...items.map(row));
  if (focused) list.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}

$("zero").addEventListener("click", () => {
  const main = survey?.streams?.[0];
  if (!isFresh() || !Number.isFinite(main?.value)) return;
  zeroed = { name: main.name, value: main.value, sigma: main.sigma ?? NaN };
  shows.now();
});
$("zeroOff").addEventListener("click", () => { zeroed = null; shows.now(); });
