import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { account, accountsText } from './two-accounts.ts';

const opening = 'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_a1"}}\n\n';
const large = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"${'x'.repeat(17 * 1024 * 1024)}","response_id":"resp_a1"}\n\n`;

test('an event of more than 16 MiB can not be signed, and ends an answer that has begun', async (t) => {
  const delta =
    'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"hi"}\n\n';
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(opening + delta + large);
  });
  const gateway = await startInside(t, accountsText(backend, backend));
  const body = { model: 'on-a', input: 'x', stream: true };
  const reply = await readReply(await begin(gateway, '/v1/responses', { body }));
  assert.equal(reply.complete, false);
  assert.match(reply.text, /"id":"resp_~g2/);
  assert.match(
    reply.text,
    /\n\nevent: response\.failed\ndata: \{.*resp_~g2/,
    'the last event stands by itself',
  );
  assert.ok(!reply.text.includes('xxxx'), 'nothing of the event goes on');
  const line = gateway.logs.find((one) => one['code'] === 'upstream_interrupted');
  assert.match(String(line?.['reason']), /exceeds 16 MiB/);
});

test('where it is the first event, another deployment answers', async (t) => {
  const a = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(large);
  });
  const b = await startBackend(t, account('b'));
  const gateway = await startInside(t, accountsText(a, b));
  for (let turn = 0; a.seen.length === 0; turn += 1) {
    assert.ok(turn < 50);
    const body = { model: 'm', input: 'x', stream: true };
    const reply = await readReply(await begin(gateway, '/v1/responses', { body }));
    assert.deepEqual([reply.status, reply.complete], [200, true]);
    assert.match(reply.text, /"id":"resp_~g2/);
  }
});
