"use strict";
// The arm's body: tubes from point to point, and a gripper at the hand.

const minus = (a, b) => a.map((value, index) => value - b[index]);
const along = (from, way, length) => from.map((value, index) => value + way[index] * length);
const unit = (way) => { const length = Math.hypot(...way) || 1; return way.map((value) => value / length); };
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const linkRadius = (index, count) => eye.radius * (LINK[0] + (LINK[1] - LINK[0]) * (count < 2 ? 0 : index / (count - 1)));

// A chain without joints that are all but at the hand: too short a link has no direction for a gripper.
function bonesOf(chain) {
  const hand = chain.at(-1);
  return [...chain.slice(0, -1).filter((point, index) => index === 0 || Math.hypot(...minus(point, hand)) > eye.radius * 0.04), hand];
}

// The tubes of a chain, and the gripper's: each from a point to a point, with its radii and what it is of.
function tubesOf(chain) {
  const tubes = [], count = chain.length, hand = chain.at(-1);
  for (let index = 1; index < count; index += 1) {
    tubes.push({ from: chain[index - 1], to: chain[index], radii: [linkRadius(index - 1, count), linkRadius(index, count)], kind: "link" });
  }
  const last = tubes.at(-1);
  if (!last) return tubes;
  const claw = Math.min(eye.radius * 0.11, 0.7 * Math.hypot(...minus(last.to, last.from)));
  // The fingers end at the hand's place; the last link ends where they begin.
  const way = unit(minus(last.to, last.from)), flat = cross(way, [0, 0, 1]);
  const side = unit(Math.hypot(...flat) < 0.2 ? cross(way, [1, 0, 0]) : flat), palm = along(hand, way, -claw);
  last.to = palm;
  for (const sign of [1, -1]) {
    const knuckle = along(along(palm, side, sign * claw * 0.55), way, claw * 0.35), tip = along(hand, side, sign * claw * 0.28);
    tubes.push({ from: palm, to: knuckle, radii: [claw * 0.17, claw * 0.17], kind: "claw" });
    tubes.push({ from: knuckle, to: tip, radii: [claw * 0.17, claw * 0.12], kind: "claw" });
  }
  return tubes;
}

// The outline of two circles and of what is between them.
function tubePath(paper, a, b, ra, rb) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  paper.beginPath();
  if (length <= Math.abs(ra - rb)) {
    const [middle, radius] = ra > rb ? [a, ra] : [b, rb];
    return paper.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
  }
  const way = Math.atan2(b.y - a.y, b.x - a.x), lean = Math.acos((ra - rb) / length);
  paper.arc(a.x, a.y, ra, way + lean, way - lean);
  paper.arc(b.x, b.y, rb, way - lean, way + lean);
  paper.closePath();
}

function drawSolid({ paper, see, colour }, chain) {
  const tubes = tubesOf(chain).map((tube) => ({ ...tube, a: see(tube.from), b: see(tube.to) }));
  const joints = chain.slice(0, -1).map((point, index) => ({ at: see(point), radius: linkRadius(index, chain.length) * 1.18 }));
  const palm = tubes.findLast((tube) => tube.kind === "link");
  if (palm) joints.push({ at: palm.b, radius: palm.radii[1] * 1.12, isHand: true });
  const parts = [...tubes.map((tube) => ({ near: (tube.a.near + tube.b.near) / 2, draw: () => drawTube({ paper, colour }, tube) })),
    ...joints.map((joint) => ({ near: joint.at.near + joint.radius, draw: () => drawJoint({ paper, colour }, joint) }))];
  // What is farther away is drawn first.
  for (const { draw } of parts.sort((one, other) => one.near - other.near)) draw();
}

function drawTube({ paper, colour }, { a, b, radii, kind }) {
  const [ra, rb] = [radii[0] * a.size, radii[1] * b.size], way = Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2;
  const [x, y, r] = [(a.x + b.x) / 2, (a.y + b.y) / 2, Math.max(ra, rb)], [i, j] = [Math.cos(way) * r, Math.sin(way) * r];
  // The light comes from above and from the left.
  const sign = i + 1.2 * j < 0 ? 1 : -1, shade = paper.createLinearGradient(x + sign * i, y + sign * j, x - sign * i, y - sign * j);
  const name = kind === "claw" ? "--hand" : "--arm";
  for (const [at, tone] of [[0, ""], [0.28, "-light"], [0.6, ""], [1, "-dark"]]) shade.addColorStop(at, colour(name + tone));
  tubePath(paper, a, b, ra, rb);
  paper.fillStyle = shade;
  paper.fill();
}

function drawJoint({ paper, colour }, { at, radius, isHand }) {
  const r = radius * at.size, name = isHand ? "--hand" : "--joint";
  const shade = paper.createRadialGradient(at.x - r * 0.35, at.y - r * 0.4, r * 0.1, at.x, at.y, r);
  shade.addColorStop(0, colour(`${name}-light`));
  shade.addColorStop(0.55, colour(name));
  shade.addColorStop(1, colour(`${name}-dark`));
  paper.beginPath();
  paper.arc(at.x, at.y, r, 0, 2 * Math.PI);
  paper.fillStyle = shade;
  paper.fill();
}

// A disc on the ground below the base, and the column on it.
function drawFoot({ paper, see, colour }, [x, y, z]) {
  const radius = eye.radius * 0.17, rim = (height) => {
    for (let part = 0; part <= 40; part += 1) {
      const angle = part / 20 * Math.PI, at = see([x + radius * Math.cos(angle), y + radius * Math.sin(angle), height]);
      if (part === 0) paper.moveTo(at.x, at.y); else paper.lineTo(at.x, at.y);
    }
  };
  const high = Math.min(eye.radius * 0.045, Math.max(0, z) + eye.radius * 0.045);
  for (const [height, ink] of [[0, "--joint-dark"], [high / 2, "--joint-dark"], [high, "--joint"]]) {
    paper.beginPath();
    rim(height);
    paper.fillStyle = colour(ink);
    paper.fill();
  }
}

function drawShadow({ paper, see, colour }, chain) {
  const feet = chain.map(([x, y]) => see([x, y, 0])), hand = see(chain.at(-1)), below = feet.at(-1);
  paper.strokeStyle = colour("--shadow");
  paper.lineCap = paper.lineJoin = "round";
  paper.lineWidth = Math.max(2, 2 * eye.radius * LINK[1] * below.size);
  paper.beginPath();
  feet.forEach(({ x, y }, index) => (index === 0 ? paper.moveTo(x, y) : paper.lineTo(x, y)));
  paper.stroke();
  // Where the hand is over the ground.
  paper.strokeStyle = colour("--hand");
  paper.lineWidth = 1;
  paper.setLineDash([2, 4]);
  paper.beginPath();
  paper.moveTo(hand.x, hand.y);
  paper.lineTo(below.x, below.y);
  paper.stroke();
  paper.setLineDash([]);
  paper.beginPath();
  paper.arc(below.x, below.y, 2.5, 0, 2 * Math.PI);
  paper.fillStyle = colour("--hand");
  paper.fill();
}

const sketch = document.createElement("canvas");

// The outline of all tubes together: their edges, with the inside taken out again.
function drawOutline({ paper, see, colour, width, height, scale }, chain, isAlone) {
  [sketch.width, sketch.height] = [Math.round(width * scale), Math.round(height * scale)];
  const ink = sketch.getContext("2d"), tubes = tubesOf(chain).map((tube) => ({ ...tube, a: see(tube.from), b: see(tube.to) }));
  const fill = (more) => {
    for (const { a, b, radii } of tubes) {
      tubePath(ink, a, b, radii[0] * a.size + more, radii[1] * b.size + more);
      ink.fill();
    }
  };
  ink.setTransform(scale, 0, 0, scale, 0, 0);
  ink.fillStyle = colour("--commanded");
  fill(1.6);
  ink.globalCompositeOperation = "destination-out";
  fill(0);
  ink.globalCompositeOperation = "destination-over";
  ink.fillStyle = colour("--commanded-fill");
  if (isAlone) fill(0);
  ink.globalCompositeOperation = "source-over";
  ink.strokeStyle = colour("--commanded");
  chain.slice(0, -1).forEach((point, index) => {
    if (!isAlone) return;
    const at = see(point);
    ink.beginPath();
    ink.arc(at.x, at.y, linkRadius(index, chain.length) * 0.55 * at.size, 0, 2 * Math.PI);
    ink.stroke();
  });
  paper.drawImage(sketch, 0, 0, width, height);
  const hand = see(chain.at(-1));
  paper.beginPath();
  paper.arc(hand.x, hand.y, 3, 0, 2 * Math.PI);
  paper.fillStyle = colour("--commanded");
  paper.fill();
}
