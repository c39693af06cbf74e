import { parseObject } from '../../../lib/json.ts';
import { type AmazonFrame, AmazonFrames, BrokenFrame } from '../../stream/amazon-frames.ts';
import type { StreamDecoder } from '../wire.ts';
import { streamErrorType } from './bedrock-errors.ts';

const nothing = Buffer.alloc(0);
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** The form of a messages event's name. */
const eventName = /^[\w.-]{1,64}$/;

/**
 * A stream of InvokeModel: each chunk holds one event of messages, which is passed on byte for byte; what only fills a
 * chunk up is left out. An exception becomes the error event of messages.
 */
export class BedrockStream implements StreamDecoder {
  fault: string | undefined;
  readonly #frames = new AmazonFrames();

  get isMidFrame(): boolean {
    return this.#frames.isMidFrame;
  }

  push(bytes: Buffer): Buffer {
    if (this.fault !== undefined) return nothing;
    const events: Buffer[] = [];
    try {
      this.#frames.push(bytes, (frame) => addEvent(events, frame));
    } catch (error) {
      if (!(error instanceof BrokenFrame)) throw error;
      this.fault = error.message;
    }
    return Buffer.concat(events);
  }
}

/** Adds the server-sent event that a frame comes to, if it comes to one. */
function addEvent(events: Buffer[], { headers, payload }: AmazonFrame): void {
  switch (headers.get(':message-type')) {
    case 'event':
      if (headers.get(':event-type') === 'chunk') addChunk(events, payload);
      return;
    case 'exception':
    case 'error': {
      const name = headers.get(':exception-type') ?? headers.get(':error-code') ?? '';
      const said = parseObject(payload.toString())?.['message'] ?? headers.get(':error-message');
      const message = typeof said === 'string' && said !== '' ? said : name;
      const error = { type: 'error', error: { type: streamErrorType(name), message } };
      events.push(Buffer.from(`event: error\ndata: ${JSON.stringify(error)}\n\n`));
    }
  }
}

function addChunk(events: Buffer[], payload: Buffer): void {
  const encoded = parseObject(payload.toString())?.['bytes'];
  if (typeof encoded !== 'string') throw new BrokenFrame('a chunk without bytes');
  const json = Buffer.from(encoded, 'base64');
  const type = parseObject(json.toString())?.['type'];
  // Amazon's own clients pass over what is no event of messages.
  if (typeof type !== 'string' || !eventName.test(type)) return;
  // In JSON these stand between tokens alone, and in an event they would end the line.
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === lineFeed || json[at] === carriageReturn) json[at] = space;
  }
  events.push(Buffer.from(`event: ${type}\ndata: `), json, Buffer.from('\n\n'));
}
