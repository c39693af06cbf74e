import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { startApart } from '../helpers/apart.ts';
import { type Answer, completion, delta, json, startBackend } from '../helpers/backend.ts';
import { isFull } from '../helpers/full.ts';
import { until } from '../helpers/gate.ts';
import { begin, configText, readReply, secret, startGateway } from '../helpers/gateway.ts';
import { wireOver } from '../helpers/wire.ts';

const mib = 1024 * 1024;

const configOf = (backendUrl: string) =>
  configText({
    backends: `{ main: { url: "${backendUrl}" } }`,
    models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
  });

function withImage(bytes: number, pattern = 'QUJD'): Buffer {
  const image = Buffer.alloc(bytes, pattern);
  const before =
    '{"model":"fast","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,';
  return Buffer.concat([Buffer.from(before), image, Buffer.from('"}}]}]}')]);
}

test('a body of 20 MB with one image does not hold the event loop, and arrives as it was sent', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const apart = await startApart(t, configOf(backend.url));
  const body = withImage(20 * 1000 * 1000);
  const holds: number[] = [];
  // The first rounds compile. 25 ms is what an idle core needs at most.
  const isHeld = () => Math.min(...holds) >= 25;
  for (let round = 0; round < 6 && isHeld(); round += 1) {
    await apart.reset();
    const reply = await readReply(await begin(apart, '/v1/chat/completions', { body }));
    assert.equal(reply.status, 200);
    holds.push((await apart.figures()).longestHoldMs);
  }
  assert.ok(backend.seen.at(-1)!.body.equals(body));
  t.diagnostic(`longest hold of each round: ${holds.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  assert.ok(!isHeld(), `${holds}`);
});

test('a chunked body of 100 MB stops at the limit and takes no more than twice as much memory', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const apart = await startApart(t, configOf(backend.url));
  // Once before, so that what any first request needs is there.
  assert.equal(
    (await readReply(await begin(apart, '/v1/chat/completions', { body: withImage(1000) }))).status,
    200,
  );
  const before = (await apart.reset()).peakRssBytes;

  const socket = connect({ host: '127.0.0.1', port: apart.port, ca: apart.ca, servername: 'localhost' });
  t.after(() => socket.destroy());
  const wire = wireOver(socket);
  wire.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const piece = Buffer.from(`100000\r\n${'x'.repeat(mib)}\r\n`);
  let sent = 0;
  const isOver = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const send = async () => {
    for (; sent < 100 && !socket.destroyed; sent += 1) {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), isOver]);
    }
  };
  const sending = send().catch(() => {});
  const answer = await wire.answer({ withinMs: 20_000 });
  await Promise.race([sending, isOver]);
  assert.equal(answer.status, 413);
  assert.equal(answer.json.error.code, 'body_too_large');
  await wire.ended();
  const grown = (await apart.figures()).peakRssBytes - before;
  t.diagnostic(`memory grew by ${Math.round(grown / mib)} MiB`);
  assert.ok(grown <= 2 * 32 * mib, `${Math.round(grown / mib)} MiB`);
  assert.equal(backend.seen.length, 1);
});

test('a body that comes a byte at a time takes little more memory than its bytes', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const apart = await startApart(t, configOf(backend.url));
  const socket = connect({ host: '127.0.0.1', port: apart.port, ca: apart.ca, servername: 'localhost' });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  const memory = async () => {
    const { bufferBytes, heapBytes } = await apart.reset();
    return { buffers: bufferBytes, all: bufferBytes + heapBytes };
  };
  // What the start left behind is garbage only once its last callbacks have run.
  let before = await memory();
  await until(async () => {
    const last = before.buffers;
    before = await memory();
    return before.buffers >= last;
  }, 'nothing of the start is left');
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const length = 200_000;
  const bytes = '1\r\nx\r\n'.repeat(length / 20);
  for (let part = 0; part < 20; part += 1) {
    if (!socket.write(bytes)) await once(socket, 'drain');
  }
  let grown = 0;
  await until(async () => {
    const now = await memory();
    grown = now.all - before.all;
    return now.buffers - before.buffers >= length;
  }, 'all of it has come');
  t.diagnostic(`${(grown / length).toFixed(1)} bytes of memory for each`);
  assert.ok(grown < 20 * length, `${grown}`);
});

test('a stream that has begun holds nothing of its request any more, however it came', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta('hi'))}\n\n`);
  });
  const apart = await startApart(t, configOf(backend.url));
  const body = Buffer.from(
    withImage(8 * mib)
      .toString()
      .replace('{', '{"stream":true,'),
  );
  const open = async (headers: Record<string, string>) => {
    const answer = await begin(apart, '/v1/chat/completions', { body, headers });
    t.after(() => answer.destroy());
    await once(answer, 'data');
  };
  const before = (await apart.reset()).bufferBytes;
  await open({});
  await open({ 'content-length': '', 'transfer-encoding': 'chunked' });
  await until(async () => (await apart.reset()).bufferBytes - before < mib, 'the bodies are freed');
});

test('large bodies at the same time, some cut off or tried again: each arrives as it was sent', async (t) => {
  const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
  let count = 0;
  const answer: Answer = async (seen, response, request) => {
    count += 1;
    if (count % 7 === 0) return json({ error: { message: 'not now' } }, 500)(seen, response, request);
    if (count % 11 === 0) return void request.socket.destroy();
    if (count % 3 === 0) await delay(10);
    return json(completion(digest(seen.body)))(seen, response, request);
  };
  const backends = [await startBackend(t, answer), await startBackend(t, answer)];
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ one: { url: "${backends[0]!.url}" }, two: { url: "${backends[1]!.url}" } }`,
      models:
        '{ fast: { deployments: [ { backend: one, endpoints: { chat_completions: [] } }, { backend: two, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  const rounds = isFull ? 15 : 5;
  const bodyOf = (index: number) =>
    withImage(200_000 + (index % 5) * 150_000, randomBytes(300).toString('base64'));
  const ask = async (index: number): Promise<number> => {
    const body = bodyOf(index);
    const { status, json: parsed } = await gateway.call('/v1/chat/completions', { body });
    if (status === 200) assert.equal(parsed.choices[0].message.content, digest(body));
    return status;
  };
  const leave = async (index: number): Promise<void> => {
    const body = bodyOf(index);
    const socket = await gateway.connect();
    socket.on('error', () => {});
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(index % 2 === 0 ? body : body.subarray(0, body.length / 2));
    await delay(index % 15);
    socket.destroy();
  };
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const indices = Array.from({ length: 10 }, (_, index) => round * 10 + index);
    const asked = indices.map(async (index) => void statuses.push(await ask(index)));
    await Promise.all([...asked, ...indices.slice(0, 4).map(leave)]);
  }
  const answered = statuses.filter((status) => status === 200).length;
  assert.ok(answered > rounds * 8, `${answered} of ${statuses.length}`);
});
