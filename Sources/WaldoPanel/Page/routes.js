"use strict";
// Ways from one place to another over the map: short ones, and ones on which less is received.

const DASHES = [[], [12, 6], [3, 5], [14, 5, 3, 5], [6, 3, 2, 3, 2, 3]];
const ends = { from: null, to: null }; // on the plane of the slot for which they were set
let found = null, chosen = 0, routeSlot = -1;
const widths = { wide: 6, thin: 3.5 };

// From the shortest (time counts 100 times as much as dose) to the cleanest (a hundredth), in thousandths.
const timeWeight = () => Math.round(10 ** (5 - Number($("weight").value) * 0.04));

hears.route = (news) => {
  if (news.slot !== routeSlot) return;
  found = news;
  chosen = Math.max(0, (news.routes ?? []).findIndex((route) => route.cheapest));
  if (tab === "route") showRoutes();
};

function forgetRoute() {
  Object.assign(ends, { from: null, to: null });
  found = null;
  routeSlot = -1;
  if (tab === "route") showRoutes();
}

// The first tap is where it begins, the second where it ends, a third begins again.
function setRouteEnd(place) {
  if (whyNoRoute() !== "") return;
  if (!ends.from || ends.to) Object.assign(ends, { from: place, to: null });
  else ends.to = place;
  found = null;
  routeSlot = shownA;
  askRoute();
  showRoutes();
}

function askRoute() {
  if (!ends.from || !ends.to || !isOpen()) return;
  const whole = (metres) => Math.round(within(metres * (isWorld() ? 10 : 10000), [-1e6, 1e6]));
  found = { busy: true };
  send({ do: "route", slot: shownA, stream: slots[shownA].stream, fx: whole(ends.from.x), fy: whole(ends.from.y),
    tx: whole(ends.to.x), ty: whole(ends.to.y),
    dose: 1000, time: timeWeight() });
}

const whyNoRoute = () => (joined?.route === false ? "Waldo finds no ways in this drive."
  : !isThere(shownA) || !canMap(shownA) ? "A way needs a survey with places on the map." : "");

shows.route = () => {
  $("routeWords").after($("mapZoom"));
  $("routePlace").append($("mapStage"), $("routeTable"), $("legend"));
  showTapped(null);
  wantSamples();
  showRoutes();
};

function showRoutes() {
  const why = whyNoRoute();
  put("routeWords", why || (!ends.from ? "Tap where the way begins (Enter: at the map's centre)." : !ends.to
    ? "Tap where it ends." : found?.busy ? "looking for ways"
    : found?.why ? prettyNumber(found.why) : found
      ? `${plural((found.routes ?? []).length, "way", "ways")}${found.drivable ? ", drivable" : ""}` : ""));
  $("routeOver").disabled = !ends.from;
  $("weight").disabled = why !== "";
  const routes = found?.routes ?? [], table = $("routeTable"),
    now = JSON.stringify([routes.map((route) => ({ ...route, line: 0 })), chosen, found?.unit, found?.quantity]);
  table.hidden = routes.length === 0;
  redrawView();
  if (table.dataset.shown === now) return;
  table.dataset.shown = now;
  const focused = table.contains(document.activeElement);
  const names = ["Length", "Time", found?.quantity === "exposure" ? "Exposure" : "Dose", "Saving"];
  const head = make("tr", {}, ...["Way", ...names].map((text) => make("th", { scope: "col", textContent: text })));
  const rows = routes.map((route, index) => {
    const pick = make("button", { type: "button", textContent: `${index + 1}${route.cheapest ? " best" : ""}`,
      "aria-label": `Way ${index + 1}${route.cheapest ? ", the best" : ""}`,
      "aria-pressed": String(index === chosen), press: () => { chosen = index; showRoutes(); } });
    return make("tr", { className: index === chosen ? "chosen" : "" }, make("th", { scope: "row" }, pick),
      ...[route.length, route.time, route.dose, route.saving].map((text, at) =>
        make("td", { "data-name": names[at], textContent: prettyNumber(text ?? "") || "\u2013" })));
  });
  table.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  if (focused) table.querySelector("[aria-pressed=true]")?.focus();
}

function drawRoutes(pen, width, height) {
  if (tab !== "route") return;
  if (routeSlot === shownA) {
    const routes = found?.routes ?? [];
    // The chosen one last: it lies on top.
    const order = routes.map((_, index) => index).sort((a, b) => (a === chosen) - (b === chosen));
    for (const index of order) drawRoute(pen, routes[index].line ?? [], index, width, height);
    for (const index of order) drawRouteNumber(pen, routes[index].line ?? [], index, order.length, width, height);
  }
  for (const [name, text] of [["from", "start"], ["to", "end"]]) {
    if (!ends[name]) continue;
    const [x, y] = onMap(width, height, ends[name].x, ends[name].y);
    pin(pen, x, y, text);
  }
}

function drawRoute(pen, line, index, width, height) {
  pen.lineJoin = "round";
  pen.lineCap = "butt";
  for (const isEdge of [true, false]) {
    pen.lineWidth = (index === chosen ? widths.wide : widths.thin) + (isEdge ? 4 : 0);
    pen.strokeStyle = isEdge ? ink("--card") : index === chosen ? ink("--commanded") : ink("--ink");
    pen.setLineDash(isEdge ? SOLID : DASHES[index % DASHES.length]);
    pen.beginPath();
    line.forEach(([x, y], at) => {
      const [left, top] = onMap(width, height, x, y);
      if (at === 0) pen.moveTo(left, top); else pen.lineTo(left, top);
    });
    pen.stroke();
  }
  pen.setLineDash(SOLID);
}

// In the middle, and those of ways that run together beside each other.
function drawRouteNumber(pen, line, index, count, width, height) {
  if (line.length === 0) return;
  const at = line[Math.floor((line.length - 1) * (index + 1) / (count + 1))],
    [x, y] = onMap(width, height, at[0], at[1]);
  pen.beginPath();
  pen.arc(x, y, 11, 0, 2 * Math.PI);
  pen.fillStyle = ink("--card");
  pen.fill();
  pen.lineWidth = index === chosen ? 3 : 1.5;
  pen.strokeStyle = index === chosen ? ink("--commanded") : ink("--ink");
  pen.stroke();
  pen.fillStyle = ink("--ink");
  alignText(pen, "center", "middle");
  pen.fillText(String(index + 1), x, y + 0.5);
}

function pin(pen, x, y, text) {
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.fillStyle = ink("--card");
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = ink("--ink");
  pen.stroke();
  label(pen, text, x, y - 17, "center");
}

$("weight").addEventListener("change", () => { askRoute(); showRoutes(); });
$("routeOver").addEventListener("click", forgetRoute);
