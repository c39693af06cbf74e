/** JSON that is the text of a string, as arguments of tools are: what is read of it has its escapes decoded once more. */

/** A string, name or long number in it, by UTF-16 units, with the quotes of a string. */
export interface InnerText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const opening = /^\s*[{[]/;
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]{5,}/gs;

/** The texts in it; undefined for what is no JSON object or list. */
export function innerTexts(json: string): readonly InnerText[] | undefined {
  if (!opening.test(json)) return undefined;
  try {
    JSON.parse(json);
  } catch {
    return undefined;
  }
  const found: InnerText[] = [];
  for (const { 0: token, index } of json.matchAll(strings)) {
    const text = token.startsWith('"') ? (JSON.parse(token) as string) : token;
    if (text !== '') found.push({ text, from: index, to: index + token.length });
  }
  return found;
}

/** It as it would be read: JSON as it stands, with the escapes of its strings decoded. */
export function withoutEscapes(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replaceAll(strings, (token) => {
    if (!token.includes('\\')) return token;
    try {
      return `"${JSON.parse(token) as string}"`;
    } catch {
      return token;
    }
  });
}
