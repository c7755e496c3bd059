"use strict";
// Round numbers and round times for axes, and times in words.

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800,
  604800].map((s) => s * 1000);
const roundTime = (span) => timeSteps.find((step) => step >= span) ?? timeSteps.at(-1);

// A step of numbers that is as many decimals long as it needs.
function stepText(value, step) {
  const places = within(-Math.floor(Math.log10(step) + 1e-9), [0, 8]);
  return (Math.abs(value) < step / 1e6 ? 0 : value).toFixed(places).replace("-", "\u2212");
}

const twoDigits = (number) => String(number).padStart(2, "0");

// A time of a slot's clock: the local one where its zero is known, else since the beginning.
function timeText(ms, utc, isExact) {
  if (utc !== undefined) {
    const date = new Date(utc + ms),
      day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} `;
    const hasSeconds = isExact || ms % 60000 !== 0 || date.getSeconds() !== 0;
    const clock = [date.getHours(), date.getMinutes(), ...(hasSeconds ? [date.getSeconds()] : [])].map(twoDigits).join(":");
    return `${isExact ? day : ""}${clock}`;
  }
  const whole = Math.floor(Math.abs(ms) / 1000), [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60,
    whole % 60];
  return `${ms < 0 ? "\u2212" : ""}${h > 0 ? `${h}:${twoDigits(m)}` : m}:${twoDigits(s)}`;
}

// Where the first round time at or after one is; with a known clock they are round where the operator is.
function firstTime(from, step, utc) {
  const shift = utc === undefined ? 0 : utc - new Date(utc + from).getTimezoneOffset() * 60000;
  return Math.ceil((from + shift) / step) * step - shift;
}

function spanText(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.round(seconds / 60)} min`
    : `${(seconds / 3600).toFixed(1)} h`;
}
