"use strict";
// The samples of the surveys that this page holds, as they come from waldo: for each slot one stream.

const FLAGS = { invalid: 1, filling: 2, saturated: 4, "below the threshold": 8, "no place": 16, "nearest place": 32,
  "check failed": 64,
  "after a gap": 128, "assumed pose": 256, marked: 512, simulated: 1024,
  "outlier place": 2048 };
const PARTIAL = 2, NOWHERE = 16, AFTER_GAP = 128, MARKED = 512, WORTHLESS = 1 | 4 | 64;
const HEAD = 16, RECORD = 32; // bytes

const makeStore = () => ({ count: 0, next: 0, known: 0, hidden: 0, box: [Infinity, Infinity, -Infinity, -Infinity],
  placed: 0, revision: 0,
  time: new Float64Array(1024), value: new Float32Array(1024), sigma: new Float32Array(1024),
    x: new Float32Array(1024),
  y: new Float32Array(1024), z: new Float32Array(1024), flags: new Uint16Array(1024) });
const slots = [0, 1, 2].map((slot) => ({ slot, news: null, stream: -1, isChosen: false, asked: false, store: makeStore() }));
let shownA = 0, shownB = -1; // slots; -1: none

const flagWords = (flags) => Object.entries(FLAGS).filter(([, bit]) => flags & bit).map(([name]) => name);
const streamOf = (slot) => slots[slot]?.news?.streams?.[slots[slot].stream];
const isThere = (slot) => slot >= 0 && slots[slot].news !== null;

// After waldo was lost what is held stays, and goes on behind its last sample if it is the same survey.
function rejoin() {
  for (const slot of slots) slot.asked = false;
  if (!joined.live && shownA === 0 && !isThere(0)) shownA = -1;
}

hears.streams = (news) => {
  const slot = slots[news.slot];
  if (!slot || !Array.isArray(news.streams)) return;
  const before = slot.news, name = before?.streams[slot.stream]?.name;
  const isSame = before !== null && before.title === news.title && before.utc === news.utc
    && before.live === news.live && before.list === news.list
    && before.item === news.item;
  news.gaps = (news.gaps ?? []).map(({ from, to, text }) => [from, to, text]);
  slot.news = news;
  if (!isSame) slot.isChosen = false;
  // A raster's points come later than the sensor's own streams: until somebody chooses, waldo does.
  const kept = slot.isChosen ? news.streams.findIndex((stream) => stream.name === name) : -1;
  const wanted = kept >= 0 ? kept
    : news.streams.length > 0 ? within(news.preferred ?? 0, [0, news.streams.length - 1]) : -1;
  if (!isSame || wanted !== slot.stream || news.streams[wanted]?.name !== name) {
    Object.assign(slot, { stream: wanted, store: makeStore(), asked: false });
    staleMap(news.slot);
  }
  if (shownA < 0) shownA = news.slot;
  showChoices();
  wantSamples();
  staleLayer();
  redrawView();
};

// Samples are asked for when a view needs them first.
function wantSamples() {
  if (!["plot", "map", "route"].includes(tab) || !isOpen()) return;
  for (const slot of slots) {
    if (slot.asked || slot.stream < 0 || (slot.slot !== shownA && slot.slot !== shownB)) continue;
    slot.asked = true;
    send({ do: "samples", slot: slot.slot, stream: slot.stream, from: slot.store.next });
  }
}

function chooseStream(slot, stream) {
  if (slots[slot].stream === stream) return;
  Object.assign(slots[slot], { stream, isChosen: true, asked: false, store: makeStore() });
  wantSamples();
  showChoices();
  staleLayer();
  redrawView();
}

function takeSamples(bytes) {
  const data = new DataView(bytes);
  if (bytes.byteLength < HEAD || data.getUint8(0) !== 1) return;
  const slot = slots[data.getUint8(1)], first = data.getUint32(4, true), count = data.getUint32(8, true),
    known = data.getUint32(12, true);
  // What was asked for before the choice changed still comes.
  if (!slot?.news || data.getUint16(2, true) !== slot.stream || bytes.byteLength < HEAD + count * RECORD) return;
  if (known < slot.store.next) {
    // It has begun again from 0.
    slot.store = makeStore();
    staleLayer();
    if (first > 0) { slot.asked = false; return wantSamples(); }
  }
  const { store } = slot, from = store.count, skip = Math.max(0, store.next - first);
  grow(store, store.count + count);
  for (let index = skip; index < count; index += 1) addSample(store, data, HEAD + index * RECORD);
  store.next = Math.max(store.next, first + count);
  store.known = known;
  store.revision += 1;
  if (slot.slot !== shownA && slot.slot !== shownB) return;
  showMapWords();
  layerGrows(slot.slot, from);
  redrawView();
}

function addSample(store, data, at) {
  const n = store.count, x = data.getFloat32(at + 16, true), y = data.getFloat32(at + 20, true), { box } = store;
  store.time[n] = data.getFloat64(at, true);
  store.value[n] = data.getFloat32(at + 8, true);
  store.sigma[n] = data.getFloat32(at + 12, true);
  store.x[n] = x;
  store.y[n] = y;
  store.z[n] = data.getFloat32(at + 24, true);
  const flags = data.getUint16(at + 28, true), hasPlace = x === x && y === y && (flags & NOWHERE) === 0;
  store.flags[n] = hasPlace ? flags : flags | NOWHERE;
  store.count = n + 1;
  if (!hasPlace) return;
  store.placed += 1;
  if (x < box[0]) box[0] = x;
  if (y < box[1]) box[1] = y;
  if (x > box[2]) box[2] = x;
  if (y > box[3]) box[3] = y;
}

function grow(store, count) {
  if (count <= store.time.length) return;
  const room = Math.max(count, store.time.length * 2);
  for (const name of ["time", "value", "sigma", "x", "y", "z", "flags"]) {
    const wider = new store[name].constructor(room);
    wider.set(store[name].subarray(0, store.count));
    store[name] = wider;
  }
}

// The first sample at or after a time.
function indexAt(store, time) {
  let low = 0, high = store.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (store.time[middle] < time) low = middle + 1; else high = middle;
  }
  return low;
}
