import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gateway } from '../cli/recorder.ts';
import { type Browser, openPage, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/gate.ts';
import { startGuard } from '../helpers/guard.ts';
import { layoutFaults } from '../helpers/layout-faults.ts';
import { shellProgram } from '../helpers/scratch.ts';
import { ownerOfFile, type Served, serve } from '../helpers/serve.ts';
import { typescriptOptions } from '../helpers/started.ts';
import { modern, startToolServer, tool } from '../helpers/tool-server.ts';

const token = 'browser-admin-token-0123';
const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token}, read_token: live-read-token-0123 }
workers: 2
backends:
  local: { simulator: { latency: 1ms, tokens_per_second: 5000 } }
  spare: { simulator: { latency: 1ms, tokens_per_second: 5000 } }
models:
  demo:
    deployments:
      - { backend: local, endpoints: { chat_completions: [streaming, vision] } }
      - { backend: spare, priority: 1, endpoints: { chat_completions: [streaming] } }
rate_limits:
  small: { requests: 3/h }
keys:
  main: { secret: sk-main-0123456789abcdef }
keys_file: keys.yaml
`;

interface Operator extends Browser {
  readonly served: Served;
  readonly url: string;
  /** Calls a model with the official client; what became of each call. */
  callModel(env: Readonly<Record<string, string>>): Promise<readonly string[]>;
  go(page: string): Promise<void>;
}

/** A person who looks at the pictures finds them here. */
const pictures = process.env['GATEWAY_PICTURES'];

const file = ownerOfFile();
const serving = serve(file, gatewayYaml, { files: { 'keys.yaml': 'keys: {}\n' } });
const starting = startBrowser(file);

/** An operator in front of a browser, not signed in yet. All of them look at one gateway, unless another is given. */
async function operator(
  t: TestContext,
  options?: Parameters<typeof openPage>[2],
  started = serving,
): Promise<Operator> {
  const served = await started;
  const browser = await openPage(t, await starting, options);
  const url = /admin on (http:\/\/[\d.:]+)/.exec(served.said.err)![1]!;
  const caFile = join(served.dir, 'ca.pem');
  writeFileSync(caFile, served.ca);
  return {
    ...browser,
    served,
    url,
    async callModel(env) {
      const program = join(import.meta.dirname, 'openai-caller.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [...typescriptOptions, program], {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: caFile,
          GATEWAY_URL: `https://127.0.0.1:${served.port}`,
          ...env,
        },
      });
      return stdout.trim().split('\n');
    },
    async go(page) {
      await browser.page.getByRole('navigation').getByRole('link', { name: page, exact: true }).click();
      await browser.page.getByRole('heading', { level: 1, name: page }).waitFor();
    },
  };
}

async function signIn({ page, url }: Operator): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

test('a key is made, used, seen, limited, revoked and refused, all from the browser', async (t) => {
  const dashboard = await operator(t);
  const { page } = dashboard;
  await signIn(dashboard);

  await dashboard.go('Keys');
  const main = page.getByRole('row', { name: /^main/ });
  await main.getByText('read-only').waitFor();
  await main.getByText(/gateway\.yaml:\d+$/).waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('team-a');
  await page.getByLabel('Models').fill('demo');
  await page.getByLabel('Rate limit').selectOption('small');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('Every worker accepts it now.').waitFor();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  assert.match(secret, /^gw-\w{49}$/);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
  const line = (await page.locator('.dialog pre').textContent()) ?? '';
  const { stdout } = await promisify(execFile)('bash', ['-c', `${line} --silent --fail`]);
  assert.match(stdout, /chat\.completion/, 'the curl line that is shown works');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('row', { name: /^team-a/ }).waitFor();
  assert.equal((await page.content()).includes(secret), false);

  const outcomes = await dashboard.callModel({ GATEWAY_KEY: secret, CALLS: '7' });
  assert.ok(outcomes.includes('chat.completion'), outcomes.join());
  assert.equal(outcomes.at(-1), '429 rate_limit_exceeded');

  await dashboard.go('Live');
  await page
    .getByRole('row', { name: /200.*team-a.*demo/ })
    .first()
    .waitFor();
  await page.getByLabel('Status').selectOption('429');
  await page
    .getByRole('row', { name: /429.*team-a/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /200/ }).first().waitFor({ state: 'detached' });
  await page.getByLabel('Status').selectOption('2xx');
  await page
    .getByRole('row', { name: /team-a/ })
    .first()
    .getByRole('button')
    .click();
  await page.getByRole('dialog').getByText('demo/local').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await dashboard.go('Keys');
  const limited = page.getByRole('row', { name: /^team-a/ });
  await limited.getByRole('img', { name: '3 requests per hour: 100 % used' }).waitFor();
  await limited.getByText('3 of 3').waitFor();
  await limited.getByText(/^used up, resets in (60|59|58) min$/).waitFor();
  assert.equal((await page.content()).includes(secret), false);
  await page.getByRole('button', { name: 'Revoke team-a' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /^team-a/ }).waitFor({ state: 'detached' });
  assert.deepEqual(await dashboard.callModel({ GATEWAY_KEY: secret }), ['401 invalid_api_key']);

  const audited = () => dashboard.served.logs.filter(({ audit }) => audit !== undefined);
  await until(() => audited().length >= 3, 'the audit lines are written', 20_000);
  assert.deepEqual(
    audited().map(({ audit, key }) => [audit, key]),
    [
      ['signed in', undefined],
      ['key created', 'team-a'],
      ['key revoked', 'team-a'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(dashboard.served.logs), new RegExp(`${secret}|${token}`));
  assert.deepEqual(dashboard.faults, []);
});

test('a file that breaks shows as a banner on every page, and goes when it is mended', async (t) => {
  const dashboard = await operator(t);
  const { page } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Configuration');
  await page.getByText('token: "***"').first().waitFor();
  await dashboard.served.save(gatewayYaml.replace('backend: spare', 'backend: spaer'));
  const banner = page.getByRole('alert');
  await banner.getByText('no backend is named "spaer" (did you mean "spare"?)').waitFor();
  await page.getByText('Rejected', { exact: true }).waitFor();
  await page.getByText('token: "***"').first().waitFor();
  await dashboard.go('Overview');
  await banner.waitFor();
  await dashboard.go('Configuration');
  assert.equal((await page.content()).includes(token), false);
  await dashboard.served.save(gatewayYaml.replace('priority: 1', 'priority: 2'));
  await banner.waitFor({ state: 'detached' });
  await page.getByText('model demo: deployment spare: priority changed').waitFor();
  await dashboard.served.save(gatewayYaml);
  await dashboard.served.reloaded('applied');
  assert.deepEqual(dashboard.faults, []);
});

test('what is served by translation stands below its model, with the fields that were left out', async (t) => {
  const text = gatewayYaml
    .replace('local: {', 'local: { flavor: vllm,')
    .replace('chat_completions: [streaming, vision]', 'messages: { via: chat_completions }');
  const dashboard = await operator(t, {}, serve(t, text, { files: { 'keys.yaml': 'keys: {}\n' } }));
  const { page, served } = dashboard;
  for (const metadata of [undefined, { user_id: 'u' }, { user_id: 'u' }]) {
    const body = { model: 'demo', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }], metadata };
    const reply = await served.call('/v1/messages', { body, key: 'sk-main-0123456789abcdef' });
    assert.equal(reply.status, 200, reply.text);
  }
  await signIn(dashboard);
  await dashboard.go('Models');
  const told = page.getByRole('list', { name: 'Translated since the gateway started' });
  await told.getByText('local served 3 requests by translation; dropped: metadata.user_id (2)').waitFor();
  assert.deepEqual(await dashboard.accessibilityFaults(), []);
  assert.deepEqual(dashboard.faults, []);
});

test('credentials that are renewed stand below the models, with how they are and not with what they are', async (t) => {
  const dashboard = await operator(t);
  const { page } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Models');
  await page.getByRole('heading', { name: 'demo' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Credentials' }).count(), 0);
  const good = shellProgram(t, `echo '{"token":"canary-0123456789","expires_in":3600}'`);
  const bad = shellProgram(t, 'exit 3');
  const simulated = 'simulator: { latency: 1ms, tokens_per_second: 5000 }';
  const renewed = (program: string) => `{ ${simulated}, auth: { exec: { command: [${program}] } } }`;
  await dashboard.served.save(
    gatewayYaml
      .replace(`local: { ${simulated} }`, `local: ${renewed(good)}`)
      .replace(`spare: { ${simulated} }`, `spare: ${renewed(bad)}`),
  );
  await dashboard.served.reloaded('applied');
  const table = page.getByRole('region', { name: 'Renewed credentials' });
  const local = table.getByRole('row', { name: /^local/ });
  await local.getByText('Valid').waitFor();
  await local.getByText(good).waitFor();
  await local.getByText(/^(?:59|60) min$/).waitFor();
  const spare = table.getByRole('row', { name: /^spare/ });
  await spare.getByText('Missing').waitFor();
  await spare.getByText(/^exit/).waitFor();
  await spare.getByText(`${bad} ended with code 3`, { exact: true }).waitFor();
  assert.equal((await page.content()).includes('canary'), false);
  assert.deepEqual(await dashboard.accessibilityFaults(), []);
  await dashboard.served.save(gatewayYaml);
  await dashboard.served.reloaded('applied');
  await table.waitFor({ state: 'detached' });
  assert.deepEqual(dashboard.faults, []);
});

test('each tool server has a row, and its tools are text, whatever their names hold; one is taken out and back', async (t) => {
  const hostile = [
    '<img/src=x/onerror=alert(1)>',
    '"><script>alert(2)</script>',
    '\u202egnp.exe',
    'x'.repeat(900),
  ];
  const github = await startToolServer(file, { tools: [tool('echo'), ...hostile.map((name) => tool(name))] });
  const nobody = 'http://127.0.0.1:9/mcp';
  const servers = `routing: { circuit: { failures: 2 } }
mcp:
  servers:
    github: { url: "${github.url}/mcp", private: true }
    nobody: { url: "${nobody}", private: true }
groups:
  readers: { tools: ["github/e*"] }
`;
  const granted = gatewayYaml.replace(
    'main: { secret: sk-main-0123456789abcdef }',
    `main: { secret: sk-main-0123456789abcdef, tools: ["*"] }
  reader: { secret: sk-reader-0123456789abcd, tools: ["github/*"], group: readers }`,
  );
  const dashboard = await operator(t);
  const { page, served } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Models');
  await page.getByRole('heading', { name: 'demo' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Tools' }).count(), 0);
  await served.save(granted + servers);
  const list = () => served.call('/mcp', { key: 'sk-main-0123456789abcdef', ...modern('tools/list') });
  await until(async () => (await list()).json.result?.tools.length === 5, 'its tools are listed');
  const table = page.getByRole('region', { name: 'Tool servers' });
  const rowOf = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
  await rowOf('github').getByText('2026-07-28').waitFor();
  assert.match((await rowOf('nobody').textContent()) ?? '', /(?:Fails|[Oo]ut).*ECONNREFUSED/);
  await page.getByText('github 5 tools, and who may use them').click();
  const tools = page.getByRole('region', { name: 'Tools of github' });
  await tools.getByRole('row', { name: /^echo main, reader Offered/ }).waitFor();
  const shown = [...hostile.slice(0, 2), '\\u{202e}gnp.exe', `${'x'.repeat(120)}…`];
  for (const name of shown) {
    const row = tools.getByRole('row').filter({ hasText: name });
    assert.equal(await row.getByRole('rowheader').textContent(), name);
    assert.equal(await row.getByRole('cell').first().textContent(), 'main');
  }
  assert.equal(await page.locator('td img, th img, td script, th script').count(), 0);
  await page.getByText('reader by github/*, within the group readers: github/e*').waitFor();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await layoutFaults(page), []);
    assert.deepEqual(await dashboard.accessibilityFaults(), []);
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `tools-${width}.png`), fullPage: true });
  }

  await page.getByRole('button', { name: 'Drain github/echo', exact: true }).click();
  await until(async () => (await list()).json.result?.tools.length === 4, 'it is in no list');
  await page.getByText('github 5 tools, 1 drained, and who may use them').waitFor();
  await page.getByRole('button', { name: 'Resume github/echo', exact: true }).click();
  await page.getByRole('button', { name: 'Drain github', exact: true }).click();
  await rowOf('github').getByText('Drained').waitFor();
  await until(async () => (await list()).json.result?.tools.length === 0, 'all of it is out');
  await page.getByRole('button', { name: 'Resume github', exact: true }).click();
  await until(async () => {
    await list();
    return /Out/.test((await rowOf('nobody').textContent()) ?? '');
  }, 'the circuit of the other is open');
  await dashboard.go('Overview');
  const unwell = page.getByRole('region', { name: 'Unhealthy tool servers' });
  await unwell.getByText(/^nobody its circuit is open in \d workers?$/).waitFor();
  assert.deepEqual(await dashboard.accessibilityFaults(), []);
  await dashboard.go('Models');
  await until(async () => (await list()).json.result?.tools.length === 5, 'it is back');
  await served.save(gatewayYaml);
  await table.waitFor({ state: 'detached' });
  assert.deepEqual(dashboard.faults, []);
});

test('each guard has a row with what it found, and one that is down is told on every page about what is well', async (t) => {
  const guard = await startGuard(t);
  const guards = `routing: { circuit: { failures: 2, open: 100ms, max_open: 100ms } }
guards:
  dlp: { form: agentgateway, url: "${guard.url}", unseen: refuse, remember: 0 }
  idle: { form: litellm, url: "${guard.url}", unseen: refuse, applies_to: { keys: ["eu-*"] } }
`;
  const dashboard = await operator(t);
  const { page, served, url } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Models');
  await page.getByRole('heading', { name: 'demo' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Guards' }).count(), 0);
  await served.save(gatewayYaml + guards);
  const table = page.getByRole('region', { name: 'Guards since the gateway started' });
  await table.waitFor();
  const ask = (content: unknown) =>
    served.call('/v1/chat/completions', {
      body: { model: 'demo', messages: [{ role: 'user', content }] },
      key: 'sk-main-0123456789abcdef',
    });
  const image = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }];
  const statuses: number[] = [];
  for (const content of ['fine', 'forbidden', 'maskme', image]) statuses.push((await ask(content)).status);
  assert.deepEqual(statuses, [200, 400, 400, 400]);
  const cellsOf = async (name: string) =>
    (
      await table
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .getByRole('cell')
        .allTextContents()
    ).map((cell) => cell.replace(/^\d.* m?s$/, 'a time'));
  const expected = ['Well', '3', '1', '1', '1', '1', '0', 'a time'];
  await until(async () => String(await cellsOf('dlp')) === String(expected), 'what the guard found');
  assert.deepEqual(await cellsOf('idle'), ['Well', '0', '0', '0', '0', '0', '0', '–']);
  assert.deepEqual(await dashboard.accessibilityFaults(), []);

  guard.instead = (_seen, response) => void response.destroy();
  // Each of the two workers has a circuit of its own.
  await until(async () => {
    assert.equal((await ask('fine')).status, 503);
    return (await cellsOf('dlp'))[0] === 'Down';
  }, 'no worker asks it');
  await dashboard.go('Overview');
  const unwell = page.getByRole('region', { name: 'Unhealthy guards' });
  await unwell.getByText('1 guard unhealthy').waitFor();
  await unwell.getByRole('link', { name: 'dlp' }).waitFor();
  const { out } = await gateway(['status', '--admin', url], { env: { GATEWAY_ADMIN_TOKEN: token } });
  assert.match(
    out,
    /^guard +dlp is DOWN: \d+ looks at requests and 1 at answers: 1 refused, 1 masked, 1 unseen, \d+ unavailable; [\d.]+ ms each$/m,
  );
  assert.match(out, /^guard +idle: 0 looks at requests and 0 at answers: 0 refused,/m);
  guard.instead = undefined;
  await until(async () => {
    await ask('fine');
    return (await unwell.count()) === 0;
  }, 'every worker asks it again');
  await served.save(gatewayYaml);
  await served.reloaded('applied');
  assert.deepEqual(dashboard.faults, []);
});

test('the routing page answers again when a deployment is taken down or a tag is asked for', async (t) => {
  const dashboard = await operator(t);
  const { page } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Routing');
  await page.getByText('Goes to demo/local').waitFor();
  await page.getByRole('button', { name: 'Simulate outage demo/local' }).click();
  await page.getByText('Goes to demo/spare').waitFor();
  await page.getByLabel('Tags').fill('vision');
  await page.keyboard.press('Enter');
  await page.getByText('503 503').waitFor();
  assert.deepEqual(dashboard.faults, []);
});

test('forms offer the endpoints of the file, and where one goes that names no model is told without one', async (t) => {
  const declaring = gatewayYaml
    .replace('[streaming, vision] }', '[streaming, vision], scan_pages: [vision] }')
    .replace(
      'rate_limits:',
      'endpoints:\n  scan_pages: { path: /v1/scan }\n  jobs: { path: /v1/jobs, methods: [GET], model: { in: none }, backends: [spare, local] }\nrate_limits:',
    );
  const own = serve(t, declaring, { files: { 'keys.yaml': 'keys: {}\n' } });
  const dashboard = await operator(t, undefined, own);
  const { page } = dashboard;
  await signIn(dashboard);
  await dashboard.go('Routing');
  await page.getByLabel('Endpoint').selectOption('scan pages');
  await page.getByText('Goes to demo/local').waitFor();
  await page.getByLabel('Endpoint').selectOption('jobs');
  await page.getByText('Goes to spare').waitFor();
  assert.equal(await page.getByLabel('Model', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Simulate outage spare' }).click();
  await page.getByText('Goes to local').waitFor();
  await dashboard.go('Models');
  await page.getByText('Capabilities').first().click();
  await page.getByRole('cell', { name: 'scan pages' }).waitFor();
  await dashboard.go('Keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('scanner');
  await page.getByLabel('scan pages').check();
  await page.getByLabel('jobs').check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('Every worker accepts it now.').waitFor();
  const made = await fetch(`${dashboard.url}/api/keys?search=scanner`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { keys } = (await made.json()) as {
    readonly keys: readonly { readonly endpoints: readonly string[] }[];
  };
  assert.ok(['scan_pages', 'jobs'].every((name) => keys[0]!.endpoints.includes(name)));
  assert.deepEqual(dashboard.faults, []);
});

test('what clients call themselves and their models comes out as text', async (t) => {
  const dashboard = await operator(t);
  const { page } = dashboard;
  const model = '<img src=x onerror=alert(1)>';
  const title = '"><script>alert(2)</script>';
  await dashboard.callModel({ GATEWAY_KEY: 'sk-main-0123456789abcdef', MODEL: model, TITLE: title });
  await signIn(dashboard);
  await dashboard.go('Live');
  await page.getByLabel('Status').selectOption('404');
  const row = page.getByRole('row', { name: /404/ }).first();
  await row.getByText(model, { exact: true }).waitFor();
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByText(title, { exact: true }).waitFor();
  assert.equal(await page.locator('main img, main script, dialog img, dialog script').count(), 0);
  assert.deepEqual(dashboard.faults, []);
});

// The last one: nobody signs in for a minute after it.
test('the sign-in page tells a wrong token, and keeps who guesses out', async (t) => {
  // Of its own: whoever signed in from an address is not kept out of it.
  const { said } = await serve(t, gatewayYaml, { files: { 'keys.yaml': 'keys: {}\n' } });
  const { page } = await openPage(t, await starting);
  await page.goto(`${/admin on (http:\/\/[\d.:]+)/.exec(said.err)?.[1]}/dashboard`);
  const field = page.getByLabel('Token');
  for (let tries = 1; tries <= 5; tries += 1) {
    await field.fill(`a-guess-${tries}`);
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/session'),
      page.keyboard.press('Enter'),
    ]);
    assert.equal(answer.status(), 401);
  }
  await page.getByText('That is neither admin.token nor admin.read_token').waitFor();
  await field.fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Too many wrong tokens').waitFor();
});
