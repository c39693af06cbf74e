/**
 * Content of answers that is no text: images where the client's dialect has a place for them, and a word about all else.
 * `inlineData` is of the Gemini API, `message.images` of OpenRouter ("Image Generation"), `image` of Amazon's Converse.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translateWhole } from '../../../../src/api/translation/answers/translated-answer.ts';
import type { BackendDialect, ClientDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import { at, bodyOf, contextOf, deltasOf, eventsOf, streamed, type Told } from './translating.ts';

const png = 'iVBORw0KGgo=';
const url = `data:image/png;base64,${png}`;
const clients = ['chat_completions', 'messages', 'responses'] as const;
type From = 'chat_completions' | 'responses' | 'gemini' | 'bedrock_converse';

function sse(...events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

function named(...events: readonly (readonly [string, object])[]): string {
  return events.map(([name, event]) => `event: ${name}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** Answers of each backend with an image, and with a text before it if there is one. */
const answers: Readonly<Record<From, (text: string) => { whole: object; stream: string }>> = {
  gemini(text) {
    const parts = [...(text === '' ? [] : [{ text }]), { inlineData: { mimeType: 'image/png', data: png } }];
    const whole = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    return { whole, stream: sse(whole) };
  },
  chat_completions(text) {
    const images = [{ type: 'image_url', image_url: { url } }];
    const head = { id: 'c', created: 1, model: 'm' };
    const message = { role: 'assistant', content: text, images };
    return {
      whole: { ...head, choices: [{ index: 0, message, finish_reason: 'stop' }] },
      stream: `${sse(
        { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: text } }] },
        { ...head, choices: [{ index: 0, delta: { images } }] },
        { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      )}data: [DONE]\n\n`,
    };
  },
  bedrock_converse(text) {
    const image = { format: 'png', source: { bytes: png } };
    const content = [...(text === '' ? [] : [{ text }]), { image }];
    return {
      whole: { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' },
      stream: named(
        ['messageStart', { role: 'assistant' }],
        ...(text === ''
          ? []
          : ([
              ['contentBlockDelta', { contentBlockIndex: 0, delta: { text } }],
              ['contentBlockStop', { contentBlockIndex: 0 }],
            ] as const)),
        ['contentBlockStart', { contentBlockIndex: 1, start: { image: { format: 'png' } } }],
        ['contentBlockDelta', { contentBlockIndex: 1, delta: { image: { source: { bytes: 'iVBO' } } } }],
        ['contentBlockDelta', { contentBlockIndex: 1, delta: { image: { source: { bytes: 'Rw0KGgo=' } } } }],
        ['contentBlockStop', { contentBlockIndex: 1 }],
        ['messageStop', { stopReason: 'end_turn' }],
        ['metadata', { usage: { inputTokens: 1, outputTokens: 1 } }],
      ),
    };
  },
  responses(text) {
    const item = { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: png };
    const said = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text }],
    };
    const output = [...(text === '' ? [] : [said]), item];
    const whole = { id: 'resp_1', status: 'completed', created_at: 1, model: 'm', output };
    return {
      whole,
      stream: named(['response.completed', { type: 'response.completed', response: whole }]),
    };
  },
};

/** Where each client finds the image. */
const imageOf: Readonly<Record<'chat_completions' | 'responses', (body: unknown) => unknown>> = {
  chat_completions: (body) => at(body, 'choices', 0, 'message', 'images', 0, 'image_url', 'url'),
  responses: (body) => {
    const item = (at(body, 'output') as { type: string; result?: string }[]).at(-1)!;
    return item.type === 'image_generation_call' ? `data:image/png;base64,${item.result}` : item;
  },
};

function directions(): readonly (readonly [From, ClientDialect])[] {
  return (Object.keys(answers) as From[]).flatMap((from) =>
    clients.filter((client) => client !== from).map((client) => [from, client] as const),
  );
}

for (const [from, client] of directions()) {
  test(`${from} to ${client}: an image is where the client looks for it, or told to be left out`, () => {
    for (const text of ['Look:', '']) {
      const told: Told = { unknown: [], lost: [] };
      const context = contextOf(from as BackendDialect, client, {}, told);
      const { whole, stream } = answers[from](text);
      const body = translateWhole(Buffer.from(JSON.stringify(whole)), context);
      const { text: written, fault } = streamed(context, [Buffer.from(stream)]);
      if (client === 'messages') {
        assert.deepEqual([...new Set(told.lost)], ['images']);
        if (text === '') {
          assert.match((body as { message: string }).message, /nothing but images, for which messages/);
          assert.match(fault ?? '', /nothing but images/);
        } else {
          assert.equal(at(JSON.parse(body.toString()), 'content', 0, 'text'), text);
          assert.equal(fault, undefined);
        }
        continue;
      }
      assert.deepEqual([told.lost, told.unknown, fault], [[], [], undefined]);
      assert.equal(imageOf[client](JSON.parse(body.toString())), url);
      assert.equal(
        written.split(client === 'responses' ? `"result":"${png}"` : url).length - 1,
        client === 'responses' ? 2 : 1,
      );
      if (text !== '') assert.ok(written.includes(text) && body.toString().includes(text));
    }
  });
}

test('an image between texts keeps both whole', () => {
  const parts = [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: png } }, { text: 'b' }];
  const stream = sse({ candidates: [{ content: { parts }, finishReason: 'STOP' }] });
  const chat = deltasOf(eventsOf(contextOf('gemini', 'chat_completions'), stream));
  assert.deepEqual(chat.slice(1), [
    { content: 'a' },
    { images: [{ type: 'image_url', index: 0, image_url: { url } }] },
    { content: 'b' },
  ]);
  const whole = JSON.parse(
    bodyOf(
      contextOf('gemini', 'responses'),
      JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] }),
    ),
  ) as { output: { type: string }[] };
  assert.deepEqual(
    whole.output.map(({ type }) => type),
    ['message', 'image_generation_call', 'message'],
  );
});

test('sound, files and what nobody knows are told by their kind', () => {
  for (const [part, kind] of [
    [{ inlineData: { mimeType: 'audio/wav', data: 'AA==' } }, 'audio'],
    [{ inlineData: { mimeType: 'video/mp4', data: 'AA==' } }, 'videos'],
    [{ fileData: { mimeType: 'application/pdf', fileUri: 'gs://x' } }, 'files'],
    [{ executableCode: { code: '1' } }, 'executableCode'],
  ] as const) {
    const told: Told = { unknown: [], lost: [] };
    const context = contextOf('gemini', 'chat_completions', {}, told);
    const answer = (parts: object[]) =>
      translateWhole(
        Buffer.from(JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })),
        context,
      );
    assert.ok(Buffer.isBuffer(answer([{ text: 'a' }, part])));
    assert.deepEqual(told.lost, [kind]);
    assert.match((answer([part]) as { message: string }).message, new RegExp(`nothing but ${kind},`));
  }
});

test('a word for the end that nobody knows is a stop, and told', () => {
  const cases: Readonly<Record<string, readonly [BackendDialect, object]>> = {
    weird: [
      'chat_completions',
      { choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'weird' }] },
    ],
    odd_turn: [
      'messages',
      { type: 'message', content: [{ type: 'text', text: 'a' }], stop_reason: 'odd_turn' },
    ],
    NEW: ['gemini', { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'NEW' }] }],
    other_turn: [
      'bedrock_converse',
      { output: { message: { content: [{ text: 'a' }] } }, stopReason: 'other_turn' },
    ],
  };
  for (const [word, [from, answer]] of Object.entries(cases)) {
    for (const client of clients.filter((one) => one !== from)) {
      const told = { unknown: [], lost: [], changed: [] };
      const body = bodyOf(contextOf(from, client, {}, told), JSON.stringify(answer));
      assert.match(body, /"finish_reason":"stop"|"stop_reason":"end_turn"|"status":"completed"/);
      assert.deepEqual(told.changed, [`finish_reason ${word}`]);
    }
  }
  const known = { unknown: [], lost: [], changed: [] };
  const answer = { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] };
  bodyOf(contextOf('gemini', 'messages', {}, known), JSON.stringify(answer));
  assert.deepEqual(known.changed, []);
});
