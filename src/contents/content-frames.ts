/** Contents between two processes: each as its facts, its request and its answer, with their lengths before them. */
import type { ContentFacts, KeptContent, KeptText } from '../observe/kept-content.ts';

/** What is known of a text beside its bytes. */
type TextFacts = Pick<KeptText, 'kind' | 'bytes'>;

/** What was kept of one request, as it is read again. */
export interface FramedContent {
  readonly facts: ContentFacts;
  readonly request: TextFacts & { readonly text: Buffer };
  readonly answer: TextFacts & { readonly text: Buffer };
}

const headBytes = 12;

/** A batch of them in one piece of memory. */
export function contentFrames(contents: readonly KeptContent[]): Buffer {
  const pieces: Buffer[] = [];
  for (const { facts, request, answer } of contents) {
    const texts = {
      request: { kind: request.kind, bytes: request.bytes },
      answer: { kind: answer.kind, bytes: answer.bytes },
    };
    const told = Buffer.from(JSON.stringify({ facts, ...texts }));
    const head = Buffer.allocUnsafe(headBytes);
    head.writeUInt32LE(told.length, 0);
    head.writeUInt32LE(lengthOf(request), 4);
    head.writeUInt32LE(lengthOf(answer), 8);
    pieces.push(head, told, ...request.pieces, ...answer.pieces);
  }
  return Buffer.concat(pieces);
}

function lengthOf({ pieces }: KeptText): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** The contents of a batch, one after the other. */
export function* framedContents(frames: Uint8Array): Generator<FramedContent> {
  const bytes = Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const told = at + headBytes;
    const request = told + bytes.readUInt32LE(at);
    const answer = request + bytes.readUInt32LE(at + 4);
    const end = answer + bytes.readUInt32LE(at + 8);
    const { facts, ...texts } = JSON.parse(bytes.toString('utf8', told, request)) as {
      readonly facts: ContentFacts;
      readonly request: TextFacts;
      readonly answer: TextFacts;
    };
    yield {
      facts,
      request: { ...texts.request, text: bytes.subarray(request, answer) },
      answer: { ...texts.answer, text: bytes.subarray(answer, end) },
    };
    at = end;
  }
}
