/** Runs tables of bad input: bytes that are sent, the exact answer, and what must hold besides. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { completion, json, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { configText, secret, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { type WireAnswer, wireOver } from '../../helpers/wire.ts';

/** The error object, whole but for the message, which `message` matches. */
export interface ExpectedError {
  readonly type?: string;
  readonly code: string;
  readonly param?: string;
  readonly message?: RegExp;
}

export interface Row {
  /** What is sent, in words; the name of the test. */
  readonly input: string;
  readonly bytes: string | Buffer;
  readonly status: number;
  /** Left out where the input is accepted. */
  readonly error?: ExpectedError;
  /** Header fields of the answer that must have exactly these values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The gateway ends the connection; otherwise the same connection carries the next request. */
  readonly ends?: boolean;
  /** An answer to HEAD. */
  readonly bodiless?: boolean;
  /** How often a backend is reached; 0 unless the input is accepted on an endpoint. */
  readonly reaches?: number;
  /** The answer has the form of the messages family. */
  readonly family?: 'anthropic';
}

/** Header lines that every sound request has. */
export const host = 'Host: localhost\r\n';
export const auth = `Authorization: Bearer ${secret}\r\n`;
export const jsonType = 'Content-Type: application/json\r\n';
export const chatBody = '{"model":"fast","messages":[{"role":"user","content":"hello"}]}';

/** A sound GET of the model list with further header lines, each ended by CRLF. */
export function get(more = '', target = '/v1/models', method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\n${host}${auth}${more}\r\n`;
}

/** A chat request whose framing is right, with further header lines. */
export function post(body: string | Buffer, more = '', target = '/v1/chat/completions'): Buffer {
  const head = `POST ${target} HTTP/1.1\r\n${host}${auth}${jsonType}Content-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** A chat request whose head is all in the test: method line, Host and key are given, framing is not. */
export function framed(headers: string, body: string, target = '/v1/chat/completions'): string {
  return `POST ${target} HTTP/1.1\r\n${host}${auth}${jsonType}${headers}\r\n${body}`;
}

/** One chunk of a chunked body. */
export function chunk(data: string, extension = ''): string {
  return `${data.length.toString(16)}${extension}\r\n${data}\r\n`;
}

export interface Table {
  readonly gateway: TestGateway;
  readonly backend: TestBackend;
}

/** The key of a row: a key that sends as many faulty bodies as a table has is made to wait. */
function secretOf(row: number): string {
  return secret.slice(0, -4) + String(row).padStart(4, '0');
}

/** A gateway with one model, `fast`, on every endpoint, and keys for so many rows. */
export async function startTable(t: TestContext, listen?: string, rows = 0): Promise<Table> {
  const own = Array.from({ length: rows }, (_, row) => `row-${row}: { secret: ${secretOf(row)} }`);
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      ...(listen === undefined ? {} : { listen }),
      backends: `{ main: { url: "${backend.url}", auth: { header: api-key, value: credential } } }`,
      models:
        '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming], messages: [], responses: [], completions: [] } } ] } }',
      keys: `{ ${[`test: { secret: ${secret} }`, ...own].join(', ')} }`,
    }),
  );
  return { gateway, backend };
}

/** One test per row, against one gateway. */
export function badInput(title: string, rows: readonly Row[], listen?: string): void {
  test(title, async (t) => {
    const table = await startTable(t, listen, rows.length);
    for (const [index, row] of rows.entries()) {
      await t.test(row.input, () => check(table, { ...row, bytes: byOwnKey(row.bytes, secretOf(index)) }));
    }
    await t.test('no line of the log holds a key', () => {
      assert.ok(!JSON.stringify(table.gateway.logs).includes(secret.slice(0, -4)));
    });
  });
}

function byOwnKey(bytes: string | Buffer, own: string): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(secret, own), 'latin1');
}

async function check({ gateway, backend }: Table, row: Row): Promise<void> {
  const before = backend.seen.length;
  const wire = wireOver(await gateway.connect());
  wire.write(row.bytes);
  const answer = await wire.answer({ bodiless: row.bodiless === true });
  assert.equal(answer.status, row.status, answer.body);
  for (const [name, value] of Object.entries(row.headers ?? {}))
    assert.equal(answer.headers[name], value, name);
  if (row.error !== undefined) checkError(answer, row, row.error);
  assert.equal(backend.seen.length - before, row.reaches ?? 0, 'requests that reached the backend');
  if (row.ends === true) {
    assert.equal(answer.headers['connection'], 'close');
    await wire.ended();
    assert.equal(wire.rest(), '');
  } else {
    // The connection is still in step: what comes next is taken as a request of its own.
    wire.write(get());
    assert.equal((await wire.answer()).status, 200);
  }
  wire.socket.destroy();
  assert.equal((await gateway.call('/v1/chat/completions', { body: chatBody })).status, 200);
  assert.equal(backend.seen.length - before, (row.reaches ?? 0) + 1);
}

/** Statuses of the gateway's own errors that trying again later can mend. */
const mayPass = new Set([408, 429, 500, 502, 503, 504]);

function checkError(answer: WireAnswer, row: Row, expected: ExpectedError): void {
  const { code, param, message, type = 'invalid_request_error' } = expected;
  assert.equal(answer.headers['x-gateway-error'], code);
  assert.match(answer.headers['x-request-id'] ?? '', /^[A-Za-z0-9._:-]{1,128}$/);
  if (mayPass.has(row.status) && code !== '503') assert.equal(answer.headers['retry-after'], '1');
  else assert.equal(answer.headers['x-should-retry'], 'false');
  if (row.bodiless === true) return;
  assert.equal(answer.headers['content-type'], 'application/json');
  const { message: said, ...rest } = answer.json.error;
  assert.deepEqual(rest, { type, code, ...(param === undefined ? {} : { param }) });
  assert.ok(said.length > 10, 'a message that says something');
  if (message !== undefined) assert.match(said, message);
  const outer = row.family === 'anthropic' ? ['type', 'error', 'request_id'] : ['error'];
  assert.deepEqual(Object.keys(answer.json), outer);
}
