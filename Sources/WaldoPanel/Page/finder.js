"use strict";
// The shields in reach, before there is a link.

function showFinder(isLost) {
  const finding = !isArmless() && isOpen() && !isLost && state.transport === "shield" && !isUp() && ["scanning", "connecting"].includes(state.link);
  $("finder").hidden = !finding;
  document.body.classList.toggle("finding", finding);
  if (finding) showShields();
}

function showShields() {
  put("finderTitle", state.link === "connecting" ? `Connecting to ${state.shield}` : "Shields in reach");
  put("adapter", state.adapter ? `${state.adapter} is listening` : "looking for a Bluetooth adapter");
  put("more", state.more > 0 ? `and ${state.more} more, not so near` : "");
  const list = $("shields");
  const now = JSON.stringify([state.shields, state.choose, state.link, state.drives]);
  if (list.dataset.shown === now) return;
  list.dataset.shown = now;
  const focused = document.activeElement?.dataset?.address;
  list.replaceChildren(...state.shields.map(([name, address, rssi]) => {
    const item = document.createElement("li"), who = document.createElement("span"), at = document.createElement("span");
    const strength = document.createElement("span");
    who.className = "who";
    who.textContent = name || "(no name)";
    at.className = "address";
    at.textContent = address;
    who.append(at);
    strength.className = "rssi";
    strength.textContent = rssi ? `${rssi} dBm` : "";
    item.append(who, strength);
    if (state.choose && state.drives && state.link !== "connecting") {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Connect";
      button.setAttribute("aria-label", `Connect to ${name || address}`);
      button.dataset.address = address;
      button.addEventListener("click", () => send({ do: "connect", to: address }));
      item.append(button);
    }
    return item;
  }));
  if (focused) list.querySelector(`[data-address="${CSS.escape(focused)}"]`)?.focus();
}
