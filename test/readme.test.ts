import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { transformSync } from 'esbuild';
import { parse, stringify } from 'yaml';
import { endpointNames, endpoints, ownEndpoints } from '../src/api/endpoints/index.ts';
import { explain } from '../src/check/explain/explain.ts';
import { loadInspected } from '../src/check/load-inspected.ts';
import { runRoutingTests } from '../src/check/routing-tests.ts';
import { program } from '../src/cli/program.ts';
import { processTerminal } from '../src/cli/terminal.ts';
import { loadConfig } from '../src/config/load.ts';
import { problemCatalog } from '../src/config/problem-codes.ts';
import { formatProblems } from '../src/config/problems.ts';
import { authForms } from '../src/config/schema/generated/shape.generated.ts';
import { startGateway } from '../src/embedded/embedded-gateway.ts';
import { catalog, type ErrorCode, publicCode } from '../src/errors.ts';
import { gatewayProgram } from './helpers/program.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Where the quickstart listens, as the README writes it. */
const quickstartUrl = 'https://127.0.0.1:8443';

/** The fenced blocks of one language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , content]) => content ?? '');
}

function block(language: string, part: string): string {
  const found = blocks(language).find((content) => content.includes(part));
  assert.ok(found, `a ${language} block with ${part}`);
  return found;
}

/** The rows of the table that begins with this head, each as its cells. */
function table(head: string): string[][] {
  const start = readme.indexOf(`${head}\n|---`);
  assert.notEqual(start, -1, head);
  const lines = readme.slice(start).split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
}

function unquoted(cell: string | undefined): string {
  return (cell ?? '').replaceAll('`', '');
}

function temporaryFolder(t: TestContext, parent: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'gateway-readme-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program to its end. Resolves to what it wrote on standard output; fails unless it exits with 0. */
async function output(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  assert.equal(code, 0, `${command} ${args.join(' ')}\n${out}${err}`);
  return out;
}

/** A part of a configuration takes its place in the one that is shown whole. */
function wholeConfig(yaml: string): string {
  if (yaml.includes('version: 1')) return yaml;
  return stringify({ ...parse(block('yaml', 'version: 1')), ...parse(yaml) });
}

/** The configuration that the README shows, as a file of its own. */
function shownConfig(t: TestContext): string {
  const file = join(temporaryFolder(t, tmpdir()), 'gateway.yaml');
  writeFileSync(file, block('yaml', 'version: 1'));
  return file;
}

async function loadShown(t: TestContext) {
  const { config } = await loadConfig(shownConfig(t), { requireSecrets: false });
  assert.ok(config);
  return config;
}

/** The quickstart on ports and with files of its own. */
function quickstartElsewhere(t: TestContext): string {
  const folder = temporaryFolder(t, tmpdir());
  const file = join(folder, 'gateway.yaml');
  const yaml = readFileSync(join(root, 'examples/quickstart.yaml'), 'utf8');
  const elsewhere = yaml.replace(':8443', ':0').replace(':9901', ':0');
  writeFileSync(file, `${elsewhere}\nlog: { level: silent }\nstate: { dir: state }\n`);
  return file;
}

/** Serves the quickstart on a free port. Resolves to its address, and to the file of its CA. */
async function serveQuickstart(t: TestContext) {
  const file = quickstartElsewhere(t);
  const { config, problems } = await loadConfig(file, { requireSecrets: true });
  assert.ok(config, formatProblems(problems));
  const gateway = await startGateway(config);
  t.after(() => gateway.stop());
  assert.ok(gateway.caFile);
  const adminUrl = `http://127.0.0.1:${gateway.adminAddress?.port}`;
  return { url: `https://127.0.0.1:${gateway.address.port}`, adminUrl, caFile: gateway.caFile };
}

test('the two commands stand there, each on a line of its own', () => {
  assert.match(readme, /^npm ci && npm start$/m);
  assert.match(readme, /^npm ci && npm test$/m);
});

test('npm start serves the quickstart from its sources', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const file = quickstartElsewhere(t);
  // The dashboard before it is built already.
  const command = scripts.start.replace('examples/quickstart.yaml', file);
  const child = spawn('sh', ['-c', `exec ${command.replace(/^.*&& /, '')}`], { cwd: root });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let said = '';
  for await (const part of child.stderr) {
    const before = said;
    said += part;
    // A second signal would end it at once.
    if (said.includes('curl ') && !before.includes('curl ')) child.kill('SIGTERM');
  }
  assert.match(said, /^ *curl .*https:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions/m);
  assert.deepEqual(await ended, [0, null]);
});

test('every npm script that the README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [, name = ''] of readme.matchAll(/npm (?:run )?(start|test|(?<=run )\w+)/g)) {
    assert.ok(Object.hasOwn(scripts, name), name);
  }
});

test('every file and folder that the README links to exists', () => {
  for (const [, path = ''] of readme.matchAll(/\]\(((?!https?:)[^)]+)\)/g))
    assert.ok(existsSync(join(root, path)), path);
});

test('every example is in the table of examples', () => {
  const listed = table('| file | shows |').map(([file]) => /\(examples\/(.+)\)/.exec(file ?? '')?.[1] ?? '');
  assert.deepEqual(
    listed.sort(),
    readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.yaml'))
      .sort(),
  );
});

test('the configurations that the README shows load without a finding but for absent secrets and files', async (t) => {
  for (const yaml of blocks('yaml')) {
    const file = join(temporaryFolder(t, tmpdir()), 'gateway.yaml');
    writeFileSync(file, wholeConfig(yaml));
    writeFileSync(join(file, '../keys.yaml'), 'keys: {}\n');
    const { config, problems } = await loadInspected(file, { requireSecrets: false });
    assert.equal(formatProblems(problems.filter(({ severity }) => severity !== 'note')), '');
    assert.ok(config);
    assert.ok(runRoutingTests(config).every(({ passed }) => passed));
  }
});

test('every form of `auth` is written out', () => {
  for (const form of Object.keys(authForms)) {
    assert.match(readme, new RegExp(`\\bauth:\\s*(?:\\{ )?${form}\\b`), form);
  }
});

test('the table of codes has every range of findings', () => {
  const shown = table('| codes | about |').map(([codes]) => codes?.replace('xx', ''));
  const ranges = new Set(Object.values(problemCatalog).map(({ code }) => code.slice(0, 4)));
  assert.deepEqual(shown, [...ranges].sort());
  assert.match(readme, /`gateway check --explain GW\d{4}`/);
});

test('the tags answer as the table says', async (t) => {
  const config = await loadShown(t);
  const [model] = config.models.keys();
  for (const [called, tags, answer] of table('| called | tags | answer |')) {
    const endpoint = endpointNames.find((name) => name === unquoted(called));
    assert.ok(endpoint, called);
    const wanted = unquoted(tags).split(',');
    const { outcome } = explain(config, {
      endpoint,
      model,
      models: [],
      tags: wanted,
      key: undefined,
      down: [],
    });
    assert.equal(outcome.status, answer === 'served' ? 200 : Number(answer), `${called} ${tags}`);
  }
});

test('the table of errors is the catalogue', () => {
  const retry = { never: 'no', later: 'yes' };
  const rows = (Object.keys(catalog) as ErrorCode[]).map((code) => {
    const { status, retry: when, meaning } = catalog[code];
    return `| \`${publicCode(code)}\` | ${status} | ${retry[when]} | ${meaning} |`;
  });
  const shown = table('| code | status | try again | meaning |').map((cells) => `| ${cells.join(' | ')} |`);
  assert.equal(shown.join('\n'), rows.join('\n'), `the table has to be\n${rows.join('\n')}\n`);
});

/** `gateway serve`, `gateway key hash`, ...: those that do something, by their full names. */
function commandsBelow(command: Command, names: readonly string[] = []): Map<string, Command> {
  const full = [...names, command.name()];
  const below = command.commands.flatMap((child) => [...commandsBelow(child, full)]);
  // What only gathers others takes no options.
  const isOne = command.commands.length === 0 || (names.length > 0 && command.options.length > 0);
  return new Map(isOne ? [...below, [full.join(' '), command]] : below);
}

const commands = commandsBelow(program(processTerminal(), () => {}));

test('the table of commands is the command line', () => {
  const shown = table('| command | does |').map(([command]) => unquoted(command));
  assert.deepEqual(shown.sort(), [...commands.keys()].sort());
});

/** Lines of shell blocks that call the gateway, as words. */
const calls = blocks('sh')
  .flatMap((content) => content.split('\n'))
  .filter((line) => line.startsWith('gateway '))
  .map((line) => line.split(' '));

const looking: readonly string[] = ['check', 'explain', 'diff', 'fmt'];

test('every option that the README uses exists', () => {
  assert.ok(calls.length > 0);
  for (const words of calls) {
    const [, command] = [...commands].find(([name]) => words.join(' ').startsWith(name)) ?? [];
    assert.ok(command, words.join(' '));
    for (const option of words.filter((word) => word.startsWith('--'))) {
      assert.ok(
        command.options.some(({ long }) => long === option),
        words.join(' '),
      );
    }
  }
});

test('the commands that only look run on the configuration shown', async (t) => {
  const file = shownConfig(t);
  const cwd = resolve(file, '..');
  writeFileSync(join(cwd, 'old.yaml'), readFileSync(file));
  const line = '{"key":"team-a","path":"/v1/messages","endpoint":"messages","model":"m","msg":"request"}\n';
  writeFileSync(join(cwd, 'access.log.gz'), gzipSync(line));
  const tests = parse(block('yaml', 'version: 1')).tests;
  writeFileSync(join(cwd, 'routes.test.yaml'), stringify({ tests }));
  for (const [, ...args] of calls.filter(([, name = '']) => looking.includes(name))) {
    await output(process.execPath, [gatewayProgram, ...args], { cwd });
  }
});

test('the commands for keys run on the configuration with a keys_file', async (t) => {
  const cwd = temporaryFolder(t, tmpdir());
  writeFileSync(join(cwd, 'gateway.yaml'), wholeConfig(block('yaml', 'keys_file')));
  const lines = block('sh', 'gateway key create').replace(
    /^gateway/gm,
    `${process.execPath} ${gatewayProgram}`,
  );
  const said = await output('bash', ['-ec', lines], { cwd });
  assert.match(said, /^gw-\S+\ngw-\S+\n/);
});

test('the curl line gets an answer from the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const line = block('sh', 'curl ').replace(quickstartUrl, url).replace('.gateway/dev-ca.pem', caFile);
  const answer = JSON.parse(await output('bash', ['-c', line.replace('curl ', 'curl --silent ')]));
  assert.equal(answer.object, 'chat.completion');
});

test('the curl lines for operators get answers from the quickstart', async (t) => {
  const { adminUrl } = await serveQuickstart(t);
  const lines = block('sh', 'READ_TOKEN').replaceAll('http://127.0.0.1:9901', adminUrl);
  const env = { ...process.env, READ_TOKEN: 'quickstart-admin-token' };
  const answers = await output('bash', ['-ec', lines.replaceAll('curl ', 'curl --silent --fail ')], { env });
  assert.match(answers, /^# HELP gateway_config_info/m);
  assert.match(answers, /"rows": ?\[/);
  assert.match(answers, /"openapi": ?"3\.1\.0"/);
});

test('the table of pages is the dashboard', () => {
  const app = readFileSync(join(root, 'dashboard/data/router.ts'), 'utf8');
  const shown = table('| page | shows |').map(([page]) => page);
  assert.deepEqual(
    shown,
    [...app.matchAll(/^ {2}'\/dashboard[^']*': '(\w+)',$/gm)].map(([, name]) => name),
  );
});

/** A program in TypeScript, without its types. */
function writeProgram(folder: string, name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, transformSync(source, { loader: 'ts', format: 'esm', target: 'node20.19' }).code);
  return file;
}

test('the SDK programs run against the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  // Below node_modules, so that they find the packages they import.
  const folder = temporaryFolder(t, join(root, 'node_modules/.cache'));
  const programs = blocks('ts');
  assert.equal(programs.length, 2);
  for (const [index, source] of programs.entries()) {
    const file = writeProgram(folder, `${index}`, source.replace(quickstartUrl, url));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile };
    assert.match(await output(process.execPath, [file], { cwd: root, env }), /\w/);
  }
});

test('the environment for Claude Code leads a client of that family to the quickstart', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const folder = temporaryFolder(t, join(root, 'node_modules/.cache'));
  const lines = block('sh', 'ANTHROPIC_BASE_URL').matchAll(/^export (\w+)=(.*)$/gm);
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

test('every endpoint is named by its path', () => {
  for (const { path } of [...Object.values(endpoints), ...ownEndpoints])
    assert.ok(readme.includes(path), path);
});

test('the settings for Codex name an address, an endpoint and a model that the quickstart serves', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const toml = block('toml', 'model_providers');
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
