"use strict";
// The plot of a stream over time. However many samples there are, each column of pixels is drawn once.

const COLUMNS = 8192;
const column = { low: new Float32Array(COLUMNS), high: new Float32Array(COLUMNS), first: new Float32Array(COLUMNS),
  last: new Float32Array(COLUMNS),
  under: new Float32Array(COLUMNS), over: new Float32Array(COLUMNS), kind: new Uint8Array(COLUMNS),
    marks: new Uint8Array(COLUMNS) };
const EMPTY = 0, JOINED = 1, APART = 2; // of a column: whether a line leads to it
const BAD = 1, NOTED = 2; // marks of a column
const trend = { from: 0, to: 300000, follows: true, low: 0, high: 1 };
const EDGE = { left: 52, right: 8, top: 18, bottom: 24 };
const SOLID = [], DASHED = [7, 4];
let hatch = null, hatchOf = "";

// Sorts the samples of the window into columns, and finds how high they go.
function sortColumns(store, gaps, columns) {
  const { low, high, first, last, under, over, kind, marks } = column, { from, to } = trend,
    { time, value, sigma, flags } = store;
  kind.fill(EMPTY, 0, columns);
  marks.fill(0, 0, columns);
  const start = Math.max(0, indexAt(store, from) - 1), end = Math.min(store.count, indexAt(store, to) + 1),
    scale = columns / (to - from);
  let isApart = true, gap = 0, before = -Infinity, least = Infinity, greatest = -Infinity;
  for (let index = start; index < end; index += 1) {
    const t = time[index], v = value[index], at = toColumn(Math.floor((t - from) * scale), columns),
      is = flags[index];
    const isInside = t >= from && t <= to;
    if ((is & MARKED) !== 0 && isInside) marks[at] |= NOTED;
    if ((is & WORTHLESS) !== 0 || v !== v) {
      if (isInside) marks[at] |= BAD;
      isApart = true;
      continue;
    }
    while (gap < gaps.length && gaps[gap][1] <= before) gap += 1;
    if ((is & AFTER_GAP) !== 0 || (gap < gaps.length && gaps[gap][0] >= before && gaps[gap][1] <= t)) isApart = true;
    before = t;
    const s = sigma[index] > 0 ? sigma[index] : 0;
    if (kind[at] === EMPTY) {
      kind[at] = isApart ? APART : JOINED;
      low[at] = high[at] = first[at] = last[at] = v;
      under[at] = v - s;
      over[at] = v + s;
    } else {
      if (v < low[at]) low[at] = v;
      if (v > high[at]) high[at] = v;
      if (v - s < under[at]) under[at] = v - s;
      if (v + s > over[at]) over[at] = v + s;
      last[at] = v;
    }
    isApart = false;
    if (under[at] < least) least = under[at];
    if (over[at] > greatest) greatest = over[at];
  }
  trend.least = least;
  trend.greatest = greatest;
  return end - start;
}

const toColumn = (at, columns) => (at < 0 ? 0 : at >= columns ? columns - 1 : at);

// From zero where that costs little room; with the thresholds that are near.
function chooseHeights(thresholds) {
  let { least: low, greatest: high } = trend;
  if (!(low <= high)) [low, high] = [0, 1];
  for (const limit of thresholds) if (limit > high && limit < high + 1.2 * (high - Math.min(0, low))) high = limit;
  if (low > 0 && low < 0.6 * high) low = 0;
  if (high === low) [low, high] = [low - Math.abs(low || 1) * 0.1, high + Math.abs(high || 1) * 0.1];
  trend.low = low === 0 ? 0 : low - (high - low) * 0.04;
  trend.high = high + (high - low) * 0.08;
}

paints.plot = () => {
  const canvas = $("trend"), pen = penOf(canvas, 2), width = canvas.clientWidth, height = canvas.clientHeight;
  if (width === 0 || height === 0) return;
  pen.clearRect(0, 0, width, height);
  const slot = slots[shownA], stream = streamOf(shownA), empty = emptyTrend(slot, stream);
  showRange();
  showEmptyTrend(empty);
  if (empty !== "") return;
  const { store, news } = slot, gaps = news.gaps ?? [], thresholds = stream.thresholds ?? [];
  if (trend.follows && store.count > 0) followTrend(store);
  const wide = width - EDGE.left - EDGE.right, tall = height - EDGE.top - EDGE.bottom;
  const columns = Math.min(COLUMNS, Math.max(1, Math.round(wide * Math.min(devicePixelRatio || 1, 2))));
  const count = sortColumns(store, gaps, columns);
  if (isBeside(store)) return showEmptyTrend("No samples in this time: choose all.");
  chooseHeights(thresholds);
  const frame = { pen, wide, tall, columns, width, height };
  drawTrendAxes(frame, stream.unit, news.utc);
  drawGaps(frame, gaps);
  // Lines where there are few samples, upright bars where there are many: thousands of steep lines take too long.
  if (count > 2 * columns) drawBars(frame);
  else {
    drawBand(frame);
    drawCurve(frame);
  }
  drawThresholds(frame, thresholds, stream.unit);
  drawMarks(frame);
  drawAlarms(frame, news.marks ?? []);
  drawPointed(frame, store, stream, news.utc);
  describeTrend(count, gaps, store, stream);
};

// The text shown without a curve; "": there is a curve.
function showEmptyTrend(text) {
  $("trendEmpty").hidden = text === "";
  put("trendEmpty", text);
  if (text !== "") $("trendPoint").hidden = true;
}

// Whether all samples are before the time that is shown, or behind it.
function isBeside(store) {
  const at = indexAt(store, trend.from);
  return at === indexAt(store, trend.to) && (at === 0 || at === store.count);
}

function emptyTrend(slot, stream) {
  if (!slot?.news) return joined?.live ? "No samples yet: the sensor has sent nothing."
    : "No survey: choose one under Surveys.";
  if (!stream) return "This survey has no streams.";
  if (slot.store.count === 0) return stream.samples > 0 ? "The samples are on their way." : "No samples yet.";
  return "";
}

function followTrend(store) {
  const span = trend.to - trend.from, last = store.time[store.count - 1];
  trend.to = last + span * 0.02;
  trend.from = trend.to - span;
}

const xOf = ({ wide }, t) => EDGE.left + (t - trend.from) / (trend.to - trend.from) * wide;
const yOf = ({ tall }, v) => EDGE.top + (1 - (v - trend.low) / (trend.high - trend.low)) * tall;
const columnX = ({ wide, columns }, at) => EDGE.left + (at + 0.5) / columns * wide;

function drawBars(frame) {
  const { pen, wide, columns } = frame, { under, over, low, high, last, kind } = column, thick = wide / columns;
  pen.fillStyle = ink("--live");
  pen.globalAlpha = 0.22;
  for (let at = 0; at < columns; at += 1) {
    if (kind[at] === EMPTY) continue;
    const y = yOf(frame, over[at]);
    pen.fillRect(EDGE.left + at * thick, y, thick, yOf(frame, under[at]) - y);
  }
  pen.globalAlpha = 1;
  for (let at = 0, before = 0; at < columns; at += 1) {
    if (kind[at] === EMPTY) continue;
    // Each bar reaches to where the one before it ended.
    const isLed = kind[at] === JOINED, top = yOf(frame, isLed && before > high[at] ? before : high[at]);
    const floor = yOf(frame, isLed && before < low[at] ? before : low[at]);
    pen.fillRect(EDGE.left + at * thick, top - 0.7, thick, floor - top + 1.4);
    before = last[at];
  }
}

function drawBand(frame) {
  const { pen, columns } = frame, { under, over, kind } = column;
  pen.fillStyle = ink("--live");
  pen.globalAlpha = 0.22;
  pen.beginPath();
  for (let at = 0; at < columns;) {
    if (kind[at] === EMPTY) { at += 1; continue; }
    let end = at + 1, last = at;
    pen.moveTo(columnX(frame, at) - 0.5, yOf(frame, over[at]));
    for (pen.lineTo(columnX(frame, at), yOf(frame, over[at])); end < columns && kind[end] !== APART; end += 1) {
      if (kind[end] === EMPTY) continue;
      pen.lineTo(columnX(frame, end), yOf(frame, over[end]));
      last = end;
    }
    pen.lineTo(columnX(frame, last) + 0.5, yOf(frame, over[last]));
    pen.lineTo(columnX(frame, last) + 0.5, yOf(frame, under[last]));
    for (let back = last; back >= at; back -= 1) if (kind[back] !== EMPTY) pen.lineTo(columnX(frame, back),
      yOf(frame, under[back]));
    pen.lineTo(columnX(frame, at) - 0.5, yOf(frame, under[at]));
    at = end;
  }
  pen.fill();
  pen.globalAlpha = 1;
}

function drawCurve(frame) {
  const { pen, columns } = frame, { low, high, first, last, kind } = column;
  pen.strokeStyle = ink("--live");
  pen.lineWidth = 1.5;
  pen.lineJoin = "round";
  pen.beginPath();
  for (let at = 0; at < columns; at += 1) {
    if (kind[at] === EMPTY) continue;
    const x = columnX(frame, at), y = yOf(frame, first[at]);
    // A sample alone is a dot.
    if (kind[at] === APART) { pen.moveTo(x - 0.8, y); pen.lineTo(x + 0.8, y); } else pen.lineTo(x, y);
    if (high[at] > low[at]) {
      pen.lineTo(x, yOf(frame, low[at]));
      pen.lineTo(x, yOf(frame, high[at]));
      pen.lineTo(x, yOf(frame, last[at]));
    }
  }
  pen.stroke();
}
