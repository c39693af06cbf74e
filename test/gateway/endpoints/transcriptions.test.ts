import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stage } from '../../../src/pipeline/stage.ts';
import { type Answer, json, startBackend } from '../../helpers/backend.ts';
import { boundary, formOf, sendForm, type TextPart } from '../../helpers/forms.ts';
import { readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const path = '/v1/audio/transcriptions';
const file: TextPart = {
  name: 'file',
  filename: 'a.wav',
  type: 'audio/wav',
  content: Buffer.from('RIFF\r\n\0\xff', 'latin1'),
};
const model: TextPart = { name: 'model', content: 'm' };
const spoken = {
  text: 'hello',
  usage: { type: 'tokens', input_tokens: 14, output_tokens: 3, total_tokens: 17 },
};
const textAnswer =
  (text: string, type = 'text/plain; charset=utf-8'): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  };
const config = (urls: readonly string[], more: Partial<Parameters<typeof sketched>[0]> = {}) =>
  sketched({ endpoint: 'transcriptions', urls, ...more });

test('a form goes as it came, and so does its answer', async (t) => {
  const backend = await startBackend(t, json(spoken));
  const gateway = await startInside(t, config([backend.url]));
  const sent = formOf(boundary, [file, model, { name: 'timestamp_granularities[]', content: 'word' }], {
    preamble: 'for readers of mail',
    epilogue: 'the end',
  });
  const reply = await readReply(await sendForm(gateway, path, sent));
  assert.deepEqual([reply.status, reply.json], [200, spoken]);
  const [seen] = backend.seen;
  assert.deepEqual(seen!.body, sent);
  assert.equal(seen!.headers['content-type'], `multipart/form-data; boundary=${boundary}`);
  assert.equal(seen!.headers['content-length'], String(sent.length));
});

test('the model may come last, and its name is that of the backend; no other byte differs', async (t) => {
  const backend = await startBackend(t, json(spoken));
  const text = config([backend.url]).replace(
    'backend: b0, priority: 0,',
    'backend: b0, priority: 0, model: "their/whisper",',
  );
  const gateway = await startInside(t, text);
  for (const parts of [
    [file, model],
    [model, file],
  ]) {
    await readReply(await sendForm(gateway, path, parts));
    const theirs = parts.map((part) => (part === model ? { ...part, content: 'their/whisper' } : part));
    assert.deepEqual(backend.seen.at(-1)!.body, formOf(boundary, theirs));
  }
});

test('tags of a form choose the deployment, and do not go on', async (t) => {
  const backend = await startBackend(t, json(spoken));
  const text = config([backend.url, backend.url]).replace(
    'backend: b1, priority: 1, endpoints: { transcriptions: []',
    'backend: b1, priority: 1, endpoints: { transcriptions: [streaming]',
  );
  const gateway = await startInside(t, text);
  for (const [tags, deployment] of [
    [[], 'b0'],
    [[{ name: 'tags', content: 'transcriptions:streaming' }], 'b1'],
    [
      [
        { name: 'tags[]', content: 'transcriptions:streaming' },
        { name: 'tags[]', content: 'transcriptions:streaming' },
      ],
      'b1',
    ],
  ] as const) {
    const reply = await readReply(await sendForm(gateway, path, [...tags, file, model]));
    assert.equal(reply.headers['x-gateway-deployment'], deployment, JSON.stringify(tags));
    assert.deepEqual(backend.seen.at(-1)!.body, formOf(boundary, [file, model]));
  }
  const none = await readReply(
    await sendForm(gateway, path, [{ name: 'tags', content: 'vision' }, file, model]),
  );
  assert.equal(none.status, 503);
});

test('a stream comes event by event, up to its own mark', async (t) => {
  const events = [
    { type: 'transcript.text.delta', delta: 'hel' },
    { type: 'transcript.text.delta', delta: 'lo' },
    { type: 'transcript.text.done', text: 'hello', usage: spoken.usage },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const backend = await startBackend(t, textAnswer(events.join(''), 'text/event-stream'));
  const cut = await startBackend(t, textAnswer(events.slice(0, 2).join(''), 'text/event-stream'));
  const stream = { name: 'stream', content: 'true' };
  const gateway = await startInside(t, config([backend.url]));
  const reply = await readReply(await sendForm(gateway, path, [file, model, stream]));
  assert.deepEqual([reply.status, reply.text, reply.complete], [200, events.join(''), true]);
  const broken = await startInside(t, config([cut.url]));
  const half = await readReply(await sendForm(broken, path, [file, model, stream]));
  assert.equal(half.complete, false);
  assert.ok(half.text.startsWith(events.slice(0, 2).join('')));
});

test('texts and captions come as they are, where they were asked for', async (t) => {
  const srt = '1\n00:00:00,000 --> 00:00:02,500\nhello\n\n';
  const backend = await startBackend(t, textAnswer(srt));
  const gateway = await startInside(t, config([backend.url]));
  for (const format of ['text', 'srt', 'vtt']) {
    const reply = await readReply(
      await sendForm(gateway, path, [file, model, { name: 'response_format', content: format }]),
    );
    assert.deepEqual([reply.status, reply.text], [200, srt], format);
    assert.equal(reply.headers['content-type'], 'text/plain; charset=utf-8');
  }
  const whole = await readReply(await sendForm(gateway, path, [file, model]));
  assert.deepEqual([whole.status, whole.json.error.code], [502, 'upstream_invalid']);
  const page = await startBackend(t, textAnswer('<html>', 'text/html'));
  const other = await startInside(t, config([page.url]));
  const html = await readReply(
    await sendForm(other, path, [file, model, { name: 'response_format', content: 'srt' }]),
  );
  assert.equal(html.status, 502);
});

test('JSON in place of a text is an answer, an object or a bare text, and a stream is none', async (t) => {
  let answer: Answer = json(spoken);
  const backend = await startBackend(t, (seen, response, request) => answer(seen, response, request));
  const gateway = await startInside(t, config([backend.url]));
  const asText = [file, model, { name: 'response_format', content: 'text' }];
  assert.deepEqual((await readReply(await sendForm(gateway, path, asText))).json, spoken);
  answer = json('what was "said"');
  for (const parts of [asText, [file, model]]) {
    const reply = await readReply(await sendForm(gateway, path, parts));
    assert.deepEqual([reply.status, reply.text], [200, JSON.stringify('what was "said"')]);
  }
  for (const wrong of [json(['said']), json(7)]) {
    answer = wrong;
    assert.notEqual((await readReply(await sendForm(gateway, path, asText))).status, 200);
  }
});

test('a key has to be granted it, no other model hears in its place, and tokens that are reported count', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const gateway = await startInside(t, config([down.url]));
  const statuses: number[] = [];
  for (const key of [secrets.all, secrets.stateless, secrets.plain]) {
    statuses.push((await readReply(await sendForm(gateway, path, [file, model], { key }))).status);
  }
  assert.deepEqual(statuses, [503, 503, 403]);
  assert.equal(down.seen.length, 2);
  const backend = await startBackend(t, json(spoken));
  const limited = await startInside(t, config([backend.url], { key: ', rate_limit: { tokens: 1000/day }' }));
  const big: TextPart = { ...file, content: Buffer.alloc(1_000_000) };
  const first = await readReply(
    await sendForm(limited, path, [big, model, { name: 'prompt', content: 'x'.repeat(399) }]),
  );
  // What is reserved is by the texts alone, whatever the sound has.
  assert.equal(first.headers['x-ratelimit-remaining-tokens'], String(1000 - 100));
});

test('seconds are counted: as the answer says, by the last of captions, or by the size of the sound', async (t) => {
  const srt = '1\n00:00:00,000 --> 00:01:40,000\nhello\n\n';
  const answers: Answer[] = [
    json({ text: 'hello', usage: { type: 'duration', seconds: 60 } }),
    json({ task: 'transcribe', duration: '30.5', text: 'hello' }),
    textAnswer(srt),
    textAnswer('hello'),
  ];
  const sound = { ...file, content: Buffer.alloc(7500) };
  const seconds: unknown[] = [];
  for (const [place, answer] of answers.entries()) {
    const backend = await startBackend(t, answer);
    const text = config([backend.url]).replace(
      'backend: b0, priority: 0,',
      'backend: b0, priority: 0, price: { per_minute: 0.006 },',
    );
    const counted: unknown[] = [];
    const watch: Stage = async (exchange, next) => {
      await next(exchange);
      counted.push(exchange.relayed.counted?.usage.seconds);
    };
    const gateway = await startInside(t, text, [watch]);
    const format = place < 2 ? [] : [{ name: 'response_format', content: place === 2 ? 'srt' : 'text' }];
    const reply = await readReply(await sendForm(gateway, path, [sound, model, ...format]));
    assert.equal(reply.status, 200);
    seconds.push(...counted);
  }
  assert.deepEqual(seconds, [60, 30.5, 100, 10]);
});

test('what sounds fail at is nothing to chat completions of the same deployment', async (t) => {
  const backend = await startBackend(t, json({ error: { message: 'busy' } }, 500));
  const gateway = await startInside(t, config([backend.url, backend.url]));
  for (let count = 0; count < 8; count += 1) await readReply(await sendForm(gateway, path, [file, model]));
  const { live } = gateway.keep.served!;
  assert.equal(live.health('m/b0', 'audio').circuit.state, 'open');
  assert.equal(live.health('m/b0').circuit.state, 'closed');
});
