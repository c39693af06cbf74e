import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';

const rules = `
        - { when: { sub: "repo:example/llm:*" }, key: main }
        - { when: { sub: "repo:example/*", env: [prod, stage] }, key: ci }
        - { when: { sub: "repo:other/*" }, key: narrow }`;

const text = (more = '', written = rules) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models:
  fast: { deployments: [ { backend: local, endpoints: { chat_completions: [], messages: [] } } ] }
  slow: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
rate_limits: { small: { requests: 1/s } }
keys:
  main: {}
  ci: { models: [fast], rate_limit: small }
  narrow: { models: [fast], endpoints: [messages] }
identity:
  issuers:
    forge:
      issuer: https://forge.example.com
      audience: llm
      rules: ${written}
${more}`;

const explain = (claims: string, config: string, ...more: readonly string[]) =>
  gateway(['explain', '--config', config, '--model', 'fast', '--claims', claims, ...more]);

test('explain says which key claims lead to, from the command line and from a file', async (t) => {
  const claims = { iss: 'https://forge.example.com', sub: 'repo:example/web', env: 'prod' };
  const dir = await folderWith(t, { 'gateway.yaml': text(), 'claims.json': JSON.stringify(claims) });
  const config = join(dir, 'gateway.yaml');
  for (const given of [JSON.stringify(claims), join(dir, 'claims.json')]) {
    const { exitCode, out } = await explain(given, config);
    assert.equal(exitCode, 0);
    assert.match(out, /^The claims lead to the key ci, by rule 2 of the issuer forge\.$/m);
    assert.match(out, /^Goes to fast\/local\.$/m);
  }
  const { out } = await explain('{"sub": "repo:example/web"}', config);
  assert.match(
    out,
    /^Answered with 401 invalid_api_key: The claims lead to no key: no rule of the issuer "forge" takes them\.$/m,
  );
  const foreign = await explain('{"sub": "repo:example/llm:x", "aud": ["other"]}', config);
  assert.match(foreign.out, /the issuer "forge" has another `audience`/);
  const { out: json } = await explain('{"sub": "repo:example/llm:x"}', config, '--format', 'json');
  assert.deepEqual(JSON.parse(json).identity, { issuer: 'forge', rule: 1, key: 'main' });
});

test('explain says what is wrong with claims', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': text() });
  const config = join(dir, 'gateway.yaml');
  for (const [given, more, why] of [
    ['{"sub": ', [], /the claims are no JSON object/],
    [join(dir, 'none.json'), [], /can't read the claims from .*none\.json \(ENOENT\)/],
    ['{}', ['--key', 'ci'], /--claims lead to a key themselves/],
  ] as const) {
    const { exitCode, err } = await explain(given, config, ...more);
    assert.equal(exitCode, 2);
    assert.match(err, why);
  }
});

test('tests in the file may have claims, and meet what a token with them would', async (t) => {
  const tests = `tests:
  - name: the main repository may all
    request: { endpoint: chat_completions, model: slow, claims: { sub: "repo:example/llm:main" } }
    expect: { deployment: local }
  - name: others may not use the slow model
    request: { endpoint: chat_completions, model: slow, claims: { sub: "repo:example/web", env: stage } }
    expect: { status: 403, code: model_not_allowed }
  - name: nobody else is let in
    request: { endpoint: chat_completions, model: fast, claims: { sub: "repo:evil/llm" } }
    expect: { status: 401, code: invalid_api_key }`;
  const dir = await folderWith(t, {
    'good.yaml': text(tests),
    'bad.yaml': text(
      tests.replace(
        'model: slow, claims: { sub: "repo:example/llm:main" }',
        'model: slow, claims: { sub: "repo:example/web" }',
      ),
    ),
  });
  assert.equal((await gateway(['check', join(dir, 'good.yaml')])).exitCode, 0);
  const { exitCode, out } = await gateway(['check', join(dir, 'bad.yaml')]);
  assert.equal(exitCode, 1);
  assert.match(out, /status 401, code invalid_api_key/);
});

test('diff says who gains and who loses what by a change of rules', async (t) => {
  const changed = `
        - { when: { sub: "repo:example/*", env: prod }, key: ci }
        - { when: { sub: "repo:example/llm:*" }, key: main }
        - { when: { sub: "repo:other/*" }, key: main }
        - { when: { sub: "repo:third/*" }, key: narrow }`;
  const after = text('', changed).replace('audience: llm', 'audience: [llm, gateway]');
  const dir = await folderWith(t, { 'old.yaml': text(), 'new.yaml': after });
  const { out } = await gateway(['diff', join(dir, 'old.yaml'), join(dir, 'new.yaml')]);
  assert.equal(
    out,
    `Issuers of tokens:
  ~ forge: audience llm -> [llm, gateway]

Who is let in by a token:
  ~ forge, sub repo:other/*: narrow -> main; gains slow; gains the endpoints chat_completions
  + forge, sub repo:third/*: let in as narrow; gains fast; gains the endpoints messages
  - forge, env stage, sub repo:example/*: refused, was ci; loses fast; loses the endpoints chat_completions and messages
  ~ forge, env prod, sub repo:example/llm:*: main -> ci; loses slow; rate_limit none -> small
`,
  );
});

test('a key without a secret has its line in the list of keys', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': text() });
  const { out } = await gateway(['key', 'list', '--config', join(dir, 'gateway.yaml')]);
  assert.match(out, /^ci +- +active +- +small/m);
});
