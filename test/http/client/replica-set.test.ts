import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldServers } from '../../../src/http/client/replicas/held-servers.ts';
import { type ReplicaAddress, ReplicaSet } from '../../../src/http/client/replicas/replica-set.ts';

const named = { protocol: 'http:', hostname: 'models.test', port: 8000 } as const;

/** A set whose servers note what becomes of them. */
function setOf(servers?: readonly { protocol: 'http:'; hostname: string; port: number }[]) {
  const clock = { now: 0 };
  const opened: ReplicaAddress[] = [];
  const closed: string[] = [];
  const held = new HeldServers(() => clock.now);
  const set = new ReplicaSet({
    servers,
    named,
    held: held.hold('b'),
    now: () => clock.now,
    open(address) {
      opened.push(address);
      const connections = { areShort: false };
      return {
        isDown: false,
        missingCredential: undefined,
        connections,
        close: () => void closed.push(address.name),
      };
    },
  });
  const leads = (...addresses: string[]) => held.take([{ id: 'b', addresses, loads: [] }]);
  return { set, held, clock, opened, closed, leads, names: () => set.list.map(({ name }) => name) };
}

test('a name leads to servers that are connected to by their addresses, and known by the name', () => {
  const { set, leads, opened, names } = setOf();
  assert.deepEqual(names(), []);
  leads('10.0.0.2', '10.0.0.1', '::1');
  assert.deepEqual(names(), ['10.0.0.1:8000', '10.0.0.2:8000', '[::1]:8000']);
  assert.deepEqual(opened[0], { name: '10.0.0.2:8000', connectTo: '10.0.0.2', ...named });
  assert.equal(set.get('10.0.0.2:8000')?.isGone, false);
});

test('one that goes is closed once and can still be found by who is on the way; the others stay', () => {
  const { set, leads, opened, closed, names } = setOf();
  let changes = 0;
  set.follow(() => {
    changes += 1;
  });
  leads('10.0.0.1', '10.0.0.2');
  const [first] = set.list;
  leads('10.0.0.2', '10.0.0.3');
  assert.deepEqual(names(), ['10.0.0.2:8000', '10.0.0.3:8000']);
  assert.deepEqual(closed, ['10.0.0.1:8000']);
  assert.equal(first?.isGone, true);
  assert.equal(set.get('10.0.0.1:8000'), undefined);
  assert.equal(set.find('10.0.0.1:8000'), first);
  leads('10.0.0.2', '10.0.0.3');
  assert.equal(changes, 2, 'what is as it was is no change');
  assert.equal(opened.length, 3);
});

test('those that are there first have their share at once, one that comes gets it by and by', () => {
  const { set, clock, leads } = setOf();
  leads('10.0.0.1');
  assert.equal(set.list[0]!.share(0), 1);
  clock.now = 1000;
  leads('10.0.0.1', '10.0.0.2');
  const come = set.get('10.0.0.2:8000')!;
  assert.equal(set.get('10.0.0.1:8000')!.share(1000), 1);
  assert.equal(come.share(1000), 0.1);
  assert.equal(come.share(6000), 0.55);
  assert.equal(come.share(11_000), 1);
});

test('a name that leads elsewhere every time keeps nothing of where it led', () => {
  const { set, held, leads, opened, closed } = setOf();
  for (let turn = 0; turn < 1000; turn += 1) leads(`10.0.${turn >> 8}.${turn & 255}`);
  assert.equal(set.list.length, 1);
  assert.equal(opened.length, 1000);
  assert.equal(closed.length, 999);
  held.forget(['b']);
  leads('10.9.9.9');
  assert.deepEqual(
    set.list.map(({ name }) => name),
    ['10.9.9.9:8000'],
    'watched again',
  );
  set.close();
  assert.deepEqual(set.list, []);
});

test('what a server says counts for 3 s', () => {
  const { set, held, clock } = setOf([{ ...named, hostname: 'a.test' }]);
  const [one] = set.list;
  held.take([
    {
      id: 'b',
      addresses: undefined,
      loads: [{ server: 'a.test:8000', running: 1, waiting: 7, cache: undefined, agoMs: 500 }],
    },
  ]);
  assert.equal(one!.told.waiting(0), 7);
  assert.equal(one!.told.waiting(2499), 7);
  assert.equal(one!.told.waiting(2500), 0);
  void clock;
});
