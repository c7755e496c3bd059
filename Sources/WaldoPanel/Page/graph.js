"use strict";
// The graph that computes the results: its nodes from left to right, in the columns of their depth; for who hears it, a
// list.

const NODE = { wide: 196, tall: 92, right: 52, down: 18 }; // px
let plan = null; // waldo's graph

hears.graph = (news) => {
  plan = Array.isArray(news.places) ? news : null;
  layOutGraph();
  if (tab === "graph") shows.graph();
};

// One column beyond the farthest input. What names itself or a later place is no input.
function depthsOf(places) {
  const depths = [];
  places.forEach(({ inputs }, index) => {
    const before = (inputs ?? []).filter((input) => Number.isInteger(input) && input >= 0 && input < index);
    depths.push(before.length > 0 ? 1 + Math.max(...before.map((input) => depths[input])) : 0);
  });
  return depths;
}

function layOutGraph() {
  const paper = $("graphPaper"), places = plan?.places ?? [];
  paper.replaceChildren();
  if (places.length === 0) return;
  const depths = depthsOf(places), rows = [], spots = [];
  // Beside what it is computed from, where that is free.
  places.forEach((place, index) => {
    const column = depths[index], inputs = (place.inputs ?? []).filter((input) => input < index);
    const wanted = inputs.length > 0 ? inputs.reduce((sum, input) => sum + spots[input].row, 0) / inputs.length : 0;
    const row = Math.max(rows[column] ?? 0, Math.floor(wanted));
    rows[column] = row + 1;
    spots.push({ column, row, x: column * (NODE.wide + NODE.right), y: row * (NODE.tall + NODE.down) });
  });
  const wide = Math.max(...spots.map(({ x }) => x)) + NODE.wide,
    tall = Math.max(...spots.map(({ y }) => y)) + NODE.tall;
  // Lengths in rem: larger text has larger boxes.
  const rem = (px) => `${px / 16}rem`, name = "http://www.w3.org/2000/svg",
    lines = document.createElementNS(name, "svg");
  lines.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  lines.setAttribute("aria-hidden", "true");
  places.forEach((place, index) => {
    for (const input of place.inputs ?? []) {
      if (!spots[input] || input >= index) continue;
      const from = spots[input], to = spots[index], line = document.createElementNS(name, "path");
      const [x, y, endX, endY] = [from.x + NODE.wide, from.y + NODE.tall / 2, to.x - 7, to.y + NODE.tall / 2],
        bend = NODE.right / 2;
      line.setAttribute("d", `M${x} ${y} C${x + bend} ${y} ${endX - bend} ${endY} ${endX} ${endY} m-6 -5 l7 5 l-7 5`);
      lines.append(line);
    }
  });
  paper.style.width = lines.style.width = rem(wide);
  paper.style.height = lines.style.height = rem(tall);
  const list = make("ul", { id: "graphNodes", "aria-label": "Nodes" }, ...places.map((place, index) => {
    const from = (place.inputs ?? []).map((input) => places[input]?.name).filter(Boolean).join(", ");
    const outputs = (plan.outputs ?? []).filter((output) => output.place === index).map((output) =>
      output.name).join(", ");
    const unseen = [from && `from ${from}`, outputs && `is the output ${outputs}`].filter(Boolean).join("; ");
    const quiet = (name, text) => make("span", { className: `quiet ${name}`, textContent: text, title: text });
    const head = make("span", { className: "head" }, make("b", { textContent: place.name }), " ", quiet("", place.kind));
    const node = make("li", { className: outputs ? "output" : "" }, head, quiet("text", place.text ?? ""),
      make("span", { className: "unseen", textContent: unseen }), make("strong", { textContent: "\u2013" }), quiet("state", ""));
    Object.assign(node.style, { left: rem(spots[index].x), top: rem(spots[index].y), width: rem(NODE.wide),
      height: rem(NODE.tall) });
    return node;
  }));
  paper.append(lines, list);
}

shows.graph = () => {
  const places = plan?.places ?? [];
  const outputs = (plan?.outputs ?? []).map(({ name }) => name).join(", ") || "none";
  put("graphWords", plan ? `${plan.name}: ${plural(places.length, "node", "nodes")}. Outputs, in double frames: ${outputs}.`
    : "This survey computes nothing: it was started without a graph.");
  $("graphScroll").hidden = places.length === 0;
  const isOld = !isFresh() || Boolean(survey?.silent);
  $("graphPaper").classList.toggle("old", isOld);
  [...$("graphPaper").querySelectorAll("#graphNodes > li")].forEach((node, index) => {
    const now = survey?.nodes?.[index];
    write(node.querySelector("strong"), now?.number ? unitWords(prettyNumber(now.number), places[index].unit)
      : `no number yet${places[index].unit ? `, ${prettyUnit(places[index].unit)}` : ""}`);
    write(node.querySelector(".state"), !now ? "" : isOld ? "not current" : wordsOf(now));
    node.dataset.validity = now?.validity ?? "";
  });
};
