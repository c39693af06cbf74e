import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventPlace, MessageEvents } from '../../../src/api/mcp/server-events.ts';
import { ClientSessions } from '../../../src/pipeline/mcp/servers/client-sessions.ts';
import { SessionSeal } from '../../../src/pipeline/mcp/sessions/session-seal.ts';

type Whose = ConstructorParameters<typeof SessionSeal>[0];
type Server = ConstructorParameters<typeof SessionSeal>[1];

const server = (name = 's', hostname = 'a.example') =>
  ({ name, path: '/mcp', server: { address: { kind: 'url', hostname } } }) as unknown as Server;
const caller = (hashes: readonly string[], id = 'k', subject?: string) =>
  ({
    key: { id, config: { hashes } },
    caller: subject === undefined ? undefined : { issuer: 'i', subject },
  }) as unknown as Whose;
const secret = (text: string) => () => Buffer.from(text);
const none = () => {
  throw new Error('no secret is there');
};

test('the id of a session is good for its key, its subject and its server', () => {
  const session = { id: 'theirs', version: '2025-11-25' };
  const id = new SessionSeal(caller(['h']), server(), none).id(session);
  assert.deepEqual(new SessionSeal(caller(['h']), server(), none).session(id), session);
  for (const other of [
    new SessionSeal(caller(['i']), server(), none),
    new SessionSeal(caller(['h'], 'other'), server(), none),
    new SessionSeal(caller(['h'], 'k', 'ada'), server(), none),
    new SessionSeal(caller(['h']), server('t'), none),
    new SessionSeal(caller(['h']), server('s', 'b.example'), none),
  ])
    assert.equal(other.session(id), undefined);
});

test('of a key without a secret a secret of the host is in the seal', () => {
  const session = { id: 'theirs', version: '2025-11-25' };
  const seal = (text: string) => new SessionSeal(caller([], 'k', 'ada'), server(), secret(text));
  const id = seal('one').id(session);
  assert.deepEqual(seal('one').session(id), session);
  assert.equal(seal('two').session(id), undefined);
  assert.throws(() => new SessionSeal(caller([]), server(), none));
});

test('a place in a stream is good in its session, and no id of one', () => {
  const seal = new SessionSeal(caller(['h']), server(), none);
  const session = { id: 'theirs', version: '2025-11-25' };
  const place = { event: 'e', request: { method: 'tools/call', idText: '"1"' } };
  const text = seal.place(session, place)!;
  assert.deepEqual(seal.placeOf(session, text), place);
  assert.equal(seal.placeOf({ ...session, id: 'others' }, text), undefined);
  assert.equal(seal.session(text), undefined);
  assert.equal(seal.placeOf(session, seal.id(session)), undefined);
  const ofNone = seal.place(session, { event: 'e', request: undefined })!;
  assert.deepEqual(seal.placeOf(session, ofNone), { event: 'e', request: undefined });
  const long = {
    event: 'e',
    request: { method: 'tools/call', idText: JSON.stringify('\u0001'.repeat(256)) },
  };
  assert.equal(seal.place(session, long), undefined);
});

/** The places of events and their messages, in the order in which they are told. */
function told(text: string): unknown[] {
  const all: unknown[] = [];
  const events = new MessageEvents({
    message: (message) => all.push(message.kind),
    fault: ({ message }) => all.push(message),
    place: (place: EventPlace) => all.push(place),
  });
  events.push(Buffer.from(text));
  events.end();
  return all;
}

test('a place is told before the last message of its event, and only one that a header can carry', () => {
  const one = '{"jsonrpc":"2.0","method":"a"}';
  const place = (id: string | undefined, retryMs?: number, isEmpty = false) => ({ id, retryMs, isEmpty });
  assert.deepEqual(told(`id: a b\ndata: ${one}\n\n`), [place('a b'), 'notification']);
  assert.deepEqual(told(`data: [${one},${one}]\r\nid:2\r\nretry: 5\r\n\r\n`), [
    'notification',
    place('2', 5),
    'notification',
  ]);
  assert.deepEqual(told('id: p\nretry: 100\ndata: \n\n'), [place('p', 100, true)]);
  assert.deepEqual(told(`id: a\nid: b\ndata: ${one}\n\n`), [place('b'), 'notification']);
  assert.deepEqual(told(`data: ${one}\n\n`), ['notification']);
  for (const bad of ['ä', 'a\u0000b', 'a\u0007', 'x'.repeat(513), ''])
    assert.deepEqual(told(`id: ${bad}\ndata: ${one}\n\n`), [place(undefined), 'notification']);
  assert.deepEqual(told(`retry: 1e9\ndata: ${one}\n\n`), [place(undefined), 'notification']);
  assert.deepEqual(told(`event: other\nid: 1\ndata: ${one}\n\n`), []);
});

test('of a caller that begins too many sessions the least recently used end, and only his', () => {
  const ended: string[] = [];
  const sender = {
    endSession: async ({ id }: { readonly id: string }) => {
      ended.push(id);
      return 200;
    },
  };
  const sessions = new ClientSessions({ sender } as never);
  const session = (id: string) => ({ id, version: '2025-11-25' });
  sessions.begun('other', session('theirs'));
  for (let n = 0; n < 250; n += 1) sessions.begun('one', session(`s${n}`));
  sessions.used('one', session('s0'));
  sessions.used('one', session('unknown'));
  sessions.begun('one', session('s250'));
  sessions.begun('one', session('s251'));
  assert.deepEqual(ended, ['s1', 's2']);
  sessions.ended('one', session('s0'));
  sessions.ended('one', session('s0'));
  assert.equal(sessions.sizes.counted, 250);
  for (let n = 0; n < 12_000; n += 1) sessions.begun(`c${n}`, session(`c${n}`));
  assert.deepEqual([sessions.sizes.counted <= 10_000, ended.length], [true, 2]);
});
