import type { Readable } from 'node:stream';

/**
 * Calls back when Node's parser has finished with the bytes that carried a message's head. An answer is read in full by
 * then (`complete` is true if it ended), a request up to the end of the first piece of its body. Most short bodies are
 * there in full, and `takeWholeBody` returns them. As events, a piece and an end, they would come two turns of their
 * stream later, after all that others do in those.
 */
export function whenParsed<T>(then: (owner: T) => void, owner: T): void {
  process.nextTick(then, owner);
}

/**
 * The unread bytes of a body that is there in full; undefined if it is empty. The stream has not ended with that. Work
 * that depends on its end, such as freeing a connection, can wait until urgent work is done: then `resume` it.
 */
export function takeWholeBody(message: Readable): Buffer | undefined {
  return (message.read(message.readableLength) as Buffer | null) ?? undefined;
}
