"use strict";
// The page of waldo's wizard: it shows what waldo asks for and what moves, and passes four buttons on.

const $ = (id) => document.getElementById(id);
const SILENCE = 3000; // ms without a word of waldo's after which the page says so
const STAGES = {
  waiting: "Waiting", resting: "Let go of everything", asking: "Your move", held: "Let go",
  confirming: "All is known", done: "Written",
};

let socket = null, state = null, heardAt = 0, wasOpen = false;

function open() {
  heardAt = performance.now();
  const token = encodeURIComponent(location.hash.slice(1));
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/drive?token=${token}`);
  socket.onopen = () => { wasOpen = true; };
  socket.onmessage = (event) => {
    heardAt = performance.now();
    state = JSON.parse(event.data);
    show();
  };
  socket.onclose = () => lose();
}

function lose() {
  if (socket === null) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
  socket = null;
  // After the end there is nothing to come back to.
  if (state !== null && state.stage === "done") return;
  show();
  setTimeout(open, wasOpen ? 1000 : 3000);
}

function send(to) {
  if (socket !== null && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: "wizard", to }));
}

function put(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function show() {
  const isHeard = socket !== null && state !== null;
  put("lost", wasOpen ? "No connection to waldo: trying again." : "Not let in yet: trying again.");
  $("lost").hidden = isHeard;
  $("ask").hidden = isHeard || wasOpen;
  $("all").hidden = state === null;
  $("all").inert = !isHeard;
  if (state === null) return;
  put("input", state.input);
  put("number", state.count > 0 && state.number > 0 ? `${state.number} of ${state.count}` : "");
  $("card").className = state.stage;
  put("stage", STAGES[state.stage]);
  put("heading", state.stage === "done" ? "" : state.heading);
  put("prompt", state.stage === "done" ? state.heading : state.prompt);
  put("remark", state.remark);
  put("hint", state.remark === "" ? state.hint : "");
  const isDone = state.stage === "done", isKnown = state.stage === "confirming";
  $("buttons").hidden = isDone;
  $("back").disabled = state.found.length === 0;
  $("skip").hidden = isKnown;
  $("skip").disabled = !state.skips;
  $("other").hidden = !isKnown || !state.other;
  $("write").hidden = !isKnown;
  $("write").disabled = !state.writes;
  put("write", state.other ? "Replace" : "Write");
  $("moving").hidden = isDone || isKnown;
  showAxes();
  put("keys", state.keys.join(" "));
  showFound();
  $("report").hidden = !isDone;
  put("report", state.report.join("\n"));
}

function showAxes() {
  const rows = $("axes");
  while (rows.children.length > state.axes.length) rows.lastChild.remove();
  while (rows.children.length < state.axes.length) {
    const row = document.createElement("div");
    row.className = "axis";
    row.innerHTML = '<span></span><span class="groove"><i></i><b></b></span><span></span>';
    rows.append(row);
  }
  state.axes.forEach(([name, value, ignored], place) => {
    const [label, groove, number] = rows.children[place].children;
    const percent = ignored === "1" ? 0 : Number(value);
    label.textContent = name;
    number.textContent = ignored === "1" ? "left out" : `${percent} %`;
    groove.firstChild.style.left = `${percent < 0 ? 50 + percent / 2 : 50}%`;
    groove.firstChild.style.width = `${Math.abs(percent) / 2}%`;
  });
}

function showFound() {
  const list = $("found"), text = JSON.stringify(state.found);
  if (list.dataset.text === text) return;
  list.dataset.text = text;
  list.replaceChildren(...state.found.flatMap(([name, what]) => {
    const term = document.createElement("dt"), value = document.createElement("dd");
    term.textContent = name;
    value.textContent = what;
    return [term, value];
  }));
}

for (const id of ["back", "skip", "other", "write"]) $(id).addEventListener("click", () => send(id));

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const token = $("token").value.trim().replace(/^.*#/, "");
  if (token === "") return;
  history.replaceState(null, "", `#${encodeURIComponent(token)}`);
  $("token").value = "";
  lose();
});

setInterval(() => {
  if (socket === null) return;
  if (performance.now() - heardAt > SILENCE) lose();
  else if (wasOpen && socket.readyState === WebSocket.OPEN) socket.send('{"do":"beat"}');
}, 1000);
open();
