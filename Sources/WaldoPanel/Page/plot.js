"use strict";
// The log of frames, and the plot of the last half minute.

function logFrame(at, channel, text, hex) {
  const item = document.createElement("div");
  for (const [name, words] of [["when", (at / 1000).toFixed(2)], ["what", channel], ["text", text], ["hex", hex]]) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = words;
    item.append(part);
  }
  const log = $("log");
  log.prepend(item);
  while (log.children.length > 40) log.lastChild.remove();
}

// The legend; the lines of other channels do not lead on.
function showLines(names) {
  if (names.join() === lines.join()) return;
  lines = names;
  samples = [];
  $("lines").replaceChildren(...names.map((name, index) => {
    const line = document.createElement("span"), colour = document.createElement("i");
    colour.className = `c${index}`;
    line.append(colour, name);
    return line;
  }));
  $("plot").setAttribute("aria-label", `The last 30 seconds: ${[...names, "and commands a second"].join(", ")}`);
}

let scheduled = false, redraw = 0, drawnAt = 0;

// It stands still while waldo is lost.
function draw() {
  if (scheduled || lost) return;
  scheduled = true;
  const wait = calm.matches ? Math.max(0, 1000 - (performance.now() - drawnAt)) : 0;
  setTimeout(() => requestAnimationFrame(paint), wait);
}

function paint() {
  scheduled = false;
  if (lost) return;
  const now = performance.now();
  drawnAt = now;
  while (samples.length > 1 && samples[1][0] < now - WINDOW) samples.shift();
  while (sends.length > 0 && sends[0] < now - WINDOW - 1000) sends.shift();
  put("rate", `${sends.filter((at) => at > now - 1000).length} commands/s`);
  const canvas = $("plot"), scale = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const paper = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  paper.setTransform(scale, 0, 0, scale, 0, 0);
  paper.clearRect(0, 0, width, height);
  const left = (at) => width * (1 - (now - at) / WINDOW), top = (value) => height * (0.5 - value / 1000 * 0.46);
  drawRate(paper, now, width, height, colour("--plot-r"));
  paper.lineWidth = 1;
  paper.strokeStyle = colour("--line");
  paper.beginPath();
  paper.moveTo(0, height / 2);
  paper.lineTo(width, height / 2);
  paper.stroke();
  paper.lineWidth = 2;
  lines.forEach((_, line) => {
    const index = line + 1;
    paper.strokeStyle = colour(`--plot-${line}`);
    paper.beginPath();
    let before = null;
    for (const sample of samples) {
      if (before === null) paper.moveTo(left(sample[0]), top(sample[index]));
      else { paper.lineTo(left(sample[0]), top(before)); paper.lineTo(left(sample[0]), top(sample[index])); }
      before = sample[index];
    }
    if (before !== null) paper.lineTo(width, top(before));
    paper.stroke();
  });
  // It scrolls for as long as there is something to scroll out of it.
  clearTimeout(redraw);
  const isMoving = sends.length > 0 || samples.length > 1;
  if (isMoving && !document.hidden) redraw = setTimeout(draw, calm.matches ? 1000 : 100);
}

// Commands a second, as columns of half a second from below; the full height is 20.
function drawRate(paper, now, width, height, colour) {
  const columns = new Array(WINDOW / 500).fill(0);
  const end = Math.ceil(now / 500) * 500;
  for (const at of sends) {
    const column = columns.length - 1 - Math.floor((end - at) / 500);
    if (column >= 0 && column < columns.length) columns[column] += 2;
  }
  paper.fillStyle = colour;
  columns.forEach((rate, index) => {
    const x = width * (1 - (now - (end - (columns.length - index) * 500)) / WINDOW);
    const tall = Math.min(1, rate / 20) * height;
    paper.globalAlpha = 0.55;
    paper.fillRect(x, height - tall, width * 500 / WINDOW - 1, tall);
  });
  paper.globalAlpha = 1;
}
