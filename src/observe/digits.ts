/**
 * Numbers as text for what is written with every request. The engine remembers the text of each number that it writes
 * in a table that is older than any request; numbers that never come again are then all kept until a full collection.
 * So they are put together from parts that do come again.
 */
const thousand = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'));

/** A whole number that is not negative. */
export function wholeText(value: number): string {
  if (value < 1000) return String(value);
  const above = Math.floor(value / 1000);
  return wholeText(above) + thousand[value - above * 1000]!;
}

/** Milliseconds in tenths, as JSON writes them: `15.2`, `15`. */
export function tenthsText(ms: number): string {
  const tenths = Math.max(0, Math.round(ms * 10));
  const whole = Math.floor(tenths / 10);
  const rest = tenths - whole * 10;
  return rest === 0 ? wholeText(whole) : `${wholeText(whole)}.${rest}`;
}
