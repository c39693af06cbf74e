import { type Seen, startBackend, type TestBackend } from './backend.ts';
import type { Owner } from './serve.ts';

/** Answers a request for a response with events, as OpenAI's API does. */
export interface AnswerParts {
  readonly id: string;
  readonly text: string;
  readonly model?: string;
  /** Items of the output before the message. */
  readonly items?: readonly object[];
  readonly store?: boolean;
  readonly usage?: { readonly input: number; readonly output: number };
}

/** The events of one response, as they stand on the wire. */
export function responseEvents(parts: AnswerParts): readonly string[] {
  const { id, text, model = 'm', items = [], store = true, usage = { input: 3, output: 2 } } = parts;
  const message = {
    id: `msg_${id}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const response = { id, object: 'response', created_at: 1, status: 'in_progress', model, store, output: [] };
  const output = [...items, message];
  const spent = {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.output,
  };
  const events: object[] = [
    { type: 'response.created', response },
    ...output.flatMap((item, at) => [
      { type: 'response.output_item.added', output_index: at, item },
      ...(item === message
        ? [
            {
              type: 'response.output_text.delta',
              item_id: message.id,
              output_index: at,
              content_index: 0,
              delta: text,
            },
          ]
        : []),
      { type: 'response.output_item.done', output_index: at, item },
    ]),
    { type: 'response.completed', response: { ...response, status: 'completed', output, usage: spent } },
  ];
  return events.map((event, at) => {
    const numbered = { ...event, sequence_number: at };
    return `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(numbered)}\n\n`;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
export type Asked = any;

/** A backend of responses that answers each body as the test says: with parts of an answer, or a status and an error. */
export function startResponses(
  t: Owner,
  answer: (
    body: Asked,
    count: number,
    seen: Seen,
  ) => AnswerParts | { readonly status: number; readonly error: object },
): Promise<TestBackend> {
  let count = 0;
  return startBackend(t, (seen, response) => {
    const parts = answer(JSON.parse(seen.body.toString()), count++, seen);
    if ('status' in parts) {
      response.writeHead(parts.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: parts.error }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(responseEvents(parts).join(''));
  });
}
