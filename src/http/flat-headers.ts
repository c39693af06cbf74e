/**
 * Header fields as lower-case names and values in turn, the form that Node.js reads and writes. A request has a
 * handful. A search through them costs less than an object with its own keys each time, which the engine makes as a
 * table and lists by sorting.
 */
export type FlatHeaders = readonly string[];

/** The value of a field; undefined without one. */
export function headerValue(headers: FlatHeaders, name: string): string | undefined {
  const place = placeOf(headers, name);
  return place === -1 ? undefined : headers[place + 1];
}

/** True if a field is there. */
export function hasHeader(headers: FlatHeaders, name: string): boolean {
  return placeOf(headers, name) !== -1;
}

/**
 * Adds a field, or joins its value to the present one with a comma (RFC 9110, 5.3).
 *
 * @param places An index of the fields for lists of up to a thousand; this function fills it.
 */
export function joinHeader(
  headers: string[],
  name: string,
  value: string,
  places?: Map<string, number>,
): void {
  const place = places === undefined ? placeOf(headers, name) : (places.get(name) ?? -1);
  if (place !== -1) {
    headers[place + 1] += `, ${value}`;
    return;
  }
  places?.set(name, headers.length);
  headers.push(name, value);
}

/** Sets a field, in place of a present one. */
export function setHeader(headers: string[], name: string, value: string): void {
  const place = placeOf(headers, name);
  if (place === -1) headers.push(name, value);
  else headers[place + 1] = value;
}

/** The fields with other names. */
export function withoutHeaders(headers: FlatHeaders, isUnwanted: (name: string) => boolean): string[] {
  const left: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (!isUnwanted(headers[index]!)) left.push(headers[index]!, headers[index + 1]!);
  }
  return left;
}

/**
 * The names and values of an object; of names that differ only in case the last one counts, as with any repeated name.
 */
export function flatHeaders(named: Readonly<Record<string, string>>): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(named)) setHeader(flat, name.toLowerCase(), value);
  return flat;
}

function placeOf(headers: FlatHeaders, name: string): number {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return index;
  return -1;
}
