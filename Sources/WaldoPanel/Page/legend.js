"use strict";
// The legend of the map, and its choices: surveys, streams, scale, maximum, symbols.

// One entry for each survey on the map. The unit is always written.
function showLegend() {
  const entries = shownSlots().map((slot) => {
    findMost(slot);
    const scale = scaleOf(slot), stream = streamOf(slot);
    return { slot, title: slots[slot].news.title, name: stream?.name ?? "", unit: prettyUnit(stream?.unit),
      scale: scale?.name ?? "", most: mostOf[slot], levels: colours.levels,
      shape: isSquares(slot) ? "compared, squares" : shownB >= 0 && shownSlots().length > 1 ? "shown, discs" : "" };
  });
  const legend = $("legend"), now = JSON.stringify([entries, scales.length, overColour]);
  if (legend.dataset.shown === now) return;
  legend.dataset.shown = now;
  legend.replaceChildren(...entries.map(legendEntry));
  if (entries.length > 0) {
    legend.append(make("p", { className: "quiet symbols" }, make("i", { className: "hollow" }), "hollow: not valid ",
      make("i", { className: "ring" }),
      "ring: filling"));
  }
  put("mapChoice", entries.map(({ name, title, scale }) =>
    [title, name, titles[scale] ?? scale].filter(Boolean).join(", ")).join("; ") || "Choices");
}

function legendEntry({ slot, title, name, unit, shape }) {
  const scale = scaleOf(slot), limits = limitsOf(slot), blocks = make("div", { className: "blocks" });
  const head = make("p", {}, make("b", { textContent: [shape, name].filter(Boolean).join(": ") }),
    ` in ${unit || "no unit"}`, shape ? `, ${title}` : "");
  if (!scale || limits.length === 0) return make("div", { className: "entry" }, head,
    make("p", { textContent: "no colours yet" }));
  const isMany = limits.length > BLOCKS, ends = endsOf(limits, scale);
  ends.forEach((end, index) => {
    const before = ends[index - 1], first = before === undefined ? 0 : colourIndex(limits, before) + 1,
      last = Math.min(limits.length - 1, colourIndex(limits, end));
    const block = make("span", {}, make("i"), make("span", { textContent: shortNumber(end) }));
    if (isMany && !scale.absolute) block.style.flexGrow = (end - (before ?? 0)) / ends[0];
    block.firstChild.style.background = isMany
      ? `linear-gradient(90deg, ${scale.colours[first]}, ${scale.colours[last]})` : scale.colours[last];
    blocks.append(block);
  });
  const over = make("span", {}, make("i"), make("span", { textContent: "above" }));
  over.firstChild.style.background = overColour;
  blocks.append(over);
  return make("div", { className: "entry" }, head, blocks);
}

const BLOCKS = 8; // that a person can distinguish

// The upper ends of the blocks: those of the colours, or of many colours round numbers up to the last.
function endsOf(limits, scale) {
  if (limits.length <= BLOCKS) return limits;
  if (scale.absolute) return Array.from({ length: BLOCKS }, (_, at) => limits[Math.ceil(limits.length * (at + 1) / BLOCKS) - 1]);
  const most = limits[limits.length - 1], step = roundLength(most / 5), ends = [];
  // The last block is at least as wide as the others, so that its number has room.
  for (let at = 1; at * step < most - step * 0.99; at += 1) ends.push(at * step);
  return [...ends, most];
}

const shortNumber = (value) => String(Number(value.toPrecision(value >= 100 ? 3 : 2))).replace(/e\+?/, "e");

function showChoices() {
  const there = slots.filter(({ news }) => news !== null).map(({ slot, news }) =>
    [slot, slot === 0 && news.live ? `live: ${news.title || "not kept"}` : news.title]);
  fillChoice("slotA", there.length > 0 ? there : [[-1, "none"]], shownA);
  fillChoice("slotB", [[-1, "none"], ...there.filter(([slot]) => slot !== shownA)], shownB);
  fillChoice("plotSlot", there.length > 0 ? there : [[-1, "none"]], shownA);
  const names = (slot) => (slots[slot]?.news?.streams ?? []).map(({ name, unit }, index) =>
    [index, `${name}${unit ? `, ${prettyUnit(unit)}` : ""}`]);
  for (const [id, slot] of [["streamA", shownA], ["plotStream", shownA], ["streamB", shownB]]) {
    fillChoice(id, names(slot), slots[slot]?.stream ?? -1);
    $(id).disabled = !isThere(slot);
  }
  const stream = streamOf(shownA), reasons = scales.map((scale) => whyNoScale(scale, stream)
    && `${titles[scale.name] ?? scale.name}: ${whyNoScale(scale, stream)}.`);
  fillChoice("scaleName", scales.map((scale, index) =>
    [scale.name, titles[scale.name] ?? scale.name, Boolean(reasons[index])]), scaleOf(shownA)?.name ?? "");
  put("scaleWords", reasons.filter(Boolean).join(" "));
  $("mostField").hidden = colours.mostBy !== "hand";
  $("mostBy").disabled = colours.levels.length === 0 && Boolean(scaleOf(shownA)?.absolute);
}

function changeMap() {
  for (const { slot } of slots) limitRoom[slot].key = "";
  wantSamples();
  showChoices();
  showTapped(null);
  staleLayer();
  if (tab === "map" || tab === "route") showMapWords();
  redrawView();
}

function chooseSlot(name, slot) {
  if (name === "A") {
    shownA = slot;
    if (shownB === slot) shownB = -1;
    Object.assign(mapped, { isOwn: false, scale: 0 });
    forgetRoute();
  } else {
    shownB = slot;
    mapped.isOwn = false;
  }
  changeMap();
}

const onChange = (id, does) => $(id).addEventListener("change", () => does($(id).value));
onChange("slotA", (value) => chooseSlot("A", Number(value)));
onChange("plotSlot", (value) => { chooseSlot("A", Number(value)); showWholeTrend(); });
onChange("slotB", (value) => chooseSlot("B", Number(value)));
onChange("streamA", (value) => { chooseStream(shownA, Number(value)); changeMap(); });
onChange("plotStream", (value) => { chooseStream(shownA, Number(value)); changeMap(); });
onChange("streamB", (value) => { chooseStream(shownB, Number(value)); changeMap(); });
onChange("scaleName", (value) => { colours.name = value; changeMap(); });
onChange("method", (value) => { mapped.method = value; changeMap(); });
onChange("mostBy", (value) => {
  colours.mostBy = value;
  if (value !== "hand") colours.levels = [];
  if (value === "hand" && !(colours.byHand > 0)) { colours.byHand = mostOf[shownA]
    || 1; $("most").value = String(colours.byHand); }
  changeMap();
});
onChange("most", (value) => {
  const limits = value.trim().split(/[\s;]+/).map((text) => Number(text.replace(",", ".")));
  const isRight = limits.length <= MOST_LEVELS && limits.every((limit, at) => limit > (limits[at - 1] ?? 0));
  $("most").setAttribute("aria-invalid", String(!isRight));
  if (!isRight) return;
  colours.byHand = limits.at(-1);
  colours.levels = limits.length > 1 ? limits : [];
  changeMap();
});
