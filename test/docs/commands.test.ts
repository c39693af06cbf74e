/** Every command that a page shows runs, as it stands there, beside a gateway that serves. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { freePort } from '../helpers/ports.ts';
import { gatewayProgram } from '../helpers/program.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { serve } from '../helpers/serve.ts';
import { blocksOf, pageAt, pagePaths } from './markdown.ts';

const run = promisify(execFile);

/** Has a test of its own: `money-page.test.ts`. */
const apart: readonly string[] = ['docs/money.md'];

/**
 * What a test can not run as it stands, by the note behind `sh`. `serves` and `calls` are run below, or by tests of what
 * they show; `outside` needs an administrator, a registry or a cluster.
 */
const notes: readonly string[] = ['serves', 'calls', 'outside'];

/** As the pages tell of: the model and the key of the first gateway, where a simulator stands in for the vendor. */
function configuration(port: number, adminPort: number): string {
  return `version: 1
listen: { address: "127.0.0.1:${port}", tls: { self_signed: true } }
admin: { address: "127.0.0.1:${adminPort}", token: "\${GATEWAY_ADMIN_TOKEN}", read_token: "\${GATEWAY_READ_TOKEN}" }
state: { dir: state }
backends:
  openai: { simulator: {} }
models:
  gpt-4.1-mini:
    deployments:
      - backend: openai
        price: { input: 0.40, output: 1.60 }
        capabilities: [streaming, function_calling]
        endpoints: { chat_completions: [], responses: [] }
rate_limits:
  standard: { requests: [20/s, 600/min], tokens: 200000/min, budget: 100 USD/month }
mcp: { servers: { github: { simulator: true }, try: { simulator: true } } }
keys_file: keys.yaml
keys:
  team-a: { secret: "\${TEAM_A_KEY}", models: ["gpt-*"], rate_limit: standard }
`;
}

const env = {
  GATEWAY_ADMIN_TOKEN: 'docs-admin-token-0123',
  GATEWAY_READ_TOKEN: 'docs-read-token-01234',
  READ_TOKEN: 'docs-read-token-01234',
  TEAM_A_KEY: 'sk-team-a-0123456789abcdef',
};

/** Files that pages name, beside the configuration. */
const files: Readonly<Record<string, string | Buffer>> = {
  'keys.yaml': 'keys: {}\n',
  'routes.test.yaml': `tests:
  - name: streams are served
    request: { endpoint: chat_completions, model: gpt-4.1-mini, tags: [streaming], key: team-a }
    expect: { deployment: openai }
`,
  'access.log.gz': gzipSync(
    '{"key":"team-a","path":"/v1/responses","endpoint":"responses","model":"gpt-4.1-mini","msg":"request"}\n',
  ),
  'config.yaml': `model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY }
`,
  'api.json': JSON.stringify({
    openai: {
      id: 'openai',
      name: 'OpenAI',
      models: {
        'gpt-4.1-mini': {
          id: 'gpt-4.1-mini',
          name: 'GPT-4.1 mini',
          cost: { input: 0.4, output: 1.6 },
          limit: { context: 1047576, output: 32768 },
          modalities: { input: ['text'], output: ['text'] },
        },
      },
    },
  }),
};

/** A folder on the path with a program named `gateway`. */
function pathWithGateway(t: TestContext): string {
  const folder = scratchFolder(t);
  const program = join(folder, 'gateway');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${gatewayProgram}" "$@"\n`);
  chmodSync(program, 0o755);
  return `${folder}:${process.env['PATH']}`;
}

test('every command on every page runs', { timeout: 300_000 }, async (t) => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const file = join(scratchFolder(t), 'gateway.yaml');
  const text = configuration(port, adminPort);
  writeFileSync(file, text);
  const cwd = join(file, '..');
  mkdirSync(join(cwd, 'state'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  writeFileSync(join(cwd, 'old.yaml'), text.replace('1.60', '2.00'));
  const served = await serve(t, '', { file, env });
  const environment = { ...process.env, ...env, PATH: pathWithGateway(t) };
  let lines = 0;

  for (const path of pagePaths.filter((page) => !apart.includes(page) && page !== 'README.md')) {
    const blocks = blocksOf(pageAt(path)).filter(({ language }) => language === 'sh');
    for (const { note } of blocks) assert.ok(note === '' || notes.includes(note), `${path}: sh ${note}`);
    const commands = blocks
      .filter(({ note }) => note === '')
      .map(({ content }) => content)
      .join('')
      // Of clients: programs are started with it in a test of their own.
      .replace(/^unset ANTHROPIC_[\s\S]*?^export NODE_EXTRA.*\n/m, '')
      .replaceAll('http://127.0.0.1:9901', `http://127.0.0.1:${adminPort}`)
      .replace(/https:\/\/([ab])\.internal:9901/g, `http://127.0.0.1:${adminPort}`)
      .replaceAll('curl ', 'curl --silent --fail ');
    if (commands.trim() === '') continue;
    lines += commands.trim().split('\n').length;
    await t.test(path, async () => {
      // What a page writes is there for its next line, and not for other pages.
      for (const [name, content] of [['gateway.yaml', text] as const, ...Object.entries(files)])
        if (name !== 'keys.yaml') await replaceWhereChanged(join(cwd, name), content);
      const { stdout } = await run('bash', ['-ec', commands], {
        cwd: path === 'docs/litellm.md' || path === 'docs/first-gateway.md' ? copied(t) : cwd,
        env: environment,
      }).catch((error: { stdout: string; stderr: string }) => {
        throw new Error(`${path}\n${commands}\n${error.stdout}${error.stderr}`, { cause: error });
      });
      if (!commands.includes(' > ')) assert.notEqual(stdout, '', path);
    });
  }
  assert.ok(lines > 30);
  assert.match(readFileSync(join(cwd, 'keys.yaml'), 'utf8'), /^keys: \{\}$/m);
  assert.equal(served.child.exitCode, null);
});

/** Nothing is touched that is as it was: the gateway follows its files. */
async function replaceWhereChanged(path: string, content: string | Buffer): Promise<void> {
  if (!readFileSync(path).equals(Buffer.from(content))) writeFileSync(path, content);
}

/** A folder with the files alone, for pages that make a configuration. */
function copied(t: TestContext): string {
  const folder = scratchFolder(t);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

test('the first gateway of the page answers the call of the page', async (t) => {
  const blocks = blocksOf(pageAt('docs/first-gateway.md')).filter(({ language }) => language === 'sh');
  const [made, serving, calling] = blocks.map(({ content }) => content);
  assert.equal(serving, 'gateway serve --config my-gateway/gateway.yaml\n');
  const cwd = scratchFolder(t);
  const PATH = pathWithGateway(t);
  const { stdout } = await run('bash', ['-ec', made ?? ''], { cwd, env: { ...process.env, PATH } });
  const secret = /YOUR_KEY=(\S+)/.exec(stdout)?.[1];
  assert.ok(secret);
  const file = join(cwd, 'my-gateway/gateway.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1:8443', '127.0.0.1:0'));
  const served = await serve(t, '', { file });
  const call = (calling ?? '')
    .replace('127.0.0.1:8443', `127.0.0.1:${served.port}`)
    .replace('curl ', 'curl --silent ');
  const answered = await run('bash', ['-ec', call], { cwd, env: { ...process.env, YOUR_KEY: secret } });
  assert.equal(JSON.parse(answered.stdout).object, 'chat.completion');
});

test('what only an administrator can run names files that are there', () => {
  const outside = pagePaths.flatMap((path) =>
    blocksOf(pageAt(path)).filter(({ language, note }) => language === 'sh' && note === 'outside'),
  );
  const all = outside.map(({ content }) => content).join('');
  // Each is the line of a file whose own tests hold it: the package, the image, the chart.
  for (const [line, file] of [
    ['docker build -f examples/deploy/docker/Dockerfile -t gateway .', 'examples/deploy/docker/Dockerfile'],
    [
      'docker run -p 8443:8443 --read-only --tmpfs /tmp --stop-timeout 40',
      'examples/deploy/docker/Dockerfile',
    ],
    ['kubectl create secret tls gateway-tls --cert=tls.crt --key=tls.key', 'deploy/helm/README.md'],
    ['helm install gateway deploy/helm --set image.repository=REGISTRY/gateway', 'deploy/helm/README.md'],
    // The README's is run on a Debian of its own: test/deploy/package/life.ts
    ['apt install ./gateway_*.deb', 'README.md'],
  ] as const) {
    assert.ok(all.includes(line), line);
    assert.ok(pageAt(file).includes(line), `${file}: ${line}`);
  }
  assert.equal(outside.length, 5);
});
