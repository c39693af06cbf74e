/**
 * The ids in a file of requests for a batch, as it passes: what a request of the file names becomes what the vendor calls it,
 * in as many bytes as before, so that the file has the length that its client said.
 *
 * Which files are of batches says a field of the form that may come behind the file. So what is wrong with a line is kept,
 * and refused once the form says so; no reader of forms can find the word where it is no line. The last line is held back
 * until then.
 */
import { GatewayError } from '../../errors.ts';
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import { LineEnds } from '../../lib/bytes/line-ends.ts';
import { type JsonObject, parseObject } from '../../lib/json.ts';
import type { ByteEdit } from './edit-bytes.ts';
import { membersNamed } from './member-ranges.ts';

/** The edits that the body of a request needs. Throws where it names what it may not. */
export type IdsOfRequest = (bytes: Buffer, body: JsonObject) => readonly ByteEdit[];

/** A longer line is not held. */
const longest = 8 * 1024 * 1024;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const quote = 0x22;
const space = 0x20;
const nothing = Buffer.alloc(0);

/** A mark of every request of a batch, also if it is spelled with escapes. */
const requestMark = /custom_id|\\u00(?:63|75|73|74|6f|6d|5f|69|64)/i;
/** The first letters of a line that `batchLine` finds, in lower case; the bit that makes it so. */
const firstLetters: ReadonlySet<number> = new Set(Array.from('bc"', (letter) => letter.charCodeAt(0) | 0x20));
const lowerCase = 0x20;
/** So much of what came before may be the beginning of it. */
const markLength = 64;
/** The field of the form says so; or its parts are written otherwise than they are read. */
const batchLine = /^\s*(?:"?batch"?|content-transfer-encoding\s*:.*)\s*$/i;
const longestShown = 64;

export class BatchLines {
  readonly #idsOf: IdsOfRequest;
  #line = new GatheredBytes();
  /** The line is longer than what is held. */
  #isLong = false;
  /** The end of what came of a long line. */
  #tail = '';
  #last: Buffer = nothing;
  #fault: GatewayError | undefined;
  #isOfBatch: boolean;

  /** @param isOfBatch It is known already that the file may be of a batch, whatever the form says. */
  constructor(idsOf: IdsOfRequest, isOfBatch: boolean) {
    this.#idsOf = idsOf;
    this.#isOfBatch = isOfBatch;
  }

  /**
   * The bytes that may pass.
   *
   * @throws GatewayError for a file of a batch that names a forbidden object
   */
  take(bytes: Buffer): Buffer {
    const out: Buffer[] = [];
    const lineEnds = new LineEnds();
    let from = 0;
    if (this.#isLong || this.#line.length > 0) {
      const lineEnd = lineEnds.next(bytes, 0);
      this.#hold(lineEnd === -1 ? bytes : bytes.subarray(0, lineEnd + 1), out);
      if (lineEnd === -1) return joined(out);
      this.#close(out);
      from = lineEnd + 1;
    }
    this.#takeLines(bytes, from, lineEnds, out);
    return joined(out);
  }

  /** Unchanged bytes pass in as few pieces as possible. */
  #takeLines(bytes: Buffer, begin: number, lineEnds: LineEnds, out: Buffer[]): void {
    let from = begin;
    let kept = begin;
    let lastFrom = begin;
    let changed: Buffer | undefined;
    let brace = bytes.indexOf(openingBrace, begin);
    for (let lineEnd = lineEnds.next(bytes, from); lineEnd !== -1; lineEnd = lineEnds.next(bytes, from)) {
      const end = lineEnd + 1;
      if (brace !== -1 && brace < from) brace = bytes.indexOf(openingBrace, from);
      const mayTell = (brace !== -1 && brace < end) || mayBeWord(bytes, from, end);
      const line = mayTell ? bytes.subarray(from, end) : nothing;
      const read = mayTell ? this.#read(line) : nothing;
      this.#judge();
      const before = changed ?? this.#last;
      if (before.length > 0) out.push(before);
      this.#last = nothing;
      changed = undefined;
      if (read !== line) {
        out.push(bytes.subarray(kept, from));
        changed = read;
        kept = end;
      }
      lastFrom = from;
      from = end;
    }
    if (changed !== undefined) this.#last = changed;
    else if (from > begin) {
      out.push(bytes.subarray(kept, lastFrom));
      this.#last = bytes.subarray(lastFrom, from);
    }
    if (from < bytes.length) this.#hold(bytes.subarray(from), out);
  }

  /** The rest, when all has come. */
  end(): Buffer {
    const out: Buffer[] = [];
    this.#close(out);
    out.push(this.#last);
    return joined(out);
  }

  #hold(bytes: Buffer, out: Buffer[]): void {
    if (this.#isLong) {
      this.#lookAt(bytes);
      out.push(bytes);
      return;
    }
    this.#line.push(bytes);
    if (this.#line.length <= longest) return;
    this.#isLong = true;
    const begun = this.#line.whole();
    this.#line = new GatheredBytes();
    this.#lookAt(begun);
    out.push(this.#last, begun);
    this.#last = nothing;
  }

  /** A line is there in full. */
  #close(out: Buffer[]): void {
    if (this.#isLong) {
      this.#isLong = false;
      this.#tail = '';
    } else if (this.#line.length > 0) {
      out.push(this.#last);
      this.#last = this.#read(this.#line.whole());
      this.#line = new GatheredBytes();
    }
    this.#judge();
  }

  #judge(): void {
    if (this.#fault !== undefined && this.#isOfBatch) throw this.#fault;
  }

  #lookAt(bytes: Buffer): void {
    const text = this.#tail + bytes.toString('latin1');
    if (requestMark.test(text)) this.#fault ??= tooLong();
    this.#tail = text.slice(-markLength);
  }

  #read(line: Buffer): Buffer {
    if (line.length > longest) {
      this.#lookAt(line);
      this.#tail = '';
      return line;
    }
    const letters = line.toString('latin1');
    if (batchLine.test(letters)) this.#isOfBatch = true;
    const from = line.indexOf(openingBrace);
    const to = line.lastIndexOf(closingBrace) + 1;
    if (from === -1 || !requestMark.test(letters)) return line;
    // Other characters that a reader takes for space, or for the end of a line, are around it, or make it invalid.
    const text = line.toString('utf8', from, to);
    const request = to > from ? parseObject(text) : undefined;
    if (request === undefined) {
      this.#fault ??= unreadable();
      return line;
    }
    try {
      return this.#translated(line, from, to);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#fault ??= named(error, request['custom_id']);
      return line;
    }
  }

  #translated(line: Buffer, from: number, to: number): Buffer {
    let changed = line;
    // Some readers don't mind case, and of members that stand twice each may be the one that counts.
    for (const member of membersNamed(line.subarray(from, to), 'body')) {
      const bytes = line.subarray(from + member.from, from + member.to);
      const body = parseObject(bytes.toString());
      if (body === undefined) continue;
      for (const edit of this.#idsOf(bytes, body)) {
        if (changed === line) changed = Buffer.from(line);
        inPlace(changed, from + member.from, edit);
      }
    }
    return changed;
  }
}

/** True for a line that begins like `batchLine`. */
function mayBeWord(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at < end && (bytes[at]! <= space || bytes[at]! > 0x7f)) at += 1;
  return at < end && firstLetters.has(bytes[at]! | lowerCase);
}

function joined(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

/** The string ends sooner, and spaces stand behind it. */
function inPlace(line: Buffer, origin: number, { from, to, text }: ByteEdit): void {
  const written = Buffer.from(text);
  if (written.length > to - from) throw doesNotFit();
  const end = origin + from + written.copy(line, origin + from);
  line[end] = quote;
  line.fill(space, end + 1, origin + to + 1);
}

function named(error: GatewayError, id: unknown): GatewayError {
  const which = typeof id === 'string' ? ` ${JSON.stringify(id.slice(0, longestShown))}` : '';
  return new GatewayError(error.code, `A request of the file${which}: ${error.message}`);
}

function tooLong(): GatewayError {
  return new GatewayError(
    'invalid_value',
    'The file has a request of more than 8 MiB, in which the ids can not be checked; name files by their ids in place of what they hold.',
  );
}

function unreadable(): GatewayError {
  return new GatewayError(
    'invalid_value',
    'The file of a batch has a line that is not one JSON object; write each request as JSON in a line of its own.',
  );
}

function doesNotFit(): GatewayError {
  return new GatewayError('invalid_value', 'An id has escapes in it; write it as this gateway gave it.');
}
