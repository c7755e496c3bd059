"use strict";
// The one field of a page that was not let in: the panel's token.

let isRefused = false; // waldo answers, and lets this page not in
let isAskingWhy = false;
const hasToken = () => location.hash.length > 1;

// While nothing was ever seen of the drive there is nothing on the page but the field.
const asksToken = () => isRefused && !wasOpen && !stopWaits;

// A browser keeps from a page why its socket was refused. Where waldo serves a file, it was for the token.
async function askWhyRefused() {
  isAskingWhy = true;
  const isServed = await fetch("/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(2000) }).then((answer) => answer.ok, () => false);
  isAskingWhy = false;
  if (isOpen()) return;
  const isNew = isServed && !isRefused;
  isRefused = isServed;
  if (isRefused) keepToken(false);
  if (isRefused && wasOpen) lost = "waldo does not let this page in any more: open the address that it has printed";
  show();
  if (isNew && asksToken()) $("token").focus();
}

function showAsk() {
  const isAsked = !isOpen() && asksToken();
  $("ask").hidden = !isAsked;
  document.body.classList.toggle("asking", isAsked);
  put("askWhy", hasToken() ? "That is not the token of this drive. Paste the part after # in Waldo's address, or the token that you chose."
    : "Paste the part after # in Waldo's address, or the token that you chose.");
  $("token").setAttribute("aria-invalid", String(hasToken()));
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  // The whole address will do, too.
  const token = $("token").value.trim().replace(/^.*#/, "");
  if (token === "") return;
  history.replaceState(null, "", `#${encodeURIComponent(token)}`);
  $("token").value = "";
  enter();
});

// What is typed here is no key of the controls.
for (const type of ["keydown", "keyup"]) $("token").addEventListener(type, (event) => event.stopPropagation());

function enter() {
  isRefused = false;
  if (socket !== null) loseWaldo("trying again");
  open();
}

addEventListener("hashchange", () => { if (isRefused || lost) enter(); });
