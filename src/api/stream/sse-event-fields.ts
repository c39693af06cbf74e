import { carriageReturn, lineFeed } from '../../lib/bytes/line-ends.ts';

const colon = 0x3a;

/** The content of one server-sent event (WHATWG HTML, "Server-sent events"). */
export interface EventText {
  /** Its name; '' where it has none. */
  readonly type: string;
  /** Its data, lines joined; undefined for a comment, or a blank line alone. */
  readonly data: string | undefined;
  /** Lines that are no field of an event, joined: some backends put a bare JSON error behind their events. */
  readonly stray: string;
}

/** Lines that say nothing here. A comment has no name. */
const otherLine = /^(?:id|retry)?:|^(?:id|retry)$/;

/** Reads an event that is there in full, with the blank line that ends it or without. */
export function eventText(text: string): EventText {
  const { length } = text;
  let type = '';
  let data: string | undefined;
  let stray = '';
  let nextFeed = text.indexOf('\n');
  let nextReturn = text.indexOf('\r');
  // Only the first event of a stream can have a byte order mark.
  for (let at = text.startsWith('\ufeff') ? 1 : 0, end = 0; at < length; at = end + 1) {
    end = nextFeed === -1 ? length : nextFeed;
    if (nextReturn !== -1 && nextReturn < end) {
      end = nextReturn;
      nextReturn = text.indexOf('\r', end + 1);
    } else if (nextFeed !== -1) {
      nextFeed = text.indexOf('\n', end + 1);
    }
    // Nothing stands between a carriage return and its line feed either.
    if (end === at) continue;
    if (text.startsWith('data:', at)) data = joined(data, valueIn(text, at + 5, end));
    else if (text.startsWith('event:', at)) type = valueIn(text, at + 6, end);
    else {
      const line = text.slice(at, end);
      if (line === 'data') data = joined(data, '');
      else if (line === 'event') type = '';
      else if (!otherLine.test(line)) stray = stray === '' ? line : `${stray}\n${line}`;
    }
  }
  return { type, data, stray };
}

function valueIn(text: string, from: number, to: number): string {
  return text.slice(from < to && text[from] === ' ' ? from + 1 : from, to);
}

function joined(data: string | undefined, value: string): string {
  return data === undefined ? value : `${data}\n${value}`;
}

/** True for an event with data; one without is a comment to the client, or just its blank line. */
export function hasData(bytes: Buffer, from: number, to: number): boolean {
  let at = afterByteOrderMark(bytes, from);
  while (at < to) {
    if (bytes[at] === 0x64 && bytes[at + 1] === 0x61 && bytes[at + 2] === 0x74 && bytes[at + 3] === 0x61) {
      const next = bytes[at + 4];
      if (next === colon || next === lineFeed || next === carriageReturn) return true;
    }
    while (at < to && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++;
    at++;
  }
  return false;
}

/** Returns where the lines begin: after a byte order mark, which only the first event of a stream can have. */
function afterByteOrderMark(bytes: Buffer, from: number): number {
  return bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? from + 3 : from;
}
