"use strict";
// The graph that computes the results: its nodes in layers, from left to right, or from above where that is too wide; for
// who hears it, a list.

const BESIDE = { wide: 196, tall: 92, apart: 52, gap: 18 }, BELOW = { tall: 128, apart: 28, gap: 6, least: 100, low: 80 }; // px
let plan = null; // waldo's graph
let graphRoom = 0; // the width that it is laid out for

hears.graph = (news) => {
  plan = Array.isArray(news.places) ? news : null;
  graphRoom = 0;
  if (tab === "graph") shows.graph();
};

// Where there is no room beside each other the layers lie below each other, and share the width.
function layOutGraph() {
  const paper = $("graphPaper"), places = plan?.places ?? [], room = $("graphScroll").clientWidth;
  if (room === graphRoom) return;
  graphRoom = room;
  paper.replaceChildren();
  if (places.length === 0) return;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16, layers = arrange(places);
  const isBelow = room < rem * (layers.length * (BESIDE.wide + BESIDE.apart) - BESIDE.apart);
  const node = isBelow ? nodeBelow(layers, room / rem) : BESIDE;
  const widest = placeAcross(layers, isBelow ? node.wide : node.tall, node.gap);
  const along = (layer) => layer * ((isBelow ? node.tall : node.wide) + node.apart);
  const deepest = along(layers.length - 1) + (isBelow ? node.tall : node.wide);
  const [wide, tall] = isBelow ? [widest, deepest] : [deepest, widest];
  const lines = drawLines(layers, node, isBelow, along, wide, tall);
  const spots = [];
  for (const { place, layer, across } of layers.flat()) {
    if (place === undefined) continue;
    spots[place] = isBelow ? { x: across - node.wide / 2, y: along(layer) } : { x: along(layer), y: across - node.tall / 2 };
  }
  paper.classList.toggle("below", isBelow);
  paper.style.width = inRem(wide);
  paper.style.height = inRem(tall);
  paper.append(lines, make("ul", { id: "graphNodes", "aria-label": "Nodes" },
    ...places.map((place, index) => nodeOf(place, index, spots[index], node))));
}

// Lengths in rem: larger text has larger boxes.
const inRem = (px) => `${px / 16}rem`;

// As wide as the fullest layer allows, up to the width that text needs.
function nodeBelow(layers, room) {
  const widths = layers.map((layer) => {
    const nodes = layer.filter(({ place }) => place !== undefined).length, lanes = layer.length - nodes;
    return (room - lanes * LANE - (layer.length - 1) * BELOW.gap) / Math.max(1, nodes);
  });
  const wide = Math.floor(within(Math.min(...widths), [BELOW.least, BESIDE.wide]));
  return { ...BELOW, wide, tall: wide > 160 ? BELOW.low : BELOW.tall };
}

function drawLines(layers, node, isBelow, along, wide, tall) {
  const name = "http://www.w3.org/2000/svg", lines = document.createElementNS(name, "svg");
  lines.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  lines.setAttribute("aria-hidden", "true");
  lines.style.width = inRem(wide);
  lines.style.height = inRem(tall);
  const deep = isBelow ? node.tall : node.wide, at = (a, c) => (isBelow ? `${c} ${a}` : `${a} ${c}`);
  for (const from of layers.flat()) {
    for (const to of from.after) {
      const isEnd = to.place !== undefined, begin = along(from.layer) + deep, end = along(to.layer) - (isEnd ? 7 : 0);
      const bend = node.apart / 2, line = document.createElementNS(name, "path");
      const head = isBelow ? " m-5 -6 l5 7 l5 -7" : " m-6 -5 l7 5 l-7 5";
      // Through a layer that it only passes it goes straight.
      line.setAttribute("d", `M${at(begin, from.across)} C${at(begin + bend, from.across)} ${at(end - bend, to.across)} ${at(end, to.across)}${isEnd
        ? head : ` L${at(end + deep, to.across)}`}`);
      lines.append(line);
    }
  }
  return lines;
}

function nodeOf(place, index, spot, { wide, tall }) {
  const from = inputsOf(place, index).map((input) => plan.places[input].name).join(", ");
  const outputs = (plan.outputs ?? []).filter((output) => output.place === index).map((output) => output.name).join(", ");
  const unseen = [from && `from ${from}`, outputs && `is the output ${outputs}`].filter(Boolean).join("; ");
  const quiet = (name, text) => make("span", { className: `quiet ${name}`, textContent: text, title: text });
  const head = make("span", { className: "head" }, make("b", { textContent: place.name }), " ", quiet("", place.kind));
  const node = make("li", { className: outputs ? "output" : "" }, head, quiet("text", place.text ?? ""),
    make("span", { className: "unseen", textContent: unseen }), make("strong", { textContent: "\u2013" }), quiet("state", ""));
  Object.assign(node.style, { left: inRem(spot.x), top: inRem(spot.y), width: inRem(wide), height: inRem(tall) });
  return node;
}

// An alarm has no number: what it has is whether it is raised, and why.
function nodeWords(place, now, isOld) {
  const isAlarm = ["alarm", "anomaly"].includes(place.kind), raised = (survey?.alarms ?? []).find(({ id }) => id === place.name);
  if (isAlarm && (raised || !now?.number)) {
    return { number: isOld ? "not known" : raised ? "RAISED" : "not raised", state: raised && !isOld ? prettyNumber(raised.text) : "",
      validity: "valid", isRaised: Boolean(raised) && !isOld };
  }
  return { number: now?.number ? unitWords(prettyNumber(now.number), place.unit)
    : `no number yet${place.unit ? `, ${prettyUnit(place.unit)}` : ""}`,
  state: !now ? "" : isOld ? "not current" : wordsOf(now), validity: now?.validity ?? "", isRaised: false };
}

shows.graph = () => {
  const places = plan?.places ?? [];
  const outputs = (plan?.outputs ?? []).map(({ name }) => name).join(", ") || "none";
  put("graphWords", plan ? `${plan.name}: ${plural(places.length, "node", "nodes")}. Outputs, in double frames: ${outputs}.`
    : "This survey computes nothing: it was started without a graph.");
  $("graphScroll").hidden = places.length === 0;
  const isOld = !isFresh() || Boolean(survey?.silent);
  $("graphPaper").classList.toggle("old", isOld);
  layOutGraph();
  [...$("graphPaper").querySelectorAll("#graphNodes > li")].forEach((node, index) => {
    const words = nodeWords(places[index], survey?.nodes?.[index], isOld);
    write(node.querySelector("strong"), words.number);
    write(node.querySelector(".state"), words.state);
    node.dataset.validity = words.validity;
    node.classList.toggle("raised", words.isRaised);
  });
};
paints.graph = () => shows.graph();
