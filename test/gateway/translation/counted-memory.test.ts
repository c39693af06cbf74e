/** What a translation keeps of a stream counts in `listen.max_buffered`, and is given back however the attempt ends. */

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { delta, startBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';

const mib = 1024 * 1024;
const piece = 'x'.repeat(64 * 1024);
/** Pieces in what comes first. */
const pieces = 12;

interface Direction {
  readonly path: string;
  readonly served: string;
  readonly first: string;
  readonly rest: string;
}

const response = (type: string, members: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

function call(index: number, fragment: string, name?: string): string {
  const head = name === undefined ? {} : { id: `call_${index}`, type: 'function' };
  const told = { index, ...head, function: { ...(name && { name }), arguments: fragment } };
  const choice = { index: 0, delta: { tool_calls: [told] }, finish_reason: null };
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
}

const done = 'data: [DONE]\n\n';

/** By what is kept: in each nearly a mebibyte of it. */
const directions: Readonly<Record<string, Direction>> = {
  'the output, which a response tells once more': {
    path: '/v1/responses',
    served: 'responses: { via: chat_completions }',
    first: delta(piece).repeat(pieces),
    rest: delta('', 'stop') + done,
  },
  'a call that waits for the one before it': {
    path: '/v1/messages',
    served: 'messages: { via: chat_completions }',
    first: delta('a') + call(0, '{"a":', 'one') + call(1, '{"b":"', 'two') + call(1, piece).repeat(pieces),
    rest: `${call(0, '1}')}${call(1, '"}')}${delta('', 'tool_calls')}${done}`,
  },
  'arguments that are looked at for their end': {
    path: '/v1/messages',
    served: 'messages: { via: chat_completions }',
    first: delta('a') + call(0, '{"a":"', 'one') + call(0, piece).repeat(pieces),
    rest: `${call(0, '"}')}${delta('', 'tool_calls')}${done}`,
  },
  'an event that is not complete': {
    path: '/v1/messages',
    served: 'messages: { via: chat_completions }',
    first: delta('a') + delta(piece.repeat(pieces)).slice(0, -2),
    rest: `\n\n${delta('', 'stop')}${done}`,
  },
  'the deltas that the last events of a response say once more': {
    path: '/v1/messages',
    served: 'messages: { via: responses }',
    first:
      response('response.created', { response: { id: 'r', model: 'm' } }) +
      response('response.output_text.delta', { output_index: 0, content_index: 0, delta: piece }).repeat(
        pieces,
      ),
    rest: response('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
  },
};

interface Asked {
  readonly gateway: Inside;
  readonly answer: IncomingMessage;
  readonly backend: ServerResponse;
}

const body = {
  model: 'm',
  stream: true,
  max_tokens: 9,
  messages: [{ role: 'user', content: 'hi' }],
};

/** A stream that stands at the end of what comes first, when that is counted. */
async function begun(t: TestContext, { path, served, first }: Direction): Promise<Asked> {
  const responses: ServerResponse[] = [];
  const backend = await startBackend(t, (_seen, said) => {
    responses.push(said);
    said.writeHead(200, { 'content-type': 'text/event-stream' });
    said.write(first);
  });
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}", flavor: vllm } }`,
      models: `{ m: { deployments: [ { backend: b, endpoints: { ${served} } } ] } }`,
    }),
  );
  const sent = path === '/v1/responses' ? { model: 'm', stream: true, input: 'hi' } : body;
  const answer = await begin(gateway, path, { body: sent });
  answer.on('error', () => {});
  answer.resume();
  const least = piece.length * pieces * 0.9;
  await until(
    async () => (await gateway.counters()).buffered >= least,
    'what the translation keeps is counted',
  );
  const { buffered } = await gateway.counters();
  assert.ok(buffered < 2.2 * mib, `${buffered} bytes are more than it can be`);
  return { gateway, answer, backend: responses[0]! };
}

const endings: Readonly<Record<string, (asked: Asked, rest: string) => void>> = {
  'ends as it should': ({ backend }, rest) => void backend.end(rest),
  'ends without its end': ({ backend }) => void backend.end(),
  'breaks off': ({ backend }) => void backend.destroy(),
  'can not be read any more': ({ backend }) => void backend.write('\n\ndata: {"choices": [\n\n'),
  'loses its client': ({ answer }) => void answer.destroy(),
};

for (const [what, direction] of Object.entries(directions)) {
  for (const [how, end] of Object.entries(endings)) {
    test(`What is kept counts, and is given back when the stream ${how}: ${what}`, async (t) => {
      const asked = await begun(t, direction);
      end(asked, direction.rest);
      await until(async () => {
        const { buffered, inFlight } = await asked.gateway.counters();
        return buffered === 0 && inFlight === 0;
      }, 'all is given back');
    });
  }
}

test('A stream for which there is no room any more is cut with a word, and speaks against no deployment', async (t) => {
  const backend = await startBackend(t, (_seen, said) => {
    said.writeHead(200, { 'content-type': 'text/event-stream' });
    said.end(delta(piece).repeat(4 * 16) + delta('', 'stop') + done);
  });
  const gateway = await startInside(
    t,
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 2MiB }',
      backends: `{ b: { url: "${backend.url}", flavor: vllm } }`,
      models:
        '{ m: { deployments: [ { backend: b, endpoints: { responses: { via: chat_completions } } } ] } }',
    }),
  );
  for (let asked = 0; asked < 6; asked += 1) {
    const answer = await begin(gateway, '/v1/responses', { body: { model: 'm', stream: true, input: 'hi' } });
    const reply = await readReply(answer);
    assert.equal(reply.status, 200);
    const last = reply.text.trim().split('\n\n').at(-1)!;
    assert.match(last, /^event: response\.failed\n/);
    assert.match(last, /no room for the rest/);
    assert.equal(gateway.keep.budget.usedBytes, 0);
  }
  assert.deepEqual(
    [...gateway.keep.live.states()].map(({ circuit }) => circuit),
    ['closed'],
  );
});

test('A stream whose first event has no room is a 503 of the gateway', async (t) => {
  const rest = gate();
  t.after(rest.open);
  const backend = await startBackend(t, async (_seen, said) => {
    said.writeHead(200, { 'content-type': 'text/event-stream' });
    said.write(delta(piece.repeat(48)).slice(0, -2));
    await rest.opened;
    said.end();
  });
  const gateway = await startInside(
    t,
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 2MiB }',
      backends: `{ b: { url: "${backend.url}", flavor: vllm } }`,
      models:
        '{ m: { deployments: [ { backend: b, endpoints: { messages: { via: chat_completions } } } ] } }',
    }),
  );
  const reply = await readReply(await begin(gateway, '/v1/messages', { body }));
  assert.equal(reply.status, 503, reply.text);
  assert.equal(reply.json.error.code, 'overloaded');
  await until(() => gateway.keep.budget.usedBytes === 0, 'all is given back');
});
