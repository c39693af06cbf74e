import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointsGrantedBy, grants, grantWords } from '../../../src/api/endpoints/grants.ts';
import {
  callableByDefault,
  endpointNames,
  endpoints,
  grantedByDefault,
} from '../../../src/api/endpoints/index.ts';

test('a name grants its endpoint and what comes with it, and nothing else', () => {
  for (const name of endpointNames) {
    const withIt = endpointNames.filter((other) => {
      const { grant } = endpoints[other];
      return typeof grant === 'object' && grant.with === name;
    });
    assert.deepEqual(endpointsGrantedBy([name]), [name, ...withIt].sort(), name);
  }
});

test('`all` grants every endpoint, `stateless` those that keep nothing, each once beside names', () => {
  assert.deepEqual(endpointsGrantedBy(['all', 'messages']), endpointNames);
  const stateless = endpointNames.filter((name) => endpoints[name].isStateless);
  assert.deepEqual(endpointsGrantedBy(['stateless', 'messages']), stateless);
});

test('what comes with an endpoint names one, and is granted by default where that is: by name if it is free', () => {
  const granted = endpointsGrantedBy(grantedByDefault);
  assert.deepEqual(callableByDefault, granted);
  for (const { name, grant } of Object.values(endpoints)) {
    if (typeof grant !== 'object') continue;
    const other = endpointNames.find((known) => known === grant.with);
    assert.ok(other !== undefined && typeof endpoints[other].grant === 'string', name);
    assert.equal(granted.includes(name), granted.includes(other), name);
    const isFree = endpoints[name].dialect === 'json' && endpoints[name].usage === 'none';
    assert.equal(grantedByDefault.includes(name), isFree && grantedByDefault.includes(other), name);
  }
});

test('no word is the name of an endpoint', () => {
  assert.equal(new Set(grants).size, endpointNames.length + grantWords.length);
});
