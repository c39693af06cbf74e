import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

const file = (assertions: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  eu: { simulator: {} }
  us: { simulator: {} }
models:
  fast:
    deployments:
      - { backend: eu, endpoints: { chat_completions: [streaming] } }
      - { backend: us, priority: 1, endpoints: { chat_completions: [streaming] } }
  large:
    deployments:
      - { backend: eu, endpoints: { chat_completions: [] } }
keys:
  eu-1: { hash: "${hash('1')}", models: [large] }
  eu-2: { hash: "${hash('2')}", disabled: true }
  us-1: { hash: "${hash('3')}" }
${assertions}`;

const euStays = `never:
  - name: keys of the EU stay there
    request: { key: "eu-*" }
    reaches: { backend: us }
`;

test('assertions that are proved are counted', async (t) => {
  const text = file(`never:
  - { name: large stays in the EU, request: { model: large, models: [] }, reaches: { backend: us } }
survives:
  - { name: fast survives, request: { model: fast } }
`);
  const path = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', path]);
  assert.equal(out, `${path}: valid, 2 models, 3 deployments, 3 keys, 2 assertions proved\n`);
  assert.equal(exitCode, 0);
});

test('a request that reaches what it never may is shown with the outage that it takes, and explain takes it', async (t) => {
  const path = join(await folderWith(t, { 'gateway.yaml': file(euStays) }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', path]);
  assert.equal(exitCode, 1);
  const said = `${path}:19:5  never[0]: "keys of the EU stay there" does not hold: key eu-2 reaches fast/us: endpoint chat_completions; model fast; key eu-2, taken as active; down eu\n  error GW1702\n`;
  assert.ok(out.startsWith(said), out);
  assert.match(out, /^ {4}- +fast\/eu +eu +0 +down$/m);
  assert.ok(out.endsWith(`${path}: not valid, 1 of 1 assertion broken\n`), out);
  const [, line = ''] = /to see it: gateway (.*)$/m.exec(out) ?? [];
  const explained = await gateway(line.split(' '));
  assert.equal(explained.exitCode, 0);
  assert.match(explained.out, /^Goes to fast\/us\.$/m);
});

test('an outage that is not survived is named, and so is what nobody serves', async (t) => {
  const text = file(`survives:
  - name: every model survives
  - { name: fast survives two, request: { key: us-1, model: fast }, outages: 2 }
  - { name: nobody sees, request: { model: fast, tags: [vision] } }
`);
  const path = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', path]);
  assert.equal(exitCode, 1);
  for (const said of [
    'survives[0]: "every model survives" does not hold: no deployment is left: endpoint chat_completions; model large; key eu-1; down eu\n',
    'survives[1]: "fast survives two" does not hold: no deployment is left: endpoint chat_completions; model fast; key us-1; down eu, us\n',
    'survives[2]: "nobody sees" does not hold: nobody serves it, though nothing is down: any endpoint; model fast; tags vision; any key\n',
  ]) {
    assert.ok(out.includes(said), out);
  }
  assert.ok(out.endsWith(', 3 of 3 assertions broken\n'), out);
  const [, line = ''] = /to see it: gateway (.*)$/m.exec(out) ?? [];
  assert.match((await gateway(line.split(' '))).out, /^Answered with 503 no_healthy_deployment/m);
});

test('an assertion about no key, or that forbids nothing there is, is a warning that it proves nothing', async () => {
  const input = file(`never:
  - { name: guests stay out, request: { key: "guest-*" }, reaches: { backend: us } }
  - { name: nobody goes to Asia, reaches: { backend: "asia-*" } }
survives:
  - { name: for guests too, request: { key: guest-1 } }
`);
  const { exitCode, out } = await gateway(['check', '-'], { input });
  assert.equal(exitCode, 0);
  assert.match(
    out,
    /never\[0\]: "guests stay out" proves nothing: no key matches "guest-\*"\n {2}warning GW1822/,
  );
  assert.match(
    out,
    /never\[1\]: "nobody goes to Asia" proves nothing: no deployment matches backend "asia-\*"/,
  );
  assert.match(out, /survives\[0\]: "for guests too" proves nothing: no key matches "guest-1"/);
  assert.ok(out.endsWith('<stdin>: valid, 2 models, 3 deployments, 3 keys, 3 warnings\n'), out);
  assert.equal((await gateway(['check', '--strict', '-'], { input })).exitCode, 1);
  assert.equal((await gateway(['check', '--strict', '--ignore', 'GW1822', '-'], { input })).exitCode, 0);
});

test('proofs are in every format that tests are in', async () => {
  const input = file(`${euStays}survives:
  - { name: fast survives, request: { model: fast } }
`);
  const asked = (format: string) => gateway(['check', '--format', format, '-'], { input });
  const [finding] = JSON.parse((await asked('json')).out);
  assert.deepEqual([finding.code, finding.path, finding.line], ['GW1702', 'never[0]', 19]);
  assert.match(finding.why, /^Goes to fast\/us\.$/m);
  const { out: junit } = await asked('junit');
  assert.match(junit, /<testsuite name="&lt;stdin&gt;" tests="3" failures="1">/);
  assert.match(
    junit,
    /name="never: keys of the EU stay there \(line 19\)">\n {6}<failure message="does not hold: key eu-2 reaches fast\/us: /,
  );
  assert.match(junit, /name="survives: fast survives \(line 23\)"\/>/);
  assert.match(
    (await asked('github')).out,
    /^::error file=.*title=GW1702::never\[0\]: "keys of the EU stay there"/,
  );
  const [result] = JSON.parse((await asked('sarif')).out).runs[0].results;
  assert.deepEqual([result.ruleId, result.level], ['GW1702', 'error']);
});

const translating = (second: string, assertions: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  first: { simulator: {} }
  second: { simulator: {}, flavor: vllm }
models:
  fast:
    deployments:
      - { backend: first, endpoints: { messages: [] } }
      - { backend: second, priority: 1, endpoints: { messages: ${second} } }
  translated:
    deployments:
      - { backend: second, endpoints: { messages: ${second} } }
keys:
  team: { hash: "${hash('1')}" }
${assertions}`;

test('where an outage leaves translated deployments alone, a proof says that it is of what they can be told', async () => {
  const survives = `survives:
  - { name: fast survives, request: { model: fast } }
`;
  const told = await gateway(['check', '--strict', '-'], {
    input: translating('{ via: chat_completions }', survives),
  });
  assert.equal(told.exitCode, 0, told.out);
  assert.match(
    told.out,
    /survives\[0\]: "fast survives" holds for bodies that can be told in the dialects of its translated deployments; for others no deployment is left: endpoint messages; model fast; key team; down first\n {2}note GW1894/,
  );
  assert.ok(told.out.endsWith('1 assertion proved, 1 note\n'), told.out);
  const native = await gateway(['check', '-'], { input: translating('[]', survives) });
  assert.doesNotMatch(native.out, /GW1894/);
  const alone = `survives:
  - { name: it is served, request: { model: translated, endpoint: messages }, outages: 1 }
`;
  const broken = await gateway(['check', '-'], { input: translating('{ via: chat_completions }', alone) });
  assert.equal(broken.exitCode, 1);
  assert.doesNotMatch(broken.out, /GW1894/);
});

test('what no deployment serves natively is said to be so, and never is proved of any body', async () => {
  const input = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  first: { simulator: {}, flavor: vllm }
  second: { simulator: {}, flavor: vllm }
models:
  fast:
    deployments:
      - { backend: first, endpoints: { messages: { via: chat_completions } } }
      - { backend: second, endpoints: { messages: { via: chat_completions } } }
  own:
    deployments:
      - { backend: first, endpoints: { messages: { via: chat_completions } } }
keys:
  team: { hash: "${hash('1')}" }
never:
  - { name: own stays, request: { model: own, models: [] }, reaches: { backend: second } }
survives:
  - { name: fast survives, request: { model: fast } }
`;
  const { exitCode, out } = await gateway(['check', '-'], { input });
  assert.equal(exitCode, 0, out);
  assert.match(out, /for others nobody serves it natively: any endpoint; model fast; any key/);
  assert.match(out, /2 assertions proved, 1 note\n$/);
});
