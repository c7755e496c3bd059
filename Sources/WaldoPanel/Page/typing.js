"use strict";
// Tells a scanner or a paste from fingers, as the terminal does: TypingGuard.swift says by what, and why.

const typing = { delay: 60, window: 55, pause: 100 }; // ms
let presses = [], burstEnds = 0;
const waitingKeys = new Map(); // what each key will do once it is known that fingers have pressed it

// `act`: what the key does; null: nothing.
function keyPressed({ code, timeStamp: now }, act) {
  presses = [...presses.slice(-2), now];
  const isBurst = presses.length === 3 && now - presses[0] <= typing.window;
  if (isBurst || now < burstEnds) {
    burstEnds = now + typing.pause;
    return forgetTyped();
  }
  if (act === null) return;
  waitingKeys.set(code, { timer: setTimeout(() => passKey(code, act), typing.delay), isReleased: false });
}

// A key that is let go of before it has acted is a tap.
function keyReleased(code) {
  const waiting = waitingKeys.get(code);
  if (waiting) waiting.isReleased = true;
  else if (keys.delete(code)) followKeys();
}

function passKey(code, act) {
  const { isReleased } = waitingKeys.get(code);
  waitingKeys.delete(code);
  act();
  if (isReleased) keyReleased(code);
}

function forgetTyped() {
  for (const { timer } of waitingKeys.values()) clearTimeout(timer);
  waitingKeys.clear();
}
