import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { targetDialect } from '../../../../src/api/dialects/index.ts';
import { sseObserver } from '../../../../src/api/stream/sse-observer.ts';
import type { AnswerContext } from '../../../../src/api/translation/answers/answer-codec.ts';
import { answerDecoders } from '../../../../src/api/translation/answers/decode/index.ts';
import { answerEncoders } from '../../../../src/api/translation/answers/encode/index.ts';
import { ClientView } from '../../../../src/api/translation/answers/events-for-client.ts';
import { type JsonObjectNode, parseJson } from '../../../../src/api/translation/json/json-node.ts';
import type { AnswerEvent, AnswerTokens } from '../../../../src/api/translation/neutral/answer-event.ts';
import type { BackendDialect, ClientDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import { totalInput } from '../../../../src/api/translation/shared/answer-tokens.ts';
import { isFull, runs } from '../../../helpers/full.ts';
import { assertStreamRules, finalOf } from '../../../helpers/translation-judges.ts';
import { contextOf, StreamOfBytes, streamed } from './translating.ts';

/** In `npm test` every so many places are tried; single bytes are split at each one either way. */
const step = isFull ? 1 : 7;

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

const dialects = ['chat_completions', 'messages', 'responses'] as const;
const judged = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
const backends = {
  chat_completions: fixture('source.chat.sse'),
  messages: fixture('answer.messages.sse'),
  responses: fixture('answer.responses.sse'),
  gemini: fixture('source.gemini.sse'),
  // As its wire makes events of frames.
  bedrock_converse: fixture('source.converse.jsonl')
    .trim()
    .split('\n')
    .map((line) => Object.entries(JSON.parse(line) as object)[0]!)
    .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    .join(''),
};
/** What ends the event that says that an answer is complete. */
const lastWords = {
  chat_completions: '"finish_reason":"tool_calls"}]}',
  messages: '"stop_reason":"tool_use"',
  responses: '"sequence_number":24}',
  gemini: '"responseId":"9"}',
  bedrock_converse: '{"stopReason":"tool_use"}',
};
const pairs = dialects
  .flatMap((from) => dialects.map((client) => [from, client] as const))
  .filter(([from, client]) => from !== client);

const directions = dialects.flatMap((client) =>
  (Object.keys(backends) as BackendDialect[])
    .filter((from) => from !== client)
    .map((from) => [from, client] as const),
);

function withPlainIds(text: string): string {
  return text
    .replaceAll(/"(chatcmpl-|resp_|rs_|msg_|fc_|ctc_)\w{24}"/g, '"$1"')
    .replaceAll(/"completed_at":\d+/g, '"completed_at":0');
}

for (const [from, client] of directions) {
  test(`where a stream of ${from} is split makes no difference to a client of ${client}`, () => {
    const context = contextOf(from, client);
    const bytes = Buffer.from(backends[from].replaceAll('I read', 'I réad ä𝄞').replaceAll('\n', '\r\n'));
    const right = withPlainIds(streamed(context, [bytes]).text);
    const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    assert.equal(withPlainIds(streamed(context, single).text), right);
    for (let at = 1; at < bytes.length; at += step) {
      assert.equal(
        withPlainIds(streamed(context, [bytes.subarray(0, at), bytes.subarray(at)]).text),
        right,
        `${at}`,
      );
    }
  });

  test(`a stream of ${from} that ends anywhere ends as an error for a client of ${client}, or in full`, () => {
    const context = contextOf(from, client);
    const bytes = Buffer.from(backends[from]);
    const right = withPlainIds(streamed(context, [bytes]).text);
    // What says that an answer is complete. Without the blank line behind it, it still says so.
    const completeFrom = bytes.lastIndexOf(lastWords[from]) + lastWords[from].length;
    for (let at = 0; at < bytes.length; at += step) {
      const stream = new StreamOfBytes(context);
      const text = stream.push(bytes.subarray(0, at)).toString() + stream.flush().toString();
      if (stream.fault === undefined) {
        assert.ok(at >= completeFrom, `a clean end at ${at}`);
        assertStreamRules(judged[client], text);
        continue;
      }
      const whole = text + stream.cut('The stream was cut.').toString();
      assertStreamRules(judged[client], whole);
      assert.ok(right.startsWith(withPlainIds(text)), `${at}`);
      assert.equal(stream.push(bytes).length + stream.flush().length, 0);
    }
  });
}

/** Texts that are hard to quote, and arguments that are hard to keep. */
const said = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('\u2028', '\u0000', '"\\', 'data: x\n\n', '<think>', ' '),
);
const input = fc.constantFrom(
  '{}',
  '{"a":1}',
  '{"n":12345678901234567890,"m":1.0}',
  '{"a":{"b":[1,"}"]}}',
  '{"a":-0,"a":1e400}',
);

type Made =
  | { readonly kind: 'text' | 'reasoning'; readonly pieces: readonly string[] }
  | { readonly kind: 'call'; readonly input: string; readonly cut: number };

const made: fc.Arbitrary<Made> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('text' as const, 'reasoning' as const),
    pieces: fc.array(said, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('call' as const), input, cut: fc.nat(20) }),
);
const tokens = fc.record({
  input: fc.nat(1000),
  cachedRead: fc.nat(1000),
  cachedWrite: fc.nat(100),
  output: fc.integer({ min: 50, max: 1000 }),
  reasoning: fc.nat(50),
});
const answer = fc.record({
  blocks: fc.array(made, { maxLength: 5 }),
  tokens,
  isCut: fc.boolean(),
});

interface Answer {
  readonly blocks: readonly Made[];
  readonly tokens: AnswerTokens;
  readonly isCut: boolean;
}

function eventsOf({ blocks, tokens: told, isCut }: Answer): AnswerEvent[] {
  const events: AnswerEvent[] = [{ is: 'start', id: 'x1', model: 'm', created: 1_790_000_000 }];
  for (const [block, one] of blocks.entries()) {
    if (one.kind === 'call') {
      events.push({ is: 'open', block, kind: 'call', call: { id: `c${block}`, name: 'f' } });
      for (const text of [one.input.slice(0, one.cut), one.input.slice(one.cut)]) {
        if (text !== '') events.push({ is: 'delta', block, text });
      }
    } else {
      if (one.kind === 'text') events.push({ is: 'open', block, kind: 'text' });
      else events.push({ is: 'open', block, kind: 'reasoning', form: 'full' });
      for (const text of one.pieces) events.push({ is: 'delta', block, text });
    }
    events.push({ is: 'close', block });
  }
  const hasCall = blocks.some(({ kind }) => kind === 'call');
  events.push({ is: 'usage', tokens: told });
  events.push({ is: 'finish', reason: isCut ? 'length' : hasCall ? 'calls' : 'stop' });
  events.push({ is: 'end' });
  return events;
}

function contextFor(client: ClientDialect): AnswerContext {
  return contextOf(client === 'messages' ? 'chat_completions' : 'messages', client);
}

function encoded(client: ClientDialect, events: readonly AnswerEvent[]): { stream: string; whole: string } {
  const context = contextFor(client);
  const encoder = answerEncoders[client];
  const written = encoder.stream(context);
  const folded = encoder.whole(context);
  const one = new ClientView(context, encoder, (event) => written.take(event));
  const other = new ClientView(context, encoder, (event) => folded.take(event));
  for (const event of events) {
    one.take(event);
    other.take(event);
  }
  const body = folded.body();
  assert.equal(typeof body, 'string');
  return { stream: written.written(), whole: body as string };
}

function decoded(from: ClientDialect, { stream, whole }: { stream: string; whole: string }): AnswerEvent[][] {
  const { notes } = contextFor(from);
  const events: AnswerEvent[] = [];
  const decoder = answerDecoders[from].stream((event) => events.push(event), notes);
  const bytes = sseObserver(targetDialect(from).stream!, 1, {
    event: (type, data, json) => decoder.event(type, data, json),
    stray: (text) => decoder.stray(text),
    overfull: () => assert.fail('an event is not kept'),
    pending: () => undefined,
  });
  bytes.push(Buffer.from(stream));
  bytes.end();
  decoder.end();
  const all: AnswerEvent[] = [];
  answerDecoders[from].whole(parseJson(whole) as JsonObjectNode, (event) => all.push(event), notes);
  return [events, all];
}

/** What an answer says, whatever it is said in: each text, thought and call in its order. */
function contentOf(events: readonly AnswerEvent[], client: ClientDialect): string[] {
  const blocks = new Map<number, { kind: string; text: string }>();
  let finish = '';
  let told: AnswerTokens = {};
  for (const event of events) {
    if (event.is === 'open') {
      const name = event.kind === 'call' ? `call ${event.call.id} ${event.call.name}` : event.kind;
      blocks.set(event.block, { kind: name, text: '' });
    } else if (event.is === 'close') {
      const block = blocks.get(event.block)!;
      // A call without arguments is one with an empty object.
      if (block.kind.startsWith('call') && block.text === '') block.text = '{}';
    } else if (event.is === 'delta') blocks.get(event.block)!.text += event.text;
    else if (event.is === 'finish') finish = event.reason;
    else if (event.is === 'usage') told = event.tokens;
  }
  const list = [...blocks.values()];
  const parts =
    client === 'chat_completions' ? inThreeFields(list) : list.map(({ kind, text }) => `${kind}: ${text}`);
  const { cachedRead, cachedWrite, output, reasoning } = told;
  return [...parts, finish, JSON.stringify([totalInput(told), cachedRead, cachedWrite, output, reasoning])];
}

/** Chat completions have one thought, one text, and calls. */
function inThreeFields(blocks: readonly { kind: string; text: string }[]): string[] {
  const of = (kind: string, between: string) =>
    blocks
      .filter((block) => block.kind === kind)
      .map(({ text }) => text)
      .join(between);
  const calls = blocks
    .filter(({ kind }) => kind.startsWith('call'))
    .map(({ kind, text }) => `${kind}: ${text}`);
  return [of('reasoning', '\n\n').replaceAll(/\n\n/g, ''), of('text', ''), ...calls];
}

for (const dialect of dialects) {
  test(`what is said in ${dialect} is read back as it was, from a stream and from a whole answer`, () => {
    fc.assert(
      fc.property(answer, (one) => {
        const events = eventsOf(one);
        const right = contentOf(events, dialect);
        for (const back of decoded(dialect, encoded(dialect, events))) {
          assert.deepEqual(contentOf(back, dialect), right);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test(`a whole answer of ${dialect} is what its client makes of the stream`, async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (one) => {
        const { stream, whole } = encoded(dialect, eventsOf(one));
        assertStreamRules(judged[dialect], stream);
        const final: unknown = JSON.parse(JSON.stringify(await finalOf(judged[dialect], stream)));
        assert.deepEqual(comparable(final), comparable(JSON.parse(whole)));
      }),
      { numRuns: runs(200) },
    );
  });
}

/** Without what a stream does not tell, or its client adds or puts together otherwise, and ids that are made each time. */
function comparable(final: unknown): unknown {
  const text = withPlainIds(JSON.stringify(final));
  return JSON.parse(text, (name, value: unknown) => {
    if (
      /^(?:parsed|parsed_arguments|output_parsed|output_text|reasoning_content|completed_at|_request_id)$/.test(
        name,
      )
    )
      return undefined;
    // The client of messages gives inputs as objects, which do not keep digits.
    if (name === 'service_tier' || name === 'object') return undefined;
    return value === null || (name === 'content' && value === '') ? undefined : value;
  });
}

test('usage is the same in every dialect', () => {
  fc.assert(
    fc.property(answer, (one) => {
      const told = { ...one.tokens };
      const right = [totalInput(told), told.cachedRead, told.cachedWrite, told.output, told.reasoning];
      for (const [from, client] of pairs) {
        const { stream } = encoded(from, eventsOf(one));
        const { text } = streamed(contextOf(from, client), [Buffer.from(stream)]);
        const [events] = decoded(client, { stream: text, whole: '{}' });
        const usage = events!.flatMap((event) => (event.is === 'usage' ? event.tokens : [])).at(-1)!;
        const { cachedRead, cachedWrite, output, reasoning } = usage;
        assert.deepEqual(
          [totalInput(usage), cachedRead, cachedWrite, output, reasoning],
          right,
          `${from} to ${client}`,
        );
      }
    }),
    { numRuns: runs(200) },
  );
});
