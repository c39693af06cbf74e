/** Where contents are kept: what a full disk, a bucket and a collector get, and what becomes of what they do not take. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { SignatureV4 } from '@smithy/signature-v4';
import type { ContentLogConfig, ContentPlace } from '../../src/config/types/contents.ts';
import { contentFrames } from '../../src/contents/content-frames.ts';
import type { FromKeeper } from '../../src/contents/content-messages.ts';
import { findContents } from '../../src/contents/files/content-files.ts';
import { KeptBatches } from '../../src/contents/kept-batches.ts';
import type { KeptContent } from '../../src/observe/kept-content.ts';
import { until } from '../helpers/gate.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { type Owner, ownerOfFile } from '../helpers/serve.ts';

const day = '2026-11-28';
const at = Date.parse(`${day}T12:00:00Z`);

interface Said {
  readonly request?: object | string;
  readonly answer?: object | string;
}

function content(
  id: string,
  endpoint: KeptContent['facts']['endpoint'],
  { request = { model: 'm' }, answer = {} }: Said = {},
): KeptContent {
  const facts = {
    id,
    at,
    key: 'team-a',
    endUser: 'ada',
    issuer: undefined,
    subject: undefined,
    endpoint,
    model: 'm',
    deployment: 'm/main',
    provider: 'main',
    upstreamModel: 'vendor-m',
    streamed: false,
    status: 200,
    ended: 'whole',
  } as const;
  const text = (said: object | string) => {
    const bytes = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
    return {
      kind: typeof said === 'string' ? ('text' as const) : ('json' as const),
      pieces: [bytes],
      bytes: bytes.length,
    };
  };
  return { facts, request: text(request), answer: text(answer), heldBytes: 0 };
}

const config = (place: ContentPlace, more: Partial<ContentLogConfig> = {}): ContentLogConfig => ({
  place,
  keys: ['*'],
  models: ['*'],
  sample: 1,
  maxBytes: 1024 * 1024,
  onFull: 'drop',
  redact: [],
  ...more,
});

const anything = {
  from: undefined,
  to: undefined,
  id: undefined,
  key: undefined,
  model: undefined,
  endUser: undefined,
};

let number = 0;
const batch = (...contents: KeptContent[]) => {
  number += 1;
  return { number, frames: contentFrames(contents) };
};

/** What keeps batches, and what it says of them. */
function keeping(place: ContentPlace, more?: Partial<ContentLogConfig>) {
  const words: FromKeeper[] = [];
  const kept = new KeptBatches(config(place, more), 'w', (word) => void words.push(word));
  return { kept, words, told: (kind: FromKeeper['kind']) => words.filter((word) => word.kind === kind) };
}

test('a disk that is full keeps nothing in part: what waits is there once it has room again', async (t) => {
  const dir = join(scratchFolder(t), 'contents');
  mkdirSync(dir);
  const names = [
    `${day}.w.jsonl.gz`,
    ...Array.from({ length: 20 }, (_, count) => `${day}.w-${count + 1}.jsonl.gz`),
  ];
  for (const name of names) symlinkSync('/dev/full', join(dir, name));
  const { kept, told } = keeping({ kind: 'file', dir, keepMs: 86_400_000 * 36_500 });
  kept.add([batch(content('one', 'chat_completions'))]);
  kept.add([batch(content('two', 'chat_completions')), batch(content('three', 'chat_completions'))]);
  await until(() => told('failing').length > 0, 'it does not work');
  assert.match((told('failing')[0] as { reason: string }).reason, /ENOSPC/);
  for (const name of names) rmSync(join(dir, name));
  await kept.end();
  const lines = readdirSync(dir).flatMap((name) =>
    gunzipSync(readFileSync(join(dir, name)))
      .toString()
      .trim()
      .split('\n'),
  );
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    ['one', 'two', 'three'],
  );
});

/** As the official signer has digests made. */
class Sha256 {
  readonly #hash: { update(data: Uint8Array | string): unknown; digest(): Buffer };

  constructor(key?: Uint8Array | string) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }

  update(data: Uint8Array | string): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
}

const owner = ownerOfFile();
const bucketKeys = {
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'canary/of+a+secret',
  sessionToken: 'canary-session',
};

/** Whatever is sent to it; answers with a status. */
async function startServer(
  owner: Owner,
  answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>,
) {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    await answer(request, Buffer.concat(pieces), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a bucket gets an object for each batch, signed as its own library would, and again what it refused', async () => {
  const objects = new Map<string, Buffer>();
  let refuses = true;
  let unsigned = 0;
  const url = await startServer(owner, async ({ method, url: path, headers }, body, response) => {
    // The official signer, as S3 has it: paths are signed as they are sent.
    const signer = new SignatureV4({
      credentials: bucketKeys,
      region: 'eu-central-1',
      service: 's3',
      uriEscapePath: false,
      applyChecksum: false,
      sha256: Sha256 as never,
    });
    const date = String(headers['x-amz-date']);
    const signed = await signer.sign(
      {
        method: method!,
        protocol: 'http:',
        hostname: '127.0.0.1',
        path: path!,
        query: {},
        body,
        headers: {
          host: headers.host!,
          'x-amz-content-sha256': String(headers['x-amz-content-sha256']),
          'x-amz-security-token': bucketKeys.sessionToken,
        },
      },
      {
        signingDate: new Date(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z')),
      },
    );
    const isSigned =
      signed.headers['authorization'] === headers.authorization &&
      headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
    if (!isSigned) unsigned += 1;
    if (!isSigned || refuses) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      return void response.end(
        '<Error><Code>AccessDenied</Code><Message>canary of a bucket</Message></Error>',
      );
    }
    objects.set(path!, body);
    response.end();
  });
  const { kept, words, told } = keeping({
    kind: 's3',
    url: `${url}/audit`,
    region: 'eu-central-1',
    prefix: 'gateway/eu/',
    accessKey: bucketKeys.accessKeyId,
    secretKey: bucketKeys.secretAccessKey,
    sessionToken: bucketKeys.sessionToken,
  });
  kept.add([batch(content('one', 'chat_completions')), batch(content('two', 'chat_completions'))]);
  await until(() => told('failing').length > 0, 'it is refused');
  assert.match(
    (told('failing')[0] as { reason: string }).reason,
    /^the bucket at 127\.0\.0\.1:\d+ answered 403 AccessDenied$/,
  );
  refuses = false;
  await until(() => told('kept').length === 1, 'it is taken');
  assert.equal(unsigned, 0);
  const [[name, body]] = [...objects] as [[string, Buffer]];
  assert.match(name, /^\/audit\/gateway\/eu\/2026-11-28\/[0-9a-f]{16}\.jsonl\.gz$/);
  const ids = gunzipSync(body)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual([objects.size, ...ids], [1, 'one', 'two']);
  assert.ok(!JSON.stringify(words).includes('canary'));
});

// biome-ignore lint/suspicious/noExplicitAny: a form of many shapes
type Any = Record<string, any>;

/** A value as OTLP has it in JSON. */
function plain(value: Any | undefined): unknown {
  if (value === undefined) return undefined;
  if ('kvlistValue' in value)
    return Object.fromEntries(
      value['kvlistValue'].values.map((one: { key: string; value: object }) => [one.key, plain(one.value)]),
    );
  if ('arrayValue' in value) return value['arrayValue'].values.map(plain);
  const [[kind, said] = ['', null]] = Object.entries(value);
  return kind === 'intValue' ? Number(said) : said;
}

test("a collector gets the event of OpenTelemetry's conventions, and again what it had no time for", async () => {
  const events: Any[] = [];
  const statuses = [429, 503];
  let refuses = false;
  const seen: string[] = [];
  const url = await startServer(owner, ({ url: path, headers }, body, response) => {
    seen.push(`${path} ${headers['x-api-key']}`);
    const status = refuses ? 400 : (statuses.shift() ?? 200);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{}');
    if (status !== 200) return;
    for (const { scopeLogs } of JSON.parse(body.toString()).resourceLogs)
      for (const { logRecords } of scopeLogs)
        for (const { attributes, ...record } of logRecords)
          events.push({
            ...record,
            attributes: Object.fromEntries(
              attributes.map((one: { key: string; value: object }) => [one.key, plain(one.value as never)]),
            ),
          });
  });
  const { kept, told } = keeping(
    { kind: 'otlp', url: `${url}/v1/logs`, headers: { 'x-api-key': 'k' } },
    { redact: ['metadata.secret'] },
  );
  const tools = [{ type: 'function', function: { name: 'weather' } }];
  kept.add([
    batch(
      content('chat', 'chat_completions', {
        request: {
          model: 'm',
          tools,
          metadata: { secret: 'canary' },
          messages: [
            { role: 'system', content: 'be brief' },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'hi' },
                { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
              ],
            },
            {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
              ],
            },
            { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
          ],
        },
        answer: {
          id: 'chatcmpl-1',
          model: 'vendor-m-1',
          choices: [{ message: { role: 'assistant', content: 'It is sunny.' }, finish_reason: 'stop' }],
        },
      }),
      content('message', 'messages', {
        request: { model: 'm', system: 'be brief', messages: [{ role: 'user', content: 'hi' }] },
        answer: {
          id: 'msg_1',
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Rome' } },
          ],
          stop_reason: 'tool_use',
        },
      }),
      content('response', 'responses', {
        request: { model: 'm', instructions: 'be brief', input: 'hi' },
        answer: {
          id: 'resp_1',
          output: [
            {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'hello' }],
            },
          ],
        },
      }),
      content('embedding', 'embeddings', { request: { model: 'm', input: 'a text' }, answer: { data: [] } }),
    ),
  ]);
  await until(() => told('kept').length === 1, 'it is taken');
  assert.deepEqual(new Set(seen), new Set(['/v1/logs k']));
  assert.deepEqual(told('failing').length, 2);
  const [chat, message, response, embedding] = events.map(({ attributes }) => attributes);
  assert.ok(events.every(({ eventName }) => eventName === 'gen_ai.client.inference.operation.details'));
  assert.equal(events[0]!['timeUnixNano'], String(at * 1_000_000));
  assert.deepEqual(chat['gen_ai.input.messages'], [
    { role: 'system', parts: [{ type: 'text', content: 'be brief' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', content: 'hi' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    },
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } }],
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'sunny' }] },
  ]);
  assert.deepEqual(chat['gen_ai.output.messages'], [
    { role: 'assistant', parts: [{ type: 'text', content: 'It is sunny.' }], finish_reason: 'stop' },
  ]);
  assert.deepEqual(
    [
      chat['gen_ai.operation.name'],
      chat['gen_ai.response.id'],
      chat['gen_ai.response.model'],
      chat['gateway.request.id'],
      chat['gateway.key.id'],
      chat['gen_ai.tool.definitions'],
    ],
    ['chat', 'chatcmpl-1', 'vendor-m-1', 'chat', 'team-a', tools],
  );
  assert.deepEqual(message['gen_ai.system_instructions'], [{ type: 'text', content: 'be brief' }]);
  assert.deepEqual(message['gen_ai.output.messages'], [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'tool_call', id: 't1', name: 'weather', arguments: { city: 'Rome' } },
      ],
      finish_reason: 'tool_call',
    },
  ]);
  assert.deepEqual(response['gen_ai.output.messages'], [
    { role: 'assistant', parts: [{ type: 'text', content: 'hello' }], finish_reason: 'stop' },
  ]);
  assert.equal(embedding['gen_ai.input.messages'], undefined);
  assert.deepEqual(plain(events[3]!['body']), {
    request: { model: 'm', input: 'a text' },
    answer: { data: [] },
  });
  assert.ok(!JSON.stringify(events).includes('canary'));
  // What it will never take holds nothing up.
  refuses = true;
  kept.add([batch(content('bad', 'embeddings'))]);
  await until(() => told('lost').length === 1, 'it is given up');
  refuses = false;
  kept.add([batch(content('good', 'embeddings'))]);
  await until(() => told('kept').length === 2, 'the next is taken');
});

test('JSON that is nested too deep is kept as a text, and holds up nothing behind it', async (t) => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const said = (name: string): KeptContent => {
    const call = { id: 'c', type: 'function', function: { name, arguments: deep } };
    const request = { model: 'm', messages: [{ role: 'assistant', content: null, tool_calls: [call] }] };
    const one = content(name, 'chat_completions', { request });
    const bytes = Buffer.from(`{"id":"x","choices":${deep}}`);
    return { ...one, answer: { kind: 'json', pieces: [bytes], bytes: bytes.length } };
  };
  const url = await startServer(owner, (_request, _body, response) => void response.end('{}'));
  const dir = scratchFolder(t);
  const places: [ContentPlace, Partial<ContentLogConfig>?][] = [
    [{ kind: 'otlp', url, headers: {} }],
    [{ kind: 'otlp', url, headers: {} }, { redact: ['metadata.secret'] }],
    [{ kind: 'file', dir, keepMs: 86_400_000 * 36_500 }],
    [{ kind: 'file', dir, keepMs: 86_400_000 * 36_500 }, { redact: ['metadata.secret'] }],
  ];
  for (const [place, more] of places) {
    const { kept, told } = keeping(place, more);
    kept.add([batch(said('one'), content('two', 'chat_completions'))]);
    await kept.end();
    assert.deepEqual([told('failing'), told('kept').length], [[], 1]);
  }
  const found = await findContents(dir, { ...anything, text: '[[[[', limit: 10 });
  assert.deepEqual(
    found.map(({ id }) => id),
    ['one'],
  );
});
