import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { HookConfig, NotifyEvent } from '../../../src/config/types/telemetry.ts';
import { notifyEvents } from '../../../src/config/types/telemetry.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { Messages } from '../../../src/supervisor/messages/messages.ts';
import { UnwrittenFiles } from '../../../src/supervisor/state/unwritten-files.ts';
import { until } from '../../helpers/gate.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { hookSecret, startHook } from '../../helpers/hook.ts';
import { TestAlarms } from '../credentials/alarms.ts';

const day = 86_400_000;
const beganAt = Date.now();

function newFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-messages-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function hookAt(url: string, more: Partial<HookConfig> = {}): HookConfig {
  return { url, secret: hookSecret.slice('whsec_'.length), form: 'json', on: notifyEvents, ...more };
}

/** A gateway's messages, on a clock of the test. */
async function begin(t: TestContext, dir: string, hooks: readonly HookConfig[], clock = new TestAlarms()) {
  const logs: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const now = () => beganAt + clock.nowMs();
  const unwritten = new UnwrittenFiles();
  const messages = new Messages({ dir, owner: undefined, log, unwritten, clock, now, random: () => 0.5 });
  await messages.follow({ hooks });
  t.after(() => messages.close());
  return {
    messages,
    clock,
    logs,
    said: () => logs.map(({ msg }) => msg),
    tell: (...abouts: readonly string[]) =>
      messages.happened(
        abouts.map((about) => ({ event: 'key_created', about, text: `The ${about} is new.` })),
      ),
    look: (event: NotifyEvent, ...abouts: readonly string[]) =>
      messages.look(new Map([[event, abouts.map((about) => ({ event, about, text: `It is ${about}.` }))]])),
  };
}

const file = (dir: string) => join(dir, 'messages.json');

test('a message is what the official verifier of Standard Webhooks takes', async (t) => {
  const hook = await startHook(t);
  const { look, messages } = await begin(t, newFolder(t), [hookAt(hook.url)]);
  look('budget_80', 'key team-a, per day');
  await until(() => messages.counts.delivered === 1, 'it is delivered');
  const [{ body, headers, id }] = hook.received as [(typeof hook.received)[number]];
  const payload = new Webhook(hookSecret).verify(body, headers) as Record<string, unknown>;
  assert.match(id, /^msg_[0-9a-f]{32}$/);
  assert.equal(payload['type'], 'budget_80');
  assert.equal(payload['timestamp'], new Date(beganAt).toISOString());
  const { gateway, ...data } = payload['data'] as Record<string, unknown>;
  assert.equal(typeof gateway, 'string');
  assert.deepEqual(data, {
    state: 'begun',
    about: 'key team-a, per day',
    text: 'It is key team-a, per day.',
  });
  assert.throws(() => new Webhook(hookSecret).verify(body.replace('team-a', 'team-b'), headers));
  assert.equal(headers['content-type'], 'application/json');
});

test('a hook that answers 500 for a day is told again and again, of one id, and the log has two lines of it', async (t) => {
  const hook = await startHook(t);
  hook.answer(500);
  const { tell, clock, messages, said, logs } = await begin(t, newFolder(t), [hookAt(hook.url)]);
  tell('key a');
  await until(() => messages.counts.failed === 1, 'it has failed');
  const waits: number[] = [];
  while (clock.nowMs() < day - 600_000) {
    const { nextMs } = clock;
    if (nextMs === undefined) break;
    waits.push(nextMs);
    const { failed } = messages.counts;
    await clock.pass(nextMs);
    await until(() => messages.counts.failed > failed, 'it has failed again');
  }
  assert.deepEqual(
    waits.slice(0, 9),
    [5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1000),
  );
  assert.equal(new Set(hook.received.map(({ id }) => id)).size, 1);
  const last = hook.received.at(-1)!;
  assert.ok(
    Number(last.headers['webhook-timestamp']) > Number(hook.received[0]!.headers['webhook-timestamp']),
  );
  assert.equal(messages.waiting, 1);
  await clock.pass(2 * 600_000);
  await until(() => messages.counts.dropped === 1, 'it is given up');
  assert.equal(messages.waiting, 0);
  assert.deepEqual(said(), [
    'a message could not be delivered: it is tried again',
    'messages were not delivered, and are given up',
  ]);
  assert.deepEqual([logs[0]!['hook'], logs[0]!['reason']], ['1 (127.0.0.1)', 'HTTP 500']);
  assert.ok(!JSON.stringify(logs).includes('what a hook says'));
});

test('a hook that is well again gets what waited, in order, and other hooks never waited for it', async (t) => {
  const [ill, well] = [await startHook(t), await startHook(t)];
  ill.answer(503, { 'retry-after': '60' });
  const { tell, clock, messages, said } = await begin(t, newFolder(t), [hookAt(ill.url), hookAt(well.url)]);
  tell('key a');
  await until(() => messages.counts.failed === 1, 'it has failed');
  tell('key b');
  await until(() => well.received.length === 2, 'the other has both');
  // As long as it asked for.
  assert.equal(clock.nextMs, 60_000);
  ill.answer(200);
  await clock.pass(60_000);
  await until(() => messages.waiting === 0, 'all is delivered');
  assert.deepEqual(
    ill.received.map(({ about }) => about),
    ['key a', 'key a', 'key b'],
  );
  assert.equal(said().at(-1), 'messages are delivered again');
});

test('a hook that redirects is not followed, and one that is gone gets nothing more until its entry is another', async (t) => {
  const [away, elsewhere] = [await startHook(t), await startHook(t)];
  away.answer(307, { location: elsewhere.url });
  const { tell, clock, messages, said, logs } = await begin(t, newFolder(t), [hookAt(away.url)]);
  tell('key a');
  await until(() => messages.counts.failed === 1, 'it has failed');
  assert.equal(logs[0]!['reason'], 'HTTP 307');
  assert.equal(elsewhere.received.length, 0);
  away.answer(410);
  await clock.pass(5000);
  await until(() => messages.counts.failed === 2, 'it is gone');
  assert.equal(
    said().at(-1),
    'a hook wants no more messages: it gets none until its entry in the file changes',
  );
  tell('key b');
  assert.equal(messages.waiting, 0);
  away.answer(200);
  await messages.follow({ hooks: [hookAt(away.url, { on: ['key_created'] })] });
  tell('key c');
  await until(() => messages.waiting === 0, 'it is told again');
  assert.equal(away.received.at(-1)!.about, 'key c');
});

test('over a restart nothing is lost, and what may have come comes with the id that it had', async (t) => {
  const hook = await startHook(t);
  const dir = newFolder(t);
  hook.answer(0); // It takes the message, and its answer never comes.
  const first = await begin(t, dir, [hookAt(hook.url)]);
  first.look('circuit_open', 'deployment m/d');
  await until(() => hook.received.length === 1, 'it came');
  await first.messages.close();
  assert.equal(statSync(file(dir)).mode & 0o777, 0o600);
  const kept = readFileSync(file(dir), 'utf8');
  assert.ok(!kept.includes('127.0.0.1') && !kept.includes(hookSecret.slice(10)));
  hook.answer(200);
  const second = await begin(t, dir, [hookAt(hook.url)]);
  await until(() => second.messages.waiting === 0, 'it is delivered');
  assert.deepEqual(
    hook.received.map(({ id }) => id),
    [hook.received[0]!.id, hook.received[0]!.id],
  );
  // What is still so was told; what is over is told as such.
  second.look('circuit_open', 'deployment m/d');
  assert.equal(second.messages.waiting, 0);
  second.look('circuit_open');
  await until(() => second.messages.waiting === 0 && hook.received.length === 3, 'that it is over is told');
  assert.deepEqual([hook.received[2]!.state, hook.received[2]!.about], ['over', 'deployment m/d']);
  assert.notEqual(hook.received[2]!.id, hook.received[0]!.id);
});

test('a process that leaves its place writes nothing more, and goes on where nobody took it', async (t) => {
  const hook = await startHook(t);
  const dir = newFolder(t);
  const first = await begin(t, dir, [hookAt(hook.url)]);
  await first.messages.close();
  first.tell('key a');
  assert.equal(first.messages.waiting, 0);
  first.messages.takeBack();
  first.tell('key b');
  await until(() => hook.received.length === 1, 'it is told');
  assert.equal(hook.received[0]!.about, 'key b');
});

test('a process that takes its place back sends to a hook that had failed before, too', async (t) => {
  const hook = await startHook(t);
  hook.answer(500);
  const { tell, messages } = await begin(t, newFolder(t), [hookAt(hook.url)]);
  tell('key a');
  await until(() => messages.counts.failed === 1, 'it has failed');
  await messages.close();
  hook.answer(200);
  messages.takeBack();
  await until(() => messages.waiting === 0, 'it is delivered');
  assert.deepEqual(
    hook.received.map(({ about }) => about),
    ['key a', 'key a'],
  );
});

test('hooks get what they are told of alone; what waits for one that is no more goes nowhere', async (t) => {
  const [one, two] = [await startHook(t), await startHook(t)];
  one.answer(500);
  const hooks = [hookAt(one.url, { on: ['key_created'] }), hookAt(two.url, { on: ['circuit_open'] })];
  const { tell, look, messages } = await begin(t, newFolder(t), hooks);
  look('circuit_open', 'deployment m/d');
  tell('key a');
  await until(() => two.received.length === 1 && one.received.length === 1, 'each is told');
  assert.deepEqual([one.received[0]!.type, two.received[0]!.type], ['key_created', 'circuit_open']);
  await until(() => messages.waiting === 1, 'one waits');
  await messages.follow({ hooks: [hooks[1]!] });
  assert.equal(messages.waiting, 0);
  await messages.follow(undefined);
  look('circuit_open', 'deployment m/e');
  assert.equal(messages.waiting, 0);
});

test('Slack and Teams get what their channels show, in which no name can be more than text', async (t) => {
  const [slack, teams] = [await startHook(t), await startHook(t)];
  const unsigned = { secret: undefined };
  const hooks = [
    hookAt(slack.url, { form: 'slack', ...unsigned }),
    hookAt(teams.url, { form: 'teams', ...unsigned }),
  ];
  const { look } = await begin(t, newFolder(t), hooks);
  look('circuit_open', '<!channel> & co');
  await until(() => slack.received.length === 1 && teams.received.length === 1, 'both are told');
  const { text } = JSON.parse(slack.received[0]!.body);
  assert.match(text, /^\[gateway .+\] It is &lt;!channel&gt; &amp; co\.$/);
  const { type, attachments } = JSON.parse(teams.received[0]!.body);
  assert.equal(type, 'message');
  assert.equal(attachments[0].contentType, 'application/vnd.microsoft.card.adaptive');
  assert.match(attachments[0].content.body[0].text, /It is <!channel> & co\.$/);
  assert.equal(slack.received[0]!.headers['webhook-signature'], undefined);
  look('circuit_open');
  await until(() => slack.received.length === 2, 'that it is over is told');
  assert.match(JSON.parse(slack.received[1]!.body).text, /\] Over: It is/);
});

test('of more than a thousand that wait the oldest are given up', async (t) => {
  const hook = await startHook(t);
  hook.answer(500);
  const { tell, messages, logs } = await begin(t, newFolder(t), [hookAt(hook.url)]);
  tell(...Array.from({ length: 1003 }, (_, index) => `key ${index}`));
  assert.equal(messages.waiting, 1000);
  assert.equal(messages.counts.dropped, 3);
  assert.deepEqual(
    logs
      .filter(({ msg }) => msg.includes('given up'))
      .map(({ count, why, first }) => ({ count, why, first })),
    [
      {
        count: 3,
        why: 'more than 1000 wait',
        first: ['key_created: key 0', 'key_created: key 1', 'key_created: key 2'],
      },
    ],
  );
});

test('a file that is no use is put aside', async (t) => {
  const dir = newFolder(t);
  writeFileSync(file(dir), '{"version":1,"waiting":[{"message":{}}],"causes":[]}');
  const hook = await startHook(t);
  const { said } = await begin(t, dir, [hookAt(hook.url)]);
  assert.deepEqual(said(), [
    'the list of messages to operators was damaged: it is put aside, and counting starts anew',
  ]);
});
