"use strict";
// The controls that the page shows. The first slider and the first joystick are under the thumbs, the others beside them;
// what belongs to another profile than the one in force is not shown.

const LONG = 8; // characters of a channel's name that stand beside its number on a phone

// What shows a control: the two that the page has from the start, and copies of them.
const slideView = makeView($("slide")), steerView = makeView($("steer"));
let views = [slideView, steerView];
let rightView = steerView; // what is under the right thumb
let laidOut = "";

function makeView(root) {
  const find = (name) => root.querySelector(name);
  const axes = ["x", "y"].filter((axis) => find(`.axis.${axis}`)).map((axis) => ({
    key: axis, root: find(`.axis.${axis}`), label: find(`.axis.${axis} .label`), number: find(`.axis.${axis} .value`) }));
  return { root, axes, isSlider: root.classList.contains("slide"), control: null, surface: find(".surface"), moved: find(".knob, .handle"),
    bar: find(".bar"), caption: find(".way, .caption"), holder: find(".holder"),
    ends: ["top", "bottom", "left", "right"].map((side) => [side, find(`.end.${side}`)]).filter(([, end]) => end), name: find(".name"), recentre: find(".recentre") };
}

// What waldo tells of a view's control; undefined: nothing.
const stateOf = (view) => state.controls.find((control) => control.control === view.control);
const viewAt = (control) => views.find((view) => view.control === control);

const usual = { zx: "x", zy: "y" };
// The hand's direction that an axis moves; undefined: it moves a channel.
const handAxis = (axis) => axis?.channel.startsWith("hand.") ? axis.channel.slice(5) : undefined;
const channelName = (axis) => usual[axis.channel] ?? handAxis(axis) ?? axis.channel;
const unitOf = (name) => name === undefined ? "" : ["turn", "pitch", "roll"].includes(name) ? " \u00b0/s" : " mm/s";

function layOut() {
  // Without a state the page stays as it was.
  if (state.controls.length === 0) return;
  const shown = state.controls.filter((control) => control.live);
  const plan = JSON.stringify(shown.map((one) => [one.control, one.name, one.kind, one.x?.channel, one.y?.channel]));
  if (plan === laidOut) return;
  laidOut = plan;
  // No finger goes on at another control.
  lose();
  const [sliders, joysticks, buttons] = ["slider", "joystick", "button"].map((kind) => shown.filter((one) => one.kind === kind));
  for (const view of views) if (view !== slideView && view !== steerView) view.root.remove();
  views = [slideView, steerView];
  bind(slideView, sliders[0]);
  bind(steerView, joysticks[0]);
  // Two of a kind share the thumbs where there is none of the other.
  const second = sliders.length === 0 ? joysticks[1] : joysticks.length === 0 ? sliders[1] : undefined;
  const further = [...sliders, ...joysticks].filter((one) => one !== sliders[0] && one !== joysticks[0] && one !== second);
  rightView = joysticks.length > 0 ? steerView : slideView;
  if (second) {
    const view = copyOf(second);
    view.root.classList.add("second");
    $("steer").after(view.root);
    if (second.kind === "slider") rightView = view;
  }
  for (const one of further) {
    const view = copyOf(one);
    view.root.classList.add("small");
    $("strip").append(view.root);
  }
  for (const one of buttons) addButton(one);
  $("strip").hidden = further.length === 0;
  $("actions").hidden = buttons.length === 0;
  const isMany = further.length + buttons.length > 0;
  $("further").hidden = !isMany;
  document.body.classList.toggle("many", isMany);
  document.body.classList.toggle("twins", second !== undefined);
  document.body.classList.toggle("alone", !second && (sliders.length === 0 || joysticks.length === 0));
}

function addButton(control) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "action surface";
  button.textContent = control.name;
  button.dataset.control = control.control;
  const view = { root: button, surface: button, axes: [], isButton: true, control: control.control };
  views.push(view);
  watch(view);
  $("actions").append(button);
}

function copyOf(control) {
  const root = (control.kind === "slider" ? $("slide") : $("steer")).cloneNode(true);
  for (const element of [root, ...root.querySelectorAll("[id]")]) element.removeAttribute("id");
  root.classList.remove("held");
  const view = makeView(root);
  views.push(view);
  bind(view, control);
  watch(view);
  return view;
}

function bind(view, control) {
  view.control = control?.control ?? null;
  view.root.hidden = control === undefined;
  if (!control) return;
  const { root, surface, axes, name } = view;
  const isUsual = control.name === control.kind, title = isUsual ? control.name[0].toUpperCase() + control.name.slice(1) : control.name;
  root.dataset.control = control.control;
  root.setAttribute("aria-label", title);
  root.title = isUsual ? "" : control.name;
  surface.setAttribute("aria-label", !view.isSlider ? title : isUsual ? `${title}, forward and backward` : `${title}, slider`);
  if (name) {
    view.caption.id ||= `place${control.control}`;
    surface.setAttribute("aria-describedby", view.caption.id);
    name.textContent = control.name;
    // The names of its channels are beside their numbers.
    name.hidden = control.nameless || (isUsual && view === steerView);
  }
  showEnds(view, control);
  // On the joystick that is always there the button keeps its place.
  const isHand = Boolean(handAxis(control.x) ?? handAxis(control.y));
  root.classList.toggle("units", isHand);
  if (view.recentre) view.recentre.hidden = isHand || (view !== steerView && !control.holds);
  for (const { key, root, label } of axes) {
    root.hidden = !control[key];
    // What the arm has not is not drawn.
    surface.classList.toggle(`no-${key}`, !control[key]);
    // A slider has its own name, a joystick those of what it moves.
    if (control[key]) label.textContent = view.isSlider ? control.name : channelName(control[key]);
  }
  root.classList.toggle("long", axes.some(({ key, label }) => control[key] && label.textContent.length > LONG));
}

// The numbers at the ends of a channel's way.
function showEnds({ ends, isSlider }, control) {
  const { x, y } = control, upright = isSlider ? x : y;
  const numbers = { top: upright?.high, bottom: upright?.low, right: x?.high, left: x?.low };
  for (const [side, end] of ends) write(end, numbers[side] ?? "");
}

function showControls() {
  for (const view of views) {
    const control = stateOf(view), isLive = mayDrive() && control?.gate === "open";
    if (!view.isButton) (view.isSlider ? showSlider : showStick)(view, control);
    view.surface.setAttribute("aria-disabled", String(!isLive));
    view.surface.classList.toggle("ended", [control?.x, control?.y].some((axis) => axis && state.ended?.includes(axis.channel)));
    if (view.holder) write(view.holder, [reportedWords(control), holderWords(control)].filter(Boolean).join(", "));
    if (view.recentre) view.recentre.disabled = !isLive || !control.holds;
    for (const { key, number } of view.axes) write(number, numberWords(control?.[key]));
  }
}

function holderWords(control) {
  // Until it was sent once, only an arm that reports says where it holds it.
  if (!control?.holder) return control?.holds && control.assumed && reportedWords(control) === "" ? "assumed" : "";
  return control.holder === "input" ? state.input || "pad" : state.drives ? "you" : "another page";
}

// Where the arm itself reports that it is. On a line that is always there: nothing may move from under a finger.
function reportedWords(control) {
  const places = [control?.x?.reported, control?.y?.reported].filter((place) => place !== undefined);
  return places.length > 0 ? `at ${places.join(" ")}` : "";
}

const numberWords = (axis) => axis ? axis.number + unitOf(handAxis(axis)) : "\u2013";

const part = (thousandths) => Math.max(-1, Math.min(1, (thousandths ?? 0) / 1000));

// The knob is where the finger is. The bar is a velocity, or the position that stays where the finger left it.
function showSlider(view, control) {
  const { surface, moved, bar, caption } = view;
  const deflection = part(control?.deflection), value = control?.holds ? part(control.x.place) : deflection;
  const way = !control ? "UNKNOWN" : control.holds ? placeWords(value) : wayWord(control.x, value);
  write(caption, way);
  caption.classList.toggle("quiet", Boolean(control?.holds));
  caption.classList.toggle("moving", deflection !== 0);
  const reach = (surface.clientHeight - moved.offsetHeight) / 2;
  moved.style.transform = `translateY(${deflection === 0 ? 0 : -deflection * reach}px)`;
  bar.style.top = `${50 - Math.max(0, value) * 50}%`;
  bar.style.height = `${Math.abs(value) * 50}%`;
  surface.setAttribute("aria-valuenow", Math.round(value * 100));
  surface.setAttribute("aria-valuetext", `${way.toLowerCase()} ${control?.x ? numberWords(control.x) : ""}`);
}

// The hand's own ways, seen from behind the arm; the first is that of a positive number.
const upDown = ["UP", "DOWN"], leftRight = ["LEFT", "RIGHT"];
const handWays = { height: upDown, z: upDown, up: upDown, pitch: upDown, turn: leftRight, y: leftRight, side: leftRight,
  roll: ["CLOCKWISE", "ANTICLOCKWISE"] };

function wayWord(axis, value) {
  const isTurned = handAxis(axis) && Number(axis.high) < Number(axis.low), way = isTurned ? -value : value;
  const [plus, minus] = handWays[handAxis(axis)] ?? ["FORWARD", "BACKWARD"];
  return way > 0 ? plus : way < 0 ? minus : "AT REST";
}

const percent = (value) => `${value > 0 ? "+" : "\u2212"}${Math.abs(value * 100).toFixed(0)} %`;
const placeWords = (value) => value === 0 ? "centre" : percent(value);

function showStick(view, control) {
  const x = part(control?.x?.place), y = part(control?.y?.place);
  view.moved.style.transform = `translate(${x * 35 / 0.3}%, ${-y * 35 / 0.3}%)`;
  const words = x === 0 && y === 0 ? "centre" : control?.x && control.y ? polar(x, y) : percent(control?.x ? x : y);
  write(view.caption, control ? words : "unknown");
}

function polar(x, y) {
  const angle = Math.round((Math.atan2(x, y) * 180 / Math.PI + 360) % 360) % 360;
  return `${angle}\u00b0 at ${Math.hypot(x, y).toFixed(2)}`;
}
