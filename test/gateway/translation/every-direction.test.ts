import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SeenRequest } from '../../../src/simulator/index.ts';
import { startSimulator } from '../../../src/simulator/index.ts';
import { asList, asObject, type JsonObject } from '../../../src/simulator/json-values.ts';
import { configText, type Reply, secret, startGateway } from '../../helpers/gateway.ts';
import { requestWriters, type SaidRequest } from '../../helpers/translation/arbitrary-requests.ts';
import { readBody, readStream } from '../../helpers/translation/read-answers.ts';
import { assertStreamRules, finalOf, judgeAnswer } from '../../helpers/translation-judges.ts';

type Client = keyof typeof requestWriters;

const paths: Readonly<Record<Client, string>> = {
  chat_completions: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
};
const judged = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
const clients = Object.keys(paths) as Client[];

/** What each target needs beside `via`. */
const targets = {
  chat_completions: 'drop: []',
  messages: 'max_tokens: 5000',
  responses: 'drop: []',
  gemini: 'drop: []',
  bedrock_converse: 'reasoning: anthropic',
} as const;
type Target = keyof typeof targets;

const directions = Object.keys(targets).flatMap((to) =>
  clients.filter((from) => from !== to).map((from) => [from, to as Target] as const),
);

/** Says a text, calls both tools, and thinks where it is asked to. */
const upstream = 'manner-parallel+text-with-calls';
const text = 'One \u2028 two data: {"a":"\\u0041"} three.';

async function start(t: TestContext) {
  const seen: SeenRequest[] = [];
  const simulator = await startSimulator({ text, onRequest: (request) => void seen.push(request) });
  t.after(() => simulator.close());
  const models = Object.entries(targets).map(([to, settings]) => {
    const via = clients.filter((from) => from !== to).map((from) => `${from}: { via: ${to} }`);
    return `
  to-${to}:
    deployments:
      - backend: simulator
        model: ${upstream}
        capabilities: [streaming, function_calling, reasoning]
        endpoints: { ${via.join(', ')} }
        translation: { ${settings} }`;
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ simulator: { url: ${simulator.url}, plaintext: true, flavor: openai } }`,
      models: models.join(''),
    }),
  );
  const call = (from: Client, body: object): Promise<Reply> =>
    gateway.call(paths[from], { key: secret, body });
  return { call, seen };
}

const schema = '{"type":"object","properties":{"city":{"type":"string"}}}';
const said: SaidRequest = {
  system: ['Be brief.'],
  exchanges: [],
  last: [{ kind: 'text', text: 'Call weather and news.' }],
  tools: ['weather', 'news'].map((name) => ({ name, description: 'A tool.', schema })),
  choice: undefined,
  maxTokens: 4000,
  temperature: undefined,
  isStream: false,
};

/** A request's body, that of a client who wants to see what is thought. */
function bodyOf(from: Client, to: Target, isStream: boolean): JsonObject {
  const wish = {
    chat_completions: { reasoning_effort: 'low' },
    messages: { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    responses: {
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      store: false,
    },
  }[from];
  return { ...JSON.parse(requestWriters[from]({ ...said, isStream })), model: `to-${to}`, ...wish };
}

for (const [from, to] of directions) {
  test(`a client of ${from} is answered by ${to}, whole and streamed the same`, async (t) => {
    const { call } = await start(t);
    const whole = await call(from, bodyOf(from, to, false));
    assert.equal(whole.status, 200, whole.text);
    judgeAnswer(judged[from], whole.json);
    const read = readBody(from, whole.text);
    assert.equal(read.text, text);
    assert.deepEqual(
      read.calls.map(({ name, input }) => ({ name, input })),
      ['weather', 'news'].map((name) => ({ name, input: '{"city":"sample city"}' })),
    );
    assert.equal(read.finish, 'calls');

    const stream = await call(from, bodyOf(from, to, true));
    assert.equal(stream.status, 200, stream.text);
    assertStreamRules(judged[from], stream.text);
    await finalOf(judged[from], stream.text);
    const streamed = readStream(from, stream.text);
    const { calls, ...rest } = read;
    assert.deepEqual({ ...streamed, calls: streamed.calls.length }, { ...rest, calls: calls.length });
  });

  test(`what ${to} thought comes back to it as it was from a client of ${from}`, async (t) => {
    const { call, seen } = await start(t);
    const body = bodyOf(from, to, false);
    const first = await call(from, body);
    assert.equal(first.status, 200, first.text);
    const second = await call(from, continued(from, body, first.json));
    assert.equal(second.status, 200, second.text);
    const sent = seen.at(-1)!.body.toString();
    assert.doesNotMatch(sent, /gw1\./);
    // Servers of chat completions have no place for it that OpenAI knows.
    if (to !== 'chat_completions') assert.match(sent, sealedIn[to]);
    assert.equal(readBody(from, second.text).finish, 'stop');
  });
}

/** Where each vendor's seal stands in the request that brings it back. */
const sealedIn: Readonly<Record<Exclude<Target, 'chat_completions'>, RegExp>> = {
  messages: /"type":"thinking".*"signature":"/,
  responses: /"type":"reasoning".*"encrypted_content":"/,
  gemini: /"thoughtSignature":"(?!skip)/,
  bedrock_converse: /"reasoningText":\{.*"signature":"/,
};

/** The next turn: all that was said, as clients send it back, and the results of the calls. */
function continued(from: Client, body: JsonObject, answer: JsonObject): object {
  if (from === 'chat_completions') {
    const message = asObject(asObject(asList(answer['choices'])[0])['message']);
    const results = asList(message['tool_calls']).map((call) => ({
      role: 'tool',
      tool_call_id: asObject(call)['id'],
      content: 'fine',
    }));
    return { ...body, messages: [...asList(body['messages']), message, ...results] };
  }
  if (from === 'messages') {
    const content = asList(answer['content']).map(asObject);
    const results = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'fine' }));
    const turns = [
      { role: 'assistant', content },
      { role: 'user', content: results },
    ];
    return { ...body, messages: [...asList(body['messages']), ...turns] };
  }
  const output = asList(answer['output']).map(asObject);
  const results = output
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'fine' }));
  return { ...body, input: [...asList(body['input']), ...output, ...results] };
}
