/** What a change says shows no secret, neither the one before nor the one behind. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { describeChanges } from '../../../src/check/diff/describe-changes.ts';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { diffMarkdown, diffText } from '../../../src/check/diff/diff-text.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { formatProblems } from '../../../src/config/problems.ts';
import { fileShape } from '../../../src/config/schema/generated/shape.generated.js';
import { nodeAt, type Tree } from '../../../src/config/text/tree.ts';
import { type FieldPath, scalars } from '../../config/schema/every-field.ts';

/** One version of every secret, each in the form that its place demands. */
interface Secrets {
  readonly text: (of: string) => string;
  /** Within a text, such as a URL. */
  readonly part: (of: string) => string;
  readonly bytes: (of: string) => string;
  readonly pem: string;
}

const keys = [0, 1].map(() =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

/** As they stand in a file, of which the first is the one before a change. */
function secretsOf(version: 0 | 1, written: (value: string) => string): Secrets {
  const name = ['geheim-old', 'geheim-new'][version]!;
  return {
    text: (of) => JSON.stringify(written(`${name}-0123456789-${of}`)),
    part: (of) => written(`${name}-0123456789-${of}`),
    bytes: (of) => written(Buffer.from(`${name}-${of}`.padEnd(32, '-').slice(0, 32)).toString('base64')),
    pem: JSON.stringify(keys[version]),
  };
}

const plain = (backend: string, more = '') => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { x: ${backend} }
models: { m: { deployments: [ { backend: x, endpoints: { chat_completions: [], responses: [] } } ] } }
${more}`;

const withAuth = (auth: string) =>
  plain(
    `{ url: "https://a.example/v1", auth: ${auth} }`,
    `guards: { x: { form: litellm, url: "https://g.example", auth: ${auth}, unseen: refuse } }
mcp: { servers: { x: { url: "https://m.example/mcp", auth: ${auth} } } }`,
  );

/** Files that have every secret of the language between them, and what of them a change names. */
const files: readonly (readonly [of: (secrets: Secrets) => string, fields: readonly string[]])[] = [
  [
    ({ text, part, bytes }) =>
      plain(
        '{ simulator: {} }',
        `keys: { x: { secret: ${text('key')} } }
admin:
  address: "127.0.0.1:9901"
  token: ${text('token')}
  read_token: ${text('read')}
  content_token: ${text('content')}
  oidc:
    issuer: https://issuer.example
    client_id: gateway
    client_secret: ${text('client')}
    roles: { admin: { team: platform } }
notify: { hooks: [ { url: "https://hook.example/${part('hook')}", secret: "whsec_${bytes('signs')}" } ] }
content_log:
  keys: ["*"]
  s3:
    bucket: audit
    region: eu-central-1
    access_key: ${text('access')}
    secret_key: ${text('s3')}
    session_token: ${text('session')}
stateful: { ids: signed, endpoints: [responses] }
state: { ids: { secret: "${bytes('ids')}", previous: [ "${bytes('before')}" ] } }
metrics: { otlp: "https://a.example/${part('metrics')}", headers: { x-honeycomb-team: ${text('header')} } }
tracing: { otlp: "https://a.example/${part('tracing')}", headers: { x-honeycomb-team: ${text('header')} } }
`,
      ),
    [
      'admin.token',
      'admin.read_token',
      'admin.content_token',
      'admin.oidc.client_secret',
      'tracing.otlp',
      'tracing.headers.x-honeycomb-team',
      'content_log.s3.access_key',
      'content_log.s3.secret_key',
      'content_log.s3.session_token',
      'metrics.otlp',
      'metrics.headers.x-honeycomb-team',
      'notify.hooks',
      'state.ids.secret',
      'state.ids.previous',
    ],
  ],
  [
    ({ text, part }) =>
      plain(
        '{ simulator: {} }',
        `content_log: { keys: ["*"], otlp: "https://a.example/${part('log')}", headers: { x-a: ${text('header')} } }
state: { redis: { url: "redis://:${part('redis')}@redis.example" } }
keys_store: redis
programs: { p: { command: [/bin/echo, ${text('argument')}] } }
`,
      ),
    ['content_log.otlp', 'content_log.headers.x-a', 'programs.p.command', 'keys_store.url'],
  ],
  [
    ({ text, part }) =>
      plain(
        `{ url: "https://a.example/v1", proxy: "http://me:${part('proxy')}@p.example",` +
          ` auth: { bearer: ${text('bearer')} },` +
          ` headers: { x-a: ${text('header')} }, default_headers: { x-b: ${text('default')} } }`,
        `guards: { x: { form: litellm, url: "https://g.example", proxy: "http://me:${part('proxy')}@p.example", auth: { bearer: ${text('bearer')} }, headers: { x-a: ${text('header')} }, unseen: refuse } }
mcp: { servers: { x: { url: "https://m.example/mcp?api_key=${part('query')}", proxy: "http://me:${part('proxy')}@p.example", auth: { bearer: ${text('bearer')} }, headers: { x-a: ${text('header')} } } } }`,
      ),
    [],
  ],
  [({ text }) => withAuth(`{ header: x-api-key, value: ${text('value')} }`), []],
  [
    ({ text }) =>
      withAuth(`{ oauth2: { token_url: "https://a.example/t", client_id: c, client_secret: ${text('o')} } }`),
    [],
  ],
  [
    ({ pem }) =>
      withAuth(`{ oauth2: { token_url: "https://a.example/t", client_id: c, private_key: ${pem} } }`),
    [],
  ],
  [
    ({ text }) =>
      withAuth(
        `{ aws: { region: eu-west-1, access_key: ${text('a')}, secret_key: ${text('s')}, session_token: ${text('t')} } }`,
      ),
    [],
  ],
  [
    ({ text }) => withAuth(`{ azure: { tenant: t.example, client_id: c, client_secret: ${text('azure')} } }`),
    [],
  ],
];

async function load(text: string) {
  const result = await loadConfig('-', { text, env: {}, requireSecrets: false, isInstalled: () => true });
  assert.ok(result.config, `${formatProblems(result.problems)}\n${text}`);
  return { config: result.config, trees: result.trees };
}

/** Where the schema has secrets, and what stands there. */
const secretPaths = [...scalars(fileShape)]
  .filter(([{ definition }]) => definition === 'secret')
  .map(([, path]) => path);

function valueAt(trees: readonly Tree[], path: FieldPath): unknown {
  return trees.map((tree) => nodeAt(tree, path)?.value).find((value) => value !== undefined);
}

for (const [how, written] of [
  ['in clear', (value: string) => value],
  ['as what stands for a variable', (value: string) => `\${NOWHERE:-${value}}`],
] as const) {
  test(`a change shows no secret of the schema that stands in a file ${how}`, async () => {
    const seen = new Set<FieldPath>();
    for (const [textOf, fields] of files) {
      const [before, after] = [
        await load(textOf(secretsOf(0, written))),
        await load(textOf(secretsOf(1, written))),
      ];
      const diff = diffConfigs(before, after);
      assert.deepEqual(
        diff.settings.map(({ field }) => field),
        fields,
      );
      const said = [
        diffText(diff),
        diffMarkdown(diff),
        JSON.stringify(diff),
        ...describeChanges(before.config, after.config),
      ].join('\n');
      assert.doesNotMatch(said, /geheim/);
      // As what a proxy is told, too.
      for (const [encoded] of said.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g))
        assert.doesNotMatch(Buffer.from(encoded, 'base64').toString('latin1'), /geheim/);
      for (const path of secretPaths) {
        const values = [before, after].map(({ trees }) => valueAt(trees, path));
        if (values[0] === undefined) continue;
        seen.add(path);
        assert.notEqual(values[0], values[1]);
        for (const value of values) {
          const [longest] = String(value)
            .replace(/^whsec_/, '')
            .split('\n')
            .sort((a, b) => b.length - a.length);
          assert.ok(!said.includes(longest!), `${path.join('.')} in ${said}`);
        }
      }
    }
    assert.deepEqual(
      secretPaths.filter((path) => !seen.has(path)).map((path) => path.join('.')),
      [],
      'each secret of the schema stands in one of the files above',
    );
  });
}
