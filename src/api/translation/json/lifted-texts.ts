/**
 * Images and files in base64 are taken out of a body before it becomes a string, and put back as the very same bytes into
 * what is sent: a megabyte that is decoded, joined and encoded again costs the event loop more than all else of a request.
 */
import { randomBytes } from 'node:crypto';

/** Shorter strings are cheaper to carry along. */
const leastBytes = 32 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const inDataUrl = Buffer.from(';base64,');
const inMember = Buffer.from('"data"');
/** So far before the data of a URL its head is looked for. */
const longestHead = 128;
/** A text file may have to be read: it stays. */
const takenTypes = /data:(?:image|audio|video|application)\\?\/[^"\\]*$/i;
const beforeValue = /^\s*:\s*"/;
/** The gateway's own seals have to be read. */
const sealBeginning = 'gw1.';

interface Lifted {
  readonly mark: string;
  readonly bytes: Buffer;
}

export class LiftedTexts {
  /** The body, with a mark in the place of each. */
  readonly text: string;
  readonly #lifted: readonly Lifted[];

  private constructor(text: string, lifted: readonly Lifted[]) {
    this.text = text;
    this.#lifted = lifted;
  }

  /** @param bytes Sound JSON. They are not copied: what is put back are slices of them. */
  static outOf(bytes: Buffer): LiftedTexts {
    if (bytes.length < leastBytes) return new LiftedTexts(bytes.toString(), []);
    const places = placesIn(bytes);
    if (places.length === 0) return new LiftedTexts(bytes.toString(), []);
    // Nobody can guess them, and they need no escapes in JSON.
    const secret = randomBytes(16).toString('base64url');
    const lifted: Lifted[] = [];
    let text = '';
    let at = 0;
    for (const { from, to } of places) {
      const mark = `${secret}.${lifted.length}.`;
      lifted.push({ mark, bytes: bytes.subarray(from, to) });
      text += bytes.toString('utf8', at, from) + mark;
      at = to;
    }
    return new LiftedTexts(text + bytes.toString('utf8', at), lifted);
  }

  /** The pieces of a body in which marks stand: what they stand for is in their place. */
  restored(body: Buffer): Buffer[] {
    const places = this.#lifted
      .flatMap(({ mark, bytes }) =>
        placesOf(mark, body).map((from) => ({ from, to: from + mark.length, bytes })),
      )
      .sort((one, other) => one.from - other.from);
    const pieces: Buffer[] = [];
    let at = 0;
    for (const { from, to, bytes } of places) {
      pieces.push(body.subarray(at, from), bytes);
      at = to;
    }
    pieces.push(body.subarray(at));
    return pieces;
  }
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The places of long data, in order and without overlaps. */
function placesIn(bytes: Buffer): Place[] {
  const starts = [...startsInUrls(bytes), ...startsInMembers(bytes)].sort((one, other) => one - other);
  const places: Place[] = [];
  let end = 0;
  for (const from of starts) {
    if (from < end) continue;
    const to = bytes.indexOf(quote, from);
    if (to - from < leastBytes) continue;
    // An escape would have to be understood, and a quote behind a backslash is no end.
    if (bytes.subarray(from, to).includes(backslash)) continue;
    places.push({ from, to });
    end = to;
  }
  return places;
}

function* startsInUrls(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(inDataUrl); at !== -1; at = bytes.indexOf(inDataUrl, at + 1)) {
    const head = bytes.toString('latin1', Math.max(0, at - longestHead), at);
    if (takenTypes.test(head)) yield at + inDataUrl.length;
  }
}

function* startsInMembers(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(inMember); at !== -1; at = bytes.indexOf(inMember, at + 1)) {
    if (bytes[at - 1] === backslash) continue;
    const after = at + inMember.length;
    const [found] = beforeValue.exec(bytes.toString('latin1', after, after + 32)) ?? [];
    if (found === undefined) continue;
    const from = after + found.length;
    if (bytes.toString('latin1', from, from + sealBeginning.length) !== sealBeginning) yield from;
  }
}

function placesOf(mark: string, body: Buffer): number[] {
  const places: number[] = [];
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}
