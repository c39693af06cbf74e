/** Turns a client's `response.create` into a request. */

import { GatewayError } from '../../../errors.ts';
import { removals } from '../../body/body-edits.ts';
import { bodyLimits } from '../../body/body-limits.ts';
import { type Member, type Scan, scanObject } from '../../body/scan-json.ts';
import { type ByteEdit, edited } from '../../signed-ids/edit-bytes.ts';

/** Members of an event that say how it is to be carried, or that the socket itself answers. */
const wanted = [
  'type',
  'stream_id',
  'stream',
  'background',
  'generate',
  'previous_response_id',
  'response_id',
  'store',
  'include',
  'input',
  'model',
] as const;

const encryptedReasoning = 'reasoning.encrypted_content';

/** An event of a client. */
export class ClientEvent {
  readonly #bytes: Buffer;
  readonly #scan: Scan;

  /** Throws `invalid_json` for what is no JSON object, and `invalid_value` for one whose members stand twice. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#scan = scanObject(bytes, { wanted, guarded: [], ...bodyLimits });
    const [twice] = this.#scan.duplicates;
    if (twice !== undefined)
      throw new GatewayError('invalid_value', `"${twice}" occurs twice in this event; send it once.`, {
        param: twice,
      });
  }

  /** Of its bytes. */
  get length(): number {
    return this.#bytes.length;
  }

  get type(): unknown {
    return this.#scan.parsed['type'];
  }

  /** The lane, whose turns come one after the other; undefined for the one without a name. Throws `invalid_value`. */
  get streamId(): string | undefined {
    const id = this.#scan.parsed['stream_id'];
    if (id === undefined || id === null) return undefined;
    if (typeof id === 'string' && id !== '' && id.length <= longestStreamId) return id;
    throw new GatewayError(
      'invalid_value',
      `\`stream_id\` must be a text of 1 to ${longestStreamId} characters.`,
      { param: 'stream_id' },
    );
  }

  /** Nothing is to be answered yet: the turn makes known what a later one will go on from. */
  get isWarmUp(): boolean {
    return this.#scan.parsed['generate'] === false;
  }

  /** The backend is asked to keep nothing. */
  get isUnstored(): boolean {
    return this.#scan.parsed['store'] === false;
  }

  /** The model that it names; undefined where it names none. */
  get model(): string | undefined {
    const model = this.#scan.parsed['model'];
    return typeof model === 'string' ? model : undefined;
  }

  get previousResponseId(): string | undefined {
    const id = this.#scan.parsed['previous_response_id'];
    return typeof id === 'string' ? id : undefined;
  }

  /** The response that something is said to while it is made. */
  get targetId(): string | undefined {
    const { previous_response_id: steered, response_id: injected } = this.#scan.parsed;
    const id = this.type === 'response.inject' ? injected : steered;
    return typeof id === 'string' ? id : undefined;
  }

  /** The client wants encrypted reasoning by itself. */
  get includesReasoning(): boolean {
    const include = this.#scan.parsed['include'];
    return Array.isArray(include) && include.includes(encryptedReasoning);
  }

  /** The value of a member as it was sent; undefined where it is not there. */
  #textOf(name: (typeof wanted)[number]): string | undefined {
    const member = this.#scan.members.get(name);
    return member && this.#bytes.toString('utf8', member.valueAt, member.end);
  }

  /** Its `input` as it was sent; undefined where there is none. */
  get input(): string | undefined {
    return this.#textOf('input');
  }

  /** Items that the turn adds to its conversation, as JSON texts. */
  addedItems(): readonly string[] {
    const input = this.#textOf('input');
    if (input === undefined || input === 'null') return [];
    if (input.startsWith('"')) return [`{"type":"message","role":"user","content":${input}}`];
    return input.startsWith('[') ? elementsOf(input) : [];
  }

  /**
   * The body of the request that the turn is, over HTTP.
   *
   * @param earlier What it goes on from, in place of `previous_response_id`; undefined where a backend knows that.
   * @param asksReasoning The backend is asked for encrypted reasoning, since the client's items are kept here.
   */
  body(earlier: readonly string[] | undefined, asksReasoning: boolean): Buffer {
    const { members, rootAt } = this.#scan;
    const gone: Member[] = [];
    const edits: ByteEdit[] = [];
    for (const name of ['type', 'stream_id', 'stream', 'background', 'generate'] as const) {
      const member = members.get(name);
      if (member !== undefined) gone.push(member);
    }
    let first = '"stream":true';
    if (earlier !== undefined) {
      gone.push(members.get('previous_response_id')!);
      const input = members.get('input');
      if (input !== undefined) gone.push(input);
      first += `,"input":[${[...earlier, ...this.addedItems()].join(',')}]`;
    }
    if (asksReasoning) {
      const include = members.get('include');
      const text = this.#textOf('include');
      const more = `"${encryptedReasoning}"`;
      if (include === undefined) first += `,"include":[${more}]`;
      else if (text === 'null') edits.push({ from: include.valueAt, to: include.end, text: `[${more}]` });
      else if (text!.startsWith('[')) {
        const isEmpty = /^\[\s*\]$/.test(text!);
        edits.push({
          from: include.valueAt + 1,
          to: include.valueAt + 1,
          text: isEmpty ? more : `${more},`,
        });
      }
    }
    edits.push(...removals(gone));
    const rest = edited(
      this.#bytes,
      edits.sort((a, b) => a.from - b.from),
    );
    const isEmpty = firstByteFrom(rest, rootAt + 1) === closeBrace;
    return Buffer.concat([
      rest.subarray(0, rootAt + 1),
      Buffer.from(isEmpty ? first : `${first},`),
      rest.subarray(rootAt + 1),
    ]);
  }
}

const longestStreamId = 256;
const closeBrace = 0x7d;
const space = 0x20;

/** The first byte of JSON that is no blank. */
function firstByteFrom(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (bytes[at]! <= space) at += 1;
  return bytes[at];
}

/** The separators of an array, and the beginning of a string: the scan skips everything else. */
const marks = /["[\]{},]/g;

/** The elements of a JSON array, as texts. */
function elementsOf(array: string): readonly string[] {
  const elements: string[] = [];
  const add = (from: number, to: number) => {
    const element = array.slice(from, to).trim();
    if (element !== '') elements.push(element);
  };
  let depth = 0;
  let from = 1;
  marks.lastIndex = 0;
  for (let found = marks.exec(array); found !== null; found = marks.exec(array)) {
    const { index } = found;
    switch (found[0]) {
      case '"':
        marks.lastIndex = endOfString(array, index + 1) + 1;
        break;
      case '[':
      case '{':
        depth += 1;
        break;
      case ',':
        if (depth !== 1) break;
        add(from, index);
        from = index + 1;
        break;
      default:
        depth -= 1;
        if (depth === 0) add(from, index);
    }
  }
  return elements;
}

/** The quote that ends a string. Most of a body is long strings. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text[escapes - 1] === '\\' && escapes > from) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
