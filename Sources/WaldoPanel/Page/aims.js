"use strict";
// What holds the hand back, in the drawing: the fence's edges, and an arrow where its controls ask it to go.

// Lists of points in space, each a line to draw. A table and the farthest reach have their edge at the arm's reach.
function edgesOf({ table, box, cylinder, reach }, size) {
  const ring = (radius, height) => Array.from({ length: 49 }, (_, part) => {
    const angle = part / 24 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  });
  if (table) return [ring(size, table[0])];
  if (cylinder) {
    const [radius, height] = cylinder, sides = [[radius, 0], [0, radius], [-radius, 0], [0, -radius]];
    return [ring(radius, 0), ring(radius, height), ...sides.map(([x, y]) => [[x, y, 0], [x, y, height]])];
  }
  if (reach) return [ring(reach[0], 0), ...[0, 1].map((axis) => ring(reach[0], 0).slice(0, 25).map(([x, y]) => axis ? [x, 0, y] : [0, x, y]))];
  const [x, y, z, X, Y, Z] = box, face = (height) => [[x, y, height], [X, y, height], [X, Y, height], [x, Y, height], [x, y, height]];
  return [face(z), face(Z), ...face(z).slice(0, 4).map(([a, b]) => [[a, b, z], [a, b, Z]])];
}

function drawFence({ paper, see, colour }, [x, y], size) {
  // Wheels carry the fence along, and turn it by what the drawing does not know.
  if (x !== 0 || y !== 0) return;
  for (const region of state.regions ?? []) {
    paper.strokeStyle = colour(region.holds ? "--stop" : "--soft");
    paper.lineWidth = region.holds ? 2.5 : 1;
    paper.setLineDash(region.holds ? [] : [6, 4]);
    for (const edge of edgesOf(region, size)) {
      paper.beginPath();
      edge.map(see).forEach((at, index) => (index === 0 ? paper.moveTo(at.x, at.y) : paper.lineTo(at.x, at.y)));
      paper.stroke();
    }
  }
  paper.setLineDash([]);
}

// The asked direction in the base's axes; none for the tool's own axes, which the page does not know.
function aimOf([x, y]) {
  const away = Math.hypot(x, y), out = away > 0 ? [x / away, y / away] : [1, 0], aim = [0, 0, 0];
  const ways = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], reach: [...out, 0], height: [0, 0, 1], turn: [-out[1], out[0], 0] };
  for (const axis of state.controls.filter((one) => one.live).flatMap((one) => [one.x, one.y])) {
    const name = handAxis(axis), way = name && ways[name];
    if (!way) continue;
    // A turn moves the hand by its angle, the farther the more.
    const rate = Number(axis.number) * (name === "turn" ? away * Math.PI / 180 : 1);
    way.forEach((part, index) => { aim[index] += part * rate; });
  }
  return aim;
}

function drawAim({ paper, see, colour }, hand) {
  const aim = aimOf(hand), speed = Math.hypot(...aim);
  if (speed < 0.5) return;
  const tip = see(along(hand, unit(aim), eye.radius * 0.35)), from = see(hand), way = Math.atan2(tip.y - from.y, tip.x - from.x);
  paper.strokeStyle = paper.fillStyle = colour("--live");
  paper.lineWidth = 3;
  paper.lineCap = "round";
  paper.beginPath();
  paper.moveTo(from.x, from.y);
  paper.lineTo(tip.x, tip.y);
  paper.stroke();
  paper.beginPath();
  paper.moveTo(tip.x + 7 * Math.cos(way), tip.y + 7 * Math.sin(way));
  for (const side of [2.5, -2.5]) paper.lineTo(tip.x + 9 * Math.cos(way + side), tip.y + 9 * Math.sin(way + side));
  paper.fill();
}
