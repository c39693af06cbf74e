/** `gateway tools lock`: asks servers of both eras, as a gateway does, and writes what they say for review. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startEverything, startModernServer } from '../../helpers/mcp/servers.ts';
import { startOlderServer, startToolServer, tool } from '../../helpers/tool-server.ts';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';

const credential = 'the-credential-of-the-server-1';
const header = 'a-header-that-is-a-secret-too';

async function configured(t: TestContext, servers: Readonly<Record<string, string>>) {
  const folder = await folderWith(t);
  const file = join(folder, 'gateway.yaml');
  const lock = join(folder, 'tools.lock');
  const write = (lines: Readonly<Record<string, string>>) =>
    writeFileSync(
      file,
      `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
keys: { one: { secret: "\${KEY}", tools: ["*"] } }
mcp:
  servers:
${Object.entries(lines)
  .map(([name, fields]) => `    ${name}: { private: true, ${fields} }`)
  .join('\n')}
`,
    );
  write(servers);
  const env = { KEY: 'sk-locked-0123456789abcdef' };
  const run = (...args: readonly string[]) => gateway(['tools', 'lock', '--config', file, ...args], { env });
  const check = () => gateway(['check', '--format', 'json', file], { env });
  return { file, lock, write, run, check, text: () => readFileSync(lock, 'utf8') };
}

test('servers of both eras, all of what they offer, and nothing that the file does not offer', async (t) => {
  const [everything, modern] = await Promise.all([startEverything(t), startModernServer(t)]);
  const older = await startOlderServer(t, { sessions: true });
  const { run, text, check, write } = await configured(t, {
    everything: `url: "${everything.url}"`,
    modern: `url: "${modern.url}", tools: [add]`,
    older: `url: "${older.url}/mcp", pin: lock`,
    sim: 'simulator: true',
  });
  // What the finding says to do is done, literally.
  const [finding] = JSON.parse((await check()).out) as { code: string; message: string; help: string }[];
  assert.equal(finding!.code, 'GW1464');
  const first = await run();
  assert.deepEqual([first.exitCode, first.err], [0, '']);
  assert.match(
    first.out,
    /^older: 1 tool, instructions; changes tools\.lock:\n {2}new {6}instructions\n {2}new {6}tool echo$/m,
  );
  assert.match(first.out, /tools\.lock is written: review the change before you merge it\n$/);
  const written = text();
  assert.match(written, /^ {2}modern:\n {4}instructions:\n.*\n {6}whole: "Modern\."\n {4}tools:\n {6}add:$/m);
  assert.doesNotMatch(written, /^ {6}who:$/m);
  assert.match(written, /^ {6}"demo:\/\/resource\/dynamic\/text\/\{resourceId\}":$/m);
  assert.equal((await check()).exitCode, 0);
  const again = await run('--check');
  assert.deepEqual([again.exitCode, again.err], [0, '']);
  assert.match((await run()).out, /tools\.lock stays as it is\n$/);
  assert.equal(text(), written);
  // One that the file has no more leaves the lock.
  write({ sim: 'simulator: true' });
  const fewer = await run('--check');
  assert.equal(fewer.exitCode, 1);
  assert.match(fewer.out, /^modern: tools\.lock has it, and the file has no such server to ask$/m);
  assert.equal((await run()).exitCode, 0);
  assert.doesNotMatch(text(), /^ {2}modern:/m);
});

test('what changed is told with its places; a server that does not answer keeps its entries', async (t) => {
  const tools = [tool('get_a'), tool('get_b'), tool('gone')];
  const one = await startToolServer(t, { tools, instructions: 'Ask.' });
  const two = await startToolServer(t, {});
  const { run, text } = await configured(t, { one: `url: "${one.url}/mcp"`, two: `url: "${two.url}/mcp"` });
  assert.equal((await run()).exitCode, 0);
  const before = text();
  const changed = {
    ...tool('get_b'),
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  };
  one.answers.set('tools/list', () => ({ ttlMs: 0, tools: [tool('get_a'), changed, tool('more')] }));
  two.instead = (_seen, response) => response.writeHead(500).end();
  const compared = await run('--check');
  assert.equal(compared.exitCode, 1);
  assert.match(
    compared.out,
    /^one: 3 tools, instructions; differs from tools\.lock:\n {2}changed {2}tool get_b: inputSchema\.properties\.to\n {2}new {6}tool more\n {2}gone {5}tool gone\ntwo: NO ANSWER: status 500; its entries stay as they are\n$/,
  );
  assert.equal(text(), before);
  const json = JSON.parse((await run('--check', '--format', 'json')).out);
  assert.deepEqual(json.servers[0].changes[0], {
    kind: 'tools',
    name: 'get_b',
    change: 'changed',
    places: ['inputSchema.properties.to'],
  });
  assert.deepEqual(
    [json.servers[1].answered, json.servers[1].reason, json.written],
    [false, 'status 500', false],
  );
  const written = await run();
  assert.equal(written.exitCode, 2);
  const after = text();
  assert.equal(after.slice(after.indexOf('  two:')), before.slice(before.indexOf('  two:')));
  assert.match(after, /^ {6}more:$/m);
  const named = await run('--server', 'one', '--check');
  assert.equal(named.exitCode, 0);
  const unknown = await run('--server', 'tow');
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.err, /no server of `mcp` is named "tow" \(did you mean "two"\?\)/);
});

test('a broken lock is written anew, once all servers answer', async (t) => {
  const one = await startToolServer(t, {});
  const two = await startToolServer(t, {});
  const { run, text, lock, check } = await configured(t, {
    one: `url: "${one.url}/mcp", pin: lock`,
    two: `url: "${two.url}/mcp"`,
  });
  assert.equal((await run()).exitCode, 0);
  const good = text();
  writeFileSync(lock, good.replace('The tool echo', 'The tool ohce'));
  const found = await check();
  assert.equal(found.exitCode, 1);
  assert.deepEqual(
    (JSON.parse(found.out) as { code: string; line: number }[]).map(({ code, line }) => [code, line]),
    [['GW1463', 8]],
  );
  assert.equal((await run('--check')).exitCode, 1);
  assert.equal((await run('--server', 'one')).exitCode, 2);
  two.instead = (_seen, response) => response.destroy();
  const silent = await run();
  assert.equal(silent.exitCode, 2);
  assert.match(
    silent.err,
    /can not be read, so it is written only with the answers of all servers; these do not answer: two \(/,
  );
  assert.notEqual(text(), good);
  two.instead = undefined;
  assert.equal((await run()).exitCode, 0);
  assert.equal(text(), good);
});

test('no secret gets into the lock, and a hostile server into nothing but its own place', async (t) => {
  const many = Array.from({ length: 10_000 }, (_, at) => tool(`t${at}`));
  const crowd = await startToolServer(t, { tools: many });
  const deep: Record<string, unknown> = { $ref: '#/properties/a', a: [{ $ref: '#' }] };
  const hostile = await startToolServer(t, {
    instructions: `Say ${header}.`,
    tools: [
      tool('__proto__', { description: '\u001b[31mred\u202e\u{e0041}\nversion: 2\n---\n  # no' }),
      tool('leak', { description: `It is ${credential}.` }),
      tool('leak2', { description: `It is ${header}.` }),
      tool('query', { description: 'It is tenant-0123456789.' }),
      tool('cycle', { inputSchema: { type: 'object', properties: deep } }),
      tool('huge', { description: 'x\n'.repeat(200_000) }),
      tool('bad', { inputSchema: 7 }),
    ],
  });
  hostile.answers.set('prompts/list', () => ({ prompts: [] }));
  const { run, text, lock } = await configured(t, {
    crowd: `url: "${crowd.url}/mcp"`,
    hostile: `url: "${hostile.url}/mcp?tenant=tenant-0123456789", auth: { bearer: "${credential}" }, headers: { x-team: "${header}" }`,
  });
  const { exitCode, out } = await run();
  assert.equal(exitCode, 2);
  assert.match(out, /^crowd: NO ANSWER: it lists more than 1000 `tools`; its entries stay as they are$/m);
  assert.match(out, /^ {2}left out tool leak2: it repeats a header/m);
  assert.match(out, /^ {2}left out tool query: it repeats a header, or a part of the URL/m);
  assert.match(out, /^ {2}left out instructions: it repeats/m);
  assert.match(out, /^ {2}left out tool bad: its `inputSchema` is not what clients take$/m);
  assert.doesNotMatch(out, /\p{Cf}|(?!\n)\p{Cc}/u);
  assert.ok(existsSync(lock));
  const written = text();
  for (const secret of [credential, header, 'tenant-0123456789', 'sk-locked'])
    assert.ok(!written.includes(secret));
  assert.match(written, /^ {6}__proto__:$/m);
  assert.match(
    written,
    /^ {10}description: "\\u001b\[31mred\\u202e\\udb40\\udc41\\nversion: 2\\n---\\n {2}# no"$/m,
  );
  assert.match((await run('--server', 'hostile', '--check')).out, /^hostile: 3 tools\n {2}left out/);
});

test('a name that stands twice in one object has no place in the lock', async (t) => {
  const server = await startToolServer(t, {});
  server.instead = (seen, response) => {
    const { id, method } = JSON.parse(seen.body.toString()) as { id: number; method: string };
    const result =
      method === 'tools/list'
        ? '{"tools":[{"name":"twice","inputSchema":{"type":"object","properties":{"a":{},"a":{"type":"string"}}}}]}'
        : '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  };
  const { run, text } = await configured(t, { one: `url: "${server.url}/mcp"` });
  const { exitCode, out } = await run();
  assert.equal(exitCode, 0);
  assert.match(out, /left out tool twice: a name stands twice in one object of it/);
  assert.match(text(), /^ {2}one: \{\}$/m);
});

test('a secret of the server that is not there is told, and nothing is sent; those of others are not needed', async (t) => {
  const server = await startToolServer(t, {});
  const { file } = await configured(t, {
    one: `url: "${server.url}/mcp"`,
    two: `url: "${server.url}/mcp", auth: { bearer: "\${TWO_TOKEN}" }`,
  });
  const { exitCode, out } = await gateway(['tools', 'lock', '--config', file]);
  assert.equal(exitCode, 2);
  assert.match(out, /^one: 1 tool; changes/m);
  assert.match(out, /^two: NO ANSWER: mcp\.servers\.two\.auth\.bearer: .*TWO_TOKEN/m);
  assert.ok(server.seen.every(({ headers }) => headers.authorization === undefined));
});

test('a server that takes the tokens of callers alone is left out, and keeps no lock from being mended', async (t) => {
  const server = await startToolServer(t, {});
  const exchange =
    '{ oauth2: { grant: token_exchange, subject: caller, token_url: "https://login.example.com/token", client_id: a, client_secret: "${KEY}" } }';
  const { run, text, lock, write } = await configured(t, {
    one: `url: "${server.url}/mcp"`,
    two: `url: "${server.url}/mcp"`,
  });
  assert.equal((await run()).exitCode, 0);
  write({ one: `url: "${server.url}/mcp"`, two: `url: "${server.url}/mcp", auth: ${exchange}` });
  assert.match(
    (await run('--check')).out,
    /^two: tools\.lock has it, and the file has no such server to ask$/m,
  );
  writeFileSync(lock, text().replace('The tool', 'A tool'));
  const { exitCode, err } = await run();
  assert.equal(exitCode, 0, err);
  assert.doesNotMatch(text(), /^ {2}two:/m);
  const named = await run('--server', 'two');
  assert.equal(named.exitCode, 2);
  assert.match(named.err, /two takes the tokens of callers alone/);
});

test('a schema as deep as messages may be comes back from the lock as it was', async (t) => {
  let schema: object = { type: 'string' };
  for (let depth = 0; depth < 90; depth += 1) schema = { anyOf: [schema] };
  const inputSchema = { type: 'object', properties: { deep: schema } };
  const server = await startToolServer(t, { tools: [tool('deep', { inputSchema }), tool('\ud800')] });
  const { run, text } = await configured(t, { one: `url: "${server.url}/mcp"` });
  const { exitCode, out, err } = await run();
  assert.equal(exitCode, 0, out + err);
  assert.equal((await run('--check')).exitCode, 0);
  assert.match(text(), /^ {6}"\\ud800":$/m);
});

test('a file without servers, and standard input, are refused in words', async (t) => {
  const folder = await folderWith(t, {
    'gateway.yaml': `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
`,
  });
  const none = await gateway(['tools', 'lock', '--config', join(folder, 'gateway.yaml')]);
  assert.equal(none.exitCode, 2);
  assert.match(none.err, /has no `mcp`, so there is no server to ask/);
  const piped = await gateway(['tools', 'lock', '--config', '-']);
  assert.equal(piped.exitCode, 2);
  assert.match(piped.err, /name one in place of -/);
});
