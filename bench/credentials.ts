/**
 * `npm run bench:credentials`, after `npm run build`: what the gateway promises about credentials that are renewed, in
 * figures, and what a signature costs. Prints a line each, and exits with 1 where something is not as it should be.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { argv, exit, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSource, TokenCredentialConfig } from '../src/config/types/credentials.ts';
import type { Credential } from '../src/credentials/credential.ts';
import { CredentialHolders } from '../src/credentials/holders.ts';
import { credentialsWith } from '../src/credentials/index.ts';
import { sourceId } from '../src/credentials/source-uses.ts';
import { MessageToAuthorize } from '../src/http/client/message-to-authorize.ts';
import { exampleConfig } from '../test/credentials/aws/held-keys.ts';
import { completion, json, startBackend } from '../test/helpers/backend.ts';
import { secret } from '../test/helpers/gateway.ts';
import type { Cleanup } from '../test/helpers/inside.ts';
import { childrenOf, hello, liveText } from '../test/helpers/live.ts';
import { seriesValue } from '../test/helpers/promtool.ts';
import { scratchFolder } from '../test/helpers/scratch.ts';
import { type Served, serve } from '../test/helpers/serve.ts';
import {
  startTokenEndpoint,
  type TokenBehaviour,
  type TokenEndpoint,
} from '../test/helpers/token-endpoint.ts';
import { spreadOf } from './measure/spread.ts';

let misses = 0;

function say(line: string): void {
  stdout.write(`${line}\n`);
}

/** One line, marked where it misses its aim. */
function measured(what: string, figures: string, isMet: boolean): void {
  if (!isMet) misses += 1;
  say(`${isMet ? 'ok  ' : 'MISS'}  ${what}: ${figures}`);
}

/** Does something whose leftovers are cleared away before the next. */
async function withCleanup<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const done: (() => void | Promise<void>)[] = [];
  try {
    return await work({ after: (one) => void done.push(one) });
  } finally {
    for (const one of done.reverse()) await one();
  }
}

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

const kept = new Agent({ keepAlive: true, maxSockets: 16 });
const fresh = new Agent({ keepAlive: false });

/** One request, on a connection that is kept, or on a fresh one, which goes to the next worker. */
function call({ port, ca }: Served, agent: Agent = kept, model = hello.model): Promise<Outcome> {
  const body = JSON.stringify({ ...hello, model });
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: 'localhost',
        port,
        ca,
        agent,
        method: 'POST',
        path: '/v1/chat/completions',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - since }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Requests at a steady pace; none waits for the one before. */
async function paced(served: Served, count: number, everyMs: number): Promise<readonly Outcome[]> {
  const calls: Promise<Outcome>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    calls.push(call(served));
    await sleep(everyMs);
  }
  return Promise.all(calls);
}

function counted(outcomes: readonly Outcome[], status: number): number {
  return outcomes.filter((outcome) => outcome.status === status).length;
}

function slowest(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

interface Setting {
  readonly endpoint: TokenEndpoint;
  readonly served: Served;
  /** Requests that the backend refused: their token was none of the endpoint's, or had run out. */
  readonly refused: () => number;
}

/** A gateway before a backend that knows the tokens of an endpoint, and for how long each is good. */
async function start(
  cleanup: Cleanup,
  lifetime: number,
  { workers = 2, fields = {} } = {},
): Promise<Setting> {
  const given = new Map<string, number>();
  let refused = 0;
  const endpoint = await startTokenEndpoint(cleanup, tokens(lifetime, given, fields));
  const backend = await startBackend(cleanup, (seen, response, body) => {
    if (seen.headers.authorization === 'Bearer static-0123456789') {
      return json(completion('hi'))(seen, response, body);
    }
    const since = given.get(seen.headers.authorization ?? '');
    if (since !== undefined && performance.now() - since < lifetime * 1000) {
      return json(completion('hi'))(seen, response, body);
    }
    refused += 1;
    return json({ error: { message: 'no' } }, 401)(seen, response, body);
  });
  const auth = `{ oauth2: { token_url: "${endpoint.url}", client_id: bench, client_secret: bench-secret-0123 } }`;
  const both = `{ url: "${backend.url}", auth: ${auth} }, plain: { url: "${backend.url}", auth: { bearer: static-0123456789 } }`;
  const text = liveText({ workers, backend: both });
  const plain = '  plain: { deployments: [{ backend: plain, endpoints: { chat_completions: [] } }] }';
  const served = await serve(cleanup, text.replace('models:\n', `models:\n${plain}\n`));
  return { endpoint, served, refused: () => refused };
}

/** Gives tokens, and notes when. */
function tokens(lifetime: number, given: Map<string, number>, fields: object): TokenBehaviour {
  return {
    kind: 'own',
    answer: (_request, response) => {
      const token = `bench-${randomBytes(24).toString('base64url')}`;
      given.set(`Bearer ${token}`, performance.now());
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: token, expires_in: lifetime, ...fields }));
    },
  };
}

async function shortLives(cleanup: Cleanup): Promise<void> {
  const { endpoint, served, refused } = await start(cleanup, 2);
  await paced(served, 50, 10);
  const [outcomes, others] = [[], []] as [Outcome[], Outcome[]];
  // Beside each a request with a bearer of the file: what the machine does to one it does to the other.
  const calls: Promise<void>[] = [];
  for (let sent = 0; sent < 1000; sent += 1) {
    calls.push(call(served).then((one) => void outcomes.push(one)));
    calls.push(call(served, kept, 'plain').then((one) => void others.push(one)));
    await sleep(20);
  }
  await Promise.all(calls);
  const good = counted(outcomes, 200);
  const used = endpoint.requests.length;
  const [late, lateToo] = [slowest(outcomes, 0.99), slowest(others, 0.99)];
  measured(
    '1,000 requests over tokens that live 2 s',
    `${good} answered, ${refused()} met 401, ${used} tokens; p50 ${ms(slowest(outcomes, 0.5))}, p99 ${ms(late)}; with a bearer of the file p50 ${ms(slowest(others, 0.5))}, p99 ${ms(lateToo)}`,
    good === 1000 && refused() === 0 && late < lateToo * 1.5 + 10,
  );
}

async function frozenEndpoint(cleanup: Cleanup): Promise<void> {
  const { endpoint, served } = await start(cleanup, 300, { fields: { refresh_in: 1 } });
  endpoint.behave({ kind: 'frozen' });
  const before = endpoint.requests.length;
  const outcomes = await paced(served, 1200, 50);
  const good = counted(outcomes, 200);
  measured(
    'token endpoint frozen for 60 s with 5 min left',
    `${good} of ${outcomes.length} answered, ${endpoint.requests.length - before} renewals tried; p99 ${ms(slowest(outcomes, 0.99))}`,
    good === outcomes.length && endpoint.requests.length > before,
  );
}

async function downPastTheEnd(cleanup: Cleanup): Promise<void> {
  const lifetime = 2;
  const given = new Map<string, number>();
  const { endpoint, served } = await start(cleanup, lifetime);
  await call(served);
  endpoint.behave({ kind: 'down' });
  while ((await call(served)).status === 200) await sleep(20);
  const outcomes: Outcome[] = [];
  for (let asked = 0; asked < 300; asked += 1) outcomes.push(await call(served));
  const refused = counted(outcomes, 503);
  // Of the others what else runs on the machine has its part.
  const usual = slowest(outcomes, 0.5);
  const { text } = await served.admin('/metrics');
  const open =
    seriesValue(text, 'gateway_deployment_circuits{model="first",deployment="one",state="open"}') ?? 0;
  measured(
    'down past the end of the token',
    `${refused} of 300 get 503; p50 ${ms(usual)}, p99 ${ms(slowest(outcomes, 0.99))}; circuits open: ${open}`,
    refused === 300 && usual < 10 && open === 0,
  );
  const backs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    // The backend's verdict on the token does not matter: it only has to receive one.
    endpoint.behave(tokens(lifetime, given, {}));
    const since = performance.now();
    while ((await call(served)).status === 503) await sleep(5);
    backs.push(performance.now() - since);
    endpoint.behave({ kind: 'down' });
    while ((await call(served)).status !== 503) await sleep(20);
    await sleep(100 * round);
  }
  measured(
    'back in service after its return, worst of 5',
    ms(Math.max(...backs)),
    Math.max(...backs) <= 1500,
  );
}

async function eightWorkers(cleanup: Cleanup): Promise<void> {
  const { endpoint, served } = await start(cleanup, 4, { workers: 8 });
  for (let asked = 0; asked < 200; asked += 1) {
    await call(served, fresh);
    await sleep(50);
  }
  const asked = endpoint.requests.length;
  const had = await generation(served);
  measured('eight workers', `${asked} token requests for ${had} tokens`, Math.abs(asked - had) <= 1);
}

/** The number of the gateway's tokens so far. */
async function generation(served: Served): Promise<number> {
  return (await served.status()).credentials[0]!.generation;
}

async function killedProcess(cleanup: Cleanup): Promise<void> {
  const { served, refused } = await start(cleanup, 8);
  const renewing = () =>
    childrenOf(served.child.pid!).find(({ command }) => command.includes('renewal-main'));
  const results: Outcome[] = [];
  let kills = 0;
  for (; kills < 5; kills += 1) {
    const had = await generation(served);
    process.kill(renewing()!.pid, 'SIGKILL');
    while ((await generation(served)) === had) results.push(...(await paced(served, 10, 10)));
  }
  const good = counted(results, 200);
  measured(
    'renewal process killed 5 times',
    `each time the next renewal works; ${good} of ${results.length} requests answered meanwhile`,
    good === results.length && refused() === 0,
  );
}

async function rotatedFile(cleanup: Cleanup): Promise<void> {
  const file = join(scratchFolder(cleanup), 'token');
  const put = (text: string) => {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  put('first-token-0123456789');
  let latest = '';
  const backend = await startBackend(cleanup, (seen, response, body) => {
    latest = seen.headers.authorization ?? '';
    return json(completion('hi'))(seen, response, body);
  });
  const config = liveText({ workers: 8, backend: `{ url: "${backend.url}", auth: { file: ${file} } }` });
  const served = await serve(cleanup, config);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const next = `token-of-round-${round}-0123456789`;
    put(next);
    const since = performance.now();
    let lastOld = since;
    // Fresh connections go to the workers in turns: after 16 that have it, each of the eight had its turn.
    for (let right = 0; right < 16; ) {
      await call(served, fresh);
      if (latest === `Bearer ${next}`) right += 1;
      else {
        right = 0;
        lastOld = performance.now();
      }
    }
    times.push(lastOld - since);
  }
  measured(
    'secret rotated in its file: every one of 8 workers, worst of 5',
    ms(Math.max(...times)),
    Math.max(...times) <= 2000,
  );
}

/** CPU of one authorization, in microseconds: medians of rounds in turns. */
function signatureCost(bytes: number, most: number): void {
  const body = [Buffer.alloc(bytes / 2, 'x'), Buffer.alloc(bytes / 2, 'y')];
  const file: FileSource = { kind: 'file', file: '/run/token' };
  const holders = new CredentialHolders();
  const common = { generation: 1, usableForMs: Number.POSITIVE_INFINITY, problem: undefined };
  const sessionToken = randomBytes(600).toString('base64');
  holders.take([
    { ...common, id: sourceId(file), value: { kind: 'token', token: randomBytes(48).toString('base64url') } },
    {
      ...common,
      id: sourceId(exampleConfig.source),
      value: {
        kind: 'aws_keys',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'bench',
        sessionToken,
      },
    },
  ]);
  const token: TokenCredentialConfig = {
    kind: 'token',
    source: file,
    header: 'authorization',
    prefix: 'Bearer ',
    beside: {},
    withheld: [],
  };
  const credentialFor = credentialsWith(holders);
  const [bearer, signature] = [credentialFor(token), credentialFor(exampleConfig)];
  const times = bytes > 100_000 ? 200 : 4000;
  const added: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const base = cpuOf(bearer, body, times);
    const more = cpuOf(signature, body, times);
    if (round > 1) added.push(more - base);
  }
  const { median } = spreadOf(added);
  const size = bytes >= 1_000_000 ? '1 MB' : '1 KB';
  measured(
    `a signature of ${size} against a bearer, CPU`,
    `${median.toFixed(1)} us more (${most} allowed)`,
    median <= most,
  );
}

function cpuOf(credential: Credential, body: readonly Buffer[], times: number): number {
  const before = process.cpuUsage();
  for (let made = 0; made < times; made += 1) {
    const message = new MessageToAuthorize(credential, {
      method: 'POST',
      path: '/model/eu.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke',
      host: 'bedrock-runtime.eu-central-1.amazonaws.com',
      body,
      headerLines:
        'host: bedrock-runtime.eu-central-1.amazonaws.com\r\ncontent-type: application/json\r\naccept: application/json\r\nuser-agent: bench/1.0\r\n',
    });
    void credential.authorize(message);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const parts: Readonly<Record<string, (cleanup: Cleanup) => Promise<void>>> = {
  lives: shortLives,
  frozen: frozenEndpoint,
  down: downPastTheEnd,
  workers: eightWorkers,
  killed: killedProcess,
  file: rotatedFile,
  signature: async () => {
    signatureCost(1024, 40);
    signatureCost(1024 * 1024, 1200);
  },
};

const words = argv.slice(2);
for (const [name, part] of Object.entries(parts)) {
  if (words.length === 0 || words.includes(name)) await withCleanup(part);
}
kept.destroy();
exit(misses === 0 ? 0 : 1);
