import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configText, startGateway } from '../helpers/gateway.ts';
import { openSocket, refusedSocket } from '../helpers/socket.ts';

const text = configText({
  backends: '{ local: { simulator: { tokens_per_second: 5000 } } }',
  models: `
  relayed: { deployments: [ { backend: local, endpoints: { responses: { capabilities: [streaming], relay: websocket } } } ] }
  fault-500: { deployments: [ { backend: local, endpoints: { responses: { capabilities: [streaming], relay: websocket } } } ] }`,
});

test('the simulator serves responses over sockets, so that turns can be relayed to it', async (t) => {
  const gateway = await startGateway(t, text);
  const socket = await openSocket(t, gateway);
  const ask = async (more: object) => {
    socket.send({ type: 'response.create', model: 'relayed', input: 'Hello', ...more });
    return (await socket.turn()).at(-1);
  };
  const first = await ask({ store: false });
  assert.match(first.response.output[0].content[0].text, /^Simulated answer/);
  const second = await ask({ store: false, input: 'again', previous_response_id: first.response.id });
  assert.match(second.response.output[0].content[0].text, /\(3 messages\)/);
  const warm = await ask({ generate: false, store: false });
  assert.deepEqual([warm.type, warm.response.output], ['response.completed', []]);
  const { status, error } = await ask({ model: 'fault-500' });
  assert.deepEqual([status, typeof error.message], [500, 'string']);
  const lane = { type: 'response.create', model: 'relayed', input: 'Hello', stream_id: 'a' };
  socket.send(lane);
  assert.equal((await socket.turn('a')).at(-1).type, 'response.completed');
  assert.equal((await refusedSocket(gateway, { path: '/v1/embeddings' })).status, 426);
});
