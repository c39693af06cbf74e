/** What the API does to the `keys_file`, and what a gateway then serves. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hello, liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

const token = 'live-token-0123456789';

async function start(t: TestContext, more = '') {
  const text = liveText({
    models: ['first', 'second'],
    more: `keys_file: keys.yaml\nrate_limits: { standard: { requests: 60/min } }\n${more}`,
  });
  const served = await serve(t, text.replace('read_token: ', `token: ${token}, read_token: `), {
    files: { 'keys.yaml': 'keys: {}\n' },
  });
  const [url] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  return {
    served,
    keys: () => readFileSync(join(served.dir, 'keys.yaml'), 'utf8'),
    async ask(method: 'POST' | 'DELETE', path: string, body?: object) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      return { status: answer.status, json: (await answer.json()) as any };
    },
    async status(key: string) {
      return (await served.call('/v1/chat/completions', { method: 'POST', key, body: hello })).status;
    },
  };
}

const faulty = [
  [{ id: 'b', rate_limit: 'standart' }, /no rule is named "standart" \(did you mean "standard"\?\)/],
  [{ id: 'b', expires: 'tomorrow' }, /keys\.b\.expires: /],
  [{ id: 'b', models: ['secnd'] }, /no model is named "secnd"/],
  [{ id: 'test' }, /already/],
] as const;

test('a key that a reload would refuse is refused before anything is written', async (t) => {
  const { served, ask, keys } = await start(t);
  for (const [body, reason] of faulty) {
    const { status, json } = await ask('POST', '/api/keys', body);
    assert.ok(status === 400 || status === 409, JSON.stringify(json));
    assert.match(json.error.message, reason);
    assert.equal(keys(), 'keys: {}\n');
  }
  assert.equal(existsSync(join(served.dir, 'keys.yaml.lock')), false);
  assert.equal((await served.status()).reloads.rejected, 0);
});

test('while the file is not valid a key in it can still be revoked, and the answer says that it is not gone', async (t) => {
  const { served, ask, keys, status } = await start(t);
  const made = (await ask('POST', '/api/keys', { id: 'a' })).json;
  assert.deepEqual([made.live, await status(made.secret)], [true, 200]);
  // By hand, and wrong: from now on nothing of the file is served.
  await served.save(`${keys()}  b: { hash: "sha256:00" }\n`, 'keys.yaml');
  await served.reloaded('rejected');
  const first = await ask('DELETE', '/api/keys/a');
  assert.equal(first.status, 200);
  assert.equal(first.json.live, false);
  assert.match(first.json.problem, /keys\.b\.hash/);
  assert.equal(await status(made.secret), 200, 'it answers on, and that was said');
  assert.doesNotMatch(keys(), /^ {2}a:/m);

  // The one at fault was never served, and can be taken away all the same: then both are gone.
  const second = await ask('DELETE', '/api/keys/b');
  assert.deepEqual([second.status, second.json.live], [200, true]);
  assert.equal(await status(made.secret), 401);
  assert.equal((await ask('DELETE', '/api/keys/b')).status, 404);
  assert.equal(JSON.parse((await served.admin('/api/keys')).text).keys.length, 1);
});

test('a key that would break an assertion of `never` is refused with the request that does', async (t) => {
  const never =
    'never: [{ name: guests stay out of second, request: { key: "guest-*" }, reaches: { deployment: "second/*" } }]';
  const { served, ask, keys } = await start(t, never);
  const refused = await ask('POST', '/api/keys', { id: 'guest-1' });
  assert.equal(refused.status, 400);
  assert.match(
    refused.json.error.message,
    /keys\.guest-1: breaks "guests stay out of second", which is never\[0\] in line \d+ of .*: key guest-1 reaches second\/.*model second; key guest-1/,
  );
  assert.equal(keys(), 'keys: {}\n');
  const made = await ask('POST', '/api/keys', { id: 'guest-1', models: ['first'] });
  assert.deepEqual([made.status, made.json.live], [201, true], JSON.stringify(made.json));
  assert.equal((await ask('POST', '/api/keys', { id: 'team' })).status, 201);
  const toolsOf = async () => JSON.parse((await served.admin('/api/keys?search=team')).text).keys[0].tools;
  assert.deepEqual(await toolsOf(), []);
  assert.equal(
    (await ask('POST', '/api/keys/team', { tools: ['github/get_*', 'docs/prompt:*'] })).status,
    200,
  );
  assert.deepEqual(await toolsOf(), ['github/get_*', 'docs/prompt:*']);
  const odd = await ask('POST', '/api/keys/team', { tools: ['get_issue'] });
  assert.match(odd.json.error.message, /keys\.team\.tools\[0\]: must be SERVER\/TOOL/);
  assert.equal((await ask('POST', '/api/keys/team', { tools: null })).status, 200);
  assert.deepEqual(await toolsOf(), []);
  assert.equal((await served.status()).reloads.rejected, 0);
});

test('a reference in a text of a key is a text: who reads the keys reads nothing of the gateway by it', async (t) => {
  const { served, ask } = await start(t);
  const texts = [
    '${PATH}',
    '${file:gateway.yaml}',
    '${program:vault}',
    '${NONE:-default}',
    '$${PATH}',
    '$PATH',
    'os.environ/PATH',
  ];
  for (const [index, text] of texts.entries()) {
    const id = `literal-${index}`;
    const made = await ask('POST', '/api/keys', { id, owner: text, note: text });
    assert.deepEqual([made.status, made.json.live], [201, true], JSON.stringify(made.json));
    assert.equal((await ask('POST', `/api/keys/${id}`, { note: `${text} again` })).status, 200);
  }
  const { keys } = JSON.parse((await served.admin('/api/keys')).text);
  const shown = keys
    .filter((key: { id: string }) => key.id.startsWith('literal-'))
    .map((key: { owner: string; note: string }) => [key.owner, key.note]);
  assert.deepEqual(
    shown,
    texts.map((text) => [text, `${text} again`]),
  );
});
