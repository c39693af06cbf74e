const seconds = /^\d{1,10}(?:\.\d+)?$/;
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The milliseconds that a Retry-After header asks to wait, from `wallNow` (milliseconds since the epoch): whole
 * seconds, as some send them also fractions, or a date in any of the three forms of RFC 9110 section 5.6.7.
 * 0 for a date that is over, undefined for anything else.
 */
export function retryAfterMs(header: string | undefined, wallNow: number): number | undefined {
  const value = header?.trim() ?? '';
  if (seconds.test(value)) return Math.round(Number(value) * 1000);
  // The forms are checked first because Date.parse takes almost anything for a date, and asctime for local time.
  let at = Number.NaN;
  if (imfFixdate.test(value) || rfc850Date.test(value)) at = Date.parse(value);
  else if (asctimeDate.test(value)) at = Date.parse(`${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wallNow);
}
