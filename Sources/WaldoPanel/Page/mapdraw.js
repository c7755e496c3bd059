"use strict";
// The samples on the map. They are drawn once into a layer that is larger than the window; a pan moves the layer. A new
// one is drawn in slices between the pictures, and takes its place when it is done.

const MARGIN = 0.3; // of the window, at each side of the layer
const SLICE = 5; // ms of a picture that drawing may take
const makeLayer = () => ({ canvas: document.createElement("canvas"), x: 0, y: 0, scale: 0, pixels: 1, wide: 0,
  tall: 0, isReady: false });
let layer = makeLayer(), nextLayer = makeLayer();
let layerIsStale = true, building = false;
const pending = { list: new Int32Array(1024), count: 0, slots: [], at: 0, slot: 0 };
let taken = new Int32Array(0), round = 0; // which places of the window a newer sample has taken
const sprites = new Map();
const sizes = { foot: 10, car: 40, uav: 20, arm: 5 }; // radii in metres

function staleLayer() { layerIsStale = true; building = false; }

const shownSlots = () => (shownB >= 0 && shownB !== shownA ? [shownA, shownB]
  : [shownA]).filter((slot) => isThere(slot) && canMap(slot));

// Half the size of a sample's symbol in CSS pixels; a cell of an arm's raster is as large as it is.
function symbolSize(slot, scale) {
  const { news } = slots[slot];
  if (news.system === "arm") return Math.max(1.5, cellOf(slot) * scale / 2);
  return within((sizes[mapped.method || news.method] ?? sizes.foot) * scale, [isSquares(slot) ? 4 : 3, 24]);
}

// B stands out from A by its shape; its squares are kept apart, so that their colours are seen between the outlines.
const isSquares = (slot) => slot === shownB && shownB !== shownA;

// A picture of a symbol: a disc or a cell for A, an outlined square for B; hollow if it is worthless, a ring if it is
// partial.
function sprite(shape, size, colour, pixels) {
  const key = `${shape} ${size} ${colour} ${pixels}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size > 3000) sprites.clear();
  const half = Math.ceil((size + 1) * pixels), canvas = document.createElement("canvas"),
    pen = canvas.getContext("2d");
  canvas.width = canvas.height = 2 * half;
  pen.setTransform(pixels, 0, 0, pixels, half, half);
  const isDisc = shape.startsWith("disc"), isHollow = shape.endsWith("hollow"), isPartial = shape.endsWith("partial");
  const path = (radius) => {
    pen.beginPath();
    if (isDisc) pen.arc(0, 0, radius, 0, 2 * Math.PI); else pen.rect(-radius, -radius, 2 * radius, 2 * radius);
  };
  const line = within(size * 0.22, [1, 2.5]);
  path(isHollow ? size - line / 2 : size);
  pen.fillStyle = colour;
  if (!isHollow) pen.fill();
  pen.lineWidth = line;
  pen.strokeStyle = isHollow ? ink("--soft") : ink("--ink");
  if (isHollow) pen.stroke();
  if (shape.startsWith("square") && !isHollow) { path(size - line / 2); pen.stroke(); }
  if (isPartial) { pen.strokeStyle = ink("--card"); path(size * 0.5); pen.stroke(); }
  const made = { canvas, half };
  sprites.set(key, made);
  return made;
}

// Begins a layer around the present view: from the newest sample back, what a newer one covers is left out.
function beginLayer(width, height, pixels) {
  layerIsStale = false;
  building = true;
  const { canvas } = nextLayer, wide = Math.ceil(width * (1 + 2 * MARGIN)),
    tall = Math.ceil(height * (1 + 2 * MARGIN));
  Object.assign(nextLayer, { x: mapped.x, y: mapped.y, scale: mapped.scale, pixels, wide, tall, isReady: false });
  if (canvas.width !== wide * pixels || canvas.height !== tall * pixels) Object.assign(canvas,
    { width: wide * pixels, height: tall * pixels });
  else canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  paintGround(nextLayer);
  pending.count = 0;
  pending.slots.length = 0;
  for (const slot of shownSlots()) {
    findMost(slot);
    const begin = pending.count;
    findVisible(slot, nextLayer);
    pending.slots.push({ slot, begin, end: pending.count, known: slots[slot].store.count, store: slots[slot].store });
  }
  layerIsStale = false;
  pending.slot = 0;
  pending.at = pending.slots[0]?.end ?? 0;
}

function findVisible(slot, { x: midX, y: midY, scale, wide, tall }) {
  const { store } = slots[slot], size = symbolSize(slot, scale),
    step = Math.max(1, size * (isSquares(slot) ? 1.5 : 0.4)), { ax, bx, by } = planeOf(slot);
  const across = Math.ceil((wide + 2 * size) / step) + 1, down = Math.ceil((tall + 2 * size) / step) + 1;
  if (taken.length < across * down) taken = new Int32Array(across * down);
  round += 1;
  if (pending.list.length < pending.count + store.count) {
    const longer = new Int32Array(Math.max(pending.count + store.count, 2 * pending.list.length));
    longer.set(pending.list.subarray(0, pending.count));
    pending.list = longer;
  }
  const { x: xs, y: ys, flags } = store;
  for (let index = store.count - 1; index >= store.hidden; index -= 1) {
    if ((flags[index] & NOWHERE) !== 0) continue;
    const left = (xs[index] * ax + bx - midX) * scale + wide / 2 + size,
      top = (midY - ys[index] - by) * scale + tall / 2 + size;
    if (left < 0 || top < 0 || left > wide + 2 * size || top > tall + 2 * size) continue;
    const at = Math.floor(top / step) * across + Math.floor(left / step);
    if (taken[at] === round) continue;
    // Through a hollow symbol an older one is seen.
    if ((flags[index] & WORTHLESS) === 0) taken[at] = round;
    pending.list[pending.count] = index;
    pending.count += 1;
  }
}

// Draws on for a slice; the oldest first.
function buildLayer(until) {
  const pen = nextLayer.canvas.getContext("2d");
  while (pending.slot < pending.slots.length) {
    const work = pending.slots[pending.slot];
    const drawOne = drawerOf(work.slot, nextLayer, pen);
    while (pending.at > work.begin) {
      const least = Math.max(work.begin, pending.at - 200);
      for (let at = pending.at - 1; at >= least; at -= 1) drawOne(pending.list[at]);
      pending.at = least;
      if (performance.now() > until) return false;
    }
    pending.slot += 1;
    pending.at = pending.slots[pending.slot]?.end ?? 0;
  }
  nextLayer.isReady = true;
  building = false;
  [layer, nextLayer] = [nextLayer, layer];
  // What has come meanwhile.
  for (const { slot, known, store } of pending.slots) if (slots[slot].store === store) layerGrows(slot, known);
  return true;
}

function drawerOf(slot, target, pen) {
  const { store, news } = slots[slot], limits = limitsOf(slot), scale = scaleOf(slot),
    size = symbolSize(slot, target.scale), { ax, bx, by } = planeOf(slot);
  const base = isSquares(slot) ? "square" : news.system === "arm" ? "cell" : "disc", { pixels } = target;
  const names = [base, `${base} partial`, `${base} hollow`],
    made = [new Array(limits.length + 1), new Array(limits.length + 1), new Array(limits.length + 1)];
  pen.setTransform(1, 0, 0, 1, 0, 0);
  return (index) => {
    const flags = store.flags[index], value = store.value[index],
      kind = (flags & WORTHLESS) !== 0 || value !== value ? 2 : (flags & PARTIAL) !== 0 ? 1 : 0;
    const at = kind === 2 ? 0 : colourIndex(limits, value);
    const picture = (made[kind][at] ??= sprite(names[kind], size, scale?.colours[at] ?? overColour, pixels));
    pen.drawImage(picture.canvas, Math.round(((store.x[index] * ax + bx - target.x) * target.scale
      + target.wide / 2) * pixels) - picture.half,
      Math.round(((target.y - store.y[index] - by) * target.scale + target.tall / 2) * pixels) - picture.half);
  };
}

// New samples go on top of a layer that is done; one that is being drawn gets them at its end.
function layerGrows(slot, from) {
  if (!layer.isReady || layerIsStale || !canMap(slot)) return;
  // Whoever has another survey on top of it is drawn again.
  if (slot === shownA && shownB >= 0 && shownB !== shownA) return staleLayer();
  const most = mostOf[slot];
  if (findMost(slot) !== most) return;
  const { store } = slots[slot];
  if (store.count - from > 5000) return staleLayer();
  const drawOne = drawerOf(slot, layer, layer.canvas.getContext("2d"));
  for (let index = from; index < store.count; index += 1) if ((store.flags[index] & NOWHERE) === 0) drawOne(index);
}

// What a picture shows of the layer, and whether a new one is due.
function showLayer(pen, width, height) {
  const pixels = Math.min(devicePixelRatio || 1, 2);
  const movedX = Math.abs(layer.x - mapped.x) * mapped.scale, movedY = Math.abs(layer.y - mapped.y) * mapped.scale;
  // While fingers zoom, the layer that is there is stretched.
  const part = mapped.scale / layer.scale, isOther = part !== 1 && !(mapped.isHeld && part > 0.4 && part < 2.5);
  const isOff = !layer.isReady || isOther || layer.pixels !== pixels
    || layer.wide !== Math.ceil(width * (1 + 2 * MARGIN))
    || layer.tall !== Math.ceil(height * (1 + 2 * MARGIN)) || movedX > width * MARGIN * 0.5
      || movedY > height * MARGIN * 0.5;
  const isOld = building && nextLayer.scale !== mapped.scale && !mapped.isHeld;
  if (layerIsStale || isOld || (isOff && !building)) beginLayer(width, height, pixels);
  if (building && (!buildLayer(performance.now() + (mapped.isHeld ? SLICE : 2 * SLICE))
    || layerIsStale)) redrawView();
  if (!layer.isReady) return;
  const grown = mapped.scale / layer.scale, wide = layer.wide * grown, tall = layer.tall * grown;
  pen.imageSmoothingEnabled = grown !== 1;
  const snap = (at) => Math.round(at * pixels) / pixels;
  pen.drawImage(layer.canvas, snap((layer.x - mapped.x) * mapped.scale + (width - wide) / 2),
    snap((mapped.y - layer.y) * mapped.scale + (height - tall) / 2), wide, tall);
}
