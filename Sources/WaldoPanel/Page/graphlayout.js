"use strict";
// Where the nodes of a graph are drawn: in layers by their depth, ordered so that few lines cross, and lines that pass a
// layer pass between its nodes.

// The width of a line that passes a layer, in px; how often the order is improved; how many of the lanes' sides are tried.
const LANE = 10, SWEEPS = 12, SIDES = 8;

// One layer beyond the farthest input. What names itself or a later place is no input.
const inputsOf = ({ inputs }, index) => (inputs ?? []).filter((input) => Number.isInteger(input) && input >= 0 && input < index);
function depthsOf(places) {
  const depths = [];
  places.forEach((place, index) => depths.push(1 + Math.max(-1, ...inputsOf(place, index).map((input) => depths[input]))));
  return depths;
}

// The points of each layer: a place, or where the lines of a place pass on the way to a farther layer. They share a lane, or
// with `sides` each has its own, which begins at the left where its bit is set.
function layersOf(places, sides) {
  const depths = depthsOf(places), layers = Array.from({ length: 1 + Math.max(...depths) }, () => []);
  const points = places.map((_, place) => ({ place, layer: depths[place], before: [], after: [] }));
  for (const point of points) layers[point.layer].push(point);
  const join = (from, to) => { from.after.push(to); to.before.push(from); };
  const lanes = new Map(); // a place -> where its lines pass, layer by layer
  places.forEach((place, index) => {
    for (const input of new Set(inputsOf(place, index))) {
      const lane = (sides === undefined && lanes.get(input)) || [points[input]];
      lanes.set(input, lane);
      while (lane.length < depths[index] - depths[input]) {
        const point = { layer: depths[input] + lane.length, before: [], after: [] };
        layers[point.layer].push(point);
        join(lane.at(-1), point);
        lane.push(point);
      }
      join(lane[depths[index] - depths[input] - 1], points[index]);
    }
  });
  return sides === undefined ? layers : layers.map((layer) => onSides(layer, sides));
}

function onSides(layer, sides) {
  const parts = [[], [], []]; // the lanes at the left, the nodes, the lanes at the right
  let lane = 0;
  for (const point of layer) {
    if (point.place !== undefined) parts[1].push(point);
    else parts[(sides >> lane++) % 2 === 1 ? 0 : 2].push(point);
  }
  return parts.flat();
}

// The layers in the order in which the fewest lines cross.
function arrange(places) {
  let best = orderLayers(layersOf(places)), least = crossings(best);
  for (let sides = 0; sides < SIDES && least > 0; sides += 1) {
    const other = orderLayers(layersOf(places, sides)), count = crossings(other);
    if (count < least) [best, least] = [other, count];
  }
  return best;
}

const rank = (layer) => layer.forEach((point, order) => { point.order = order; });
const mean = (points, name) => points.reduce((sum, point) => sum + point[name], 0) / points.length;

// How many lines cross, all layers together.
function crossings(layers) {
  let count = 0;
  for (const layer of layers) {
    const lines = layer.flatMap((point) => point.after.map((to) => [point.order, to.order]));
    lines.forEach(([a, b], at) => { for (const [c, d] of lines.slice(at + 1)) if ((a - c) * (b - d) < 0) count += 1; });
  }
  return count;
}

// Each point goes where its neighbours are, forward and back; the best order stays.
function orderLayers(layers) {
  layers.forEach(rank);
  let best = layers.map((layer) => [...layer]), least = crossings(layers);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep += 1) {
    const side = sweep % 2 === 0 ? "before" : "after";
    for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      for (const point of layer) point.wanted = point[side].length > 0 ? mean(point[side], "order") : point.order;
      layer.sort((a, b) => a.wanted - b.wanted);
      rank(layer);
    }
    const count = crossings(layers);
    if (count < least) [best, least] = [layers.map((layer) => [...layer]), count];
  }
  best.forEach(rank);
  return best;
}

// Places the middles of all points across the layers, near their neighbours and apart from each other.
function placeAcross(layers, size, gap) {
  const sizeOf = (point) => (point.place === undefined ? LANE : size);
  const apart = (a, b) => (sizeOf(a) + sizeOf(b)) / 2 + gap;
  for (const layer of layers) {
    layer.forEach((point, at) => { point.across = at === 0 ? sizeOf(point) / 2 : layer[at - 1].across + apart(layer[at - 1], point); });
  }
  const widest = Math.max(...layers.map((layer) => layer.at(-1).across + sizeOf(layer.at(-1)) / 2));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      for (const point of layer) {
        const near = sweep % 2 === 0 ? point.before : point.after;
        if (near.length > 0) point.across = mean(near, "across");
      }
      // From the far end back, then from the near end on: all are apart, and inside.
      let end = widest;
      for (const point of [...layer].reverse()) {
        point.across = Math.min(point.across, end - sizeOf(point) / 2);
        end = point.across - sizeOf(point) / 2 - gap;
      }
      let begin = 0;
      for (const point of layer) {
        point.across = Math.max(point.across, begin + sizeOf(point) / 2);
        begin = point.across + sizeOf(point) / 2 + gap;
      }
    }
  }
  return widest;
}
