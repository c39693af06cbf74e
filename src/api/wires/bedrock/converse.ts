import type { RequestEdits } from '../../../config/types/backends.ts';
import { parseObject } from '../../../lib/json.ts';
import { BodyEdits } from '../../body/body-edits.ts';
import { type AmazonFrame, AmazonFrames, BrokenFrame } from '../../stream/amazon-frames.ts';
import type { StreamDecoder, Wire } from '../wire.ts';
import { judgedStatus } from './bedrock-errors.ts';

/** Converse of Amazon Bedrock: its body is the dialect's own, its streams come in frames, and its path has the model. */
export function converseWire(own: RequestEdits | undefined): Wire {
  const edits = BodyEdits.of(own);
  return {
    withheld: [],
    writesModel: false,
    bodyEdits: () => edits,
    judgedStatus,
    frames: { mediaType: 'application/vnd.amazon.eventstream', decoder: () => new ConverseStream() },
    // Its errors are translated with all others.
    errorBody: undefined,
  };
}

const nothing = Buffer.alloc(0);

/** The form of an event's name; other characters of a header would end its line. */
const eventName = /^[\w.-]{1,64}$/;

/** Makes an event of each frame: called as the frame is, with its payload; an exception is an `error`. */
class ConverseStream implements StreamDecoder {
  fault: string | undefined;
  readonly #frames = new AmazonFrames();

  get isMidFrame(): boolean {
    return this.#frames.isMidFrame;
  }

  push(bytes: Buffer): Buffer {
    if (this.fault !== undefined) return nothing;
    let events = '';
    try {
      this.#frames.push(bytes, (frame) => {
        events += eventOf(frame);
      });
    } catch (error) {
      if (!(error instanceof BrokenFrame)) throw error;
      this.fault = error.message;
    }
    return Buffer.from(events);
  }
}

function eventOf({ headers, payload }: AmazonFrame): string {
  switch (headers.get(':message-type')) {
    case 'event': {
      const type = headers.get(':event-type') ?? '';
      const json = payload.toString();
      // Amazon's own clients pass over what they do not know.
      if (!eventName.test(type) || json === '') return '';
      // In JSON these stand between tokens alone, and in an event they would end the line.
      return `event: ${type}\ndata: ${json.replaceAll(/[\r\n]/g, ' ')}\n\n`;
    }
    case 'exception':
    case 'error': {
      const name = headers.get(':exception-type') ?? headers.get(':error-code') ?? 'unknown';
      const said = parseObject(payload.toString())?.['message'] ?? headers.get(':error-message');
      const message = typeof said === 'string' && said !== '' ? said : name;
      return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: name, message } })}\n\n`;
    }
    default:
      return '';
  }
}
