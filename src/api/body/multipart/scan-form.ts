/**
 * Finds the parts of a form (`multipart/form-data`, RFC 7578) in a body that is there in full. Nothing is copied: parts
 * are offsets. What readers of forms understand in different ways is refused, since a key could use a model that it may
 * not where the gateway sees one part and a backend another.
 */
import { formFault } from './form-fault.ts';
import { type PartHead, readPartHead } from './part-head.ts';

/** A part, by offsets in the body. */
export interface Part extends PartHead {
  /** Of the delimiter before it. */
  readonly at: number;
  /** Of its content, up to the line end that belongs to the next delimiter. */
  readonly from: number;
  readonly to: number;
  /** Of the delimiter behind it. */
  readonly end: number;
}

const maxParts = 100;
const maxHeadBytes = 8 * 1024;
/** Bytes that are looked through in one step. */
const stepBytes = 1024 * 1024;

const dash = 0x2d;
const cr = 0x0d;
const lf = 0x0a;
const blankLine = Buffer.from('\r\n\r\n');

/**
 * The parts in their order, found in steps that each take little time.
 *
 * @throws GatewayError `invalid_form`
 */
export function* scanForm(bytes: Buffer, boundary: string): Generator<void, readonly Part[]> {
  // A delimiter is a line end and two dashes, however the line ended.
  const mark = Buffer.from(`\n--${boundary}`);
  const isFirst = bytes.subarray(0, mark.length - 1).equals(mark.subarray(1));
  let at = isFirst ? 0 : (yield* find(bytes, mark, 0)) + 1;
  if (at === 0 && !isFirst) throw formFault('has no delimiter of the boundary that its Content-Type names');
  const parts: Part[] = [];
  for (;;) {
    requireLine(bytes, at);
    const lineEnd = at + mark.length - 1;
    if (bytes[lineEnd] === dash && bytes[lineEnd + 1] === dash) {
      yield* requireEnd(bytes, mark, lineEnd + 2);
      return parts;
    }
    if (bytes[lineEnd] !== cr || bytes[lineEnd + 1] !== lf) {
      throw formFault('has something behind a delimiter, on its line');
    }
    if (parts.length === maxParts) throw formFault(`has more than ${maxParts} parts`);
    const next = yield* find(bytes, mark, lineEnd + 1);
    if (next === -1) throw formFault('ends without its closing delimiter');
    parts.push(readPart(bytes, { at, headFrom: lineEnd + 2, end: next + 1, place: parts.length + 1 }));
    at = next + 1;
  }
}

/** A delimiter begins a line, and lines end with CR and LF. */
function requireLine(bytes: Buffer, at: number): void {
  if (at > 0 && bytes[at - 2] !== cr)
    throw formFault('has a delimiter behind a line end that is not CR and LF');
}

/** Nothing but a line end follows the closing delimiter on its line, and no delimiter comes after it. */
function* requireEnd(bytes: Buffer, mark: Buffer, from: number): Generator<void, void> {
  const isLast = from === bytes.length || (bytes[from] === cr && bytes[from + 1] === lf);
  if (!isLast) throw formFault('has something behind its closing delimiter, on its line');
  if ((yield* find(bytes, mark, from)) !== -1) throw formFault('goes on after its closing delimiter');
}

function readPart(
  bytes: Buffer,
  { at, headFrom, end, place }: { at: number; headFrom: number; end: number; place: number },
): Part {
  const head = bytes.subarray(headFrom, Math.min(end, headFrom + maxHeadBytes + blankLine.length));
  const headBytes = head.indexOf(blankLine);
  const to = end - 2;
  const from = headFrom + headBytes + blankLine.length;
  if (headBytes === -1 || from > to) {
    const isLong = headBytes === -1 && head.length > maxHeadBytes;
    throw formFault(
      isLong
        ? `has headers of more than ${maxHeadBytes} bytes in part ${place}`
        : `has no blank line in part ${place}`,
    );
  }
  return { ...readPartHead(head.toString('latin1', 0, headBytes), place), at, from, to, end };
}

/** The beginning of the next one; -1 for none. */
function* find(bytes: Buffer, mark: Buffer, from: number): Generator<void, number> {
  for (let at = from; at < bytes.length; at += stepBytes) {
    const found = bytes.subarray(at, at + stepBytes + mark.length - 1).indexOf(mark);
    if (found !== -1) return at + found;
    yield;
  }
  return -1;
}
