/** `.000Z` to `.999Z`. */
const millis = Array.from({ length: 1000 }, (_, ms) => `.${String(ms).padStart(3, '0')}Z"`);

let second = Number.NaN;
let prefix = '';

/** The `time` of a log line, in UTC as ISO 8601 writes it. A second is written out once: a date costs more than a line. */
export function isoTime(now: number = Date.now()): string {
  const at = Math.floor(now / 1000);
  if (at !== second) {
    second = at;
    prefix = `,"time":"${new Date(at * 1000).toISOString().slice(0, 19)}`;
  }
  return prefix + millis[now - at * 1000]!;
}
