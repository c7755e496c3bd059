"use strict";
// The views of a survey beside the controls: which one is seen, and what of waldo's news goes to which.

const tabNames = [...$("tabs").children].map((button) => button.dataset.tab);
let joined = null; // what waldo has said of its views; null: it has none
let survey = null; // the last news of the live survey
let tab = "drive";
const hears = {}; // a kind of news -> what it does
const shows = {}; // a view -> what fills it

// Where a window has room the view stands between the controls. Elsewhere it covers them.
const roomy = matchMedia("(orientation: landscape) and (min-width: 1000px) and (min-height: 481px)");
const isViewing = () => joined !== null && tab !== "drive";
const isCovered = () => isViewing() && !roomy.matches;

// Kinds that this page does not know are of a newer waldo.
function takeNews(news) { if (Object.hasOwn(hears, news.kind)) hears[news.kind](news); }

hears.views = (news) => {
  const isFirst = joined === null;
  joined = news;
  if (!news.live) survey = null;
  rejoin();
  let kept = "";
  try { kept = sessionStorage.getItem("tab") ?? ""; } catch { /* a browser may keep nothing */ }
  if (isFirst && tabNames.includes(kept)) chooseTab(kept);
  else show();
  loadGround();
};

hears.survey = (news) => {
  survey = news;
  isSurveyHeard = true;
  showStrip();
  showHeader(Boolean(lost));
  hearCounts(news);
  if (tab === "now" || tab === "graph") shows[tab]();
  if (tab === "map" || tab === "route") showMapWords();
};

let saidTimer = 0;
hears.said = ({ text }) => {
  put("said", text ?? "");
  $("said").hidden = !text;
  clearTimeout(saidTimer);
  saidTimer = setTimeout(() => { $("said").hidden = true; }, 12000);
};

// Nothing is held on controls that go out of sight.
function chooseTab(name) {
  if (name === tab) return;
  const wasCovered = isCovered();
  tab = name;
  if (isCovered() && !wasCovered) lose();
  try { sessionStorage.setItem("tab", name); } catch { /* a browser may keep nothing */ }
  show();
  if (shows[name]) shows[name]();
  if (isCovered()) scrollTo(0, 0);
}

let wasLost = false;
function showTab(isLost) {
  const isThere = joined !== null, body = document.body.classList;
  $("surveyBar").hidden = !isThere;
  body.toggle("tabbed", isThere);
  body.toggle("viewing", isViewing());
  body.toggle("covered", isCovered());
  $("view").hidden = !isViewing();
  $("stale").hidden = !isLost;
  if (!isThere) return;
  for (const name of tabNames) {
    const button = tabButton(name), isChosen = name === tab;
    button.hidden = !offeredTabs().includes(name);
    button.setAttribute("aria-selected", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    if (name !== "drive") $(`${name}View`).hidden = !isChosen;
  }
  showStrip();
  if (isLost) isSurveyHeard = false;
  if (isLost === wasLost) return;
  wasLost = isLost;
  if (isViewing()) shows[tab]();
}

const tabButton = (name) => document.querySelector(`[data-tab="${name}"]`);

for (const name of tabNames) tabButton(name).addEventListener("click", () => chooseTab(name));
// The focus stays where it is: keys go on to what they moved.
$("tabs").addEventListener("mousedown", (event) => event.preventDefault());
$("tabs").addEventListener("keydown", (event) => {
  const names = offeredTabs(), at = names.indexOf(tab), end = names.length - 1;
  const to = { ArrowLeft: at === 0 ? end : at - 1, ArrowRight: at === end ? 0 : at + 1, Home: 0,
    End: end }[event.key];
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  chooseTab(names[to]);
  tabButton(tab).focus();
});
roomy.addEventListener("change", () => { if (isCovered()) lose(); show(); });

// A drawing is painted once a picture, and only if it is seen.
let viewIsDue = false;
const paints = {}; // a view -> what paints it
function redrawView() {
  if (viewIsDue || !paints[tab]) return;
  viewIsDue = true;
  requestAnimationFrame((now) => {
    viewIsDue = false;
    if (paints[tab] && isViewing() && !document.hidden) paints[tab](now);
  });
}
addEventListener("resize", redrawView);
new ResizeObserver(redrawView).observe($("view"));
document.addEventListener("visibilitychange", redrawView);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  inks = null;
  sprites.clear();
  staleLayer();
  redrawView();
});

// The colours of the page, read once a scheme.
let inks = null;
function ink(name) {
  inks ??= { style: getComputedStyle(document.documentElement), known: {} };
  return (inks.known[name] ??= inks.style.getPropertyValue(name).trim());
}

// Fits a canvas to its place. Returns its pen, in CSS pixels.
function penOf(canvas, most) {
  const scale = Math.min(devicePixelRatio || 1, most), width = canvas.clientWidth, height = canvas.clientHeight;
  for (const [name, size] of [["width", width], ["height", height]]) {
    if (canvas[name] !== Math.round(size * scale)) canvas[name] = Math.round(size * scale);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  return pen;
}

// Which point of its texts a pen is given.
const alignText = (pen, across, down) => Object.assign(pen, { textAlign: across, textBaseline: down });

// An element. What comes over the air is text in it, never markup.
function make(tag, set = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(set)) {
    if (name === "press") element.addEventListener("click", value);
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

// Fills a choice, and keeps what is chosen where it is still there.
function fillChoice(id, options, chosen) {
  const select = $(id), now = JSON.stringify(options);
  if (select.dataset.shown !== now) {
    select.dataset.shown = now;
    select.replaceChildren(...options.map(([value, text, isOff]) =>
      make("option", { value, textContent: text, disabled: Boolean(isOff) })));
  }
  if (select.value !== String(chosen)) select.value = String(chosen);
}
