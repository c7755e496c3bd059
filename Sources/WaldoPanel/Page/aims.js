"use strict";
// What holds the hand back, in the drawing: the fence's edges and joints at their ends, and an arrow to where it is asked to go.

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

function drawFence({ paper, see, colour }, { regions, reach }) {
  for (const region of regions ?? []) {
    paper.strokeStyle = colour(region.holds ? "--stop" : "--soft");
    paper.lineWidth = region.holds ? 2.5 : 1;
    paper.setLineDash(region.holds ? [] : [6, 4]);
    for (const edge of edgesOf(region, reach)) {
      paper.beginPath();
      edge.map(see).forEach((at, index) => (index === 0 ? paper.moveTo(at.x, at.y) : paper.lineTo(at.x, at.y)));
      paper.stroke();
    }
  }
  paper.setLineDash([]);
}

// A ring around a joint that is at its end.
function drawEnded({ paper, see, colour }, joint) {
  const at = see(joint);
  paper.strokeStyle = colour("--stop");
  paper.lineWidth = 3;
  paper.beginPath();
  paper.arc(at.x, at.y, Math.max(7, LINK[0] * 1.5 * eye.radius * at.size), 0, 2 * Math.PI);
  paper.stroke();
}

// An arrow to where the hand is asked to go.
function drawWay({ paper, see, colour }, hand, way) {
  if (!way) return;
  const tip = see(along(hand, unit(way), eye.radius * 0.35)), from = see(hand), turn = Math.atan2(tip.y - from.y, tip.x - from.x);
  paper.strokeStyle = paper.fillStyle = colour("--live");
  paper.lineWidth = 3;
  paper.lineCap = "round";
  paper.beginPath();
  paper.moveTo(from.x, from.y);
  paper.lineTo(tip.x, tip.y);
  paper.stroke();
  paper.beginPath();
  paper.moveTo(tip.x + 7 * Math.cos(turn), tip.y + 7 * Math.sin(turn));
  for (const side of [2.5, -2.5]) paper.lineTo(tip.x + 9 * Math.cos(turn + side), tip.y + 9 * Math.sin(turn + side));
  paper.fill();
}
