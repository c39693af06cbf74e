import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import { delta, startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';

const path = '/v1/chat/completions';
const body = { model: 'm', max_tokens: 5, stream: true, messages: [{ role: 'user', content: 'Hello' }] };

test('what comes is judged in the dialect of its route, and a cut is told in that of the endpoint', async (t) => {
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('a'));
    if (backend.seen.length === 1) response.end('data: [DONE]\n\n');
    else setImmediate(() => response.destroy());
  });
  const gateway = await startInside(
    t,
    configText({
      backends: `{ one: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: one, endpoints: { messages: [] } } ] } }',
    }),
  );
  const config = gateway.config.backends.get('one')!;
  const { routes } = await gateway.keep.acquireBackend(config);
  t.after(() => gateway.keep.releaseBackend(config));
  Object.assign(routes, { messages: { ...routes.messages, dialect: dialectOf.chat_completions, path } });
  const ask = async () => readReply(await begin(gateway, '/v1/messages', { body }));

  const whole = await ask();
  assert.equal(backend.seen[0]?.url, path);
  assert.equal(whole.text, `${delta('a')}data: [DONE]\n\n`);
  assert.equal(whole.complete, true);
  assert.ok(whole.headers['request-id']);

  const cut = await ask();
  assert.equal(cut.complete, false);
  const [first, last = ''] = cut.text.split(/(?<=\n\n)/);
  assert.equal(first, delta('a'));
  assert.match(last, /^event: error\ndata: \{"type":"error",.*"request_id":/);
});
