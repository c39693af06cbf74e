/** What several running gateways serve, beside a file that was reviewed. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { liveText, workersOf } from '../../helpers/live.ts';
import { dirOf } from '../../helpers/ports.ts';
import { type Served, serve } from '../../helpers/serve.ts';
import { gateway } from '../recorder.ts';

const token = 'live-admin-token-0123';
const env = { GATEWAY_ADMIN_TOKEN: token };

function text(models: readonly string[] = ['first'], workers = 2): string {
  return liveText({ models, workers }).replace('read_token', `token: ${token}, read_token`);
}

function adminOf({ said }: Served): string {
  return /(?<=admin on )https?:\/\/[^\s/]+/.exec(said.err)![0];
}

/** Two gateways that serve one text, each from a folder of its own, and the text as it was reviewed. */
async function two(t: TestContext) {
  const [a, b] = await Promise.all([serve(t, text()), serve(t, text())]);
  const file = join(dirOf(t), 'gateway.yaml');
  const review = (reviewed: string) => writeFileSync(file, reviewed);
  review(text());
  return { a, b, file, review, at: ['--admin', adminOf(a), adminOf(b)] };
}

test('gateways that serve a text have no drift, and one that serves another is named with its workers', async (t) => {
  const { a, b, file, review, at } = await two(t);
  const same = await gateway(['drift', file, ...at], { env });
  assert.equal(same.exitCode, 0, same.err + same.out);
  assert.match(same.out, new RegExp(`^same +${adminOf(a)}: 2 workers serve it$`, 'm'));
  assert.match(same.out, /^secrets, certificates and keys .*: [0-9a-f]{12} at all of them$/m);

  await b.save(text(['first', 'more']));
  await b.reloaded('applied');
  const { text_revision: other } = await b.status();
  const drifted = await gateway(['drift', file, ...at], { env });
  assert.equal(drifted.exitCode, 1, drifted.err);
  assert.match(drifted.out, new RegExp(`^same +${adminOf(a)}: 2 workers serve it$`, 'm'));
  assert.match(drifted.out, new RegExp(`^DRIFT +${adminOf(b)}: 2 workers serve ${other}$`, 'm'));
  assert.match(drifted.out, /^1 of 2 do not serve .*gateway\.yaml/m);

  review(text(['first', 'more']));
  const json = JSON.parse((await gateway(['drift', file, ...at, '--format', 'json'], { env })).out) as {
    readonly text_revision: string;
    readonly gateways: readonly { readonly state: string; readonly processes: readonly { pid: number }[] }[];
  };
  assert.equal(json.text_revision, other);
  assert.deepEqual(
    json.gateways.map(({ state }) => state),
    ['drift', 'same'],
  );
  assert.deepEqual(json.gateways[1]!.processes.map(({ pid }) => pid).sort(), [...workersOf(b)].sort());
});

test('keys that a host has of its own are no drift, and are told', async (t) => {
  const reviewed = `${text()}\nkeys_file: keys.yaml\n`;
  const [a, b] = await Promise.all([
    serve(t, reviewed, { files: { 'keys.yaml': 'keys: {}\n' } }),
    serve(t, reviewed, { files: { 'keys.yaml': 'keys: { own: { secret: sk-own-0123456789abcdef } }\n' } }),
  ]);
  const file = join(dirOf(t), 'gateway.yaml');
  writeFileSync(file, reviewed);
  writeFileSync(join(file, '..', 'keys.yaml'), 'keys: {}\n');
  const { exitCode, out } = await gateway(['drift', file, '--admin', adminOf(a), adminOf(b)], { env });
  assert.equal(exitCode, 0, out);
  const [one, other] = [await a.status(), await b.status()].map((status) => status.secrets_revision);
  assert.notEqual(one, other);
  assert.match(out, new RegExp(`differ: ${one} at ${adminOf(a)}; ${other} at ${adminOf(b)}$`, 'm'));
});

test('what a file includes is a part of its text, wherever the files lie', async (t) => {
  const reviewed = `${text()}\ninclude: [more/*.yaml]\n`;
  const dir = dirOf(t);
  const more = (model: string) =>
    `models: { ${model}: { deployments: [{ backend: one, endpoints: { chat_completions: [] } }] } }\n`;
  const place = (folder: string) => {
    mkdirSync(join(folder, 'more'), { recursive: true });
    writeFileSync(join(folder, 'gateway.yaml'), reviewed);
    writeFileSync(join(folder, 'more/models.yaml'), more('second'));
    return join(folder, 'gateway.yaml');
  };
  const served = await serve(t, '', { file: place(join(dir, 'host')) });
  const file = place(join(dir, 'checkout'));
  const same = await gateway(['drift', file, '--admin', adminOf(served)], { env });
  assert.equal(same.exitCode, 0, same.out + same.err);
  writeFileSync(join(dir, 'checkout/more/models.yaml'), more('third'));
  const other = await gateway(['drift', file, '--admin', adminOf(served)], { env });
  assert.equal(other.exitCode, 1, other.out);
});

test('apply has all gateways read what was brought to them, and ends when every worker serves it', async (t) => {
  const { a, b, file, review, at } = await two(t);
  const reviewed = text(['first', 'more'], 3);
  review(reviewed);
  await Promise.all([a.save(reviewed), b.save(reviewed)]);
  const applied = await gateway(['apply', file, ...at], { env });
  assert.equal(applied.exitCode, 0, applied.err + applied.out);
  for (const served of [a, b]) {
    assert.match(applied.out, new RegExp(`^${adminOf(served)} serves it: 3 workers$`, 'm'));
    const { processes, text_revision } = await served.status();
    assert.deepEqual([...new Set(processes.map((one) => one.text_revision))], [text_revision]);
    // A gateway that looked at its file before it was asked had served it already.
    await until(
      () =>
        served.logs.some(
          (line) => line['audit'] === 'files reloaded' && /applied|unchanged/.test(String(line['outcome'])),
        ),
      'who asked is in the log, with what came of it',
    );
  }
  assert.equal((await gateway(['drift', file, ...at], { env })).exitCode, 0);
  const again = await gateway(['apply', file, ...at, '--format', 'json'], { env });
  const { gateways } = JSON.parse(again.out) as { gateways: readonly object[] };
  assert.deepEqual(
    gateways,
    [a, b].map((served) => ({ admin: adminOf(served), state: 'served', workers: 3 })),
  );
});

test('apply prints why a gateway refuses what is there, and says who serves what when time is over', async (t) => {
  const { a, b, file, review, at } = await two(t);
  const { text_revision: before } = await a.status();
  const reviewed = text(['first', 'more']);
  review(reviewed);
  await b.save(reviewed.replace('backend: one', 'backend: noe'));
  const { exitCode, out } = await gateway(['apply', file, ...at, '--timeout', '4s'], { env });
  assert.equal(exitCode, 1, out);
  assert.match(
    out,
    new RegExp(
      `^${adminOf(b)} has REFUSED it and serves on as before:\n[\\s\\S]*no backend is named "noe"`,
      'm',
    ),
  );
  assert.match(
    out,
    new RegExp(
      `^${adminOf(a)} does NOT serve it after 4s: 2 workers serve ${before}\n +its file \\S+ is another text: was`,
      'm',
    ),
  );

  const { exitCode: drifts, out: told } = await gateway(['drift', file, ...at], { env });
  assert.equal(drifts, 1);
  assert.match(told, /its present text was REJECTED at \S+:\n[\s\S]*no backend is named "noe"/);
});

test('a gateway that cannot be asked is told with what to do, and then apply asks none', async (t) => {
  const { a, file, review } = await two(t);
  review(text(['first', 'more']));
  const nobody = 'http://127.0.0.1:1';
  const unreachable = await gateway(['apply', file, '--admin', adminOf(a), nobody], { env });
  assert.equal(unreachable.exitCode, 2);
  assert.match(unreachable.err, /no answer from http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
  assert.match(unreachable.err, /1 gateway can't be asked, so none was/);
  assert.deepEqual((await a.status()).reloads, { applied: 0, unchanged: 0, rejected: 0 });

  review(text());
  const unknown = await gateway(['drift', file, '--admin', adminOf(a), nobody], { env });
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.out, /^UNKNOWN +no answer from|^UNKNOWN .*127\.0\.0\.1:1/m);

  const tokens = { GATEWAY_ADMIN_TOKEN: 'not-the-token-0123456' };
  const wrong = await gateway(['drift', file, '--admin', adminOf(a)], { env: tokens });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.out, /answered 401: .*that of GATEWAY_ADMIN_TOKEN; --token-file names another/);
  const tokenFile = join(file, '..', 'token');
  writeFileSync(tokenFile, `${token}\n`);
  const right = await gateway(['drift', file, '--admin', adminOf(a), '--token-file', tokenFile], {
    env: tokens,
  });
  assert.equal(right.exitCode, 0, right.out);
});

test('a gateway of a version that does not tell its text is named with it', async (t) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ revision: '0123456789ab', version: '0.0.9', reloads: { rejected: 0 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const file = join(dirOf(t), 'gateway.yaml');
  writeFileSync(file, text());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { exitCode, out } = await gateway(['drift', file, '--admin', url], { env });
  assert.equal(exitCode, 2);
  assert.match(
    out,
    /runs version 0\.0\.9 of the gateway, which does not say what its text comes to; update it/,
  );
});

test('a file that is not valid is served by nobody, and nobody is asked', async (t) => {
  const file = join(dirOf(t), 'gateway.yaml');
  writeFileSync(file, text().replace('backend: one', 'backend: noe'));
  for (const command of ['drift', 'apply']) {
    const { exitCode, err } = await gateway([command, file, '--admin', 'http://127.0.0.1:1'], { env });
    assert.equal(exitCode, 1);
    assert.match(err, /no backend is named "noe"[\s\S]*no gateway can serve .*gateway\.yaml/);
  }
  const absent = await gateway(['drift', join(file, '..', 'no.yaml'), '--admin', 'http://127.0.0.1:1'], {
    env,
  });
  assert.equal(absent.exitCode, 2);
});
