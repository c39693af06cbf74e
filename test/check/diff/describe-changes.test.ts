import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from '../../../src/check/diff/describe-changes.ts';
import { loadConfig } from '../../../src/config/load.ts';
import type { Config } from '../../../src/config/types/gateway.ts';

const before = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  a: { url: "https://a.example", auth: { bearer: "\${SECRET}" } }
  b: { simulator: { latency: 20ms } }
models:
  fast:
    deployments:
      - { backend: a, endpoints: { chat_completions: [streaming] } }
  slow:
    deployments:
      - { backend: b, endpoints: { messages: [] } }
keys:
  team: { hash: "sha256:${'0'.repeat(64)}" }
`;

async function load(text: string, secret = 'sk-first-secret'): Promise<Config> {
  const { config, problems } = await loadConfig('-', {
    text,
    env: { SECRET: secret },
    requireSecrets: true,
  });
  assert.ok(config, JSON.stringify(problems));
  return config;
}

async function changes(edit: (text: string) => string, secret?: string): Promise<readonly string[]> {
  return describeChanges(await load(before), await load(edit(before), secret));
}

test('the same configuration at other lines has no changes', async () => {
  assert.deepEqual(await changes((text) => text.replace('backends:', '\n# a comment\nbackends:')), []);
});

test('a program is told by its name, and that it prints something else', async () => {
  const load = async (value: string, every: string) => {
    const { config } = await loadConfig('-', {
      text: `${before}programs: { vault: { command: [/bin/echo], every: ${every} } }\n`,
      env: { SECRET: 'sk-first-secret' },
      requireSecrets: true,
      programs: { known: new Map(), run: async () => ({ kind: 'printed', value }) },
    });
    return config!;
  };
  assert.deepEqual(describeChanges(await load('canary-a', '1h'), await load('canary-b', '2h')), [
    'program vault: every, secret changed',
  ]);
});

const edits: readonly [what: string, edit: (text: string) => string, said: readonly string[]][] = [
  [
    'a deployment that was added',
    (text) =>
      text.replace(
        '[streaming] } }',
        '[streaming] } }\n      - { backend: b, endpoints: { responses: [] } }',
      ),
    ['model fast: deployment b added'],
  ],
  [
    'what a backend changes in requests, by the names that the operator gave',
    (text) =>
      text.replace(
        'latency: 20ms } }',
        'latency: 20ms }, request: { remove: [x], set: { topK: 40 } }, query: { apiVersion: "1" } }',
      ),
    ['backend b: query.apiVersion, request changed'],
  ],
  [
    'the wire of a backend, whose paths are no change of their own',
    (text) => text.replace('SECRET}" } }', 'SECRET}" }, wire: vertex, project: p, location: global }'),
    ['backend a: wire, project, location changed'],
  ],
  [
    'where streams of a backend are asked for',
    (text) =>
      text.replace('SECRET}" } }', 'SECRET}" }, paths: { messages: { whole: "/a", stream: "/b" } } }'),
    ['backend a: paths.messages changed'],
  ],
  [
    'a model that came and one that went',
    (text) => text.replace('  slow:', '  slower:'),
    ['model slower added', 'model slow removed'],
  ],
  [
    'fields of a deployment',
    (text) => text.replace('backend: a, end', 'backend: a, weight: 2, model: other, end'),
    ['model fast: deployment a: model, weight changed'],
  ],
  [
    'capabilities under one endpoint',
    (text) => text.replace('[streaming]', '[streaming, vision]'),
    ['model fast: deployment a: endpoints.chat_completions changed'],
  ],
  [
    'fallbacks',
    (text) => text.replace('slow:', 'slow:\n    fallbacks: [fast]'),
    ['model slow: fallbacks changed'],
  ],
  [
    'fields of the listener in the words of the file',
    (text) => text.replace('true } }', 'true }, max_body: 1MiB, headers_timeout: 5s }'),
    ['listen: max_body, headers_timeout changed'],
  ],
  [
    'another form of the same field',
    (text) => text.replace('self_signed: true', 'terminated_by: [10.0.0.0/8]'),
    ['listen: tls changed'],
  ],
  [
    'a backend that moved',
    (text) => text.replace('https://a.example', 'https://b.example:444/base'),
    ['backend a: url changed'],
  ],
  [
    'a key',
    (text) => text.replace(/team: \{ /, 'team: { models: [fast], expires: 2030-01-01, '),
    ['key team: models, expires changed'],
  ],
  [
    'sockets that are closed',
    (text) => `${text}endpoints: { responses: { websocket: false } }\n`,
    ['endpoints: responses.websocket changed'],
  ],
  [
    'an endpoint of its own, once',
    (text) =>
      `${text}endpoints: { render: { path: /v1/render, body: json, model: { in: body, field: model } } }\n`,
    ['endpoints: render changed'],
  ],
  [
    'a section that was not there',
    (text) => `${text}admin: { address: "127.0.0.1:9901" }\n`,
    ['admin changed'],
  ],
];

for (const [what, edit, said] of edits) {
  test(`says ${what}`, async () => {
    assert.deepEqual(await changes(edit), said);
  });
}

test('a secret that changed is named by its field and not shown', async () => {
  assert.deepEqual(await changes((text) => text, 'sk-second-secret'), ['backend a: auth.value changed']);
});

test('beyond the given number the rest is counted', async () => {
  const many = Array.from(
    { length: 30 },
    (_, i) => `  k${i}: { hash: "sha256:${String(i + 10).padStart(64, '1')}" }\n`,
  );
  const said = await changes((text) => text + many.join(''));
  assert.equal(said.length, 21);
  assert.deepEqual(said.slice(-2), ['key k19 added', 'and 10 more changes']);
});
