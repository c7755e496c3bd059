"use strict";
// The drawing of the arm: simulated solid, commanded as an outline, over a grid on the ground. It is drawn when something of
// it has changed, and only then.

const LINK = [0.07, 0.042]; // radii of the links at the base and at the hand, as parts of the radius that is drawn
const TRAIL = 120; // places of the hand that are kept
let drawnPose = "", armIsDue = false, armTimer = 0, armDrawnAt = -1000, armDraws = 0;
let trail = [];

const points = (numbers) => Array.from({ length: numbers.length / 3 }, (_, index) => numbers.slice(3 * index, 3 * index + 3));
const hasPose = (pose) => (pose?.commanded.length ?? 0) > 0;
const chainShown = (pose) => (pose.simulated.length > 0 ? pose.simulated : pose.commanded);

function showPose() {
  const { pose } = state;
  // Without a state the page stays as it was, and its drawing is of no arm.
  if (state.controls.length > 0) document.body.classList.toggle("posed", hasPose(pose) && $("finder").hidden);
  $("pose").hidden = !document.body.classList.contains("posed");
  const words = hasPose(pose) ? poseWords(pose) : { hand: "", outline: "", lag: "", busy: "" };
  put("hand", words.hand);
  $("solid").hidden = !words.isSimulated;
  $("outline").hidden = words.hand === "";
  put("outlineText", words.outline);
  put("lagText", words.lag);
  put("busy", words.busy);
  $("busy").hidden = words.busy === "";
  const { commanded, simulated, reach, way, ended, regions } = pose ?? {};
  const now = JSON.stringify([commanded, simulated, reach, way, ended, regions, Boolean(lost)]);
  if (now === drawnPose) return;
  drawnPose = now;
  if (hasPose(pose)) follow(chainShown(pose).slice(-3)); else trail = [];
  drawArm(false);
}

function poseWords(pose) {
  const isSimulated = pose.simulated.length > 0, assumed = pose.assumed ? ", geometry assumed" : "";
  const number = (value) => String(value).replace("-", "\u2212");
  const [x, y, z] = chainShown(pose).slice(-3).map(number);
  return { isSimulated, hand: `x ${x}  y ${y}  z ${z} mm`, outline: `commanded${assumed}`,
    lag: isSimulated ? `lag ${pose.lag} mm` : "", busy: pose.deaf > 0 ? `busy ${(pose.deaf / 1000).toFixed(1)} s` : "" };
}

function follow(hand) {
  const last = trail.at(-1);
  if (last && Math.hypot(...hand.map((value, index) => value - last[index])) < state.pose.reach / 150) return;
  trail.push(hand);
  if (trail.length > TRAIL) trail.shift();
}

// By a gesture at once; by news once a picture, and where motion is unwelcome twice a second.
function drawArm(isGesture) {
  if (armIsDue) return;
  const wait = calm.matches && !isGesture ? 500 - (performance.now() - armDrawnAt) : 0;
  if (wait > 0) {
    armTimer ||= setTimeout(() => { armTimer = 0; drawArm(true); }, wait);
    return;
  }
  armIsDue = true;
  requestAnimationFrame(paintArm);
}

function paintArm() {
  armIsDue = false;
  const canvas = $("space"), width = canvas.clientWidth, height = canvas.clientHeight;
  if (width === 0 || height === 0) return;
  armDrawnAt = performance.now();
  armDraws += 1;
  const scale = Math.min(devicePixelRatio || 1, 2), pose = hasPose(state.pose) ? state.pose : null;
  for (const [name, size] of [["width", width], ["height", height]]) {
    if (canvas[name] !== Math.round(size * scale)) canvas[name] = Math.round(size * scale);
  }
  const commanded = pose ? points(pose.commanded) : [[0, 0, 0]], simulated = pose ? points(pose.simulated) : [];
  const solid = simulated.length > 0 ? simulated : commanded;
  fit([solid, commanded], pose?.reach ?? (eye.reach || 100));
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const paper = canvas.getContext("2d"), see = camera(width, height), set = { paper, see, colour, width, height, scale };
  paper.setTransform(scale, 0, 0, scale, 0, 0);
  paper.clearRect(0, 0, width, height);
  drawGround(set, solid[0], pose?.reach);
  if (!pose) return;
  drawShadow(set, solid);
  drawFoot(set, solid[0]);
  drawTrail(set);
  drawFence(set, pose);
  if (simulated.length > 0) drawSolid(set, bonesOf(simulated));
  drawOutline(set, bonesOf(commanded), simulated.length === 0);
  for (const joint of points(pose.ended ?? [])) drawEnded(set, joint);
  drawWay(set, commanded.at(-1), pose.way);
}

// The ground: a grid that fades away, its lengths in millimetres, of large arms in metres, the arm's reach, and which way is forward.

function drawGround({ paper, see, colour }, base, reach) {
  const step = roundLength(eye.radius / 2.6), count = Math.ceil(eye.radius * 1.9 / step), far = count * step;
  const middle = [0, 1].map((axis) => Math.round(base[axis] / step) * step);
  const line = (from, to, alpha) => {
    const [a, b] = [see(from), see(to)];
    paper.globalAlpha = alpha;
    paper.beginPath();
    paper.moveTo(a.x, a.y);
    paper.lineTo(b.x, b.y);
    paper.stroke();
  };
  const fade = (x, y) => Math.max(0, 1 - Math.hypot(x, y) / far) ** 0.8;
  paper.lineWidth = 1;
  paper.strokeStyle = colour("--grid");
  for (let i = -count; i <= count; i += 1) {
    for (let j = -count; j < count; j += 1) {
      const across = i * step, from = j * step, alpha = fade(across, from + step / 2);
      if (alpha === 0) continue;
      line([middle[0] + across, middle[1] + from, 0], [middle[0] + across, middle[1] + from + step, 0], alpha);
      line([middle[0] + from, middle[1] + across, 0], [middle[0] + from + step, middle[1] + across, 0], alpha);
    }
  }
  paper.globalAlpha = 1;
  if (reach) drawRing({ paper, see }, base, reach, colour("--grid-strong"));
  drawAxes({ paper, see, colour, line }, step);
  put("scale", `grid ${lengthOf(step, step)} ${step < 1000 ? "mm" : "m"}`);
}

const lengthOf = (millimetres, step) => String(Number((step < 1000 ? millimetres : millimetres / 1000).toPrecision(3)));

function drawRing({ paper, see }, base, radius, ink) {
  paper.strokeStyle = ink;
  paper.setLineDash([3, 5]);
  paper.beginPath();
  for (let part = 0; part <= 72; part += 1) {
    const angle = part / 36 * Math.PI, { x, y } = see([base[0] + radius * Math.cos(angle), base[1] + radius * Math.sin(angle), 0]);
    if (part === 0) paper.moveTo(x, y); else paper.lineTo(x, y);
  }
  paper.stroke();
  paper.setLineDash([]);
}

// From the origin: x forward, y to the left, with the lengths of the grid's lines.
function drawAxes({ paper, see, colour, line }, step) {
  const length = eye.radius * 1.35, marks = Math.floor(length / step);
  paper.font = "11px ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif";
  alignText(paper, "center", "middle");
  for (const [name, along] of [["x", (at) => [at, 0, 0]], ["y", (at) => [0, at, 0]]]) {
    paper.strokeStyle = paper.fillStyle = colour("--grid-strong");
    paper.lineWidth = 1.5;
    line(along(0), along(length), 1);
    const tip = see(along(length)), root = see(along(length * 0.9)), way = Math.atan2(tip.y - root.y, tip.x - root.x);
    paper.beginPath();
    paper.moveTo(tip.x, tip.y);
    for (const side of [2.7, -2.7]) paper.lineTo(tip.x + 8 * Math.cos(way + side), tip.y + 8 * Math.sin(way + side));
    paper.fill();
    paper.fillStyle = colour("--soft");
    const beyond = see(along(length * 1.1));
    paper.fillText(name, beyond.x, beyond.y);
    for (let mark = 1; mark <= marks; mark += 1) {
      const at = see(along(mark * step)), before = see(along(mark * step - step / 2)), next = see(along(mark * step + step / 2));
      if (Math.hypot(next.x - before.x, next.y - before.y) < 30) continue;
      paper.fillText(lengthOf(mark * step, step), at.x, at.y + 9);
    }
  }
}

function drawTrail({ paper, see, colour }) {
  paper.strokeStyle = colour("--hand");
  paper.lineWidth = 1.5;
  paper.lineCap = "round";
  const places = trail.map(see);
  for (let index = 1; index < places.length; index += 1) {
    paper.globalAlpha = 0.75 * index / places.length;
    paper.beginPath();
    paper.moveTo(places[index - 1].x, places[index - 1].y);
    paper.lineTo(places[index].x, places[index].y);
    paper.stroke();
  }
  paper.globalAlpha = 1;
}
