/**
 * The protocol's own conformance suite: against the gateway as a server, at one server's path and where all are together, and as
 * the client that it is to servers.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startConformanceServer } from '../../helpers/mcp/conformance-server.ts';
import { startConformanceSessionServer } from '../../helpers/mcp/conformance-session-server.ts';
import { type InstalledPackages, installPackages } from '../../helpers/npm-packages.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { typescriptOptions } from '../../helpers/started.ts';

const owner = ownerOfFile();
const secret = 'sk-conformance-0123456789';
const heldSecret = 'sk-held-0123456789';
const ofServer = (name: string) => `"${name}/*", "${name}/prompt:*", "${name}/resource:*"`;
let gateway: TestGateway;
let packages: InstalledPackages;
let node: string;

/**
 * Scenarios that fail, by the revision and the place. Where all servers are together clients hold no sessions: a server can't ask
 * its client in the middle of a call, and nothing remembers a level of the log or a subscription.
 */
const expected: Readonly<
  Record<string, { readonly alone: readonly string[]; readonly among: readonly string[] }>
> = {
  '2026-07-28': { alone: [], among: [] },
  '2025-11-25': {
    alone: [],
    among: [
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'logging-set-level',
      'resources-subscribe',
      'resources-unsubscribe',
      'server-sse-multiple-streams',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
    ],
  },
};

before(async () => {
  const server = await startConformanceServer(owner);
  const withSessions = await startConformanceSessionServer(owner);
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      listen:
        '{ address: "127.0.0.1:0", tls: { self_signed: true }, origins: ["http://localhost", "http://127.0.0.1"] }',
      backends: '{ local: { simulator: {} } }',
      models: '{ m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ all: { secret: ${secret}, tools: [${ofServer('c')}] }, held: { secret: ${heldSecret}, tools: [${ofServer('h')}] } }`,
      more: `mcp:\n  servers:\n    c: { url: "${server.url}", private: true }\n    h: { url: "${withSessions.url}", private: true }\n`,
    }),
  );
  packages = await installPackages(['@modelcontextprotocol/conformance@0.2.0-alpha.12']);
  owner.after(packages.remove);
  // It asks for a later Node.js than the gateway does.
  node = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/runtimes.ts', '24'], {
    encoding: 'utf8',
  }).trim();
});

/** A way in without TLS and with the key, which the suite can't be told. `among` takes the server's name off as well. */
async function wayIn(path: string, among: boolean): Promise<string> {
  const server = createServer((asked, answer) => void pass(asked, answer, path, among));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
}

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  path: string,
  among: boolean,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  const key = path === '/mcp/h' ? heldSecret : secret;
  const headers = { ...asked.headers, authorization: `Bearer ${key}` };
  delete headers['content-length'];
  delete headers['transfer-encoding'];
  // As a browser's pages at the gateway's own address would say it.
  if (headers.origin !== undefined)
    headers.origin = headers.origin.replace(/(localhost|127\.0\.0\.1):\d+$/, '$1');
  const written = Buffer.concat(chunks).toString();
  const body = among ? marked(written, headers) : written;
  const { method } = asked;
  const sent = request(
    { host: 'localhost', servername: 'localhost', port: gateway.port, path, method, ca: gateway.ca, headers },
    (got) => {
      const kept = { ...got.headers };
      delete kept['content-length'];
      delete kept['transfer-encoding'];
      answer.writeHead(got.statusCode!, kept);
      got.setEncoding('utf8');
      got.on('data', (text: string) => answer.write(among ? text.replaceAll(/"c(?:__|\+)/g, '"') : text));
      got.on('end', () => answer.end());
    },
  );
  sent.on('error', () => answer.destroy());
  answer.on('close', () => sent.destroy());
  sent.end(body);
}

const prefixes: Readonly<Record<string, string>> = {
  'tools/call': 'c__',
  'prompts/get': 'c__',
  'resources/read': 'c+',
};

/** A request with the name of the server put before what it asks for. */
function marked(text: string, headers: IncomingMessage['headers']): string {
  let message: { method?: string; params?: Record<string, unknown> };
  try {
    message = JSON.parse(text);
  } catch {
    return text;
  }
  const prefix = prefixes[message.method ?? ''];
  if (message.method === 'completion/complete') {
    const ref = message.params?.['ref'] as Record<string, string> | undefined;
    if (ref?.['name'] !== undefined) ref['name'] = `c__${ref['name']}`;
    if (ref?.['uri'] !== undefined) ref['uri'] = `c+${ref['uri']}`;
    return JSON.stringify(message);
  }
  if (prefix === undefined || message.params === undefined) return text;
  const name = prefix === 'c+' ? 'uri' : 'name';
  if (typeof message.params[name] === 'string') message.params[name] = prefix + message.params[name];
  if (headers['mcp-name'] !== undefined) headers['mcp-name'] = prefix + String(headers['mcp-name']);
  return JSON.stringify(message);
}

/** Scenarios that failed, of those that a revision requires. */
async function failing(url: string, revision: string, known: readonly string[]): Promise<string> {
  const program = join(packages.folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const list = join(packages.folder, `${revision}.yaml`);
  writeFileSync(list, JSON.stringify({ server: known }));
  const options = ['--url', url, '--requirements', revision, '--expected-failures', list];
  return new Promise((resolve) => {
    execFile(
      node,
      [program, 'server', ...options],
      { cwd: packages.folder, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve(error === null ? '' : stdout.slice(stdout.indexOf('=== SUMMARY')) + stderr);
      },
    );
  });
}

for (const [revision, { alone, among }] of Object.entries(expected)) {
  // Servers of the older revision give sessions, which clients hold by the path of one server.
  const path = revision === '2026-07-28' ? '/mcp/c' : '/mcp/h';
  test(`${revision}: one server at its own path`, { timeout: 300_000 }, async () => {
    assert.equal(await failing(await wayIn(path, false), revision, alone), '');
  });
  test(`${revision}: all servers together`, { timeout: 300_000 }, async () => {
    assert.equal(await failing(await wayIn('/mcp', true), revision, among), '');
  });
}

/**
 * Of the scenarios for clients those of authorization are not for a gateway: who gives it its tokens is said in its file, and no
 * server of tools leads it to anybody. Two more want a client that keeps a stream open for what a server asks
 * (`elicitation-sep1034-client-defaults`) and goes on with one that broke off (`sse-retry`).
 */
const asClient: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
  '2025-11-25': ['initialize', 'tools_call', 'json-schema-2020-12-preservation'],
};

for (const [revision, scenarios] of Object.entries(asClient)) {
  test(`${revision}: a client through the gateway`, { timeout: 300_000 }, async (t) => {
    const suite = join(packages.folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const program = fileURLToPath(new URL('conformance-client.ts', import.meta.url));
    const command = [process.execPath, ...typescriptOptions, program].join(' ');
    for (const scenario of scenarios) {
      await t.test(scenario, async () => {
        const options = ['--scenario', scenario, '--spec-version', revision, '--timeout', '60000'];
        const said = await new Promise<string>((resolve) => {
          execFile(node, [suite, 'client', '--command', command, ...options], (error, stdout, stderr) =>
            resolve(error === null ? '' : stdout + stderr),
          );
        });
        assert.equal(said, '');
      });
    }
  });
}
