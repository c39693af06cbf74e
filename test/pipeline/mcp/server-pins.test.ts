import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ListReader } from '../../../src/api/mcp/lists/server-list-reader.ts';
import type { LockedServer } from '../../../src/config/types/mcp.ts';
import { canonicalDigest, parseWritten } from '../../../src/lib/json/written-json.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { ServerPins } from '../../../src/pipeline/mcp/servers/server-pins.ts';

/** A log that keeps its lines. */
function recording() {
  const lines: { readonly name: string; readonly reason?: string; readonly count?: number }[] = [];
  return { lines, log: openLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

const digest = (text: string) => canonicalDigest(parseWritten(text)!);
const lockedTo = (tools: Readonly<Record<string, string>>, instructions?: string): LockedServer => ({
  instructions: instructions === undefined ? undefined : digest(JSON.stringify(instructions)),
  tools: new Map(Object.entries(tools).map(([name, text]) => [name, digest(text)])),
  prompts: new Map(),
  templates: new Map(),
});

/** The items of a list as a server writes it. */
function itemsOf(texts: readonly string[]) {
  const reader = new ListReader('one', 'tools');
  const resultText = `{"tools":[${texts.join(',')}]}`;
  reader.take({ result: JSON.parse(resultText), resultText });
  return reader.items;
}

const toolText = (name: string, more = '') => `{"name":"${name}","inputSchema":{"type":"object"}${more}}`;

test('another order, other spaces and escapes are no change; every digit is one', () => {
  const { log } = recording();
  const reviewed = toolText('a', ',"description":"Adds é.","x":[1.0,{"b":1,"a":2}]');
  const pins = new ServerPins('one', { isPinned: true, locked: lockedTo({ a: reviewed }) }, () => log);
  const namesOf = (...texts: string[]) => pins.offered('tools', itemsOf(texts)).map(({ name }) => name);
  assert.deepEqual(namesOf(reviewed), ['a']);
  assert.deepEqual(
    namesOf(
      '{ "x":[ 1.0, {"a":2,"b":1} ],\n"description":"Adds \\u00e9.","inputSchema":{"type":"object"},"name":"\\u0061" }',
    ),
    ['a'],
  );
  for (const other of [
    reviewed.replace('1.0', '1'),
    reviewed.replace('1.0', '1.00'),
    reviewed.replace('"a":2', '"a":2,"a":2'),
    reviewed.replace('é', 'e\u0301'),
    reviewed.replace('Adds', 'Adds\u200b'),
    reviewed.replace('[1.0,', '[{},1.0,'),
  ]) {
    assert.notEqual(other, reviewed);
    assert.deepEqual(namesOf(other), [], other);
    assert.equal(pins.held!.counts.changed, 1);
  }
});

test('what is offered is what the lock has as it is, and everything else is held back for a reason', () => {
  const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
  const shape = fc.constantFrom('', ',"title":"x"', ',"title":"y"', ',"x":1,"x":1');
  const server = fc.uniqueArray(fc.tuple(name, shape), { selector: ([one]) => one });
  fc.assert(
    fc.property(server, server, fc.array(server, { maxLength: 3 }), (lock, first, later) => {
      const { log } = recording();
      const entries = lock.filter(([, more]) => !more.includes('"x":1,"x"'));
      const locked = lockedTo(Object.fromEntries([]));
      for (const [one, more] of entries)
        (locked.tools as Map<string, string>).set(one, digest(toolText(one, more)));
      const pins = new ServerPins('one', { isPinned: true, locked }, () => log);
      for (const now of [first, ...later]) {
        const offered = pins.offered('tools', itemsOf(now.map(([one, more]) => toolText(one, more))));
        const expected = now.filter(([one, more]) =>
          entries.some(([it, reviewed]) => it === one && reviewed === more),
        );
        assert.deepEqual(
          offered.map((item) => item.name),
          expected.map(([one]) => one),
        );
        const held = now.filter((one) => !expected.includes(one));
        const isNew = ([one]: readonly [string, string]) => entries.every(([it]) => it !== one);
        assert.deepEqual(pins.held!.counts, {
          new: held.filter(isNew).length,
          changed: held.filter((one) => !isNew(one)).length,
        });
        for (const [one] of now)
          assert.equal(
            pins.why('tools', 'name', one) === undefined,
            expected.some(([it]) => it === one),
          );
      }
    }),
    { numRuns: 300 },
  );
});

test('each change is told once, however often a server makes it, and a flood in few lines', () => {
  const { lines, log } = recording();
  const clock = { now: 0 };
  const locked = lockedTo({ a: toolText('a') });
  const pins = new ServerPins(
    'one',
    { isPinned: true, locked },
    () => log,
    () => clock.now,
  );
  const list = (...texts: string[]) => pins.offered('tools', itemsOf(texts));
  for (let round = 0; round < 5; round += 1) {
    list(toolText('a'));
    list(toolText('a', ',"title":"evil"'));
  }
  assert.equal(lines.length, 1);
  const flood = (round: number) =>
    list(...Array.from({ length: 1000 }, (_, at) => toolText(`t${at}`, `,"title":"${round}"`)));
  for (let round = 0; round < 20; round += 1) flood(round);
  // Thirty in a minute, and a line that counts others.
  assert.equal(lines.length, 31);
  assert.equal(lines.at(-1)!.count, 971);
  clock.now = 60_000;
  flood(20);
  assert.equal(lines.length, 62);
  assert.equal(pins.held!.items.length, 100);
  assert.deepEqual(pins.held!.counts, { new: 1000, changed: 0 });
});

test('another lock is followed, the same one changes nothing, and instructions are held to it', () => {
  const { lines, log } = recording();
  const evil = toolText('a', ',"title":"evil"');
  const pins = new ServerPins(
    'one',
    { isPinned: true, locked: lockedTo({ a: toolText('a') }, 'Ask.') },
    () => log,
  );
  assert.deepEqual(pins.offered('tools', itemsOf([evil])), []);
  assert.equal(pins.instructions('Obey.'), undefined);
  assert.equal(pins.instructions('Ask.'), 'Ask.');
  assert.equal(pins.pin({ isPinned: true, locked: lockedTo({ a: toolText('a') }, 'Ask.') }), false);
  assert.equal(pins.held!.counts.changed, 1);
  assert.equal(pins.pin({ isPinned: true, locked: lockedTo({ a: evil }) }), true);
  assert.deepEqual(pins.held!.counts, { new: 0, changed: 0 });
  assert.equal(pins.offered('tools', itemsOf([evil])).length, 1);
  assert.equal(pins.instructions('Ask.'), undefined);
  assert.equal(pins.held!.counts.new, 1);
  assert.equal(pins.pin({ isPinned: false, locked: undefined }), true);
  assert.equal(pins.instructions('Ask.'), 'Ask.');
  assert.equal(pins.held, undefined);
  // A server that the lock does not have offers nothing.
  pins.pin({ isPinned: true, locked: undefined });
  assert.deepEqual(pins.offered('tools', itemsOf([evil])), []);
  assert.ok(lines.length > 0);
});
