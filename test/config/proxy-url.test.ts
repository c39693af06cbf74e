import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyVariable } from '../../src/config/proxy-url.ts';

const proxy = 'http://proxy.example:3128';
const https = { protocol: 'https:', hostname: 'api.example.com', port: 443 } as const;
const plain = { protocol: 'http:', hostname: '10.1.2.3', port: 8000 } as const;

test('each protocol has its variable, in small letters first', () => {
  assert.equal(proxyVariable({ HTTPS_PROXY: proxy }, https)?.value, proxy);
  assert.equal(proxyVariable({ HTTPS_PROXY: proxy }, plain), undefined);
  assert.equal(proxyVariable({ HTTP_PROXY: 'a:1', http_proxy: 'b:2' }, plain)?.value, 'http://b:2');
  assert.equal(proxyVariable({ HTTPS_PROXY: '' }, https), undefined);
});

for (const [list, hits] of [
  ['*', [https, plain]],
  ['example.com', [https]],
  ['.example.com, 10.0.0.0/8', [https, plain]],
  ['*.example.com', [https]],
  ['xample.com,example.co', []],
  ['api.example.com:8443', []],
  ['api.example.com:443 10.1.2.3:8000', [https, plain]],
  ['10.1.2.4', []],
] as const) {
  test(`NO_PROXY=${list} is for ${hits.length} of the two`, () => {
    const env = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: list };
    const direct = [https, plain].filter((one) => proxyVariable(env, one) === undefined);
    assert.deepEqual(direct, [...hits]);
  });
}
