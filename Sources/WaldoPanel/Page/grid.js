"use strict";
// The lines of a map with their numbers, in degrees or metres, and a bar of its scale.

const BETWEEN = 24; // px between two numbers along the lower edge

function drawGrid(pen, width, height) {
  pen.font = SMALL;
  pen.lineWidth = 1;
  pen.strokeStyle = ink("--grid-strong");
  pen.globalAlpha = 0.4;
  const lines = isWorld() ? degreeLines(width, height) : metreLines(width, height);
  pen.beginPath();
  for (const { x, y } of lines) {
    if (x !== undefined) { pen.moveTo(Math.round(x) + 0.5, 0); pen.lineTo(Math.round(x) + 0.5, height); }
    else { pen.moveTo(0, Math.round(y) + 0.5); pen.lineTo(width, Math.round(y) + 0.5); }
  }
  pen.stroke();
  pen.globalAlpha = 1;
  let end = 0; // of the last number along the lower edge
  for (const { x, y, text } of lines) {
    const half = pen.measureText(text).width / 2;
    if (x !== undefined && x - half > end && x + half < width) {
      label(pen, text, x, height - 9, "center");
      end = x + half + BETWEEN;
    }
    if (y !== undefined && y > 12 && y < height - 56) label(pen, text, 4, y - 8, "left");
  }
  drawBar(pen, width, height);
}

function label(pen, text, x, y, side) {
  alignText(pen, side, "middle");
  pen.lineWidth = 3;
  pen.strokeStyle = ink("--card");
  pen.strokeText(text, x, y);
  pen.fillStyle = ink("--ink");
  pen.fillText(text, x, y);
}

function degreeLines(width, height) {
  const low = toDegrees(mapped.x - width / 2 / mapped.scale, mapped.y - height / 2 / mapped.scale);
  const high = toDegrees(mapped.x + width / 2 / mapped.scale, mapped.y + height / 2 / mapped.scale), lines = [];
  const step = roundLength(Math.max((high.longitude - low.longitude) / (width / 110),
    (high.latitude - low.latitude) / (height / 90)));
  const text = (angle, positive, negative) =>
    `${stepText(Math.abs(angle), step)}\u00b0 ${angle < 0 ? negative : positive}`;
  for (let at = Math.ceil(low.longitude / step); at * step <= high.longitude; at += 1) {
    lines.push({ x: onMap(width, height, toPlane(at * step, low.latitude).x, 0)[0],
      text: text(at * step, "E", "W") });
  }
  for (let at = Math.ceil(low.latitude / step); at * step <= high.latitude; at += 1) {
    lines.push({ y: onMap(width, height, 0, toPlane(low.longitude, at * step).y)[1],
      text: text(at * step, "N", "S") });
  }
  return lines;
}

function metreLines(width, height) {
  const step = roundLength(90 / mapped.scale), lines = [], text = (at) => metreText(at * step, step);
  const halfX = width / 2 / mapped.scale, halfY = height / 2 / mapped.scale;
  for (let at = Math.ceil((mapped.x - halfX) / step); at * step <= mapped.x
    + halfX; at += 1) lines.push({ x: onMap(width, height, at * step, 0)[0], text: text(at) });
  for (let at = Math.ceil((mapped.y - halfY) / step); at * step <= mapped.y
    + halfY; at += 1) lines.push({ y: onMap(width, height, 0, at * step)[1], text: text(at) });
  return lines;
}

function metreText(metres, step) {
  if (step >= 1000) return `${stepText(metres / 1000, step / 1000)} km`;
  return step >= 1 ? `${stepText(metres, step)} m` : step >= 0.1 ? `${stepText(metres, step)} m`
    : `${stepText(metres * 1000, step * 1000)} mm`;
}

function drawBar(pen, width, height) {
  let length = roundLength(90 / mapped.scale);
  if (length * mapped.scale > width * 0.45) length /= 2;
  const wide = length * mapped.scale, left = 10, y = height - 26;
  for (const [colour, line] of [[ink("--card"), 6], [ink("--ink"), 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.beginPath();
    pen.moveTo(left, y - 5);
    pen.lineTo(left, y);
    pen.lineTo(left + wide, y);
    pen.lineTo(left + wide, y - 5);
    pen.stroke();
  }
  label(pen, metreText(length, length), left + wide / 2, y - 11, "center");
}
