"use strict";
// The map as a picture: what is under and over the samples, and what is said of it in words.

paints.map = paints.route = () => {
  const canvas = $("map"), width = canvas.clientWidth, height = canvas.clientHeight;
  if (width === 0 || height === 0) return;
  const pen = penOf(canvas, 2);
  pen.clearRect(0, 0, width, height);
  const why = whyNoMap();
  $("mapEmpty").hidden = why === "";
  put("mapEmpty", why);
  if (!isThere(shownA) || systemOf(shownA) === "none" || (isWorld() && !originOf(shownA))) return;
  followPlaces(width, height);
  if (mapped.scale === 0) return;
  showLayer(pen, width, height);
  drawGrid(pen, width, height);
  drawRoutes(pen, width, height);
  drawHere(pen, width, height);
  drawTapped(pen, width, height);
  if (document.activeElement === canvas) drawCross(pen, width, height);
  showLegend();
};

// Why there is nothing on the map; "" if there is something.
function whyNoMap() {
  if (!isThere(shownA)) return joined?.live ? "No samples yet: the sensor has sent nothing."
    : "No survey: choose one under Surveys.";
  const { news, store } = slots[shownA];
  if (news.why) return `No map: ${news.why}.`;
  if (news.system === "none") return "No map: the survey has no places.";
  if (isWorld() && !originOf(shownA)) return "No map: no place is known yet.";
  if (!streamOf(shownA)) return "No map: the survey has no streams.";
  if (store.count === 0) return streamOf(shownA).samples > 0 ? "The samples are on their way." : "No samples yet.";
  if (store.placed === 0) return `None of ${store.count} samples has a place yet.`;
  if (store.hidden >= store.count) return "Cleared: new samples are shown, and Show all brings the others back.";
  return "";
}

function onMap(width, height, x, y) {
  return [(x - mapped.x) * mapped.scale + width / 2, (mapped.y - y) * mapped.scale + height / 2];
}

// The last place of the live survey. Where waldo is not heard nobody knows the present one.
function drawHere(pen, width, height) {
  if (!isFresh() || !joined.live || (shownA !== 0 && shownB !== 0) || !canMap(0)) return;
  const { store } = slots[0], { ax, bx, by } = planeOf(0);
  let index = store.count - 1;
  while (index >= 0 && (store.flags[index] & NOWHERE) !== 0) index -= 1;
  if (index < 0) return;
  const [x, y] = onMap(width, height, store.x[index] * ax + bx, store.y[index] + by);
  for (const [colour, line] of [[ink("--card"), 5], [ink("--commanded"), 2.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.beginPath();
    pen.arc(x, y, 13, 0, 2 * Math.PI);
    for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      pen.moveTo(x + right * 10, y + down * 10);
      pen.lineTo(x + right * 20, y + down * 20);
    }
    pen.stroke();
  }
}

function drawCross(pen, width, height) {
  pen.strokeStyle = ink("--ink");
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    pen.moveTo(width / 2 + right * 4, height / 2 + down * 4);
    pen.lineTo(width / 2 + right * 16, height / 2 + down * 16);
  }
  pen.stroke();
}

function drawTapped(pen, width, height) {
  if (!tappedAt || tab !== "map" || !canMap(tappedAt.slot)) return;
  const { store } = slots[tappedAt.slot], { ax, bx, by } = planeOf(tappedAt.slot),
    size = symbolSize(tappedAt.slot, mapped.scale) + 4;
  const [x, y] = onMap(width, height, store.x[tappedAt.index] * ax + bx, store.y[tappedAt.index] + by);
  pen.strokeStyle = ink("--ink");
  pen.lineWidth = 2.5;
  pen.strokeRect(x - size, y - size, 2 * size, 2 * size);
}

// What is known of one sample.
function showTapped(sample) {
  tappedAt = sample;
  $("tapped").hidden = sample === null;
  redrawView();
  if (!sample) return;
  const { store, news } = slots[sample.slot], at = sample.index, stream = streamOf(sample.slot),
    { ax, bx, by } = planeOf(sample.slot);
  const words = flagWords(store.flags[at]);
  put("tapped", [unitWords(figure(store.value[at], store.sigma[at]), prettyUnit(stream.unit)),
    timeText(store.time[at], news.utc, true),
    placeText(store.x[at] * ax + bx, store.y[at] + by), news.title,
      words.length > 0 ? words.join(", ") : "no flags"].join("\n"));
}

function placeText(x, y) {
  if (!isWorld()) return `x ${(x * 1000).toFixed(1)}, y ${(y * 1000).toFixed(1)} mm`.replace(/-/g, "\u2212");
  const { longitude, latitude } = toDegrees(x, y);
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`.replace(/-/g, "\u2212");
}

function showMapWords() {
  const words = shownSlots().map((slot, index) => {
    const { store, news } = slots[slot];
    const all = store.known || store.count, count = all > 0 ? `${store.placed} of ${all} samples have a place` : "no samples yet";
    return `${index === 0 ? "" : "compared: "}${count}${news.live ? ", live" : ""}`;
  });
  if (shownB >= 0 && isThere(shownB)
    && !canMap(shownB)) words.push("the compared survey is not on this map: its places are of another kind");
  const place = shownSlots().some((slot) => slots[slot].news.live) ? survey?.place : undefined;
  if (place) words.push(`${isFresh() ? "here" : "last known"}: ${prettyNumber(place.text)}${place.doubtful ? ", doubtful" : ""}`);
  put("mapWords", words.join("; "));
}

shows.map = () => {
  $("mapHead").append($("mapZoom"));
  $("mapPlace").prepend($("mapStage"), $("legend"));
  if (!shownSlots().length) showLegend();
  wantSamples();
  showChoices();
  showMapWords();
  redrawView();
};

function setHidden(isHidden) {
  for (const { store } of slots) store.hidden = isHidden ? store.count : 0;
  $("mapBack").hidden = !isHidden;
  showTapped(null);
  staleLayer();
}
$("mapClear").addEventListener("click", () => setHidden(true));
$("mapBack").addEventListener("click", () => setHidden(false));
$("mapRedraw").addEventListener("click",
  () => { for (const found of mostFound) found.revision = -1; sprites.clear(); staleLayer(); redrawView(); });
