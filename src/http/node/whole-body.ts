import type { Readable } from 'node:stream';

/**
 * Calls back when Node's parser has been through what the head of a message came with: of an answer all of it
 * (`complete` is true then if that was the end), of a request up to the end of the first piece of the body. Most short
 * bodies are there in full by then, and `takeWholeBody` has them: as events, a piece and an end, they would come after two more
 * turns of the stream they go through, and all that others do in those.
 */
export function whenParsed<T>(then: (owner: T) => void, owner: T): void {
  process.nextTick(then, owner);
}

/**
 * What nobody has read of a body that is there in full; undefined where it is empty. The stream has not ended with that.
 * What depends on its end, such as that a connection is free again, can wait until what is urgent is done:
 * then `resume` it.
 */
export function takeWholeBody(message: Readable): Buffer | undefined {
  return (message.read(message.readableLength) as Buffer | null) ?? undefined;
}
