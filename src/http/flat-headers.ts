/**
 * Header fields as names in lower case and values in turn, which is how Node.js reads and writes them. A request has a
 * handful: to look through them costs less than an object with keys of its own each time, which the engine makes as a
 * table and lists by sorting it.
 */
export type FlatHeaders = readonly string[];

/** The value of a field; undefined where it is not there. */
export function headerValue(headers: FlatHeaders, name: string): string | undefined {
  const place = placeOf(headers, name);
  return place === -1 ? undefined : headers[place + 1];
}

/** Whether a field is there. */
export function hasHeader(headers: FlatHeaders, name: string): boolean {
  return placeOf(headers, name) !== -1;
}

/**
 * Adds a field, or joins its value to the one that is there with a comma (RFC 9110, 5.3).
 *
 * @param places Where there may be a thousand fields: where each stands, kept by this function.
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

/** Adds a field, in place of one that is there. */
export function setHeader(headers: string[], name: string, value: string): void {
  const place = placeOf(headers, name);
  if (place === -1) headers.push(name, value);
  else headers[place + 1] = value;
}

/** Those of other names. */
export function withoutHeaders(headers: FlatHeaders, isUnwanted: (name: string) => boolean): string[] {
  const left: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (!isUnwanted(headers[index]!)) left.push(headers[index]!, headers[index + 1]!);
  }
  return left;
}

/** Of an object's names and values; of names that differ in case the last counts, as with any other name that is repeated. */
export function flatHeaders(named: Readonly<Record<string, string>>): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(named)) setHeader(flat, name.toLowerCase(), value);
  return flat;
}

function placeOf(headers: FlatHeaders, name: string): number {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return index;
  return -1;
}
