/** The head of a part: its lines, and its Content-Disposition (RFC 7578, 4.2). */
import { formFault } from './form-fault.ts';

export interface PartHead {
  /** As it was written, escapes of a quoted name undone. Each character is a byte. */
  readonly name: string;
  /** It has a name of a file, so that whoever reads the form takes it for one. */
  readonly isFile: boolean;
  /** As it was sent; undefined where it was not. */
  readonly contentType: string | undefined;
  /** Its bytes stand for others, as base64 does. */
  readonly isEncoded: boolean;
}

const line = /^([\w!#$%&'*+.^`|~-]+):[\t ]*([\t -~\x80-\xff]*)$/;
const disposition =
  /[\t ]*;[\t ]*([\w!#$%&'*+.^`|~-]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))[\t ]*/y;
const plainEncodings = new Set(['7bit', '8bit', 'binary']);

/**
 * Reads the lines above a part's content. Lines that go on in the next one are none of HTTP's, and refused.
 *
 * @param text Without the blank line at its end, each byte a character.
 * @param place Of the part among the others, from 1.
 */
export function readPartHead(text: string, place: number): PartHead {
  let found: { readonly name: string; readonly isFile: boolean } | undefined;
  let contentType: string | undefined;
  let encoding = 'binary';
  for (const written of text.split('\r\n')) {
    const match = line.exec(written);
    if (match === null) throw formFault(`has a header that can not be read in part ${place}`);
    const value = match[2]!;
    switch (match[1]!.toLowerCase()) {
      case 'content-disposition':
        if (found !== undefined) throw formFault(`has two Content-Dispositions in part ${place}`);
        found = readDisposition(value, place);
        break;
      case 'content-type':
        contentType = value;
        break;
      case 'content-transfer-encoding':
        encoding = value.trim().toLowerCase();
        break;
    }
  }
  if (found === undefined) throw formFault(`has no Content-Disposition in part ${place}`);
  return { ...found, contentType, isEncoded: !plainEncodings.has(encoding) };
}

function readDisposition(value: string, place: number): { readonly name: string; readonly isFile: boolean } {
  let name: string | undefined;
  let isFile = false;
  let isExtended = false;
  const type = /^form-data(?=[\t ]*;)/i.exec(value);
  disposition.lastIndex = 'form-data'.length;
  for (let at = disposition.lastIndex; type !== null && at < value.length; at = disposition.lastIndex) {
    const match = disposition.exec(value);
    if (match === null) break;
    const [, parameter, quoted, token] = match;
    const kind = parameter!.toLowerCase();
    // Some readers of forms decode it, others pass over it.
    if (kind === 'name*') throw formFault(`has a name in part ${place} that is written as \`name*\``);
    if (kind === 'name') {
      if (name !== undefined) throw formFault(`has two names in part ${place}`);
      // Some readers leave out every backslash, others those before a quote or a backslash alone.
      if (quoted !== undefined && /\\(?!["\\])/.test(quoted.replace(/\\["\\]/g, '')))
        throw formFault(`has a backslash in the name of part ${place}`);
      name = quoted?.replace(/\\(["\\])/g, '$1') ?? token!;
    }
    // Some readers take a part with an empty one for a field.
    if (kind === 'filename' && (quoted ?? token) === '')
      throw formFault(`has an empty name of a file in part ${place}`);
    if (kind === 'filename') isFile = true;
    if (kind === 'filename*') isExtended = true;
    if (disposition.lastIndex < value.length) continue;
    // RFC 7578, 4.2 forbids it, and some readers take a part that has nothing else for a field.
    if (isExtended && !isFile) throw formFault(`has a \`filename*\` without \`filename\` in part ${place}`);
    return named(name, isFile, place);
  }
  throw formFault(`has a Content-Disposition in part ${place} that can not be read`);
}

function named(
  name: string | undefined,
  isFile: boolean,
  place: number,
): { readonly name: string; readonly isFile: boolean } {
  if (name === undefined || name === '') throw formFault(`has no name in part ${place}`);
  return { name, isFile };
}
