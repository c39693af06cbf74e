/** Calls the gateway with the clients of clouds, which are installed in a folder of their own, `CLIENTS_FOLDER`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportCases } from '../../helpers/sdk.ts';

const url = process.env['GATEWAY_URL'] ?? '';
const key = process.env['GATEWAY_KEY'] ?? '';
const loader = pathToFileURL(join(process.env['CLIENTS_FOLDER'] ?? '', 'load.js')).href;

// biome-ignore lint/suspicious/noExplicitAny: the clients are not there when this is compiled
type Loose = any;
const { load } = (await import(loader)) as { load: (name: string) => Promise<Loose> };

const { AnthropicBedrock } = await load('@anthropic-ai/bedrock-sdk');
const { AnthropicVertex } = await load('@anthropic-ai/vertex-sdk');
const amazon = await load('@aws-sdk/client-bedrock-runtime');
// By itself it speaks HTTP/2 alone.
const { NodeHttpHandler } = await load('@smithy/node-http-handler');

const region = 'us-east-1';
const bedrock = (apiKey: string): Loose =>
  new AnthropicBedrock({ baseURL: url, awsRegion: region, apiKey, maxRetries: 0 });
const vertex = (token: string): Loose =>
  new AnthropicVertex({
    baseURL: `${url}/v1`,
    region: 'global',
    projectId: 'p-1',
    maxRetries: 0,
    authClient: { getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }) },
  });
const aws = (token: string): Loose =>
  new amazon.BedrockRuntimeClient({
    region,
    endpoint: url,
    requestHandler: new NodeHttpHandler(),
    token: { token },
    authSchemePreference: ['httpBearerAuth'],
    maxAttempts: 1,
  });

/** Each client with the name that its vendor would give a model. */
const clients: Readonly<Record<string, readonly [(key: string) => Loose, string]>> = {
  bedrock: [bedrock, 'us.anthropic.claude-opus-5-v1:0'],
  vertex: [vertex, 'claude-opus-5@20260101'],
};
const messages = [{ role: 'user', content: 'a word about gates' }];
const asked = (model: string): Loose => ({ model, max_tokens: 200, messages });
const textOf = ({ content }: Loose): string => content[0].text;
const failure = (promise: Promise<unknown>): Promise<Loose> =>
  promise.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  );

const cases: Record<string, () => Promise<void>> = {};
for (const [cloud, [make, model]] of Object.entries(clients)) {
  const client = make(key);
  cases[`${cloud}: whole and streamed, of models in this and in another dialect`] = async () => {
    for (const name of [model, 'in-other-words', 'through-converse']) {
      const whole = await client.messages.create(asked(name));
      assert.match(textOf(whole), /gates/, name);
      assert.ok(whole.usage.output_tokens > 0, name);
      const types: string[] = [];
      const stream = client.messages.stream(asked(name));
      stream.on('streamEvent', ({ type }: Loose) => types.push(type));
      const streamed = await stream.finalMessage();
      assert.equal(textOf(streamed), textOf(whole), name);
      assert.equal(types[0], 'message_start', name);
      assert.equal(types.at(-1), 'message_stop', name);
    }
  };
  cases[`${cloud}: betas and tags`] = async () => {
    const beta = client.beta.messages;
    const answer = await beta.create({ ...asked(model), betas: ['a-2026-01-01', 'b'], tags: ['streaming'] });
    assert.match(textOf(answer), /gates/);
    const error = await failure(
      client.messages.create(asked(model), { headers: { 'x-router-tags': 'vision' } }),
    );
    assert.equal(error.status, 503);
    assert.match(error.message, /vision/);
  };
  cases[`${cloud}: errors have the words of the gateway`] = async () => {
    const unknown = await failure(make(`${key}-of-somebody`).messages.create(asked(model)));
    assert.equal(unknown.status, 401);
    assert.match(unknown.message, /The API key is not valid/);
    const missing = await failure(client.messages.create(asked('nobody')));
    assert.equal(missing.status, 404);
    assert.match(missing.message, /nobody|model/);
    const forbidden = await failure(make(`${key}-few`).messages.create(asked(model)));
    assert.equal(forbidden.status, 403);
    for (const [name, status] of [
      ['busy', 429],
      ['failing', 500],
    ] as const) {
      const error = await failure(client.messages.create(asked(name)));
      assert.equal(error.status, status);
      assert.match(error.message, /fault|simulat/i, error.message);
      const inStream = await failure(client.messages.stream(asked(name)).finalMessage());
      assert.equal(inStream.status, status);
    }
    const wrong = await failure(client.messages.create({ model, max_tokens: 'many', messages }));
    assert.equal(wrong.status, 400);
    assert.match(wrong.message, /max_tokens/);
  };
  cases[`${cloud}: limits`] = async () => {
    const poor = make(`${key}-poor`);
    const { status } = await poor.messages.create(asked(model)).then(
      () => ({ status: 200 }),
      (e: Loose) => e,
    );
    const error = await failure(poor.messages.create(asked(model)));
    assert.ok(status === 200 || status === 429);
    assert.equal(error.status, 429);
    assert.ok(Number(error.headers.get('retry-after')) > 60);
  };
  cases[`${cloud}: a stream that breaks off ends with an error`] = async () => {
    for (const [name, words] of [
      ['breaking', /broke off/],
      ['reporting', /fault|simulat/i],
    ] as const) {
      const types: string[] = [];
      const stream = client.messages.stream(asked(name));
      stream.on('streamEvent', ({ type }: Loose) => types.push(type));
      const error = await failure(stream.finalMessage());
      assert.match(error.message, words);
      assert.equal(types[0], 'message_start');
    }
  };
}

await reportCases({
  ...cases,
  'vertex: tokens are counted': async () => {
    const [, model] = clients['vertex']!;
    const { input_tokens: tokens } = await vertex(key).messages.countTokens({ model, messages });
    assert.ok(tokens > 0);
  },
  'bedrock: a signature is refused with what to set instead': async () => {
    const client = new AnthropicBedrock({
      baseURL: url,
      awsRegion: region,
      awsAccessKey: 'AKIDEXAMPLE',
      awsSecretKey: 'wJalrXUtnFEMI',
      maxRetries: 0,
    });
    for (let time = 0; time < 12; time += 1) {
      const error = await failure(client.messages.create(asked(clients['bedrock']![1])));
      assert.equal(error.status, 401);
      assert.match(error.message, /AWS_BEARER_TOKEN_BEDROCK/);
    }
  },
  "aws: Amazon's own client invokes, streams and counts": async () => {
    const client = aws(key);
    const modelId = 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude';
    const body = JSON.stringify({ anthropic_version: 'bedrock-2023-05-31', max_tokens: 200, messages });
    const whole = await client.send(new amazon.InvokeModelCommand({ modelId, body }));
    const answer = JSON.parse(Buffer.from(whole.body).toString());
    assert.match(textOf(answer), /gates/);
    assert.ok(whole.$metadata.requestId);
    const { body: stream } = await client.send(
      new amazon.InvokeModelWithResponseStreamCommand({ modelId, body }),
    );
    let text = '';
    for await (const { chunk } of stream) {
      const event = JSON.parse(Buffer.from(chunk.bytes).toString());
      text += event.delta?.text ?? '';
    }
    assert.equal(text, textOf(answer));
    const input = { invokeModel: { body: Buffer.from(body) } };
    const { inputTokens } = await client.send(new amazon.CountTokensCommand({ modelId, input }));
    assert.equal(inputTokens, answer.usage.input_tokens);
  },
  "aws: errors are Amazon's exceptions": async () => {
    const body = JSON.stringify({ max_tokens: 200, messages });
    const invoke = (secret: string, modelId: string) =>
      failure(aws(secret).send(new amazon.InvokeModelCommand({ modelId, body })));
    assert.equal((await invoke(`${key}-of-somebody`, 'busy')).name, 'UnrecognizedClientException');
    assert.equal((await invoke(`${key}-few`, 'failing')).name, 'AccessDeniedException');
    const missing = await invoke(key, 'nobody');
    assert.ok(missing instanceof amazon.ResourceNotFoundException);
    assert.ok((await invoke(key, 'busy')) instanceof amazon.ThrottlingException);
    assert.ok((await invoke(key, 'failing')) instanceof amazon.InternalServerException);
    const converse = { converse: { messages: [{ role: 'user', content: [{ text: 'hello' }] }] } };
    const refused = await failure(
      aws(key).send(new amazon.CountTokensCommand({ modelId: 'busy', input: converse })),
    );
    assert.ok(refused instanceof amazon.ValidationException);
    assert.match(refused.message, /invokeModel/);
    const stream = await aws(key).send(
      new amazon.InvokeModelWithResponseStreamCommand({ modelId: 'breaking', body }),
    );
    const cut = await failure(
      (async () => {
        for await (const _event of stream.body);
      })(),
    );
    assert.ok(cut instanceof amazon.InternalServerException);
    assert.match(cut.message, /broke off/);
  },
});
