"use strict";
// What lies under the samples of a map of the world: tiles and roads that waldo has on its own disk.

const MOST_TILES = 80;
const tiles = new Map(); // its address -> a picture
let roads = null, roadsOn = null, roadsOf = ""; // lines in degrees, the same on the plane, and of which plane

async function loadGround() {
  $("attribution").hidden = !joined.tiles;
  put("attribution", joined.tiles?.attribution ?? "");
  if (!joined.roads || roads) return;
  const answer = await fetch(`/roads.json?token=${encodeURIComponent(location.hash.slice(1))}`).then((news) =>
    (news.ok ? news.json() : null), () => null);
  roads = answer?.lines ?? null;
  roadsOf = "";
  staleLayer();
  redrawView();
}

function paintGround(target) {
  if (!isWorld() || !originOf(shownA)) return;
  const pen = target.canvas.getContext("2d");
  pen.setTransform(target.pixels, 0, 0, target.pixels, 0, 0);
  if (joined?.tiles) drawTiles(pen, target);
  if (roads) drawRoads(pen, target);
}

function drawTiles(pen, { x, y, scale, wide, tall }) {
  const { latitude } = originOf(shownA), around = 2 * Math.PI * EARTH * Math.cos(latitude * RADIAN);
  let z = within(Math.round(Math.log2(around * scale / 256)), [joined.tiles.min ?? 0, joined.tiles.max ?? 0]);
  const corner = (right, down) => toDegrees(x + right * wide / 2 / scale, y - down * tall / 2 / scale),
    west = corner(-1, -1), east = corner(1, 1);
  const column = (longitude) => (longitude + 180) / 360 * 2 ** z;
  const row = (angle) => (1 - Math.asinh(Math.tan(within(angle, [-85, 85]) * RADIAN)) / Math.PI) / 2 * 2 ** z;
  const count = () => (Math.floor(column(east.longitude)) - Math.floor(column(west.longitude))
    + 1) * (Math.floor(row(east.latitude)) - Math.floor(row(west.latitude)) + 1);
  while (z > (joined.tiles.min ?? 0) && count() > MOST_TILES) z -= 1;
  if (count() > MOST_TILES) return;
  const angleOf = (at) => Math.atan(Math.sinh(Math.PI * (1 - 2 * at / 2 ** z))) / RADIAN;
  const place = (right, down) => {
    const at = toPlane(right / 2 ** z * 360 - 180, angleOf(down));
    return [(at.x - x) * scale + wide / 2, (y - at.y) * scale + tall / 2];
  };
  for (let right = Math.floor(column(west.longitude)); right <= column(east.longitude); right += 1) {
    for (let down = Math.max(0, Math.floor(row(west.latitude))); down <= Math.min(2 ** z - 1,
      row(east.latitude)); down += 1) {
      const picture = tileAt(z, ((right % 2 ** z) + 2 ** z) % 2 ** z, down), [left, top] = place(right, down),
        [end, floor] = place(right + 1, down + 1);
      if (picture.complete && picture.naturalWidth > 0) pen.drawImage(picture, left, top, end - left + 0.5,
        floor - top + 0.5);
    }
  }
}

let tileTimer = 0;
function tileAt(z, x, y) {
  const address = `/tile?z=${z}&x=${x}&y=${y}&token=${encodeURIComponent(location.hash.slice(1))}`,
    known = tiles.get(address);
  if (known) return known;
  if (tiles.size > 4 * MOST_TILES) tiles.delete(tiles.keys().next().value);
  const picture = new Image();
  // Tiles that come together are drawn together.
  picture.addEventListener("load",
    () => { tileTimer ||= setTimeout(() => { tileTimer = 0; staleLayer(); redrawView(); }, 150); });
  picture.src = address;
  tiles.set(address, picture);
  return picture;
}

function drawRoads(pen, { x, y, scale, wide, tall }) {
  const origin = originOf(shownA), key = `${origin.longitude} ${origin.latitude}`;
  if (roadsOf !== key) {
    roadsOf = key;
    roadsOn = roads.map((line) => line.map(([longitude, latitude]) => toPlane(longitude, latitude)));
  }
  pen.lineJoin = pen.lineCap = "round";
  for (const [colour, line] of [[ink("--grid-strong"), 4], [ink("--card"), 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.beginPath();
    for (const road of roadsOn) {
      let wasNear = false;
      for (let at = 0; at < road.length; at += 1) {
        const left = (road[at].x - x) * scale + wide / 2, top = (y - road[at].y) * scale + tall / 2;
        const isNear = left > -wide && left < 2 * wide && top > -tall && top < 2 * tall;
        if (at > 0 && (isNear || wasNear)) pen.lineTo(left, top); else pen.moveTo(left, top);
        wasNear = isNear;
      }
    }
    pen.stroke();
  }
}
