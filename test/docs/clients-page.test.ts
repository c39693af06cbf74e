/** What the pages tell clients to do leads them to the quickstart. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { transformSync } from 'esbuild';
import { blocksOf, blockWith, pageAt, root } from './markdown.ts';
import { output, quickstartUrl, serveQuickstart } from './quickstart.ts';

const page = pageAt('docs/clients.md');

/** Below node_modules, so that programs find the packages they import. */
function programFolder(t: TestContext): string {
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'gateway-docs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program in TypeScript, without its types. */
function writeProgram(folder: string, name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, transformSync(source, { loader: 'ts', format: 'esm', target: 'node20.19' }).code);
  return file;
}

test('the SDK programs run against the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const folder = programFolder(t);
  const programs = [...blocksOf(pageAt('README.md')), ...blocksOf(page)].filter(
    ({ language }) => language === 'ts',
  );
  assert.equal(programs.length, 3);
  for (const [index, { content }] of programs.entries()) {
    const file = writeProgram(folder, `${index}`, content.replace(quickstartUrl, url));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile };
    assert.match(await output(process.execPath, [file], { cwd: root, env }), /\w/);
  }
});

test('the environment for Claude Code leads a client of that family to the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const folder = programFolder(t);
  const lines = blockWith(page, 'sh', 'ANTHROPIC_BASE_URL').matchAll(/^export (\w+)=(.*)$/gm);
  const shown = Object.fromEntries([...lines].map(([, name = '', value]) => [name, value]));
  assert.equal(shown['NODE_EXTRA_CA_CERTS'], '$PWD/.gateway/dev-ca.pem');
  const here = {
    NODE_EXTRA_CA_CERTS: caFile,
    ANTHROPIC_BASE_URL: shown['ANTHROPIC_BASE_URL']?.replace(quickstartUrl, url),
  };
  const client = writeProgram(
    folder,
    'client',
    `import Anthropic from '@anthropic-ai/sdk';
    const { content } = await new Anthropic().messages.create({
      model: process.env['ANTHROPIC_MODEL'] ?? '', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }],
    });
    console.log(content[0]?.type);`,
  );
  const env = { ...process.env, ANTHROPIC_API_KEY: undefined, ...shown, ...here };
  const printed = await output(process.execPath, [client], { cwd: root, env });
  assert.equal(printed, 'text\n');
});

test('the environments for clouds have the address, the key and the model of the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const folder = programFolder(t);
  const body = '{ max_tokens: 10, messages: [{ role: "user", content: "Hello" }] }';
  const clouds = {
    ANTHROPIC_BEDROCK_BASE_URL:
      '[`${e.ANTHROPIC_BEDROCK_BASE_URL}/model/${e.ANTHROPIC_MODEL}/invoke`, e.AWS_BEARER_TOKEN_BEDROCK]',
    ANTHROPIC_VERTEX_BASE_URL:
      '[`${e.ANTHROPIC_VERTEX_BASE_URL}/projects/${e.ANTHROPIC_VERTEX_PROJECT_ID}/locations/${e.CLOUD_ML_REGION}/publishers/anthropic/models/${e.ANTHROPIC_MODEL}:rawPredict`, e.ANTHROPIC_AUTH_TOKEN]',
  };
  for (const [variable, called] of Object.entries(clouds)) {
    const lines = blockWith(page, 'sh', variable).matchAll(/^export (\w+)=(.*)$/gm);
    const shown = Object.fromEntries([...lines].map(([, name = '', value]) => [name, value]));
    const client = writeProgram(
      folder,
      variable.toLowerCase(),
      `const e = process.env;
      const [address, key] = ${called};
      const headers = { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(${body}) });
      console.log(((await answer.json()) as { type: string }).type);`,
    );
    const here = { NODE_EXTRA_CA_CERTS: caFile, [variable]: shown[variable]?.replace(quickstartUrl, url) };
    const printed = await output(process.execPath, [client], {
      cwd: root,
      env: { ...process.env, ...shown, ...here },
    });
    assert.equal(printed, 'message\n', variable);
  }
});

test('the settings for Codex name an address, an endpoint and a model that the quickstart serves', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const toml = blockWith(page, 'toml', 'model_providers');
  const setting = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(toml)?.[1];
  const address = `${setting('base_url')?.replace(quickstartUrl, url)}/${setting('wire_api')}`;
  const headers = { authorization: 'Bearer sk-quickstart', 'content-type': 'application/json' };
  const status = await new Promise((done, fail) => {
    const sent = request(address, { method: 'POST', headers, ca: readFileSync(caFile) }, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    });
    sent.on('error', fail).end(JSON.stringify({ model: setting('model'), input: 'Hello' }));
  });
  assert.equal(status, 200);
});
