/** The texts of files: of results of batches, of captions, of whatever a backend keeps. */
import { isUtf8 } from 'node:buffer';
import type {
  FoundTexts,
  TextBounds,
  TextPiece,
  TextWalk,
  Unseen,
  UnseenKind,
} from './extracted-text-types.ts';
import { costOfPiece, mostUnseen, Walk } from './json-text-walk.ts';
import { OpenContainer } from './open-json-container.ts';

const lineFeed = 0x0a;
const space = 0x20;
const openBrace = 0x7b;
const openBracket = 0x5b;

const mediaOf: readonly (readonly [RegExp, UnseenKind])[] = [
  [/^(?:image|video)\//i, 'images'],
  [/^audio\//i, 'sound'],
];

/** The kind of content of a media type that is no text; undefined for any other type. */
export function mediaKindOf(mediaType: string): UnseenKind | undefined {
  return mediaOf.find(([form]) => form.test(mediaType))?.[1];
}

/**
 * The texts of an answer that may be anything: a file that a backend keeps, captions, lines of results.
 *
 * @param mediaType The media type in its head.
 */
export function fileTexts(bytes: Buffer, mediaType: string, bounds: TextBounds): TextWalk {
  const media = mediaKindOf(mediaType);
  if (media !== undefined) return nothingBut({ kind: media, at: '', isNew: true });
  if (!isUtf8(bytes) || bytes.includes(0)) return nothingBut({ kind: 'files', at: '', isNew: true });
  const first = bytes.find((byte) => byte > space);
  return first === openBrace || first === openBracket
    ? new JsonFile(bytes, bounds)
    : { step: () => false, found: plainTexts(bytes, '', bounds) };
}

/** A file that may be one JSON text, or lines of them. */
class JsonFile implements TextWalk {
  readonly #bytes: Buffer;
  readonly #bounds: TextBounds;
  #walk: TextWalk;
  #isInLines = false;

  constructor(bytes: Buffer, bounds: TextBounds) {
    this.#bytes = bytes;
    this.#bounds = bounds;
    this.#walk = new Walk(bytes, { side: 'answer', inside: 'known' }, bounds);
  }

  get found(): FoundTexts {
    return this.#walk.found;
  }

  step(): boolean {
    if (this.#walk.step()) return true;
    if (this.#isInLines || !isUnreadable(this.#walk)) return false;
    this.#isInLines = true;
    this.#walk = new Lines(this.#bytes, this.#bounds);
    return true;
  }
}

class Lines implements TextWalk {
  readonly #bytes: Buffer;
  readonly #texts: TextPiece[] = [];
  readonly #unseen: Unseen[] = [];
  #room: number;
  #at = 0;
  #count = 0;
  #line: Buffer | undefined;
  #walk: Walk | undefined;
  /** More was found than is looked at: what comes behind it is not. */
  #isOver = false;

  constructor(bytes: Buffer, { maxText }: TextBounds) {
    this.#bytes = bytes;
    this.#room = maxText;
  }

  get found(): FoundTexts {
    return { texts: this.#texts, unseen: this.#unseen, lastSigned: undefined };
  }

  step(): boolean {
    if (this.#walk === undefined) this.#begin();
    else if (!this.#walk.step()) this.#end(this.#walk);
    return this.#walk !== undefined || (this.#at < this.#bytes.length && !this.#isOver);
  }

  #begin(): void {
    const lineEnd = this.#bytes.indexOf(lineFeed, this.#at);
    const to = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const line = this.#bytes.subarray(this.#at, to);
    this.#at = to + 1;
    this.#count += 1;
    if (line.every((byte) => byte <= space)) return;
    const within = OpenContainer.root(true, 'known', undefined);
    within.count = this.#count;
    this.#line = line;
    this.#walk = new Walk(line, { side: 'answer', inside: 'known', within }, { maxText: this.#room });
  }

  #end(walk: Walk): void {
    this.#walk = undefined;
    // A line that is no JSON is a text.
    const isPlain = isUnreadable(walk);
    const at = `[${this.#count - 1}]`;
    const { texts, unseen } = isPlain ? plainTexts(this.#line!, at, { maxText: this.#room }) : walk.found;
    for (const piece of texts) {
      this.#room = Math.max(0, this.#room - Buffer.byteLength(piece.text) - costOfPiece);
      this.#texts.push(piece);
    }
    for (const one of unseen) {
      if (one.kind === 'max_text') this.#isOver = true;
      if (this.#unseen.length < mostUnseen || !this.#unseen.some(({ kind }) => kind === one.kind))
        this.#unseen.push(one);
    }
  }
}

function isUnreadable({ found }: TextWalk): boolean {
  return found.unseen.some(({ kind }) => kind === 'unreadable');
}

function plainTexts(bytes: Buffer, at: string, { maxText }: TextBounds): FoundTexts {
  const { length } = bytes;
  if (length > maxText) return nothingBut({ kind: 'max_text', at, isNew: true }).found;
  if (length === 0) return { texts: [], unseen: [], lastSigned: undefined };
  const span = { from: 0, to: length, isFixed: true } as const;
  const text = bytes.toString();
  const piece: TextPiece = { text, kind: 'text', role: 'assistant', message: -1, isNew: true, at, span };
  return { texts: [piece], unseen: [], lastSigned: undefined };
}

function nothingBut(unseen: Unseen): TextWalk {
  return { step: () => false, found: { texts: [], unseen: [unseen], lastSigned: undefined } };
}
