import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => new Uint8Array(Buffer.from(text)),
);

/** A frame of Amazon's event stream, made by Amazon's own code. */
export function amazonFrame(headers: MessageHeaders, payload: string | Buffer = ''): Buffer {
  return Buffer.from(codec.encode({ headers, body: new Uint8Array(Buffer.from(payload)) }));
}

function text(value: string): MessageHeaders[string] {
  return { type: 'string', value };
}

/** A chunk of InvokeModelWithResponseStream with an event of messages in it. */
export function bedrockChunk(event: string | object): Buffer {
  const json = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = {
    ':event-type': text('chunk'),
    ':content-type': text('application/json'),
    ':message-type': text('event'),
  };
  const bytes = Buffer.from(json).toString('base64');
  return amazonFrame(headers, JSON.stringify({ bytes, p: 'abcdefghijklmnop'.slice(0, json.length % 16) }));
}

export function bedrockException(type: string, body: string): Buffer {
  const headers = {
    ':exception-type': text(type),
    ':content-type': text('application/json'),
    ':message-type': text('exception'),
  };
  return amazonFrame(headers, body);
}

/** The events of a short answer of messages. */
export function answerEvents(words: string): readonly object[] {
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_bdrk_1',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 7, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...words
      .split(/(?<= )/)
      .map((word) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    {
      type: 'message_stop',
      'amazon-bedrock-invocationMetrics': { inputTokenCount: 7, outputTokenCount: 5, invocationLatency: 9 },
    },
  ];
}
