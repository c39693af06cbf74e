/** A mirror is a way on which text travels: explain says so, and proofs look at it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from '../../src/check/diff/describe-changes.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { explanationText } from '../../src/check/explain/text/explain-text.ts';
import { prove } from '../../src/check/prove/prove.ts';
import { loadText } from '../helpers/gateway.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

const config = (mirror: string, more = '') =>
  loadText(`version: 1
extra_capabilities: [in_eu]
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { eu: { simulator: {} }, us: { simulator: {} } }
models:
  near: { ${mirror}fallbacks: [spare], deployments: [ { backend: eu, capabilities: [in_eu], endpoints: { chat_completions: [], transcriptions: [] } } ] }
  spare: { deployments: [ { backend: eu, id: other, capabilities: [in_eu], endpoints: { chat_completions: [] } } ] }
  far:
    deployments:
      - { backend: us, endpoints: { chat_completions: [], transcriptions: [] } }
      - { backend: eu, capabilities: [in_eu], endpoints: { chat_completions: [] } }
keys: { eu-1: { hash: "${hash('1')}", models: [near, spare], endpoints: [all] }, tagged: { hash: "${hash('2')}", models: [near, spare], tags: [in_eu] } }
${more}`);

test('explain says where copies may go, by the tags of the request and of its key', async () => {
  const loaded = await config('mirror: { to: far, share: 0.125 }, ');
  const about = (
    key: string,
    tags: string[] = [],
    endpoint: 'chat_completions' | 'transcriptions' = 'chat_completions',
  ) => explain(loaded, { endpoint, model: 'near', models: [], tags, key, down: [] });
  assert.deepEqual(about('eu-1').mirrors, [{ of: 'near', share: 0.125, deployments: ['far/us', 'far/eu'] }]);
  assert.match(
    explanationText(about('eu-1')),
    /^12\.5 % of the requests that near answers are copied to far\/us or far\/eu \(mirror\)\.$/m,
  );
  assert.deepEqual(about('tagged').mirrors![0]!.deployments, ['far/eu']);
  assert.deepEqual(about('eu-1', ['in_eu']).mirrors![0]!.deployments, ['far/eu']);
  assert.equal(about('eu-1', [], 'transcriptions').mirrors, undefined, 'forms are not copied');
  const one = await config('mirror: { to: far/eu }, ');
  assert.deepEqual(
    explain(one, { endpoint: 'chat_completions', model: 'near', models: [], tags: [], key: 'eu-1', down: [] })
      .mirrors![0]!.deployments,
    ['far/eu'],
  );
  assert.deepEqual(describeChanges(await config(''), one), ['model near: mirror changed']);
});

test('never is broken by a mirror that leads where nothing may go, and by no other', async () => {
  const never = (key: string) =>
    `never: [ { name: stays, request: { key: "${key}" }, reaches: { backend: us } } ]`;
  const of = async (mirror: string, key: string) => {
    const [outcome] = prove(await config(mirror, never(key)));
    return outcome!;
  };
  assert.equal((await of('', '*')).verdict, 'proved');
  const broken = await of('mirror: { to: far }, ', '*');
  assert.equal(broken.verdict, 'broken');
  assert.equal(
    broken.message,
    'key eu-1 reaches far/us by the mirror of near: endpoint chat_completions; model near; key eu-1',
  );
  assert.match(broken.why, /are copied to far\/us or far\/eu/);
  assert.equal(
    (await of('mirror: { to: far }, ', 'tagged')).verdict,
    'proved',
    'its tags hold at the mirror',
  );
  assert.equal((await of('mirror: { to: far/eu }, ', '*')).verdict, 'proved');
  assert.equal((await of('mirror: { to: far, share: 0 }, ', '*')).verdict, 'proved');
  const chained = prove(
    await config(
      'mirror: { to: far }, ',
      'never: [ { name: stays, request: { key: eu-1, model: spare, models: [near] }, reaches: { backend: us } } ]',
    ),
  );
  assert.equal(chained[0]!.verdict, 'broken');
});
