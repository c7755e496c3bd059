"use strict";
// Colours of values, by the scales that waldo names.

let scales = [], overColour = "#ff2ad4";
const MOST_LEVELS = 12;
const colours = { name: "viridis", mostBy: "99", byHand: NaN, levels: [] };
const mostOf = [0, 0, 0]; // the present maximum of each slot
const mostFound = [0, 1, 2].map(() => ({ store: null, revision: -1, by: "", at: -Infinity }));
const sortRoom = { values: new Float32Array(0) };

hears.scales = (news) => {
  scales = (news.scales ?? []).filter((scale) => Array.isArray(scale.colours)
    && scale.colours.every((colour) => /^#[0-9a-f]{6}$/i.test(colour)));
  if (/^#[0-9a-f]{6}$/i.test(news.over ?? "")) overColour = news.over;
  sprites.clear();
  showChoices();
  staleLayer();
  redrawView();
};

const scaleNamed = (name) => scales.find((scale) => scale.name === name);
const titles = { bands7: "7 bands", viridis: "viridis", safecast: "Safecast" };

// Why a scale cannot be used for a stream; "" if it can.
function whyNoScale(scale, stream) {
  if (!scale?.absolute || !stream || scale.absolute[stream.unit]) return "";
  const units = Object.keys(scale.absolute).map(prettyUnit).join(" and ");
  return `only for ${units}, and this stream is in ${prettyUnit(stream.unit) || "no unit"}`;
}

// The scale of a slot: the chosen one, or the first that can be used.
function scaleOf(slot) {
  const stream = streamOf(slot), chosen = scaleNamed(colours.name);
  return withLevels(chosen && whyNoScale(chosen, stream) === "" ? chosen
    : scales.find((scale) => whyNoScale(scale, stream) === ""), stream);
}

// Levels that are entered by hand have colours of the whole scale, the last level that of the end.
function withLevels(scale, stream) {
  const { levels } = colours;
  if (!scale || !stream || levels.length === 0) return scale;
  const last = scale.colours.length - 1;
  return { ...scale, absolute: { [stream.unit]: levels },
    colours: levels.map((_, at) => scale.colours[Math.round(at * last / (levels.length - 1))]) };
}

// The value at the upper end of a slot's scale. Of a live survey it is looked for again every two seconds at most.
function findMost(slot) {
  const { store } = slots[slot], found = mostFound[slot], now = performance.now();
  if (colours.mostBy === "hand" && colours.byHand > 0) return setMost(slot, colours.byHand);
  const isSame = found.store === store && found.by === colours.mostBy;
  if (isSame && (found.revision === store.revision
    || (now - found.at < 2000 && mostOf[slot] > 0))) return mostOf[slot];
  Object.assign(found, { store, revision: store.revision, by: colours.mostBy, at: now });
  if (sortRoom.values.length < store.count) sortRoom.values = new Float32Array(store.value.length);
  let count = 0;
  for (let index = 0; index < store.count; index += 1) {
    const value = store.value[index];
    if (value === value && (store.flags[index] & WORTHLESS) === 0) { sortRoom.values[count] = value; count += 1; }
  }
  const some = sortRoom.values.subarray(0, count).sort(),
    part = colours.mostBy === "hand" ? 99 : Number(colours.mostBy);
  const value = count > 0 ? some[Math.min(count - 1, Math.ceil(count * part / 100) - 1)]
    : streamOf(slot)?.percentile ?? 0;
  return setMost(slot, value > 0 ? value : 1);
}

// With two digits it is a number that a person reads, and changes seldom. Two surveys in one unit have one scale.
const ownMost = [0, 0, 0];
function setMost(slot, value) {
  const size = 10 ** (Math.floor(Math.log10(value)) - 1);
  ownMost[slot] = colours.mostBy === "hand" ? value : Number((Math.ceil(value / size - 1e-9) * size).toPrecision(2));
  const other = slot === shownA ? shownB : shownA,
    isShared = other >= 0 && streamOf(other)?.unit === streamOf(slot)?.unit;
  const most = isShared ? Math.max(ownMost[slot], ownMost[other]) : ownMost[slot];
  for (const one of isShared ? [slot, other] : [slot]) {
    if (mostOf[one] === most) continue;
    mostOf[one] = most;
    staleLayer();
  }
  return most;
}

// The upper limit of each colour of a slot, in the stream's unit.
const limitRoom = [0, 1, 2].map(() => ({ key: "", limits: [] }));
function limitsOf(slot) {
  const scale = scaleOf(slot), unit = streamOf(slot)?.unit, room = limitRoom[slot],
    key = `${scale?.name} ${unit} ${mostOf[slot]} ${colours.levels}`;
  if (room.key === key) return room.limits;
  room.key = key;
  room.limits = !scale ? [] : scale.absolute ? scale.absolute[unit]
    : scale.limits.map((limit) => limit * mostOf[slot]);
  return room.limits;
}

// The number of a value's colour; that behind the last is "over".
function colourIndex(limits, value) {
  let low = 0, high = limits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= limits[middle]) high = middle; else low = middle + 1;
  }
  return low;
}
