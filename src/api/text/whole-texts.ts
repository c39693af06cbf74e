/** The texts of whole requests and answers. */
import { isUtf8 } from 'node:buffer';
import { yieldToRequests } from '../../lib/yield-to-requests.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import { Frame } from './frame.ts';
import { Walk } from './text-walk.ts';
import type { FoundTexts, TextBounds, TextPiece, TextWalk, Unseen, UnseenKind } from './texts.ts';

/** The texts of a request whose body is JSON. */
export function requestTexts(endpoint: ServedEndpoint, bytes: Buffer, bounds: TextBounds): TextWalk {
  return new Walk(bytes, { side: 'request', inside: rootOf(endpoint) }, bounds);
}

/** The texts of an answer that is JSON. */
export function answerTexts(endpoint: ServedEndpoint, bytes: Buffer, bounds: TextBounds): TextWalk {
  return new Walk(bytes, { side: 'answer', inside: rootOf(endpoint) }, bounds);
}

/** Nobody knows what an endpoint has that a configuration declares. */
function rootOf({ model }: ServedEndpoint): 'known' | 'open' {
  return model === undefined ? 'known' : 'open';
}

/** Longer than any piece of a walk, and short to whoever waits. */
const sliceMs = 2;

/** What a walk finds: at once where that is soon, else as a promise, letting others through in between. */
export function walked(walk: TextWalk): FoundTexts | Promise<FoundTexts> {
  const since = performance.now();
  while (walk.step()) if (performance.now() - since >= sliceMs) return walkedOn(walk, since);
  return walk.found;
}

async function walkedOn(walk: TextWalk, begun: number): Promise<FoundTexts> {
  let since = begun;
  do {
    const took = performance.now() - since;
    if (took < sliceMs) continue;
    await yieldToRequests(took);
    since = performance.now();
  } while (walk.step());
  return walk.found;
}

const lineFeed = 0x0a;

/**
 * The texts of a file of JSON lines, as the requests and results of batches are.
 *
 * @param side Whose they are: requests that are sent, or results that are answered.
 */
export function lineTexts(bytes: Buffer, side: 'request' | 'answer', bounds: TextBounds): TextWalk {
  return new Lines(bytes, side, bounds);
}

class Lines implements TextWalk {
  readonly #bytes: Buffer;
  readonly #side: 'request' | 'answer';
  readonly #lines = new Frame(undefined, true, '', '', 'known', 'unknown', undefined);
  readonly #texts: TextPiece[] = [];
  readonly #unseen: Unseen[] = [];
  #room: number;
  #at = 0;
  #walk: Walk | undefined;

  constructor(bytes: Buffer, side: 'request' | 'answer', { maxText }: TextBounds) {
    this.#bytes = bytes;
    this.#side = side;
    this.#room = maxText;
  }

  get found(): FoundTexts {
    return { texts: this.#texts, unseen: this.#unseen, lastSigned: undefined };
  }

  step(): boolean {
    if (this.#walk === undefined) return this.#next();
    if (this.#walk.step()) return true;
    const { texts, unseen } = this.#walk.found;
    for (const piece of texts) {
      this.#room -= Buffer.byteLength(piece.text);
      this.#texts.push(piece);
    }
    this.#unseen.push(...unseen);
    this.#walk = undefined;
    return this.#at < this.#bytes.length;
  }

  #next(): boolean {
    const lineEnd = this.#bytes.indexOf(lineFeed, this.#at);
    const to = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const line = this.#bytes.subarray(this.#at, to);
    this.#at = to + 1;
    this.#lines.count += 1;
    if (line.length > 1) {
      const within = new Frame(undefined, true, '', '', 'known', 'unknown', undefined);
      within.count = this.#lines.count;
      this.#walk = new Walk(line, { side: this.#side, inside: 'known', within }, { maxText: this.#room });
      return true;
    }
    return this.#at < this.#bytes.length;
  }
}

const mediaOf: readonly (readonly [RegExp, UnseenKind])[] = [
  [/^image\//i, 'images'],
  [/^audio\//i, 'sound'],
];
const mostFileText = 16 * 1024 * 1024;

/**
 * The texts of an answer that may be anything: a file that a backend keeps, captions, lines of results.
 *
 * @param mediaType What its head calls it.
 */
export function fileTexts(bytes: Buffer, mediaType: string, bounds: TextBounds): TextWalk {
  const media = mediaOf.find(([form]) => form.test(mediaType))?.[1];
  if (media !== undefined) return nothingBut({ kind: media, at: '', isNew: true });
  if (!isUtf8(bytes) || bytes.includes(0) || bytes.length > mostFileText)
    return nothingBut({ kind: 'files', at: '', isNew: true });
  const first = bytes.find((byte) => byte > 0x20);
  if (first === 0x7b || first === 0x5b) return lineTexts(bytes, 'answer', bounds);
  return plainText(bytes.toString(), bounds);
}

function plainText(text: string, { maxText }: TextBounds): TextWalk {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxText) return nothingBut({ kind: 'max_text', at: '', isNew: true });
  const span = { from: 0, to: bytes, isFixed: true } as const;
  const whole = { text, kind: 'text', role: 'none', message: -1, isNew: true, at: '', span } as const;
  const texts: readonly TextPiece[] = text === '' ? [] : [whole];
  return { step: () => false, found: { texts, unseen: [], lastSigned: undefined } };
}

function nothingBut(unseen: Unseen): TextWalk {
  return { step: () => false, found: { texts: [], unseen: [unseen], lastSigned: undefined } };
}
