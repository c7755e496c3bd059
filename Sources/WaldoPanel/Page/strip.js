"use strict";
// What is always seen of a live survey, in every view: its main number, alarms, gaps, and the raster.

// What was heard before a loss is not current until it is heard again.
let isSurveyHeard = false;
const isFresh = () => survey !== null && isSurveyHeard && !lost;
const unitWords = (text, unit) => [text, prettyUnit(unit)].filter(Boolean).join(" ");
const prettyUnit = (unit) => (unit ?? "").replace(/^u(?=[A-Z])/, "\u00b5").replace(/^deg(?=[CF]$)/, "\u00b0");
const prettyNumber = (text) => (text ?? "").replace(/\bu(?=Sv|Gy)/g, "\u00b5").replace(/\+-/g,
  "\u00b1").replace(/(^|\s)-(?=\d)/g, "$1\u2212");
const validityWords = { valid: "valid", restricted: "", invalid: "NOT VALID" };
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

// The words of a number: how far it counts, and why.
function wordsOf(stream) {
  return [validityWords[stream.validity] ?? stream.validity, ...(stream.words ?? [])]
    .filter(Boolean).join(", ");
}

// Open surveys and alarms are the same for all pages: while one drives, no other opens or acknowledges.
const isInCharge = () => state.drives || !state.driven;

const openAlarms = () => (isFresh() ? survey.alarms ?? [] : []).filter((alarm) => !alarm.acknowledged);

function showStrip() {
  const isThere = joined !== null && joined.live;
  $("live").hidden = !isThere;
  if (!isThere) return;
  if (survey === null) return put("liveNumber", "no number yet");
  const main = survey.streams?.[0], isOld = !isFresh();
  $("live").classList.toggle("old", isOld || Boolean(survey.silent));
  $("live").dataset.validity = main?.validity ?? "";
  put("liveNumber", main ? unitWords(prettyNumber(main.number) || "no number", main.number ? main.unit : "")
    : "no number yet");
  const words = isOld ? "not current" : survey.paused ? "paused" : survey.silent ? `silent: ${ageWords(survey.age)}` : main ? wordsOf(main) : "";
  put("liveWords", words);
  // Where an alarm takes the room of the words, what restricts the number stays beside it.
  put("liveNote", words === validityWords.valid ? "" : words);
  showAlarmWords();
  $("liveSimulated").hidden = !survey.simulated;
  const isSeen = !isOld && (survey.alarms ?? []).some((alarm) => alarm.acknowledged);
  put("liveCounts", isOld ? "" : [isSeen && "alarm seen", survey.problem && "no results: see Now",
    survey.storeTrouble && `not kept: ${survey.storeTrouble}`,
    survey.gaps > 0 && plural(survey.gaps, "gap", "gaps"),
    survey.rejects > 0 && `${survey.rejects} B rejected`].filter(Boolean).join(", ") || "no gaps");
  showRaster(isOld);
}

const ageWords = (age) => (age === undefined ? "nothing heard yet" : `${age} s without a message`);

// An alarm that was seen is a word among the others: what is new has the row.
function showAlarmWords() {
  const fresh = openAlarms(), isAlarm = fresh.length > 0;
  const halts = fresh[0]?.halts && !isArmless() ? ", the drive is halted" : "", more = fresh.length > 1 ? ` and ${fresh.length - 1} more` : "";
  put("liveAlarm", isAlarm ? `ALARM ${prettyNumber(fresh[0].text)}${halts}${more}` : "");
  $("live").classList.toggle("alarmed", isAlarm);
  $("acknowledge").hidden = !isAlarm || !isInCharge();
  sound(isAlarm);
}

function acknowledge(alarm) { if (alarm) send({ do: "acknowledge", alarm: alarm.id }); }
$("acknowledge").addEventListener("click", () => openAlarms().forEach(acknowledge));

// The raster: a hand that goes over a grid of points and measures at each.

let endsAt = 0; // until when a second press of End ends it

const isRaster = (...phases) => isFresh() && phases.includes(survey.raster?.phase);
const rasterMoves = () => isRaster("moving", "measuring");
const rasterPoint = ({ point, points }) => `point ${point} of ${points}`;

// Beside the header, which has the point and the time that is left.
const stripWords = ({ text, skipped }) => text + (skipped > 0 ? `, ${skipped} skipped` : "");

const rasterWords = (raster) =>
  raster.phase === "ended" ? stripWords(raster) : `${rasterPoint(raster)}: ${stripWords(raster)}, about ${raster.left} left`;

// What moves the arm in place of fingers, for the header; empty: nothing does.
function rasterLine() {
  if (!isRaster("paused", "moving", "measuring")) return "";
  const name = state.input?.startsWith("route") ? "route" : "raster", point = rasterPoint(survey.raster);
  return isRaster("paused") ? `${name} PAUSED: ${point}` : `${name}: ${point}, ${survey.raster.left} left`;
}

function showRaster(isOld) {
  const raster = survey.raster, isOver = raster?.phase === "ended", isOff = isOld || isOver || !state.drives;
  $("raster").hidden = !raster;
  if (!raster) return;
  $("raster").dataset.phase = raster.phase;
  put("rasterWords", isOld && !isOver ? "raster: not known" : stripWords(raster));
  $("rasterDone").max = Math.max(1, raster.points ?? 1);
  $("rasterDone").value = isOver ? raster.points : Math.max(0, (raster.point ?? 1) - 1);
  const asksEnd = performance.now() < endsAt && !isOff;
  put("rasterPause", raster.phase === "paused" ? "Go on" : "Pause");
  $("rasterPause").setAttribute("aria-label", raster.phase === "paused" ? "Go on with the raster" : "Pause the raster");
  put("rasterEnd", asksEnd ? "Sure?" : "End");
  $("rasterEnd").setAttribute("aria-label", asksEnd ? "Sure? End the raster" : "End the raster");
  for (const id of ["rasterPause", "rasterSkip", "rasterEnd"]) $(id).disabled = isOff;
  // After a stop the raster goes on with the arm.
  $("rasterPause").disabled ||= state.stopped;
}

const orderRaster = (to) => send({ do: "raster", to });
$("rasterPause").addEventListener("click", () => orderRaster(survey?.raster?.phase === "paused" ? "resume" : "pause"));
$("rasterSkip").addEventListener("click", () => orderRaster("skip"));
$("rasterEnd").addEventListener("click", () => {
  // The second of two quick taps is no answer.
  if (performance.now() < endsAt && performance.now() > endsAt - 3500) {
    endsAt = 0;
    orderRaster("abort");
  } else {
    endsAt = performance.now() + 4000;
    setTimeout(showStrip, 4100);
  }
  showStrip();
});
