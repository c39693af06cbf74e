/** What holds for all requests, whatever they say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '../../../../src/api/translation/json/json-node.ts';
import type { Block, TurnRequest } from '../../../../src/api/translation/neutral/turn-request.ts';
import { UndecodableRequest } from '../../../../src/api/translation/requests/request-codec.ts';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import type { TranslatedEndpoint } from '../../../../src/config/translation-settings.ts';
import { richRequests } from './rich-requests.ts';
import { decoded, encoded, type Json } from './translated.ts';

const dialects: readonly TranslatedEndpoint[] = ['chat_completions', 'messages', 'responses'];

/** Texts with all that JSON escapes, and with what looks like something else. */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ' ',
    '\n',
    '\u2028',
    '\u0000',
    '\ud83d\ude00',
    'data:image/png;base64,AA',
    '"\\"',
    '</s>',
    '{"a":1}',
  ),
  fc.string({ minLength: 600, maxLength: 2000 }),
);

/** JSON objects that parsing and writing again would change. */
const input = fc.constantFrom(
  '{}',
  '{ "id" : 12345678901234567890 }',
  '{"x":1.0,"e":1e400,"z":-0}',
  '{"a":1,"a":2}',
  '{"s":"\\u0041\\/\\ud800\\n"}',
  '{"__proto__":{"a":[[],{}]}}',
);
const id = fc.constantFrom('a', 'toolu_1', 'functions.Bash:0', 'call|1', 'é', 'gwid', 'x'.repeat(70));

interface Call {
  readonly id: string;
  readonly input: string;
  readonly result: string;
}
interface Exchange {
  readonly user: readonly string[];
  readonly said: string | undefined;
  readonly calls: readonly Call[];
}

const exchange: fc.Arbitrary<Exchange> = fc.record({
  user: fc.array(text, { minLength: 1, maxLength: 3 }),
  said: fc.option(text, { nil: undefined }),
  calls: fc.uniqueArray(fc.record({ id, input, result: text }), {
    selector: (call) => call.id,
    maxLength: 3,
  }),
});
/** The last word is the user's: else it would be the beginning of an answer. */
const conversation = fc.record({
  system: fc.option(text, { nil: undefined }),
  exchanges: fc.array(exchange, { maxLength: 4 }),
  last: text,
});
type Conversation = typeof conversation extends fc.Arbitrary<infer Value> ? Value : never;

const quoted = (value: string) => JSON.stringify(value);
const list = (items: readonly string[]) => `[${items.join(',')}]`;

/** A conversation as a client of messages has it: ids that do not fit there come from other clients alone. */
function inMessages({ system, exchanges, last }: Conversation): string {
  const turns = exchanges.flatMap(({ user, said, calls }) => {
    const texts = user.map((value) => `{"type":"text","text":${quoted(value)}}`);
    const blocks = [
      ...(said === undefined ? [] : [`{"type":"text","text":${quoted(said)}}`]),
      ...calls.map((call) => `{"type":"tool_use","id":${quoted(call.id)},"name":"f","input":${call.input}}`),
    ];
    const results = calls.map(
      (call) => `{"type":"tool_result","tool_use_id":${quoted(call.id)},"content":${quoted(call.result)}}`,
    );
    return [
      `{"role":"user","content":${list(texts)}}`,
      ...(blocks.length === 0 ? [] : [`{"role":"assistant","content":${list(blocks)}}`]),
      ...(results.length === 0 ? [] : [`{"role":"user","content":${list(results)}}`]),
    ];
  });
  const messages = list([...turns, `{"role":"user","content":${quoted(last)}}`]);
  const instructions = system === undefined ? '' : `,"system":${quoted(system)}`;
  return `{"max_tokens":10${instructions},"messages":${messages}}`;
}

function inChat({ system, exchanges, last }: Conversation): string {
  const turns = exchanges.flatMap(({ user, said, calls }) => {
    const texts = user.map((value) => `{"type":"text","text":${quoted(value)}}`);
    const toolCalls = calls.map(
      (call) =>
        `{"id":${quoted(call.id)},"type":"function","function":{"name":"f","arguments":${quoted(call.input)}}}`,
    );
    const content = said === undefined ? 'null' : quoted(said);
    const asked = toolCalls.length === 0 ? '' : `,"tool_calls":${list(toolCalls)}`;
    return [
      `{"role":"user","content":${list(texts)}}`,
      ...(said === undefined && calls.length === 0
        ? []
        : [`{"role":"assistant","content":${content}${asked}}`]),
      ...calls.map(
        (call) => `{"role":"tool","tool_call_id":${quoted(call.id)},"content":${quoted(call.result)}}`,
      ),
    ];
  });
  const instructions = system === undefined ? [] : [`{"role":"system","content":${quoted(system)}}`];
  return `{"messages":${list([...instructions, ...turns, `{"role":"user","content":${quoted(last)}}`])}}`;
}

/**
 * What a request says, in order: borders between turns of the same side are no part of it.
 *
 * @param keepsBlank Whether white space alone is said: messages has no such text.
 */
function gist({ turns }: TurnRequest, keepsBlank = true): readonly (readonly string[])[] {
  const isSaid = (block: Block) => keepsBlank || block.kind !== 'text' || textOf(block.text).trim() !== '';
  const saying = (blocks: readonly Block[]) =>
    blocks
      .filter(isSaid)
      .map((block) => (block.kind === 'result' ? { ...block, blocks: block.blocks.filter(isSaid) } : block));
  return turns.flatMap(({ role, blocks }) =>
    saying(blocks).map((block) => [role === 'developer' ? 'system' : role, ...gistOf(block)]),
  );
}

function gistOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'text':
      return ['text', textOf(block.text)];
    case 'call':
      return ['call', block.id, block.name, block.input];
    case 'result':
      return ['result', block.callId, ...block.blocks.flatMap(gistOf)];
    default:
      return [block.kind];
  }
}

const writers = { messages: inMessages, chat_completions: inChat } as const;

for (const from of ['messages', 'chat_completions'] as const) {
  for (const to of dialects) {
    if (to === from) continue;
    test(`what a conversation of ${from} says is the same in ${to}, text by text and byte by byte`, () => {
      fc.assert(
        fc.property(conversation, (value) => {
          const request = decoded(from, writers[from](value));
          const sent = encoded(request, to);
          assert.deepEqual(sent.refused, []);
          const keepsBlank = to !== 'messages';
          assert.deepEqual(gist(decoded(to, sent.text), keepsBlank), gist(request, keepsBlank));
          assert.deepEqual(encoded(request, to), sent);
        }),
        { numRuns: 150 },
      );
    });
  }
}

const seal = fc.record({
  dialect: fc.constantFrom('chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'),
  data: fc.constantFrom('', 'SECRET', '[{"type":"reasoning.text","text":"SECRET"}]'),
  id: fc.constant('rs_SECRET'),
});
const signature = fc.oneof(
  seal.map(sealText),
  fc.constantFrom('SECRET', 'gw1.', 'gw1.a.SECRET', 'gw1.z.e30', ''),
);

test('no seal and no signature of another vendor ever reaches a backend', () => {
  fc.assert(
    fc.property(
      fc.array(signature, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...dialects),
      (signatures, to) => {
        const thoughts = signatures.map((value) => ({ type: 'thinking', thinking: 'T', signature: value }));
        const details = signatures.map((value, index) => ({
          type: 'reasoning.text',
          text: 'T',
          signature: value,
          index,
        }));
        const items = signatures.map((value) => ({
          type: 'reasoning',
          summary: [],
          encrypted_content: value,
        }));
        const said = { type: 'text', text: 'a' };
        const user = { role: 'user', content: 'x' };
        const requests = {
          messages: { messages: [user, { role: 'assistant', content: [...thoughts, said] }, user] },
          chat_completions: {
            messages: [user, { role: 'assistant', content: 'a', reasoning_details: details }, user],
          },
          responses: { input: [user, ...items, { role: 'assistant', content: 'a' }, user] },
        };
        for (const from of dialects) {
          if (from === to) continue;
          for (const kind of ['openai', 'deepseek', 'openrouter'] as const) {
            const sent = encoded(decoded(from, requests[from]), to, { kind });
            assert.deepEqual(sent.refused, []);
            assert.doesNotMatch(sent.text, /gw1\./);
            const isOwn = signatures.some((value) =>
              value.startsWith(`gw1.${{ chat_completions: 'c', messages: 'a', responses: 'r' }[to]}`),
            );
            if (!isOwn) assert.doesNotMatch(sent.text, /SECRET/);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** Values that a member is least expected to have. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1.5,
  '',
  'gw1.a.e30',
  'data:,x',
  [],
  [null],
  [[]],
  {},
  { type: 'text' },
  { type: 'auto', name: 'f', enabled: true },
  [{ type: 'tool_use' }],
);

/** The value at one of its places, counted through all of them, replaced; the places that there are. */
function replaced(value: unknown, place: { left: number }, by: unknown): unknown {
  if (place.left === 0) {
    place.left -= 1;
    return by;
  }
  place.left -= 1;
  if (Array.isArray(value)) return value.map((item) => replaced(item, place, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaced(member, place, by)]),
  );
}

const targets = ['chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'] as const;

for (const from of dialects) {
  test(`a request of ${from} in which anything is something else is refused or said, and breaks nothing`, () => {
    const size = JSON.stringify(richRequests[from]('messages')).split(/[,[{]/).length;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: size }), odd, fc.constantFrom(...targets), (at, by, to) => {
        if (to === from) return;
        const body = replaced(richRequests[from]('messages'), { left: at }, by) as Json;
        let request: TurnRequest;
        try {
          request = decoded(from, body);
        } catch (error) {
          assert.ok(error instanceof UndecodableRequest, String(error));
          assert.ok(error.path.length > 0 && error.message.includes(error.path));
          return;
        }
        for (const kind of ['openai', 'openrouter', 'vllm'] as const) encoded(request, to, { kind });
      }),
      { numRuns: 1000 },
    );
  });
}
