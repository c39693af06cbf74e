/** Puts signatures to the ids in answers: each by one insertion, and every other byte as it came. */
import type { SignedPlaces, SignedText } from '../endpoints/endpoint.ts';
import { type ByteEdit, edited, withinQuotes } from './edit-bytes.ts';
import { type FoundString, type JsonPath, JsonStrings, type LookFor } from './json-strings.ts';

/** Signs an id, or an address. */
export type Sign = (what: SignedText, value: string) => string;

/** Looks for the strings at some places. */
export function placesIn(places: SignedPlaces): LookFor<SignedText> {
  const byName = new Map<string, Place[]>();
  for (const [written, what] of Object.entries(places)) {
    const isAnywhere = written.startsWith(anyDepth);
    const steps = (isAnywhere ? written.slice(anyDepth.length) : written).split('.');
    const name = steps[steps.length - 1]!;
    byName.set(name, [...(byName.get(name) ?? []), { steps, isAnywhere, what }]);
  }
  return (path) => byName.get(path[path.length - 1]!)?.find((place) => isAt(path, place))?.what;
}

const anyDepth = '**.';

interface Place {
  readonly steps: JsonPath;
  /** The steps are the end of a path of any length. */
  readonly isAnywhere: boolean;
  readonly what: SignedText;
}

function isAt(path: JsonPath, { steps, isAnywhere }: Place): boolean {
  const above = path.length - steps.length;
  if (isAnywhere ? above < 0 : above !== 0) return false;
  return steps.every((step, index) => step === path[above + index]);
}

function editOf({ what, value, from, end }: FoundString<SignedText>, sign: Sign): ByteEdit | undefined {
  const signed = sign(what, value);
  if (signed === value) return undefined;
  if (signed.startsWith(value)) return { from: end, to: end, text: signed.slice(value.length) };
  return { from, to: end, text: withinQuotes(signed) };
}

const nothing = Buffer.alloc(0);

/** A JSON document that comes in pieces. Nothing is held back but a string whose end has not come. */
export class SignedDocument {
  readonly #strings: JsonStrings<SignedText>;
  readonly #sign: Sign;
  /** The bytes that are still held, and their beginning in the document. */
  #held: Buffer = nothing;
  #heldFrom = 0;

  constructor(lookFor: LookFor<SignedText>, sign: Sign) {
    this.#strings = new JsonStrings(lookFor);
    this.#sign = sign;
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  push(bytes: Buffer): Buffer {
    const all = this.isHolding ? Buffer.concat([this.#held, bytes]) : bytes;
    const origin = this.#heldFrom;
    const edits: ByteEdit[] = [];
    this.#strings.scan(bytes, { origin: origin + this.#held.length }, (string) => {
      const edit = editOf(string, this.#sign);
      if (edit !== undefined) edits.push({ ...edit, from: edit.from - origin, to: edit.to - origin });
    });
    const ready = (this.#strings.openFrom ?? origin + all.length) - origin;
    this.#held = all.subarray(ready);
    this.#heldFrom = origin + ready;
    return edited(ready === all.length ? all : all.subarray(0, ready), edits);
  }

  /** The rest of a document that broke off. */
  flush(): Buffer {
    const held = this.#held;
    this.#held = nothing;
    return held;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const dataField = Buffer.from('data:');
/** Events without one of them have nothing to sign: which is most. */
const signs = ['"response', '"encrypted_content', '"file_id', '"container', '"item'].map((text) =>
  Buffer.from(text),
);

/** Puts signatures to the ids in events, which are there in full. */
export function signedEvents(bytes: Buffer, lookFor: LookFor<SignedText>, sign: Sign): Buffer {
  if (!signs.some((one) => bytes.includes(one))) return bytes;
  const edits: ByteEdit[] = [];
  const strings = new JsonStrings(lookFor);
  const found = (string: FoundString<SignedText>) => {
    const edit = editOf(string, sign);
    if (edit !== undefined) edits.push(edit);
  };
  let from = 0;
  while (from < bytes.length) {
    let to = from;
    while (to < bytes.length && bytes[to] !== lineFeed && bytes[to] !== carriageReturn) to += 1;
    if (to === from) strings.reset();
    else if (bytes.compare(dataField, 0, dataField.length, from, from + dataField.length) === 0) {
      strings.scan(bytes, { from: from + dataField.length, to }, found);
    }
    // The two bytes of one line end are no empty line.
    from = to + (bytes[to] === carriageReturn && bytes[to + 1] === lineFeed ? 2 : 1);
  }
  return edited(bytes, edits);
}
