"use strict";
// The surveys of the folder: open one beside the live one, note, export, forbid upload, delete.

let folder = null; // waldo's last list
let asksDelete = "", notesOf = ""; // the survey that is about to be deleted, and the one whose notes are open, by their keys
const exportKinds = ["csv", "geojson", "gpx", "aircasting", "bgeigie", "mcap"];

hears.surveys = (news) => {
  const isOther = folder?.list !== news.list;
  folder = news;
  if (isOther) asksDelete = "";
  if (tab === "surveys") showSurveys();
};

const askSurveys = () => send({ do: "surveys" });
const askFor = (item, what) => send({ do: what.do, list: folder.list, item: item.item, ...what });

shows.surveys = () => {
  askSurveys();
  showSurveys();
};

function showSurveys() {
  const items = folder?.items ?? [], name = joined?.folder ?? "";
  put("surveysWords", name === "" ? "Waldo was started without a folder of surveys." : folder === null || folder.busy
    ? `reading ${name}`
    : folder.why ? folder.why : items.length === 0
      ? `There is no survey in ${folder.folder} yet. To make one: waldo survey --to FILE`
    : `${plural(items.length, "survey", "surveys")} in ${folder.folder}`);
  $("surveysAgain").disabled = name === "" || !isOpen();
  const list = $("surveyList"), now = JSON.stringify([items, asksDelete, notesOf, shownA, shownB,
    slots.map(({ news }) => [news?.list, news?.item])]);
  if (list.dataset.shown === now) return;
  // What is being typed stays.
  const draft = list.querySelector("textarea")?.value ?? "",
    focused = list.contains(document.activeElement) ? document.activeElement.dataset.does : null;
  list.dataset.shown = now;
  list.replaceChildren(...items.map((item) => surveyRow(item, draft)));
  if (focused) list.querySelector(`[data-does="${CSS.escape(focused)}"]`)?.focus();
}

function surveyRow(item, draft) {
  const facts = [readable(item.begun), item.duration, item.samples !== undefined && plural(item.samples, "sample", "samples"),
    item.system === "arm" ? "on the arm" : item.system === "world" ? "in the world" : "without places", item.ending,
      [item.file, sizeText(item.bytes)].filter(Boolean).join(" ")];
  const row = make("li", {}, make("h2", { textContent: nameOf(item) }),
    make("p", { className: "quiet", textContent: facts.filter(Boolean).join(", ") }));
  if (item.current) row.append(make("p", { className: "quiet", textContent: "It is being written now." }));
  const tools = make("div", { className: "tools" });
  for (const [text, slot] of [["Show", 1], ["Compare", 2]]) {
    const { news } = slots[slot], isShown = news?.list === folder.list && news.item === item.item
      && (slot === 1 ? shownA : shownB) === slot;
    tools.append(button(item, text, () => openSurvey(item, slot), isShown));
  }
  tools.append(exportChoice(item));
  // Waldo itself writes the file of the running survey, and nobody else does.
  if (!item.current) tools.append(button(item, `Notes ${item.notes?.length ?? 0}`,
    () => { notesOf = notesOf === keyOf(item) ? "" : keyOf(item); showSurveys(); }, notesOf === keyOf(item)),
  button(item, "Do not upload", () => askFor(item, { do: "keep", to: item.upload ? "on" : "off" }), Boolean(item.upload)));
  if (!item.current) tools.append(button(item, "Delete", () => {
    asksDelete = keyOf(item);
    showSurveys();
    $("surveyList").querySelector(".ask button").focus();
  }));
  row.append(tools);
  if (item.upload) row.append(make("p", { className: "quiet", textContent: `Upload: ${item.upload}` }));
  if (notesOf === keyOf(item)) row.append(notesPart(item, draft));
  if (asksDelete === keyOf(item)) row.append(deletePart(item));
  return row;
}

const nameOf = (item) => readable(item.title) || item.file;

// Dates in a text as the reader writes them, in the reader's own zone.
const readable = (text) => (text ?? "").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z/g,
  (date) => new Date(date).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));

function sizeText(bytes) {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : ["kB", 1e3];
  return bytes > 0 ? `${(bytes / size).toFixed(bytes < 10 * size ? 1 : 0)} ${unit}` : "";
}
const keyOf = (item) => `${item.file} ${item.survey}`;

function button(item, text, press, isOn) {
  const made = make("button", { type: "button", textContent: text, press, "aria-label": `${text}: ${nameOf(item)}` });
  made.dataset.does = `${keyOf(item)} ${text}`;
  if (isOn !== undefined) made.setAttribute("aria-pressed", String(isOn));
  return made;
}

function exportChoice(item) {
  const choice = make("select", { "aria-label": `Export ${nameOf(item)} as` },
    make("option", { value: "", textContent: "Export as" }),
    ...exportKinds.map((kind) => make("option", { value: kind, textContent: kind })));
  choice.addEventListener("change", () => {
    if (choice.value) askFor(item, { do: "export", as: choice.value });
    choice.value = "";
  });
  return choice;
}

function openSurvey(item, slot) {
  // Waldo says why it opens nothing, and this page shows what it has shown.
  if (!isInCharge()) return askFor(item, { do: "open", slot });
  slots[slot].asked = false;
  if (slot === 1) {
    shownA = 1;
    if (shownB === 1) shownB = -1;
  } else shownB = 2;
  Object.assign(mapped, { isOwn: false, scale: 0 });
  askFor(item, { do: "open", slot });
  showSurveys();
}

// A note has at most 400 bytes, and the whole message 500.
function notesPart(item, draft) {
  const field = make("textarea", { rows: 2, value: draft, "aria-label": `New note for ${nameOf(item)}` }),
    encoder = new TextEncoder();
  field.dataset.does = `${keyOf(item)} field`;
  const clean = () => field.value.replace(/["\\\p{Cc}]+/gu, " ").trim();
  const add = button(item, "Add note", () => {
    if (clean() === "") return;
    askFor(item, { do: "note", text: clean() });
    field.value = "";
  });
  const watchLength = () => { add.disabled = encoder.encode(clean()).length > 400; };
  field.addEventListener("input", watchLength);
  watchLength();
  return make("div", { className: "notes" }, make("ul", {},
    ...(item.notes ?? []).map((note) => make("li", { textContent: note.text }))), field, add);
}

function deletePart(item) {
  const no = button(item, "Keep it", () => { asksDelete = ""; showSurveys(); });
  const yes = button(item, "Yes, delete", () => { asksDelete = ""; askFor(item, { do: "delete" }); showSurveys(); });
  yes.classList.add("danger");
  return make("div", { className: "ask", role: "alertdialog", "aria-label": "Delete" },
    make("p", { textContent: `Delete \u201c${nameOf(item)}\u201d? Its rows stay in ${item.file}: waldo survey delete --undo restores it.` }), yes, no);
}

$("surveysAgain").addEventListener("click", askSurveys);
