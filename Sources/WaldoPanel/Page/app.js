"use strict";
// The page as an app: the whole screen, a display that stays on, and a phone that is felt. Each only where the browser and
// the page's origin allow it.

const display = matchMedia("(display-mode: fullscreen), (display-mode: standalone)");
const isApp = () => display.matches && !document.fullscreenElement || navigator.standalone === true;

// The whole screen.

const canFill = () => document.fullscreenEnabled === true && !isApp();

function showFull() {
  const isFull = Boolean(document.fullscreenElement);
  $("full").hidden = !isFull && !canFill();
  $("full").setAttribute("aria-label", isFull ? "Leave full screen" : "Full screen");
  $("full").setAttribute("aria-pressed", String(isFull));
}

$("full").addEventListener("click", () => {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  change?.catch?.(() => {});
});
document.addEventListener("fullscreenchange", showFull);

// A display that goes dark takes the page's focus, which halts the arm: it stays on while this page drives.

let lock = null, isLocking = false;

async function keepAwake() {
  const isWanted = isOpen() && state.drives === true && document.visibilityState === "visible";
  if (!isWanted) {
    lock?.release().catch(() => {});
    lock = null;
    return;
  }
  if (lock || isLocking || !navigator.wakeLock) return;
  isLocking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    // The battery is low, or the browser does not want to: asked again with the next state.
  }
  isLocking = false;
}

// A halt is felt: a finger on the glass does not see what it covers. A browser allows it only after a touch.

function feel() {
  if (document.visibilityState === "visible" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
}

function feelHalt(news, before) {
  if (before.halts === undefined) return;
  // What was pressed before a stop may not act after it.
  if (news.stopped && !before.stopped) forgetTyped();
  if (news.halts > before.halts || (news.stopped && !before.stopped)) feel();
}

// An app begins without the token that stands in the address that a browser has opened: it keeps the last one on the device.

const keptToken = { // a browser may forbid the storage
  get: () => { try { return localStorage.getItem("token"); } catch { return null; } },
  set: (token) => { try { if (token === null) localStorage.removeItem("token"); else localStorage.setItem("token", token); } catch { /* typed again */ } },
};

function takeKeptToken() {
  const token = isApp() && !hasToken() ? keptToken.get() : null;
  if (token) history.replaceState(null, "", `#${token}`);
}

function keepToken(isRight) {
  if (!isApp() || !hasToken()) return;
  const token = location.hash.slice(1);
  if (isRight) keptToken.set(token);
  else if (keptToken.get() === token) keptToken.set(null);
}

document.addEventListener("visibilitychange", keepAwake);
display.addEventListener("change", showFull);
takeKeptToken();
showFull();
