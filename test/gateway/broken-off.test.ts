/** `finish_reason` says that the backend gave up: no client gets half an answer for a whole one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../helpers/backend.ts';
import { begin, configText, readReply } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';
import { requestTo } from './fault-matrix.ts';

const words = ['insufficient_system_resource', 'error'];

function over(urls: readonly string[]): string {
  const deployments = urls.map(
    (_, at) =>
      `{ backend: b${at}, priority: ${at}, endpoints: { chat_completions: [streaming], messages: { via: chat_completions } } }`,
  );
  return configText({
    backends: `{ ${urls.map((url, at) => `b${at}: { url: "${url}", flavor: deepseek }`).join(', ')} }`,
    models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
  });
}

const whole = (content: string, reason: string) =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

const event = (delta: object, reason: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

test('an answer that gave up is asked for elsewhere, while nothing of it has reached the client', async (t) => {
  let reason = '';
  const failing = await startBackend(t, (seen, response) => {
    const isStream = seen.body.includes('"stream":true');
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `${event({ role: 'assistant' }, reason)}data: [DONE]\n\n` : whole('ha', reason));
  });
  const good = await startBackend(t, (seen, response) => {
    const isStream = seen.body.includes('"stream":true');
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(
      isStream
        ? `${event({ content: 'good' }, null)}${event({}, 'stop')}data: [DONE]\n\n`
        : whole('good', 'stop'),
    );
  });
  for (reason of words) {
    const gateway = await startInside(t, over([failing.url, good.url]));
    for (const [path, endpoint] of [
      ['/v1/chat/completions', 'chat_completions'],
      ['/v1/messages', 'messages'],
    ] as const) {
      for (const kind of ['whole', 'streamed'] as const) {
        const reply = await readReply(await begin(gateway, path, { body: requestTo(endpoint, 'm', kind) }));
        assert.equal(reply.status, 200, reply.text);
        assert.match(reply.text, /good/, `${endpoint}, ${kind}, ${reason}`);
        assert.doesNotMatch(reply.text, new RegExp(`"ha"|${reason}`));
      }
    }
  }
  assert.ok(failing.seen.length >= words.length);
});

test('a whole answer that gave up says so where nobody else can answer, and words that end well end well', async (t) => {
  let reason = '';
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(whole('text', reason));
  });
  const gateway = await startInside(t, over([backend.url]));
  const ask = async (path: string, endpoint: 'chat_completions' | 'messages') =>
    readReply(await begin(gateway, path, { body: requestTo(endpoint, 'm', 'whole') }));
  for (reason of ['eos_token', 'stop_sequence', 'STOP', 'end_turn', 'stop']) {
    assert.equal((await ask('/v1/chat/completions', 'chat_completions')).status, 200, reason);
    const translated = await ask('/v1/messages', 'messages');
    assert.equal(translated.json.stop_reason, 'end_turn', reason);
  }
  reason = 'insufficient_system_resource';
  // In its own dialect it says so itself; in another one it is an error.
  const native = await ask('/v1/chat/completions', 'chat_completions');
  assert.equal(native.json.choices[0].finish_reason, reason);
  const translated = await ask('/v1/messages', 'messages');
  assert.ok(translated.status >= 500, translated.text);
  assert.equal(translated.json.type, 'error');
});
