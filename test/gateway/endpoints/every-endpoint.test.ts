/** No route is without key and limit: what holds of one endpoint is looked for at every one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployedEndpoints, endpoints } from '../../../src/api/endpoints/index.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { problemCatalog } from '../../../src/config/problem-codes.ts';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startRealtime } from '../../helpers/realtime-backend.ts';
import { openSocket, refusedSocket } from '../../helpers/socket.ts';
import { declared, everyCall, keptAlone, readToken, send, walkedText, wordFor } from './every-call.ts';

const secretOf = (index: number) => `sk-walk-${String(index).padStart(4, '0')}-0123456789`;
/** Who may call one thing may not call another. */
const ungranted = 'none: { secret: sk-none-0123456789abcdef, endpoints: [completions] }, ';
const other = 'other: { secret: sk-other-0123456789abcdef, endpoints: [embeddings] }, ';
const unpriced = problemCatalog.unpriced_budget.code;
const spent = 'sk-spent-0123456789abcdef';

async function read(gateway: TestGateway, path: string): Promise<string> {
  const { host, port } = gateway.gateway.adminAddress!;
  const headers = { authorization: `Bearer ${readToken}` };
  return (await fetch(`http://${host}:${port}${path}`, { headers })).text();
}

test('every endpoint wants a key, that was granted it, within its limits, and is logged, measured and kept', async (t) => {
  const keys = everyCall.map(
    ({ name }, index) =>
      `k${index}: { secret: ${secretOf(index)}, endpoints: [all, ${name}], rate_limit: { requests: 1/day }, client_secrets: allow }`,
  );
  const gateway = await startGateway(t, walkedText({ keys: `{ ${ungranted}${other}${keys.join(', ')} }` }));
  const called = new Map<string, string>();
  for (const [index, call] of everyCall.entries()) {
    const what = `${call.method} ${call.path}`;
    assert.equal((await send(gateway, call, null)).status, 401, what);
    const stranger = call.name === 'completions' ? 'sk-other-0123456789abcdef' : 'sk-none-0123456789abcdef';
    // A list that is open to nobody is not there for those either who may not ask.
    assert.equal((await send(gateway, call, stranger)).status, call.isClosed ? 405 : 403, what);
    if (call.isClosed) continue;
    const first = await send(gateway, call, secretOf(index));
    // A backend may find fault with a picture of no bytes, or has no such object, or no sessions; that counts all the same.
    assert.ok(
      [200, 400, 404, ...(call.isSession === true ? [426] : [])].includes(first.status),
      `${what}: ${first.status} ${first.text}`,
    );
    const lineOf = () => gateway.logs.find((line) => line.msg === 'request' && line['key'] === `k${index}`);
    // A line is written behind its answer.
    await until(() => lineOf() !== undefined, `${what} is logged`);
    const line = lineOf();
    const attempts = line?.['attempts'] as readonly unknown[] | undefined;
    assert.deepEqual(
      [line?.['endpoint'], line?.['key'], attempts?.length],
      [call.name, `k${index}`, 1],
      what,
    );
    called.set(`k${index}`, `gateway_requests_total{endpoint="${call.name}"`);
    assert.equal((await send(gateway, call, secretOf(index))).status, 429, what);
  }
  const metrics = (await read(gateway, '/metrics')).split('\n');
  const has = (...parts: readonly string[]) =>
    metrics.some((line) => parts.every((part) => line.includes(part)));
  for (const [key, series] of called) {
    assert.ok(has(series, 'deployment="b"'), series);
    assert.ok(has(`gateway_key_requests_total{key="${key}",status="429"} 1`), key);
  }
  let kept: ReadonlySet<unknown> = new Set();
  await until(async () => {
    const { rows } = JSON.parse(await read(gateway, '/api/usage?by=key')) as {
      readonly rows: readonly Readonly<Record<string, unknown>>[];
    };
    kept = new Set(rows.filter(({ requests }) => requests === 1).map(({ key }) => key));
    return [...called.keys()].every((key) => kept.has(key));
  }, 'what each key used is kept').catch(() =>
    assert.deepEqual(
      [...called.keys()].filter((key) => !kept.has(key)),
      [],
    ),
  );
});

test('no endpoint can be called on a budget that is spent', async (t) => {
  const names = [...new Set(everyCall.map(({ name }) => name))];
  const keys = `{ spent: { secret: ${spent}, endpoints: [all, ${names.join(', ')}], rate_limit: { budget: 0.5 USD/month } } }`;
  const gateway = await startGateway(t, walkedText({ keys }));
  const [first] = everyCall;
  assert.equal((await send(gateway, first!, spent)).status, 200);
  for (const call of everyCall) {
    const what = `${call.method} ${call.path}`;
    const { status, text } = await send(gateway, call, spent);
    // What a budget does not hold is for no key with one.
    const isPast = call.name === 'realtime_client_secrets';
    assert.equal(status, call.isClosed ? 405 : isPast ? 403 : 429, what);
    if (!call.isClosed) assert.match(text, isPast ? /may not use/ : /budget/, what);
  }
  const attempts = gateway.logs
    .filter(({ msg }) => msg === 'request')
    .flatMap((line) => line['attempts'] ?? []);
  assert.equal(attempts.length, 1);
});

/** Their answers cost nothing, so that nobody has to say it. */
const free: ReadonlySet<string> = new Set([
  'count_tokens',
  'responses_input_tokens',
  'moderations',
  'realtime_client_secrets',
]);

test('where a key with a budget could call what has no price the configuration is refused', async () => {
  const budgeted = (name: string) =>
    `{ k: { secret: ${spent}, endpoints: [${name}], rate_limit: { budget: 1 USD/day } } }`;
  const found = async (text: string) => {
    const { problems } = await loadConfig('gateway.yaml', { text, env: {}, requireSecrets: true });
    return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  };
  const served = [...deployedEndpoints, ...declared.filter((one) => one.isDeployed).map(({ name }) => name)];
  for (const name of served) {
    const text = walkedText({ keys: budgeted(name), serves: `endpoints: { ${name}: [] }` });
    assert.deepEqual(await found(text), free.has(name) ? [] : [unpriced], name);
    assert.deepEqual(await found(walkedText({ keys: budgeted(name) })), [], name);
  }
  const unmodelled = [
    ...keptAlone,
    ...declared.filter(({ isDeployed }) => !isDeployed).map(({ name }) => name),
  ];
  for (const name of unmodelled) {
    const text = walkedText({ keys: budgeted(wordFor(name)), isPriced: false });
    assert.deepEqual(new Set(await found(text)), new Set([unpriced]), name);
    assert.deepEqual(await found(walkedText({ keys: budgeted(wordFor(name)) })), [], name);
  }
});

test('every endpoint with sockets is walked over one, too', async (t) => {
  const backend = await startRealtime(t);
  const withSockets = deployedEndpoints.filter((name) => endpoints[name].socket !== undefined);
  assert.deepEqual(withSockets, ['realtime', 'responses']);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ b: { simulator: {} }, voice: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [
        { backend: b, endpoints: { responses: [] }, price: { per_request: 1 } },
        { backend: voice, endpoints: { realtime: [] }, price: { per_request: 1 } } ] } }`,
      keys: `{ ${ungranted}${withSockets
        .map(
          (name, index) =>
            `s${index}: { secret: ${secretOf(index)}, endpoints: [${name}], rate_limit: { requests: ${name === 'realtime' ? 2 : 1}/day } }, m${index}: { secret: sk-money-${index}-0123456789, endpoints: [${name}], rate_limit: { budget: 0.5 USD/day } }`,
        )
        .join(', ')} }`,
    }),
  );
  for (const [index, name] of withSockets.entries()) {
    const { path, socket: kind } = endpoints[name];
    const at = kind === 'session' ? `${path}?model=m` : path;
    const end = kind === 'session' ? 'response.done' : 'response.completed';
    const refused = async (key: string | null) => (await refusedSocket(gateway, { path: at, key })).status;
    assert.equal(await refused(null), 401, name);
    assert.equal(await refused('sk-none-0123456789abcdef'), 403, name);
    for (const [key, code] of [
      [secretOf(index), 'rate_limit_exceeded'],
      [`sk-money-${index}-0123456789`, 'budget_exceeded'],
    ] as const) {
      const socket = await openSocket(t, gateway, { path: at, key });
      const answers: unknown[] = [];
      for (let turns = 0; turns < 2; turns += 1) {
        socket.send({ type: 'response.create', ...(kind !== 'session' && { model: 'm', input: 'x' }) });
        let event = await socket.next();
        while (event.type !== end && event.type !== 'error') event = await socket.next();
        answers.push(event.type === 'error' ? event.error.code : end);
      }
      assert.deepEqual(answers, [end, code], name);
      socket.raw.terminate();
    }
    const lines = () =>
      gateway.logs.filter(
        (line) => line.msg === 'request' && line['key'] === `s${index}` && line['method'] === 'POST',
      );
    await until(() => lines().length >= 2, `${name} is logged`);
    const [first, second] = lines();
    assert.deepEqual([first!['endpoint'], first!['status'], first!['cost_usd']], [name, 200, 1]);
    assert.deepEqual([second!['endpoint'], second!['status']], [name, 429]);
  }
});
