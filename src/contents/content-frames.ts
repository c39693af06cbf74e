/** Contents between two processes: each as its facts, its request and its answer, with their lengths before them. */
import type { KeptContent, KeptText } from '../observe/kept-content.ts';

/** The kept contents of one request, read again. */
export interface FramedContent {
  /** The time of its arrival, in milliseconds since the epoch. */
  readonly at: number;
  /** A JSON object in the words of the log. */
  readonly facts: Buffer;
  readonly request: FramedText;
  readonly answer: FramedText;
}

export interface FramedText {
  readonly kind: KeptText['kind'];
  readonly text: Buffer;
}

const kinds: readonly KeptText['kind'][] = ['none', 'json', 'text'];
/** Three lengths, two kinds, a moment. */
const headBytes = 12 + 2 + 8;
const slabBytes = 512 * 1024;

/**
 * Gathers contents in one piece of memory that is used again. What is kept of a request is copied there at once: objects
 * that wait for others grow old, and cost more than the copy.
 */
export class FrameGatherer {
  readonly #slab = Buffer.allocUnsafeSlow(slabBytes);
  #filled = 0;

  /** Adds contents. True if there was room. */
  add(content: KeptContent): boolean {
    const facts = factsText(content);
    const most = headBytes + facts.length * 3 + lengthOf(content.request) + lengthOf(content.answer);
    if (this.#filled + most > slabBytes) return false;
    this.#filled = written(this.#slab, this.#filled, content, facts);
    return true;
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  /** All that was gathered, in memory of its own. */
  take(): Buffer {
    const frames = Buffer.from(this.#slab.subarray(0, this.#filled));
    this.#filled = 0;
    return frames;
  }
}

/** Contents in memory of their own. */
export function contentFrames(contents: readonly KeptContent[]): Buffer {
  return Buffer.concat(
    contents.map((content) => {
      const facts = factsText(content);
      const most = headBytes + facts.length * 3 + lengthOf(content.request) + lengthOf(content.answer);
      const bytes = Buffer.allocUnsafeSlow(most);
      return bytes.subarray(0, written(bytes, 0, content, facts));
    }),
  );
}

/** Writes one, and gives where it ends. */
function written(bytes: Buffer, from: number, { facts, request, answer }: KeptContent, told: string): number {
  let at = from + headBytes;
  const factBytes = bytes.write(told, at);
  at += factBytes;
  for (const piece of request.pieces) at += piece.copy(bytes, at);
  const requestBytes = at - from - headBytes - factBytes;
  for (const piece of answer.pieces) at += piece.copy(bytes, at);
  bytes.writeUInt32LE(factBytes, from);
  bytes.writeUInt32LE(requestBytes, from + 4);
  bytes.writeUInt32LE(at - from - headBytes - factBytes - requestBytes, from + 8);
  bytes[from + 12] = kinds.indexOf(request.kind);
  bytes[from + 13] = kinds.indexOf(answer.kind);
  bytes.writeDoubleLE(facts.at, from + 14);
  return at;
}

/** In the words of the access log. */
function factsText({ facts, request, answer }: KeptContent): string {
  return JSON.stringify({
    id: facts.id,
    at: new Date(facts.at).toISOString(),
    key: facts.key,
    end_user: facts.endUser,
    issuer: facts.issuer,
    subject: facts.subject,
    endpoint: facts.endpoint,
    model: facts.model,
    deployment: facts.deployment,
    backend: facts.provider,
    upstream_model: facts.upstreamModel,
    stream: facts.streamed,
    status: facts.status,
    ended: facts.ended === 'whole' ? undefined : facts.ended,
    request_bytes: isWhole(request) ? undefined : request.bytes,
    answer_bytes: isWhole(answer) ? undefined : answer.bytes,
  });
}

function isWhole(text: KeptText): boolean {
  return lengthOf(text) >= text.bytes;
}

function lengthOf({ pieces }: KeptText): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

/** The contents of a batch, one after the other. */
export function* framedContents(frames: Uint8Array): Generator<FramedContent> {
  const bytes = Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const facts = at + headBytes;
    const request = facts + bytes.readUInt32LE(at);
    const answer = request + bytes.readUInt32LE(at + 4);
    const end = answer + bytes.readUInt32LE(at + 8);
    yield {
      at: bytes.readDoubleLE(at + 14),
      facts: bytes.subarray(facts, request),
      request: { kind: kinds[bytes[at + 12]!]!, text: bytes.subarray(request, answer) },
      answer: { kind: kinds[bytes[at + 13]!]!, text: bytes.subarray(answer, end) },
    };
    at = end;
  }
}
