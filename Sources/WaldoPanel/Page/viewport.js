"use strict";
// STOP keeps its place and its size on the screen, whatever part of the page a magnifier shows, and stays above a keyboard.
// The rest of the page moves beneath it.

const SMALLEST = 44; // px on the screen, of what a finger has to hit

// The place nearest to one at which a part of this length, which begins at an offset from it, lies in a range. A part that is
// too long begins where the range does.
const placeIn = (place, offset, length, [from, to]) => Math.max(from - offset, Math.min(to - offset - length, place));

function placeStop() {
  const bar = $("halt"), seen = visualViewport;
  bar.style.transform = "";
  const own = bar.getBoundingClientRect(), stop = $("stop").getBoundingClientRect();
  const across = [seen.offsetLeft, seen.offsetLeft + seen.width], down = [seen.offsetTop, seen.offsetTop + seen.height];
  // What is left of a low screen is STOP's, down to the size of a finger.
  const size = Math.min(1 / seen.scale, Math.max(SMALLEST / seen.scale, seen.height) / stop.height);
  const left = (stop.x - own.x) * size, top = (stop.y - own.y) * size;
  // Its place is that in a window which shows the page from its beginning.
  const isFixed = getComputedStyle(bar).position === "fixed";
  let x = seen.offsetLeft + (own.x + (isFixed ? 0 : scrollX)) / seen.scale;
  let y = seen.offsetTop + (own.y + (isFixed ? 0 : scrollY)) / seen.scale;
  // All of the bar if there is room, else at least STOP.
  x = placeIn(placeIn(x, 0, own.width * size, across), left, stop.width * size, across);
  y = placeIn(placeIn(y, 0, own.height * size, down), top, stop.height * size, down);
  const isMoved = Math.hypot(x - own.x, y - own.y) > 0.5 || Math.abs(size - 1) > 0.001;
  if (isMoved) bar.style.transform = `translate(${x - own.x}px, ${y - own.y}px) scale(${size})`;
  document.body.classList.toggle("moved", isMoved);
}

// The height of what is above the controls, for their layout.
function measureAbove() {
  document.body.style.setProperty("--above", `${document.querySelector("main").offsetTop}px`);
  document.body.classList.toggle("low", innerHeight <= 720);
}

// Whatever changes size above STOP may push it out of a low window.
if (globalThis.visualViewport) {
  const sizes = new ResizeObserver(() => { measureAbove(); placeStop(); });
  for (const element of [...document.body.children, ...document.querySelector("main").children]) sizes.observe(element);
  for (const type of ["resize", "scroll"]) {
    visualViewport.addEventListener(type, placeStop);
    addEventListener(type, placeStop);
  }
  placeStop();
}

// A long press opens no menu over the page, and ends no touch; a mouse has its menus.
addEventListener("contextmenu", (event) => {
  if (["touch", "pen"].includes(event.pointerType) && !isTextField(event.target)) event.preventDefault();
});
