"use strict";
// What is around the curve of the plot: axes, thresholds, gaps, marks; and the gestures that move it.

const SMALL = "12px ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif";

function drawTrendAxes(frame, unit, utc) {
  const { pen, wide, tall, height } = frame;
  pen.font = SMALL;
  pen.lineWidth = 1;
  pen.strokeStyle = ink("--line");
  pen.fillStyle = ink("--soft");
  pen.beginPath();
  const step = roundLength((trend.high - trend.low) / Math.max(2, tall / 44)),
    apart = roundTime((trend.to - trend.from) / Math.max(2, wide / 84));
  alignText(pen, "right", "middle");
  for (let at = Math.ceil(trend.low / step) * step; at <= trend.high; at += step) {
    const y = Math.round(yOf(frame, at)) + 0.5;
    pen.moveTo(EDGE.left, y);
    pen.lineTo(EDGE.left + wide, y);
    pen.fillText(stepText(at, step), EDGE.left - 6, y);
  }
  alignText(pen, "center", "top");
  for (let at = firstTime(trend.from, apart, utc); at <= trend.to; at += apart) {
    const x = Math.round(xOf(frame, at)) + 0.5;
    pen.moveTo(x, EDGE.top);
    pen.lineTo(x, EDGE.top + tall);
    if (x > EDGE.left + 16 && x < EDGE.left + wide - 16) pen.fillText(timeText(at, utc), x, height - EDGE.bottom + 7);
  }
  pen.stroke();
  pen.textAlign = "left";
  pen.fillStyle = ink("--ink");
  pen.fillText(`${prettyUnit(unit) || "no unit"}${utc === undefined ? "   (time since the start)" : ""}`, 4, 2);
}

// Hatched, with the reason where there is room for it.
function drawGaps(frame, gaps) {
  const { pen, tall } = frame;
  if (!hatch || hatchOf !== ink("--soft")) {
    hatchOf = ink("--soft");
    const tile = document.createElement("canvas"), its = tile.getContext("2d");
    tile.width = tile.height = 8;
    its.strokeStyle = hatchOf;
    its.beginPath();
    for (const at of [-8, 0, 8]) { its.moveTo(at, 8); its.lineTo(at + 8, 0); }
    its.stroke();
    hatch = pen.createPattern(tile, "repeat");
  }
  for (const [from, to, why] of gaps) {
    if (to < trend.from || from > trend.to) continue;
    const left = Math.max(EDGE.left, xOf(frame, from)),
      right = Math.min(EDGE.left + frame.wide, Math.max(xOf(frame, to), xOf(frame, from) + 2));
    pen.globalAlpha = 0.5;
    pen.fillStyle = hatch;
    pen.fillRect(left, EDGE.top, right - left, tall);
    pen.globalAlpha = 1;
    const text = why || "gap";
    alignText(pen, "center", "top");
    if (pen.measureText(text).width + 10 > right - left) continue;
    const half = pen.measureText(text).width / 2 + 4, middle = (left + right) / 2;
    pen.fillStyle = ink("--card");
    pen.fillRect(middle - half, EDGE.top + 4, 2 * half, 18);
    pen.fillStyle = ink("--ink");
    pen.fillText(text, middle, EDGE.top + 7);
  }
}

function drawThresholds(frame, thresholds, unit) {
  const { pen, wide } = frame;
  pen.setLineDash(DASHED);
  pen.strokeStyle = pen.fillStyle = ink("--stop");
  pen.lineWidth = 1.5;
  alignText(pen, "right", "bottom");
  for (const limit of thresholds) {
    if (limit > trend.high || limit < trend.low) continue;
    const y = yOf(frame, limit);
    pen.beginPath();
    pen.moveTo(EDGE.left, y);
    pen.lineTo(EDGE.left + wide, y);
    pen.stroke();
    pen.fillStyle = ink("--ink");
    pen.fillText(`alarm ${limit} ${prettyUnit(unit)}`, EDGE.left + wide - 4, y - 2);
  }
  pen.setLineDash(SOLID);
}

// On the axis: crosses for worthless samples, diamonds for marks.
function drawMarks(frame) {
  const { pen, columns, tall } = frame, { marks } = column, floor = EDGE.top + tall;
  pen.strokeStyle = ink("--ink");
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let at = 0, free = -1; at < columns; at += 1) {
    const x = columnX(frame, at);
    if ((marks[at] & BAD) === 0 || x < free) continue;
    free = x + 7;
    pen.moveTo(x - 3, floor - 3);
    pen.lineTo(x + 3, floor + 3);
    pen.moveTo(x - 3, floor + 3);
    pen.lineTo(x + 3, floor - 3);
  }
  pen.stroke();
  for (let at = 0; at < columns; at += 1) {
    if ((marks[at] & NOTED) !== 0) drawCorner(pen, columnX(frame, at), floor - 12, ink("--commanded"), 5, 6, 6);
  }
}

// On top: triangles where an alarm was raised or has cleared, with its words where there is room for them.
function drawAlarms(frame, alarms) {
  const { pen, wide } = frame;
  alignText(pen, "left", "top");
  let free = EDGE.left;
  for (const { at, text } of alarms) {
    if (at < trend.from || at > trend.to) continue;
    const x = xOf(frame, at), words = prettyNumber(text), room = pen.measureText(words).width + 16;
    drawCorner(pen, x, EDGE.top, ink("--stop"), 6, 9, 0);
    if (x < free || x + room > EDGE.left + wide) continue;
    pen.fillStyle = ink("--ink");
    pen.fillText(words, x + 9, EDGE.top + 2);
    free = x + room;
  }
}

function drawCorner(pen, x, y, colour, half, below, above) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(x - half, y);
  pen.lineTo(x, y - above);
  pen.lineTo(x + half, y);
  pen.lineTo(x, y + below);
  pen.fill();
}

let describedAt = 0;
function describeTrend(count, gaps, store, stream) {
  const now = performance.now(), beyond = (stream.thresholds ?? []).filter((limit) => limit > trend.high);
  if (now - describedAt < 250) return;
  describedAt = now;
  const news = slots[shownA].news, seen = gaps.filter(([from, to]) => to >= trend.from && from <= trend.to);
  const reasons = [...new Set(seen.map(([, , why]) => why).filter(Boolean))].slice(0, 3).join("; ");
  put("trendWords", [`${timeText(trend.from, news.utc, true)} to ${timeText(trend.to, news.utc, true)}`,
    `${count} of ${store.known || store.count} samples`,
    seen.length > 0 && `hatched: ${plural(seen.length, "gap", "gaps")}${reasons ? ` (${reasons})` : ""}`,
      "band: value \u00b1 error",
    "\u00d7: not valid", lastAlarm(news.marks ?? []), beyond.length > 0
      && `alarm at ${beyond.join(", ")} ${prettyUnit(stream.unit)} is above`].filter(Boolean).join(", "));
}

function lastAlarm(alarms) {
  const seen = alarms.filter(({ at }) => at >= trend.from && at <= trend.to);
  return seen.length > 0 && `triangles: ${plural(seen.length, "alarm", "alarms")} (${prettyNumber(seen.at(-1).text)})`;
}

function moveTrend(from, to) {
  const span = within(to - from, [1000, 400 * 86400000]);
  const store = slots[shownA]?.store, last = store?.count > 0 ? store.time[store.count - 1] : 0;
  Object.assign(trend, { from, to: from + span, follows: trend.follows && to >= last });
  shows.plot();
}

function panTrend(right) {
  const by = right / Math.max(1, $("trend").clientWidth - EDGE.left - EDGE.right) * (trend.to - trend.from);
  trend.follows = false;
  moveTrend(trend.from - by, trend.to - by);
}

function zoomTrend(factor, x) {
  const wide = $("trend").clientWidth - EDGE.left - EDGE.right, span = (trend.to - trend.from) / factor;
  // What follows the present is zoomed around the present.
  const part = trend.follows || x === undefined ? (trend.follows ? 1 : 0.5) : within((x - EDGE.left) / wide, [0, 1]);
  const at = trend.from + part * (trend.to - trend.from);
  moveTrend(at - part * span, at + (1 - part) * span);
}

function showWholeTrend() {
  const store = slots[shownA]?.store;
  if (!store?.count) return;
  const [from, to] = [store.time[0], store.time[store.count - 1]], edge = Math.max(1000, (to - from) * 0.02);
  moveTrend(from - edge, to + edge);
}

shows.plot = () => {
  $("plotFollow").setAttribute("aria-pressed", String(trend.follows));
  wantSamples();
  redrawView();
};

function followNow() {
  trend.follows = !trend.follows;
  shows.plot();
}

watchCanvas($("trend"), { pan: panTrend, zoom: zoomTrend, tap: (x) => pointAt(x),
  keys: { ArrowLeft: () => panTrend(40), ArrowRight: () => panTrend(-40), "+": () => zoomTrend(1.4),
  "=": () => zoomTrend(1.4), "-": () => zoomTrend(1 / 1.4), 0: showWholeTrend, Home: showWholeTrend,
    End: followNow } });
$("plotFollow").addEventListener("click", followNow);
$("plotIn").addEventListener("click", () => zoomTrend(1.6));
$("plotOut").addEventListener("click", () => zoomTrend(1 / 1.6));
