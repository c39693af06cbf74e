import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivate } from '../../src/lib/ip.ts';

test('an address of this host, of a private network or of no host is none of the public internet, however it is written', () => {
  const inside = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
  ];
  for (const address of inside) assert.equal(isPrivate(address), true, address);
  const outside = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '192.0.2.1',
    '198.20.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ];
  for (const address of outside) assert.equal(isPrivate(address), false, address);
});
