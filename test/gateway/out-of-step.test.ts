import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { completion } from '../helpers/backend.ts';
import { begin, configText, readReply } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';

test('a backend that answers twice gets a connection for each request, which is counted', async (t) => {
  const connections = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    connections.add(socket);
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
      const asked = /"content":"(client \d+)"/.exec(received)?.[1];
      if (asked === undefined) return;
      received = '';
      const text = JSON.stringify(completion(asked));
      const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
      socket.write(answer);
      setTimeout(() => socket.write(answer), 3);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const gateway = await startInside(
    t,
    configText({
      backends: `{ main: { url: "http://127.0.0.1:${port}" } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  const others: string[] = [];
  for (let client = 0; client < 12; client += 1) {
    const mine = `client ${client}`;
    const body = { model: 'm', messages: [{ role: 'user', content: mine }] };
    const { json, status } = await readReply(await begin(gateway, '/v1/chat/completions', { body }));
    assert.equal(status, 200);
    const got = json.choices[0].message.content;
    if (got !== mine) others.push(got);
  }
  assert.ok(others.length <= 1, `others' answers came: ${others}`);
  assert.ok(count >= 11, `${count} connections for 12 requests`);
  const told = gateway.keep.metrics.report().find(({ name }) => name === 'gateway_backend_out_of_step_total');
  assert.deepEqual(told?.keys, ['main']);
});
