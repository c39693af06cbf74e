/** Who may read what is kept, what they find, and that each look is told. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { gateway } from '../cli/recorder.ts';
import { startAdmin } from '../helpers/admin.ts';
import { scratchFolder } from '../helpers/scratch.ts';

const tokens = {
  admin: 'admin-token-of-contents',
  read: 'read-token-of-contents',
  content: 'content-token-of-contents',
};

function line(id: string, at: string, more: object = {}) {
  return `${JSON.stringify({ id, at, key: 'team-a', endpoint: 'chat_completions', model: 'm', stream: false, status: 200, ...more })}\n`;
}

const fileText = (dir: string) => `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
keys: { team-a: { hash: "sha256:${'1'.repeat(64)}" } }
content_log: { file: "${dir}", keys: [team-a] }
admin: { address: "127.0.0.1:0", token: ${tokens.admin}, read_token: ${tokens.read}, content_token: ${tokens.content} }`;

test('whoever is refused is told of every token that there is', async (t) => {
  const admin = await startAdmin(t, fileText(scratchFolder(t)));
  const messageOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { message: string } };
    return `${response.status} ${error.message}`;
  };
  const told = async (headers: Record<string, string>, body?: string) => {
    const post = body === undefined ? {} : { method: 'POST', body };
    return messageOf(await admin.call('/api/keys', { headers, ...post }));
  };
  assert.deepEqual(
    [
      await messageOf(await fetch(`${admin.url}/api/keys`)),
      await told({ authorization: 'Basic x' }),
      await told({ authorization: 'Bearer wrong-token-0123456789' }),
      await told({ authorization: `Bearer ${tokens.content}` }, '{"id":"new"}'),
    ],
    [
      '401 Sign in on the dashboard, or send the admin `token`, `read_token` or `content_token` as "Authorization: Bearer TOKEN".',
      '401 Send the admin `token`, `read_token` or `content_token` as "Authorization: Bearer TOKEN".',
      '401 This is not the `admin.token`, `admin.read_token` or `admin.content_token` of this gateway.',
      '403 `read_token` and `content_token` read; changes take the admin `token`.',
    ],
  );
});

test('contents are found, read and deleted by the role content alone, and each look is a line of the audit', async (t) => {
  const dir = scratchFolder(t);
  const write = (name: string, members: readonly string[], rest: Buffer = Buffer.alloc(0)) =>
    writeFileSync(join(dir, name), Buffer.concat([...members.map((text) => gzipSync(text)), rest]));
  const said = (text: string) => ({
    request: { messages: [{ content: text }] },
    answer: { choices: [{ message: { content: `re: ${text}` } }] },
  });
  write('2026-11-27.1-a.jsonl.gz', [
    line('old', '2026-11-27T10:00:00.000Z', { end_user: 'ada', ...said('Grüße') }),
  ]);
  const torn = gzipSync(line('torn', '2026-11-28T11:00:00.000Z', said('x'))).subarray(0, 30);
  write(
    '2026-11-28.1-a.jsonl.gz',
    [
      line('one', '2026-11-28T10:00:00.000Z', said('hello')),
      line('two', '2026-11-28T12:00:00.000Z', { end_user: 'ada', model: 'n', ...said('bye') }),
    ],
    torn,
  );
  write('2026-11-28.2-b.jsonl.gz', [
    line('one', '2026-11-28T10:00:00.000Z', said('hello')),
    line('three', '2026-11-28T11:00:00.000Z', { key: 'team-b', ...said('HELLO') }),
  ]);
  writeFileSync(join(dir, 'notes.txt'), 'canary');
  const admin = await startAdmin(t, fileText(dir));
  const ask = async (path: string, token: string, body?: object) => {
    const response = await admin.call(path, {
      headers: { authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };
  for (const token of [tokens.admin, tokens.read]) {
    for (const [path, body] of [
      ['/api/contents'],
      ['/api/contents/one'],
      ['/api/contents/delete', { end_user: 'ada' }],
    ] as const) {
      const refused = await ask(path, token, body);
      assert.deepEqual([refused.status, refused.json.error.code], [403, 'content_role_required'], path);
    }
  }
  assert.equal((await ask('/api/overview', tokens.content)).status, 200, 'the role sees what `read` does');
  assert.equal((await ask('/api/keys', tokens.content, { id: 'x' })).status, 403, 'and changes nothing');
  const ids = async (query: string) =>
    (await ask(`/api/contents?${query}`, tokens.content)).json.requests.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(''), ['two', 'three', 'one', 'old']);
  assert.deepEqual(await ids('limit=1'), ['two']);
  assert.deepEqual(await ids('key=team-b'), ['three']);
  assert.deepEqual(await ids('model=n'), ['two']);
  assert.deepEqual(await ids('end_user=ada'), ['two', 'old']);
  assert.deepEqual(await ids('text=hello'), ['three', 'one']);
  assert.deepEqual(await ids(`text=${encodeURIComponent('grüße')}`), ['old']);
  assert.deepEqual(await ids('from=2026-11-28&to=2026-11-28&text=re'), ['two', 'three', 'one']);
  const { json: listed } = await ask('/api/contents', tokens.content);
  assert.ok(
    !JSON.stringify(listed).includes('hello'),
    'a list says what requests were, and not what they said',
  );
  const { json: one } = await ask('/api/contents/one', tokens.content);
  assert.deepEqual([one.request, one.answer], [said('hello').request, said('hello').answer]);
  assert.equal((await ask('/api/contents/none', tokens.content)).status, 404);

  const { url } = admin;
  const run = (...words: string[]) =>
    gateway(['contents', ...words, '--admin', url], { env: { GATEWAY_CONTENT_TOKEN: tokens.content } });
  assert.match(
    (await run('find', '--end-user', 'ada')).out,
    /^AT +ID +KEY +MODEL +END USER +STATUS\n2026-11-28T12:00:00.000Z +two +team-a +n +ada +200\n2026-11-27/,
  );
  assert.deepEqual(JSON.parse((await run('get', 'two')).out).request, said('bye').request);
  const gone = await run('delete', '--end-user', 'ada');
  assert.equal(gone.out, 'deleted: what 2 requests of ada said and were told\n', gone.err);
  assert.deepEqual(await ids(''), ['three', 'one']);
  const left = readdirSync(dir)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => gunzipSync(readFileSync(join(dir, name))).toString());
  assert.ok(!left.join('').includes('bye') && !left.join('').includes('ada'), 'in no file');
  assert.ok(readdirSync(dir).every((name) => !name.endsWith('.new')));
  assert.deepEqual(
    await gateway(['contents', 'find', '--admin', url], { env: { GATEWAY_READ_TOKEN: tokens.read } }).then(
      ({ exitCode }) => exitCode,
    ),
    2,
  );

  const audits = admin.logs
    .filter(({ audit }) => audit !== undefined)
    .map(({ audit, by, request, requests, endUser, key }) => ({
      audit,
      by,
      request,
      requests,
      endUser,
      key,
    }));
  const read = audits.filter(({ audit }) => audit === 'content read');
  assert.deepEqual(
    read.map(({ by, request, requests }) => [by, request, requests]),
    [
      ['content_token', 'one', 1],
      ['content_token', 'none', 0],
      ['content_token', 'two', 1],
    ],
  );
  const deleted = audits.filter(({ audit }) => audit === 'contents deleted');
  assert.deepEqual(
    deleted.map(({ requests, endUser }) => [requests, endUser]),
    [[2, 'ada']],
  );
  assert.equal(audits.filter(({ audit }) => audit === 'contents searched').length, 11);
  assert.ok(!JSON.stringify(admin.logs).includes('hello'));
});

test('where nothing is kept, or not in files, the answer says so', async (t) => {
  const other = fileText('/none').replace(
    /content_log: .*/,
    'content_log: { otlp: "http://127.0.0.1:4318", keys: [team-a] }',
  );
  for (const [text, why] of [
    [fileText('/none').replace(/content_log: .*/, ''), /has no `content_log`/],
    [other, /only files can be read here/],
  ] as const) {
    const admin = await startAdmin(t, text);
    const response = await admin.call('/api/contents', {
      headers: { authorization: `Bearer ${tokens.content}` },
    });
    assert.equal(response.status, 409);
    assert.match((await response.json()).error.message, why);
  }
});
