/**
 * Records what client programs send to a gateway, for `gateway check --client`: installs each from npm into a folder of
 * its own, runs it against a server on loopback that answers as the simulator does, and writes what it sent to
 * `schemas/clients/NAME/VERSION.json`. Without a version it is the newest that this Node.js runs. Nothing else is reached: other
 * hosts are behind a proxy that is not there. Of a WebSocket each event is a request, with the headers that opened it.
 *
 *   node --import tsx scripts/record-clients.ts [NAME[@VERSION]...]
 *
 * What is written has the structure of what was sent, and none of its sentences: texts, ids and secrets are replaced.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { endpointAt } from '../src/api/endpoints/index.ts';
import { thoughtSeal } from '../src/simulator/dialects/messages.ts';
import { reasoningSeal } from '../src/simulator/dialects/responses.ts';
import { startSimulator } from '../src/simulator/index.ts';
import { seal } from '../src/simulator/seals.ts';
import { codexFiles, installProgram, runProgram } from './client-programs.ts';

const model = 'recorded-model';
const secret = 'sk-recorded-0123456789abcdef';
const out = resolve(import.meta.dirname, '../schemas/clients');

interface Place {
  /** The folder of the package, and the working folder of the program. */
  readonly folder: string;
  readonly work: string;
  /** The recorder, without a path. */
  readonly url: string;
}

interface Client {
  readonly package: string;
  /** The subject of a recording, for people. */
  readonly settings: string;
  /** True if each request is sent only by an application that asks for it. */
  readonly isLibrary?: true;
  /** Command lines, one after the other. */
  readonly runs: (place: Place) => readonly (readonly string[])[];
  /** Those of them, by number, that begin something new; by default the first. */
  readonly starts?: readonly number[];
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
  readonly files?: (place: Place) => Readonly<Record<string, string>>;
}

const clients: Readonly<Record<string, Client>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    settings: 'ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN and ANTHROPIC_MODEL',
    env: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: secret,
      ANTHROPIC_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    runs: ({ folder }) => {
      const program = join(folder, 'node_modules/.bin/claude');
      return [
        [program, '-p', 'Hello'],
        [program, '-c', '-p', 'Hello again'],
        // The simulator calls a tool whose name it reads: one that is not deferred, and does no harm.
        [program, '-c', '-p', 'Hello ToolSearch'],
      ];
    },
  },
  codex: {
    package: '@openai/codex',
    settings:
      'a provider with `wire_api = "responses"` and `env_key`, also with `supports_websockets = true`',
    starts: [0, 3],
    env: ({ work }) => ({ CODEX_HOME: join(work, '.codex'), GATEWAY_KEY: secret }),
    files: ({ url }) => codexFiles(url, model),
    runs: ({ folder }) => {
      const program = join(folder, 'node_modules/.bin/codex');
      const runs = (...options: readonly string[]) => [
        [program, 'exec', ...options, '--skip-git-repo-check', 'Hello'],
        [program, 'exec', ...options, '--skip-git-repo-check', 'resume', '--last', 'Hello again'],
        [program, 'exec', ...options, '--skip-git-repo-check', 'resume', '--last', 'Hello exec_command'],
      ];
      return [...runs(), ...runs('-c', 'model_providers.gateway.supports_websockets=true')];
    },
  },
  opencode: {
    package: 'opencode-ai',
    settings: 'a provider with `npm: @ai-sdk/openai-compatible`, `options.baseURL` and `options.apiKey`',
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    files: ({ url }) => ({
      'opencode.json': JSON.stringify({
        provider: {
          gateway: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: secret },
            models: { [model]: {} },
          },
        },
      }),
    }),
    runs: ({ folder }) => {
      const program = join(folder, 'node_modules/.bin/opencode');
      return [
        [program, 'run', '-m', `gateway/${model}`, 'Hello'],
        [program, 'run', '-c', '-m', `gateway/${model}`, 'Hello again'],
        [program, 'run', '-c', '-m', `gateway/${model}`, 'Hello todowrite'],
      ];
    },
  },
  openai: {
    package: 'openai',
    settings: '`baseURL` and `apiKey`',
    isLibrary: true,
    files: ({ url }) => ({
      'run.mjs': `import OpenAI from 'openai';
        const client = new OpenAI({ baseURL: '${url}/v1', apiKey: '${secret}' });
        const messages = [{ role: 'user', content: 'Hello' }];
        const parameters = { type: 'object', properties: {} };
        const all = async (stream) => { for await (const _ of await stream); };
        await client.models.list();
        await client.chat.completions.create({ model: '${model}', messages });
        await all(client.chat.completions.create({ model: '${model}', messages, stream: true, stream_options: { include_usage: true } }));
        await client.chat.completions.create({ model: '${model}', messages, tools: [{ type: 'function', function: { name: 'look', parameters } }] });
        await client.responses.create({ model: '${model}', input: 'Hello' });
        await all(client.responses.create({ model: '${model}', input: messages, stream: true }));`,
    }),
    runs: () => [[process.execPath, 'run.mjs']],
  },
  anthropic: {
    package: '@anthropic-ai/sdk',
    settings: '`baseURL` and `apiKey`',
    isLibrary: true,
    files: ({ url }) => ({
      'run.mjs': `import Anthropic from '@anthropic-ai/sdk';
        const client = new Anthropic({ baseURL: '${url}', apiKey: '${secret}' });
        const call = { model: '${model}', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };
        const input_schema = { type: 'object', properties: {} };
        await client.models.list();
        await client.messages.create(call);
        await client.messages.stream(call).finalMessage();
        await client.messages.create({ ...call, tools: [{ name: 'look', input_schema }] });
        await client.messages.countTokens({ model: call.model, messages: call.messages }).catch(() => {});`,
    }),
    runs: () => [[process.execPath, 'run.mjs']],
  },
};

interface Seen {
  readonly run: number;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** The body is an event on a WebSocket, which was opened with the rest. */
  readonly socket?: true;
}

async function record(name: string, client: Client, wanted: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `record-${name}-`));
  const seen: Seen[] = [];
  let run = 0;
  const simulator = await startSimulator({ text: 'Hello' });
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method = '', url = '', rawHeaders } = request;
    seen.push({ run, method, path: url, headers: rawHeaders, body });
    const path = url.replace(/\?.*/, '');
    if (endpointAt(path) === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"There is no such path.","type":"not_found_error"}}');
      return;
    }
    const onward = send(simulator.url + url, { method, headers: { 'content-type': 'application/json' } });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  const frames = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, connection, head) => {
    const { method = '', url = '', rawHeaders } = request;
    const onward = new WebSocket(simulator.url.replace('http', 'ws') + url);
    frames.handleUpgrade(request, connection, head, async (socket) => {
      const opened = once(onward, 'open');
      onward.on('message', (event: Buffer) => socket.send(event.toString()));
      socket.on('message', async (event: Buffer) => {
        seen.push({ run, method, path: url, headers: rawHeaders, body: event, socket: true });
        await opened;
        onward.send(event.toString());
      });
      socket.on('close', () => onward.close());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const work = join(folder, 'work');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const place: Place = { folder, work, url };
    const version = installProgram(folder, client.package, wanted);
    for (const [file, text] of Object.entries(client.files?.(place) ?? {})) {
      mkdirSync(resolve(work, file, '..'), { recursive: true });
      writeFileSync(join(work, file), text);
    }
    mkdirSync(work, { recursive: true });
    for (const command of client.runs(place)) {
      await runProgram(command, work, client.env?.(place) ?? {});
      run += 1;
    }
    const requests = written(seen, client);
    const recording = { client: name, package: client.package, version, settings: client.settings, requests };
    mkdirSync(join(out, name), { recursive: true });
    writeFileSync(join(out, name, `${version}.json`), `${JSON.stringify(recording, null, 2)}\n`);
    console.log(`${name} ${version}: ${requests.length} kinds of requests of ${seen.length}`);
  } finally {
    server.closeAllConnections();
    server.close();
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The kept requests, each kind once. */
function written(seen: readonly Seen[], { isLibrary, starts = [0] }: Client): readonly object[] {
  const kinds = new Map<string, object>();
  for (const { run, method, path, headers, body, socket } of seen) {
    const bare = path.replace(/\?.*/, '');
    const text = body.length === 0 ? undefined : trimmed(JSON.parse(body.toString()));
    const request = {
      // The program went on without an answer to what is not here. Where it gets no socket it sends requests.
      needed: isLibrary !== true && socket === undefined && endpointAt(bare) !== undefined,
      ...(socket && { socket }),
      method,
      path,
      headers: trimmedHeaders(headers),
      ...(text !== undefined && { body: text }),
    };
    const key = JSON.stringify(request);
    if (!kinds.has(key))
      kinds.set(key, {
        when: isLibrary === true ? 'call' : starts.includes(run) ? 'start' : 'turn',
        ...request,
      });
  }
  return [...kinds.values()];
}

/** Headers of the connection, or of the recording machine. */
const left = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'date', 'upgrade']);

function trimmedHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const value = raw[index + 1]!;
    if (left.has(name) || name.startsWith('sec-websocket-')) continue;
    if (name === 'authorization') headers[name] = 'Bearer KEY';
    else if (name === 'x-api-key') headers[name] = 'KEY';
    else if (name === 'user-agent') headers[name] = value.split(' ')[0]!;
    else if (value.startsWith('{')) headers[name] = 'text';
    else headers[name] = value.split(/, ?/).map(word).join(', ');
  }
  return headers;
}

/** Words of the protocol stay; of tools and schemas the first of each kind. */
function trimmed(value: unknown, name = ''): unknown {
  // Vendors look at what they have signed: as they would have signed what stands there.
  if (typeof value === 'string' && name === 'signature') return seal(thoughtSeal, 'text');
  if (typeof value === 'string' && name === 'encrypted_content') return seal(reasoningSeal, 'id text');
  // Arguments of calls are JSON, of any content.
  if (typeof value === 'string' && name === 'arguments') return '{}';
  if (typeof value === 'string') return value === model && name === 'model' ? '$MODEL' : word(value);
  if (Array.isArray(value)) return (name === 'tools' ? kindsOf(value) : value).map((item) => trimmed(item));
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'parameters' || name === 'input_schema') return { type: 'object' };
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'description' ? [] : [[key, trimmed(item, key)]],
    ),
  );
}

function kindsOf(tools: readonly unknown[]): readonly unknown[] {
  const kinds = new Map<string, unknown>();
  for (const tool of tools) {
    const { name, description, parameters, input_schema, ...kind } = tool as Record<string, unknown>;
    const key = JSON.stringify([Object.keys(tool as object).sort(), kind['type']]);
    if (!kinds.has(key)) kinds.set(key, tool);
  }
  return [...kinds.values()];
}

/** A word of a protocol as it is; anything that a person wrote, or that names a machine, as `text` or `id`. */
function word(text: string): string {
  if (/[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}|^(?:ses|msg|resp|prj)_/.test(text)) return 'id';
  return /^[\w.:;=+*/$-]{1,64}$/.test(text) && !text.startsWith('/') ? text : 'text';
}

for (const asked of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(clients)) {
  const [name = '', version] = asked.split('@', 2);
  const client = clients[name];
  if (client === undefined)
    throw new Error(`no client ${name}; there are ${Object.keys(clients).join(', ')}`);
  await record(name, client, version);
}
