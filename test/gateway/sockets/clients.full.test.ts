import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { configText, secret, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { installPackages } from '../../helpers/npm-packages.ts';

// The official clients over sockets: bridged, through another dialect, and relayed to a backend that is a gateway itself.

const local = 'backends: { local: { simulator: { tokens_per_second: 5000 } } }';

async function startBoth(t: TestContext): Promise<TestGateway> {
  const behind = await startGateway(
    t,
    configText({
      backends: '{ local: { simulator: { tokens_per_second: 5000 } } }',
      models: '{ relayed: { deployments: [ { backend: local, endpoints: { responses: [streaming] } } ] } }',
    }),
  );
  return startGateway(
    t,
    configText({
      backends: `
  ${local.slice('backends: { '.length, -' }'.length)}
  behind: { url: "https://localhost:${behind.port}", auth: { bearer: ${secret} }, tls: { ca: "${behind.caFile}" } }`,
      models: `
  native: { deployments: [ { backend: local, endpoints: { responses: [streaming] } } ] }
  translated: { deployments: [ { backend: local, endpoints: { messages: [], responses: { via: messages } }, translation: { max_tokens: 1000 } } ] }
  relayed: { deployments: [ { backend: behind, endpoints: { responses: { capabilities: [streaming], relay: websocket } } } ] }`,
    }),
  );
}

/** What the log says of turns on sockets. */
function turnsOf({ logs }: TestGateway) {
  return logs
    .filter(
      ({ msg, method, deployment }) => msg === 'request' && method === 'POST' && deployment !== undefined,
    )
    .map(({ model, status, input_tokens, output_tokens }) => ({
      model,
      status,
      input_tokens,
      output_tokens,
    }));
}

const models = ['native', 'translated', 'relayed'];

interface Socket {
  send(event: object): void;
  close(): void;
  stream(): AsyncIterable<{
    readonly type: string;
    readonly message?: { readonly type: string } & Record<string, unknown>;
    readonly error?: unknown;
  }>;
}

test("openai-node's sockets", { timeout: 300_000 }, async (t) => {
  const { load, remove } = await installPackages(['openai@7.59.0', 'ws@8.23.0']);
  t.after(remove);
  const gateway = await startBoth(t);
  const { default: OpenAI } = (await load('openai')) as { default: new (options: object) => object };
  const { ResponsesWS } = (await load('openai/resources/responses/ws')) as {
    ResponsesWS: new (client: object, options: object) => Socket;
  };
  const client = new OpenAI({ apiKey: secret, baseURL: `${gateway.url}/v1` });
  for (const model of models) {
    const socket = new ResponsesWS(client, { ca: gateway.ca });
    const events = socket.stream()[Symbol.asyncIterator]();
    const turn = async (body: object): Promise<{ text: string; id: string; error?: unknown }> => {
      socket.send({ type: 'response.create', model, ...body });
      let text = '';
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error('the socket ended');
        if (value.type === 'error') return { text, id: '', error: value.error };
        const message = value.message as Record<string, unknown> | undefined;
        if (message?.['type'] === 'response.output_text.delta') text += message['delta'];
        if (message?.['type'] === 'response.completed')
          return { text, id: (message['response'] as { id: string }).id };
      }
    };
    let previous: string | undefined;
    for (let count = 0; count < 20; count += 1) {
      const more = previous === undefined ? {} : { previous_response_id: previous };
      const { text, id, error } = await turn({ input: `question ${count}`, store: false, ...more });
      assert.equal(error, undefined);
      assert.match(text, /^Simulated answer/);
      assert.ok(text.includes(`${1 + 2 * count} message`), text);
      previous = id;
    }
    const { error } = await turn({ model: 'unknown', input: 'x' });
    assert.match(String(error), /does not exist/);
    assert.match((await turn({ input: 'and on' })).text, /^Simulated answer/);
    socket.close();
  }
  const turns = turnsOf(gateway);
  for (const model of models) assert.equal(turns.filter((turn) => turn.model === model).length, 21);
  assert.ok(turns.every(({ status, output_tokens }) => status === 200 && Number(output_tokens) > 0));
});

test("openai-python's sockets", { timeout: 300_000 }, async (t) => {
  const gateway = await startBoth(t);
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-python-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  execFileSync('python3', ['-m', 'venv', scratch]);
  execFileSync(join(scratch, 'bin/pip'), ['install', '--quiet', 'openai[realtime]==3.57.0']);
  const program = fileURLToPath(new URL('python-client.py', import.meta.url));
  const { stdout } = await promisify(execFile)(join(scratch, 'bin/python'), [program, ...models], {
    env: {
      ...process.env,
      OPENAI_API_KEY: secret,
      OPENAI_BASE_URL: `${gateway.url}/v1`,
      SSL_CERT_FILE: gateway.caFile,
    },
  });
  assert.deepEqual(
    stdout.trim().split('\n'),
    models.map((model) => `${model}: 20 turns`),
  );
  assert.equal(turnsOf(gateway).length, 60);
});
