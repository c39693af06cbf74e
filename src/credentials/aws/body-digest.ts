import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { OutgoingMessage } from '../credential.ts';

/** As much as is hashed without giving way: about a millisecond. */
const sliceBytes = 1024 * 1024;

/** SHA-256 of a message's body in lower-case hex. Over a large one others get their turn in between, and it is a promise. */
export function bodyDigest(message: OutgoingMessage): string | Promise<string> {
  let bytes = 0;
  for (const piece of message.body) bytes += piece.length;
  return bytes <= sliceBytes ? message.bodySha256() : digestInSlices(message.body);
}

async function digestInSlices(body: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256');
  let room = sliceBytes;
  for (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const slice = piece.subarray(at, at + room);
      hash.update(slice);
      at += slice.length;
      room -= slice.length;
      if (room > 0) continue;
      await turn();
      room = sliceBytes;
    }
  }
  return hash.digest('hex');
}
