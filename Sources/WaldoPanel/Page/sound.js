"use strict";
// Clicks and the alarm's sound. A browser lets a page sound only after a gesture: both are off until their button is
// pressed.

const MOST_CLICKS = 50; // a second
let air = null, tick = null; // the audio, and a click's waveform
let clicksOn = false, sirenOn = false;
let counted = null; // the last sum of counts, and when it came
let sirenTimer = 0;

function startAir() {
  if (!air) {
    air = new AudioContext();
    tick = air.createBuffer(1, Math.round(air.sampleRate * 0.004), air.sampleRate);
    const wave = tick.getChannelData(0);
    for (let at = 0; at < wave.length; at += 1) wave[at] = (Math.random() * 2 - 1) * Math.exp(-at / wave.length * 5);
  }
  if (air.state !== "running") air.resume();
}

// The counts since the last message, spread at random over the time since then: that is how they came.
function hearCounts({ counts, t }) {
  const before = counted;
  counted = counts === undefined ? null : { counts, t };
  if (!clicksOn || !air || !before || !counted) return;
  const span = within((t - before.t) / 1000, [0.05, 2]), came = counts - before.counts;
  if (!(came > 0) || lost) return;
  const clicks = Math.min(came, Math.round(MOST_CLICKS * span));
  for (let click = 0; click < clicks; click += 1) {
    const source = air.createBufferSource();
    source.buffer = tick;
    source.connect(air.destination);
    source.start(air.currentTime + Math.random() * span);
  }
}

// Two tones a second for as long as an alarm is not acknowledged.
function sound(isAlarm) {
  const isOn = isAlarm && sirenOn && air !== null;
  if (isOn === (sirenTimer !== 0)) return;
  clearInterval(sirenTimer);
  sirenTimer = isOn ? setInterval(beep, 1000) : 0;
  if (isOn) beep();
}

function beep() {
  for (const [wait, pitch] of [[0, 880], [0.3, 660]]) {
    const tone = air.createOscillator(), gain = air.createGain(), at = air.currentTime + wait;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.25, at + 0.02);
    gain.gain.linearRampToValueAtTime(0, at + 0.25);
    tone.connect(gain).connect(air.destination);
    tone.start(at);
    tone.stop(at + 0.26);
  }
}

function showSounds() {
  const counts = survey?.counts !== undefined;
  $("clicks").disabled = !counts;
  for (const [id, isOn, name] of [["clicks", clicksOn, "Clicks"], ["siren", sirenOn, "Alarm sound"]]) {
    put(id, `${name} ${isOn ? "on" : "off"}`);
    $(id).setAttribute("aria-pressed", String(isOn));
  }
  put("soundWords", [!sirenOn
    && "Press Alarm sound to hear alarms here.",
    !counts && "The sensor counts nothing: there are no clicks."].filter(Boolean).join(" "));
}

$("clicks").addEventListener("click", () => { clicksOn = !clicksOn; startAir(); showSounds(); });
$("siren").addEventListener("click",
  () => { sirenOn = !sirenOn; startAir(); showSounds(); sound(openAlarms().length > 0); });
