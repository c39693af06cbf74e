/**
 * The duration and memory of proofs, for the largest file that `gateway check` is made for: 200 assertions over 2,000
 * models and 20,000 keys, in several make-ups. Each runs in a process of its own.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prove } from '../src/check/prove/prove.ts';
import { loadConfig } from '../src/config/load.ts';

const models = 2000;
const keys = 20_000;
const assertions = 200;
const backends = 40;
const capabilities = ['vision', 'streaming', 'tool_choice', 'reasoning', 'pdf_input'];

function id(model: number): string {
  return model % 2 === 0 ? `m-${model}` : `team-${model % 10}/m-${model}`;
}

/** The rights of a make-up's keys, by their number. */
const makeUps = {
  /** Ten teams, as most files have them. */
  alike: (key: number) => ({ models: [`team-${key % 10}/*`, 'm-1*'] }),
  /** No two may do the same. */
  'all different': (key: number, isBroken: boolean) => ({
    models: [`team-${key % 10}/*`, id(key % models), `m-${(key * 7 + 3) % models}*`, id((key * 13) % models)],
    tags: isBroken && key % 3 === 0 ? ['chat_completions:streaming'] : [],
    endpoints: key % 5 === 0 ? ['chat_completions', 'messages'] : undefined,
  }),
  /** And each may use all but everything. */
  'all different, wide': (key: number, isBroken: boolean) => ({
    models: ['m-*', `team-${key % 10}/*`, `x-${key}`, `team-${(key >> 4) % 10}/m-${key}*`],
    tags: isBroken && key % 3 === 0 ? ['chat_completions:streaming'] : [],
  }),
} as const;

type MakeUp = keyof typeof makeUps;

function file(makeUp: MakeUp, isBroken: boolean): string {
  const lists = (seed: number) => capabilities.filter((_, place) => ((seed >> place) & 1) === 1);
  const described = Array.from({ length: models }, (_, model) => [
    id(model),
    {
      fallbacks:
        model % 2 === 0
          ? [id((model + 2) % models), id((model + 10) % models), id((model + 21) % models)]
          : [],
      deployments: [0, 1, 2].map((place) => ({
        backend: `b${(model * 3 + place * 7) % backends}`,
        id: `d${place}`,
        priority: place % 2,
        endpoints: {
          chat_completions: lists(model + place),
          ...(model % 3 === 0 && { messages: lists(model * 5 + place) }),
          ...(model % 4 === 0 && { responses: lists(model >> 2) }),
        },
      })),
    },
  ]);
  /** Of one backend alone where most is to be broken. */
  const on = (...names: readonly string[]) => ({
    deployments: names
      .slice(0, isBroken ? 1 : 2)
      .map((backend) => ({ backend, endpoints: { chat_completions: [] } })),
  });
  const half = assertions / 2;
  const never = Array.from({ length: half }, (_, index) => ({
    name: `never ${index}`,
    request: {
      key: ['*', `key-${index % 10}*`, '*7'][index % 3],
      ...(index % 4 === 1 && { model: id(index * 11) }),
      ...(index % 4 === 2 && { tags: [capabilities[index % 5]] }),
      ...(index % 4 === 3 && { models: [id(index), id(index * 3)] }),
    },
    reaches: isBroken ? { backend: `b${index % 10}*` } : { backend: 'apart' },
  }));
  const survives = Array.from({ length: half }, (_, index) => ({
    name: `survives ${index}`,
    request: {
      key: ['*', `key-${index % 10}*`, '*7'][index % 3],
      ...(index % 4 === 1 && { model: id(index * 11) }),
      tags: lists(isBroken && index % 4 === 2 ? index : 0).map((name) => `chat_completions:${name}`),
    },
    outages: isBroken ? 1 + (index % 3) : 1,
  }));
  return JSON.stringify({
    version: 1,
    listen: { address: '127.0.0.1:8443', tls: { self_signed: true } },
    backends: Object.fromEntries(
      [...Array.from({ length: backends }, (_, index) => `b${index}`), 'apart'].map((name) => [
        name,
        { simulator: {} },
      ]),
    ),
    models: {
      ...Object.fromEntries(described),
      'x-*': on('b0', 'b1'),
      apart: on('apart', 'b2'),
    },
    keys: Object.fromEntries(
      Array.from({ length: keys }, (_, key) => [
        `key-${key}`,
        { hash: `sha256:${key.toString(16).padStart(64, '0')}`, ...makeUps[makeUp](key, isBroken) },
      ]),
    ),
    never,
    survives,
  });
}

async function measure(makeUp: MakeUp, isBroken: boolean): Promise<void> {
  const text = file(makeUp, isBroken);
  const { config, problems } = await loadConfig('gateway.yaml', { text, env: {}, requireSecrets: true });
  if (config === undefined) throw new Error(JSON.stringify(problems.slice(0, 3)));
  globalThis.gc?.();
  const loadedMiB = process.memoryUsage.rss() / 2 ** 20;
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const outcomes = prove(config);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(2);
  const cpu = process.cpuUsage(startedCpu);
  const cpuSeconds = ((cpu.user + cpu.system) / 1e6).toFixed(2);
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const count = (verdict: string) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  process.stdout.write(
    `${`keys ${makeUp}, ${isBroken ? 'most broken' : 'most proved'}`.padEnd(42)} ${seconds.padStart(6)} s (${cpuSeconds} s of a core)  peak ${peakMiB.toFixed(0)} MiB (${loadedMiB.toFixed(0)} once loaded)  ${count('proved')} proved, ${count('broken')} broken\n`,
  );
}

const [makeUp, isBroken] = process.argv.slice(2);
if (makeUp !== undefined) await measure(makeUp as MakeUp, isBroken === 'broken');
else {
  process.stdout.write(`${assertions} assertions over ${models} models and ${keys} keys\n`);
  for (const name of Object.keys(makeUps)) {
    for (const state of ['proved', 'broken']) {
      const child = fork(fileURLToPath(import.meta.url), [name, state]);
      const code = await new Promise((ended) => child.once('exit', ended));
      if (code !== 0) process.exitCode = 1;
    }
  }
}
