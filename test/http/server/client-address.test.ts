import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientBehind, plainAddress } from '../../../src/http/server/client-address.ts';
import { AddressRanges } from '../../../src/lib/ip.ts';

const trusted = new AddressRanges(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '2001:db8::1']);

for (const [address, expected] of [
  ['10.0.0.0', true],
  ['10.255.255.255', true],
  ['11.0.0.0', false],
  ['9.255.255.255', false],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['fd12:3456::1', true],
  ['fc00::1', false],
  ['2001:db8::1', true],
  ['2001:db8:0:0:0:0:0:1', true],
  ['2001:db8::2', false],
  ['', false],
  ['unknown', false],
  ['10.0.0.1:80', false],
  ['10.0.0', false],
] as const) {
  test(`"${address}" is ${expected ? '' : 'not '}among the ranges`, () => {
    assert.equal(trusted.includes(address), expected);
  });
}

test('an empty list trusts nobody', () => {
  assert.equal(new AddressRanges([]).includes('127.0.0.1'), false);
});

for (const [address, expected] of [
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:a00:1', '::ffff:a00:1'],
  [undefined, ''],
] as const) {
  test(`${address} is compared as "${expected}"`, () => assert.equal(plainAddress(address), expected));
}

for (const [entries, expected] of [
  [undefined, '10.0.0.9'],
  ['', '10.0.0.9'],
  ['203.0.113.7', '203.0.113.7'],
  ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['1.2.3.4,203.0.113.7,10.0.0.1', '203.0.113.7'],
  ['1.2.3.4, 203.0.113.7 ,10.0.0.1, 192.0.2.1', '203.0.113.7'],
  ['203.0.113.7:443', '203.0.113.7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['1.2.3.4, unknown', '10.0.0.9'],
  ['1.2.3.4, _hidden, 10.0.0.1', '10.0.0.9'],
  ['1.2.3.4, ', '10.0.0.9'],
  ['[2001:db8::7', '10.0.0.9'],
  ['10.0.0.1, 10.0.0.2', '10.0.0.9'],
] as const) {
  test(`behind the entries ${JSON.stringify(entries)} the client is ${expected}`, () => {
    assert.equal(clientBehind('10.0.0.9', entries, trusted), expected);
  });
}
