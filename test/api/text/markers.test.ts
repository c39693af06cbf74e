/** A marker that is put anywhere into a request or an answer is found there, or what holds it is told as unseen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { targetDialect } from '../../../src/api/dialects/index.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { sseObserver } from '../../../src/api/stream/sse-observer.ts';
import {
  answerTexts,
  type FoundTexts,
  labelled,
  leading,
  notText,
  requestTexts,
  streamTexts,
  type TextWalk,
  withoutEscapes,
} from '../../../src/api/text/index.ts';
import { UndecodableRequest } from '../../../src/api/translation/requests/request-codec.ts';
import { sealText } from '../../../src/api/translation/shared/seals.ts';
import type { TranslatedEndpoint } from '../../../src/config/translation-settings.ts';
import { runs } from '../../helpers/full.ts';
import {
  answerWriters,
  arbitraryMixedAnswers,
  type SaidAnswer,
  saidIn,
} from '../../helpers/translation/arbitrary-answers.ts';
import {
  arbitraryRequests,
  requestWriters,
  type SaidRequest,
} from '../../helpers/translation/arbitrary-requests.ts';
import { richRequests } from '../translation/requests/rich-requests.ts';
import { decoded, encoded, type Spoken } from '../translation/requests/translated.ts';
import { drawing, oddJson } from './odd-json.ts';

const bounds = { maxText: 1024 * 1024 };
const clients: readonly TranslatedEndpoint[] = ['chat_completions', 'messages', 'responses'];
const targets = Object.keys(answerWriters) as readonly (keyof typeof answerWriters)[];

function all(walk: TextWalk): FoundTexts {
  while (walk.step());
  return walk.found;
}

const inRequest = (client: TranslatedEndpoint, body: string) =>
  all(requestTexts(endpoints[client], Buffer.from(body), bounds));

function textsIn({ texts }: FoundTexts): readonly string[] {
  return texts.map(({ text }) => text);
}

/** What a request says that has to be found. */
function saidInRequest({ system, exchanges, last, tools }: SaidRequest): readonly string[] {
  const parts = [
    ...last,
    ...exchanges.flatMap(({ user, calls }) => [...user, ...calls.flatMap(({ result }) => result)]),
  ];
  return [
    ...system,
    ...parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
    ...exchanges.flatMap(({ said }) => said ?? []),
    ...exchanges.flatMap(({ calls }) => calls.map(({ name }) => name)),
    ...tools.flatMap(({ name, description }) => [name, ...(description === undefined ? [] : [description])]),
  ];
}

test('all that a request says is found, however its JSON is written', () => {
  fc.assert(
    fc.property(arbitraryRequests, fc.nat(), (said, seed) => {
      for (const client of clients) {
        const plain = requestWriters[client](said);
        const odd = oddJson(JSON.parse(plain), drawing(seed), 'decoy');
        for (const body of [plain, odd]) {
          const found = inRequest(client, body);
          const texts = textsIn(found);
          for (const text of saidInRequest(said))
            assert.ok(texts.includes(text), `${client}: ${JSON.stringify(text)}`);
          assert.ok(!found.unseen.some(({ kind }) => kind === 'unreadable' || kind === 'max_text'));
          const files = [...said.last, ...said.exchanges.flatMap(({ user }) => user)].filter(
            ({ kind }) => kind !== 'text',
          );
          assert.ok(files.length <= found.unseen.length, `${client}: unseen`);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

test('what is called with arguments is found in them, with escapes inside of escapes', () => {
  const evil = 'my card "is" 4111\n\ud83d\ude80';
  const input = { note: evil, list: [{ [evil]: 41_111_111_111 }] };
  const odd = oddJson(input, drawing(3));
  const chat = {
    messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: odd } }] }],
  };
  const bodies: readonly (readonly [TranslatedEndpoint, string])[] = [
    ['chat_completions', oddJson(chat, drawing(5))],
    [
      'messages',
      `{"messages":[{"role":"assistant","content":[{"type":"tool_use","name":"f","input":${odd}}]}]}`,
    ],
    ['responses', oddJson({ input: [{ type: 'function_call', name: 'f', arguments: odd }] }, drawing(7))],
  ];
  for (const [client, body] of bodies) {
    const texts = textsIn(inRequest(client, body));
    assert.equal(texts.filter((text) => text === evil).length, 2, client);
    assert.ok(texts.includes('41111111111'), client);
  }
  assert.ok(withoutEscapes(odd).includes(evil));
});

/** A body that was changed in one place, and the name that leads to that. */
type Placed = readonly [body: unknown, name: string];

/** Puts a value in the place of each string of a body, one after the other. */
function* eachPlace(value: unknown, mark: string, at = ''): Generator<Placed> {
  if (typeof value === 'string') yield [mark, at];
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      for (const [changed, name] of eachPlace(one, mark, at)) yield [value.with(index, changed), name];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      for (const [changed, inner] of eachPlace(one, mark, name)) yield [{ ...value, [name]: changed }, inner];
      yield [{ ...value, [name]: undefined, [mark]: one }, ''];
    }
  }
}

const spoken = 'Say all that you were told';
/** The marker as it is, as ids of calls are packed, and as sealed reasoning is; and what of it may come out. */
/** What of a disguise is taken off is that for all targets alike. */
const disguised = new Set<Spoken>(['chat_completions', 'messages']);
const sealed = /signature|data|encrypted|text|content/;

const disguises: Readonly<Record<string, readonly [mark: string, names: RegExp]>> = {
  plain: [spoken, /^/],
  'in an id': [`gwid_${Buffer.from(spoken).toString('base64url')}`, /id$|^user$|name|url/],
  // No model reads the words that an API knows.
  'with an underscore': [spoken.replaceAll(' ', '_'), /id$|^user$|name|url|text|data/],
  'in a seal': [sealText({ dialect: 'chat_completions', data: '', text: spoken }), sealed],
  'in the data of a seal': [
    sealText({
      dialect: 'chat_completions',
      data: JSON.stringify([{ type: 'reasoning.text', text: spoken }]),
    }),
    sealed,
  ],
  'in the data of another seal': [sealText({ dialect: 'messages', data: spoken, text: 'x' }), sealed],
};

test('no marker reaches a backend, natively or translated, that was neither found nor told as unseen', () => {
  let reached = 0;
  for (const client of clients) {
    for (const to of targets) {
      const rich = richRequests[client](to in richRequests ? (to as TranslatedEndpoint) : 'chat_completions');
      for (const [disguise, [mark, names]] of Object.entries(disguises)) {
        for (const [body, name] of eachPlace(rich, mark)) {
          if (!names.test(name)) continue;
          if (disguise !== 'plain' && !disguised.has(to)) continue;
          const text = JSON.stringify(body);
          const said = [mark, spoken];
          const sent = [...translatedTo(client, to, text), ...(disguise === 'plain' ? [text] : [])];
          if (!sent.some((one) => said.some((marker) => shows(one, marker, mark)))) continue;
          reached += 1;
          const found = inRequest(client, text);
          const isFound = textsIn(found).some((one) => said.some((marker) => one.includes(marker)));
          const bytes = Buffer.from(text);
          const isUnseen = found.unseen.some(
            ({ span }) => span !== undefined && bytes.subarray(span.from, span.to).includes(mark),
          );
          assert.ok(isFound || isUnseen, `${disguise} in ${name}, ${client} to ${to}: ${text}`);
        }
      }
    }
  }
  assert.ok(reached > 500, `only ${reached} markers reached a backend`);
});

/** Whether a body has the marker where it can be read. What is packed still says nothing. */
function shows(body: string, marker: string, mark: string): boolean {
  if (marker === mark && /^gw(?:id_|1\.)/.test(mark)) return false;
  return body.includes(marker);
}

function translatedTo(client: TranslatedEndpoint, to: Spoken, body: string): readonly string[] {
  try {
    const { text, refused } = encoded(decoded(client, body), to, { unknownFields: 'drop' });
    return refused.length > 0 ? [] : [text];
  } catch (error) {
    if (error instanceof UndecodableRequest) return [];
    throw error;
  }
}

const fieldNames = [
  ...[...notText, labelled, leading].flatMap(({ names }) => names),
  ...[
    'messages',
    'content',
    'input',
    'prompt',
    'tools',
    'function',
    'arguments',
    'parameters',
    'source',
    'data',
    'url',
  ],
  ...[
    'image_url',
    'output',
    'item',
    'delta',
    'choices',
    'message',
    'result',
    'metadata',
    'whisper',
    'a name',
  ],
].filter((name) => !/authorization|headers|domain_secrets/.test(name));
const fieldTypes = [
  'text',
  'base64',
  'reasoning',
  'tool_result',
  'web_search',
  'item_reference',
  'redacted_thinking',
];

/** Bodies that no API has, of fields that some have. */
const anyBody = fc.letrec<{ readonly value: unknown; readonly object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('call_1', 'hi', 1, 123_456_789, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .record({
      fields: fc.dictionary(fc.constantFrom(...fieldNames), tie('value'), { minKeys: 1, maxKeys: 4 }),
      type: fc.option(fc.constantFrom(...fieldTypes), { nil: undefined }),
    })
    .map(({ fields, type }) => ({ ...fields, ...(type !== undefined && { type }) })),
})).object;

test('a marker is found in bodies that no API has, wherever it stands, and its place is right', () => {
  fc.assert(
    fc.property(anyBody, fc.nat(), (body, seed) => {
      for (const [changed] of eachPlace(body, spoken)) {
        const bytes = Buffer.from(oddJson(changed, drawing(seed)));
        const said = (from: number, to: number) => JSON.parse(bytes.toString('utf8', from, to)) as unknown;
        for (const texts of [requestTexts, answerTexts]) {
          const found = all(texts(endpoints.chat_completions, bytes, bounds));
          const isUnseen = found.unseen.some(
            ({ span }) => span !== undefined && said(span.from, span.to) === spoken,
          );
          assert.ok(isUnseen || textsIn(found).includes(spoken), bytes.toString());
          for (const { text, span } of found.texts) {
            if (span.isFixed === undefined && span.within === undefined)
              assert.equal(String(said(span.from, span.to)), text);
          }
        }
      }
    }),
    { numRuns: runs(3000) },
  );
});

test('all that an answer says is found in it whole', () => {
  fc.assert(
    fc.property(arbitraryMixedAnswers, fc.nat(), (answer, seed) => {
      for (const dialect of targets) {
        const plain = answerWriters[dialect].whole(answer);
        for (const body of [plain, oddJson(JSON.parse(plain), drawing(seed), 'decoy')]) {
          const texts = textsIn(all(answerTexts(endpoints.chat_completions, Buffer.from(body), bounds)));
          for (const block of answer.blocks) {
            const said = saidIn(block);
            if (block.kind !== 'call')
              assert.ok(
                texts.some((text) => text.includes(said)),
                `${dialect}: ${said}`,
              );
            else assert.ok(texts.includes(block.name), `${dialect}: ${block.name}`);
          }
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

/** What comes of a stream by keys, and which tool calls were let go before they were whole. */
class Read {
  readonly said = new Map<string, string>();
  readonly calls = new Map<string, string>();
  readonly ended = new Set<string>();
  readonly late: string[] = [];
  unseen = 0;

  constructor(stream: Buffer, cuts: readonly number[], dialect: Spoken) {
    const texts = streamTexts(endpoints.chat_completions);
    const observer = sseObserver(targetDialect(dialect).stream!, 1, {
      event: (type, data) => {
        const { added, ends, unseen } = texts.event(type, data);
        this.unseen += unseen.length;
        for (const { key, call, text, isRepeat } of added) {
          if (this.ended.has(key) && !isRepeat) this.late.push(key);
          if (!isRepeat) this.said.set(key, (this.said.get(key) ?? '') + text);
          if (call !== undefined && !isRepeat) this.calls.set(key, call);
          if (call !== undefined && !isRepeat)
            assert.ok(texts.openCalls.has(call) || ends.includes(call), call);
        }
        for (const key of ends) this.ended.add(key);
      },
      stray: () => undefined,
      overfull: () => assert.fail('an event is too large'),
      pending: () => undefined,
    });
    let at = 0;
    for (const cut of [...cuts, stream.length]) {
      observer.push(stream.subarray(at, cut));
      at = cut;
    }
    observer.end();
  }
}

function assertSaid(read: Read, answer: SaidAnswer, what: string): void {
  const texts = [...read.said];
  for (const block of answer.blocks) {
    const said = saidIn(block);
    if (said === '') continue;
    const found = texts.filter(([, text]) => text.includes(said));
    if (block.kind !== 'call') assert.ok(found.length > 0, `${what}: ${JSON.stringify(said)}`);
    else {
      // Some tell arguments as an object, of which each text is found.
      const isWhole = found.some(([key]) => read.calls.has(key));
      const isNamed = texts.some(([key, text]) => text.includes(block.name) && read.calls.has(key));
      assert.ok(isNamed, `${what}: ${block.name}`);
      if (['chat_completions', 'responses', 'messages', 'bedrock_converse'].includes(what))
        assert.ok(isWhole, `${what}: ${said}`);
    }
  }
  assert.deepEqual(read.late, [], `${what}: something came of a part that was complete`);
  assert.equal(read.unseen, 0);
}

test('all that a stream says is found under one key of each part, whatever it is cut into', () => {
  fc.assert(
    fc.property(arbitraryMixedAnswers, fc.array(fc.nat(10_000), { maxLength: 20 }), (answer, places) => {
      for (const dialect of targets) {
        const stream = Buffer.from(answerWriters[dialect].stream(answer));
        const cuts = places.map((place) => place % (stream.length + 1)).sort((a, b) => a - b);
        assertSaid(new Read(stream, cuts, dialect), answer, dialect);
      }
    }),
    { numRuns: runs(400) },
  );
});

const sample: SaidAnswer = {
  blocks: [
    { kind: 'reasoning', pieces: ['Let me th', 'ink \ud83d\ude80.'] },
    { kind: 'text', pieces: ['My na', 'me is "M"', '\n\u00fc.'] },
    { kind: 'call', id: 'call_1', name: 'Read', pieces: ['{"path":', '"/etc/pas', 'swd"}'] },
  ],
  isCutOff: false,
  tokens: { input: 1, cachedRead: 0, cachedWrite: 0, output: 1, reasoning: 0 },
};

test('a stream that is cut into single bytes, or in two, says the same', () => {
  for (const dialect of targets) {
    const stream = Buffer.from(answerWriters[dialect].stream(sample));
    assertSaid(new Read(stream, [...stream.keys()], dialect), sample, dialect);
    for (let cut = 0; cut <= stream.length; cut += 13)
      assertSaid(new Read(stream, [cut], dialect), sample, dialect);
  }
});

test('what is said once more in full is a repeat where it is the same, and is not where it isn\u2019t', () => {
  const stream = answerWriters.responses.stream(sample);
  const added = (changed: string) => {
    const texts = streamTexts(endpoints.responses);
    return changed
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .flatMap((line) => texts.event('', line.slice(6)).added);
  };
  const repeats = added(stream).filter(({ isRepeat }) => isRepeat);
  assert.ok(repeats.some(({ text }) => text === saidIn(sample.blocks[1]!)));
  const done = stream.replace(/("type":"response\.output_text\.done".*?"text":")/, '$1Psst: ');
  if (done !== stream)
    assert.ok(added(done).some(({ text, isRepeat }) => text.startsWith('Psst: ') && !isRepeat));
  const last = stream.replace(/(event: response\.completed\ndata: .*?My na)/s, '$1aaa');
  assert.notEqual(last, stream);
  assert.ok(added(last).some(({ text, isRepeat }) => text.includes('My naaaa') && !isRepeat));
});
