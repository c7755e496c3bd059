"use strict";
// A choice opens its list in the page. The browser's own list may lie over STOP, keeps Space to itself, and the first touch
// beside it only closes it.

let choiceList = null, choiceOf = null; // the list that is open, and whose it is

function openChoice(select) {
  closeChoice();
  const name = select.getAttribute("aria-label") ?? select.closest("label")?.firstChild.textContent.trim() ?? "";
  choiceOf = select;
  choiceList = make("div", { className: "choice", role: "listbox", "aria-label": name },
    ...[...select.options].map((option) => make("button", { type: "button", role: "option", textContent: option.text,
      disabled: option.disabled, "aria-selected": String(option.selected), press: () => chooseOption(option.value) })));
  (select.closest("label") ?? select).after(choiceList);
  const chosen = choiceList.querySelector("[aria-selected=true]") ?? choiceList.firstChild;
  chosen?.focus({ focusVisible: false });
}

function closeChoice() {
  choiceList?.remove();
  choiceList = choiceOf = null;
}

function chooseOption(value) {
  const select = choiceOf;
  closeChoice();
  select.focus({ preventScroll: true });
  // What waldo has taken from the choices meanwhile cannot be chosen.
  if (select.value === value || ![...select.options].some((option) => option.value === value)) return;
  select.value = value;
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}

function toggleChoice(event) {
  if (!(event.target instanceof HTMLSelectElement) || !event.cancelable) return;
  event.preventDefault();
  if (choiceOf === event.target) closeChoice(); else openChoice(event.target);
}

// A finger that has panned the page chooses nothing: its touch cannot be cancelled, or was.
addEventListener("touchend", toggleChoice, { passive: false });
addEventListener("mousedown", (event) => { if (event.button === 0) toggleChoice(event); });
addEventListener("pointerdown", (event) => {
  if (choiceList && event.target !== choiceOf && !choiceList.contains(event.target)) closeChoice();
}, true);

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLSelectElement && (event.code === "Enter" || event.code === "F4" || event.altKey && event.code.startsWith("Arrow"))) {
    return toggleChoice(event);
  }
  // In the list the arrows are no keys of the controls.
  const way = { ArrowDown: "nextSibling", ArrowUp: "previousSibling" }[event.code];
  if (!way || !choiceList?.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  event.target[way]?.focus();
}, true);
