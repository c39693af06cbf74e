import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateHost } from '../../src/config/addresses.ts';

const near = [
  '127.0.0.1',
  'localhost',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '[::1]',
  'fd00::1',
  'gateway',
  'gw.internal',
];
const far = [
  'api.openai.com',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1',
  'internal.example.com',
];

test('loopback and networks of one’s own are told from the rest', () => {
  for (const host of near) assert.equal(isPrivateHost(host), true, host);
  for (const host of far) assert.equal(isPrivateHost(host), false, host);
});
