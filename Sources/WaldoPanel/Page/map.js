"use strict";
// Where the map looks: its centre and scale on the plane of survey A, and what fingers and keys do with it.

const EARTH = 6371008.8, RADIAN = Math.PI / 180; // m
const mapped = { x: 0, y: 0, scale: 0, method: "", isHeld: false, isOwn: false, fitted: "" };
let tappedAt = null; // { slot, index } of the sample whose words are shown

const systemOf = (slot) => slots[slot]?.news?.system ?? "none";
const originOf = (slot) => slots[slot]?.news?.origin;
const isWorld = () => systemOf(shownA) === "world";

// Whether a slot has a place on the plane of A.
function canMap(slot) {
  const system = systemOf(slot);
  return system !== "none" && system === systemOf(shownA)
    && (system === "arm" || (Boolean(originOf(slot)) && Boolean(originOf(shownA))));
}

// From a slot's plane to that of A: x' = ax * x + bx, y' = y + by.
const planes = { same: { ax: 1, bx: 0, by: 0 } };
function planeOf(slot) {
  const of = originOf(slot), to = originOf(shownA);
  if (slot === shownA || !of || !to) return planes.same;
  return { ax: to.east / of.east, ...toPlane(of.longitude, of.latitude, "bx", "by") };
}

function toPlane(longitude, latitude, xName = "x", yName = "y") {
  const origin = originOf(shownA);
  return { [xName]: (longitude - origin.longitude) * origin.east, [yName]: (latitude - origin.latitude) * origin.north };
}

function toDegrees(x, y) {
  const { longitude, latitude, east, north } = originOf(shownA); // metres a degree
  return { longitude: longitude + x / east, latitude: latitude + y / north };
}

// The side of a cell: what waldo says, or the least distance between places that follow each other.
const spacing = [0, 1, 2].map(() => ({ store: null, until: 0, side: 0 }));
function cellOf(slot) {
  const { news, store } = slots[slot], found = spacing[slot];
  if (news.cell > 0) return news.cell;
  if (found.store !== store) Object.assign(found, { store, until: 0, side: 0 });
  for (let index = Math.max(1, found.until); index < store.count; index += 1) {
    if (((store.flags[index] | store.flags[index - 1]) & NOWHERE) !== 0) continue;
    const way = Math.hypot(store.x[index] - store.x[index - 1], store.y[index] - store.y[index - 1]);
    if (way > 0.0005 && (found.side === 0 || way < found.side)) found.side = way;
  }
  found.until = store.count;
  return found.side || 0.01;
}

const scaleLimits = () => (isWorld() ? [1e-5, 100] : [20, 2e5]); // px a metre

function lookAt(x, y, scale) {
  Object.assign(mapped, { x, y, scale: within(scale, scaleLimits()) });
  redrawView();
}

// All places of the surveys that are shown; until a person moves the map it follows them.
function fitMap() {
  const canvas = $("map"), box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const slot of shownSlots()) {
    const { box: its, placed } = slots[slot].store, { ax, bx, by } = planeOf(slot);
    if (placed === 0) continue;
    box[0] = Math.min(box[0], its[0] * ax + bx);
    box[1] = Math.min(box[1], its[1] + by);
    box[2] = Math.max(box[2], its[2] * ax + bx);
    box[3] = Math.max(box[3], its[3] + by);
  }
  if (!(box[0] <= box[2])) return;
  const least = isWorld() ? 40 : 4 * cellOf(shownA), wide = Math.max(least, box[2] - box[0]),
    tall = Math.max(least, box[3] - box[1]), width = canvas.clientWidth, height = canvas.clientHeight;
  const { left, right, top, bottom } = mapMargins(width, height), room = 0.9; // in which it may grow
  const scale = within(room * Math.min((width - left - right) / wide, (height - bottom - top) / tall), scaleLimits());
  lookAt((box[0] + box[2]) / 2 - (left - right) / 2 / scale, (box[1] + box[3]) / 2 - (bottom - top) / 2 / scale, scale);
}

// The numbers of the grid and the bar of the scale lie on no sample.
const mapMargins = (width, height) => ({ left: Math.min(88, width / 4), right: 4, top: 4, bottom: Math.min(64, height / 4) });

function staleMap(slot) {
  if (slot === shownA || slot === shownB) Object.assign(mapped, { isOwn: false, scale: 0 });
  if (tappedAt?.slot === slot) showTapped(null);
  if (slot === shownA) forgetRoute();
}

// Whether all that is known is in the window; what grows beyond it is seen again, with room.
function followPlaces(width, height) {
  if (mapped.isOwn) return;
  const isAsBefore = mapped.scale > 0 && mapped.fitted === `${width} ${height}`,
    isInside = isAsBefore && shownSlots().every((slot) => {
    const { box, placed } = slots[slot].store, { ax, bx, by } = planeOf(slot), { left, right, top, bottom } = mapMargins(width, height);
    const [x, y] = onMap(width, height, box[0] * ax + bx, box[3] + by), [endX, endY] = onMap(width, height, box[2] * ax + bx, box[1] + by);
    return placed === 0 || (x > left && endX < width - right && y > top && endY < height - bottom);
  });
  if (isInside) return;
  mapped.fitted = `${width} ${height}`;
  fitMap();
}

function panMap(right, down) {
  Object.assign(mapped, { isOwn: true, isHeld: true });
  lookAt(mapped.x - right / mapped.scale, mapped.y + down / mapped.scale, mapped.scale);
}

function zoomMap(factor, x, y) {
  const canvas = $("map"), right = (x ?? canvas.clientWidth / 2) - canvas.clientWidth / 2,
    down = (y ?? canvas.clientHeight / 2) - canvas.clientHeight / 2;
  const scale = within(mapped.scale * factor, scaleLimits());
  Object.assign(mapped, { isOwn: true, isHeld: true });
  lookAt(mapped.x + right / mapped.scale - right / scale, mapped.y - down / mapped.scale + down / scale, scale);
}

function restMap() {
  mapped.isHeld = false;
  redrawView();
}

function fitByHand() {
  mapped.isOwn = false;
  fitMap();
  restMap();
}

function placeAt(x, y) {
  const canvas = $("map");
  return { x: mapped.x + (x - canvas.clientWidth / 2) / mapped.scale,
    y: mapped.y - (y - canvas.clientHeight / 2) / mapped.scale };
}

function tapMap(x, y) {
  if (mapped.scale === 0) return;
  if (tab === "route") setRouteEnd(placeAt(x, y));
  else showTapped(sampleAt(x, y));
}

// The newest sample under a finger, else the nearest within a finger's width.
function sampleAt(x, y) {
  const { x: atX, y: atY } = placeAt(x, y);
  let best = null, nearest = 18;
  for (const slot of shownSlots().reverse()) {
    const { store } = slots[slot], { ax, bx, by } = planeOf(slot), size = symbolSize(slot, mapped.scale);
    for (let index = store.count - 1; index >= store.hidden; index -= 1) {
      if ((store.flags[index] & NOWHERE) !== 0) continue;
      const away = Math.hypot(store.x[index] * ax + bx - atX, store.y[index] + by - atY) * mapped.scale;
      if (away <= size) return { slot, index };
      if (away < nearest) { nearest = away; best = { slot, index }; }
    }
  }
  return best;
}

const middleOfMap = () => tapMap($("map").clientWidth / 2, $("map").clientHeight / 2);
watchCanvas($("map"), { pan: panMap, zoom: zoomMap, tap: tapMap, ends: restMap,
  keys: { ArrowLeft: () => panMap(48, 0), ArrowRight: () => panMap(-48, 0),
  ArrowUp: () => panMap(0, 48), ArrowDown: () => panMap(0, -48), "+": () => zoomMap(1.4), "=": () => zoomMap(1.4),
    "-": () => zoomMap(1 / 1.4),
  0: fitByHand, Enter: (isRepeat) => { if (!isRepeat) middleOfMap(); } } });
for (const type of ["focus", "blur"]) $("map").addEventListener(type, redrawView);
$("mapIn").addEventListener("click", () => { zoomMap(1.6); restMap(); });
$("mapOut").addEventListener("click", () => { zoomMap(1 / 1.6); restMap(); });
$("mapFit").addEventListener("click", fitByHand);
