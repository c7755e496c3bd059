"use strict";
// The sample of the plot under the pointer or the finger, and the range of time.

let pointed = null; // its time on the slot's clock; null: none

// The sample that is nearest to a place of the canvas; -1: there is none in sight.
function trendIndexAt(store, x) {
  const wide = $("trend").clientWidth - EDGE.left - EDGE.right, span = trend.to - trend.from;
  const time = trend.from + within((x - EDGE.left) / wide, [0, 1]) * span, after = indexAt(store, time), before = after - 1;
  const isBefore = after >= store.count || (before >= 0 && time - store.time[before] < store.time[after] - time);
  const at = isBefore ? before : after;
  return at >= 0 && at < store.count && store.time[at] >= trend.from && store.time[at] <= trend.to ? at : -1;
}

function pointAt(x) {
  const slot = slots[shownA], at = slot?.news ? trendIndexAt(slot.store, x) : -1;
  pointed = at < 0 ? null : slot.store.time[at];
  redrawView();
}

function pointAtNothing() {
  pointed = null;
  redrawView();
}

// A line through the sample, and what it is beside it.
function drawPointed(frame, store, stream, utc) {
  const at = pointed === null ? -1 : indexAt(store, pointed), isThere = at >= 0 && at < store.count;
  $("trendPoint").hidden = !isThere || pointed < trend.from || pointed > trend.to;
  if ($("trendPoint").hidden) return;
  const { pen, tall } = frame, value = store.value[at], x = xOf(frame, store.time[at]), words = flagWords(store.flags[at]);
  pen.strokeStyle = ink("--ink");
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, EDGE.top);
  pen.lineTo(x, EDGE.top + tall);
  if (value === value) {
    pen.moveTo(x + 4, yOf(frame, value));
    pen.arc(x, yOf(frame, value), 4, 0, 2 * Math.PI);
  }
  pen.stroke();
  put("trendPoint", [unitWords(figure(value, store.sigma[at]), stream.unit), timeText(store.time[at], utc, true),
    ...(words.length > 0 ? [words.join(", ")] : [])].join("\n"));
  $("trendPoint").classList.toggle("left", x > frame.width / 2);
}

$("trend").addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && event.buttons === 0) pointAt(event.offsetX); });
$("trend").addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") pointAtNothing(); });

// A range of time ends where the plot ends; all of it is all.
$("plotRange").addEventListener("change", () => {
  const seconds = Number($("plotRange").value);
  if (seconds > 0) moveTrend(trend.to - seconds * 1000, trend.to);
  else showWholeTrend();
});

// The choice names the range that is shown, if it is one of its own.
function showRange() {
  const seconds = Math.round((trend.to - trend.from) / 1000);
  const known = [...$("plotRange").options].some(({ value }) => Number(value) === seconds);
  $("plotRange").value = known ? String(seconds) : "";
}
