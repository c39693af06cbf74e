/**
 * `npm run bench:multipart`: what forms and uploads cost a gateway that runs apart. A form of 25 MB, held whole, may take
 * twice its size in memory and hold the event loop for 25 ms; one of 64 MiB is looked through in slices; an upload of
 * 300 MB, at the pace of a slow backend, may take 32 MiB, and have 2 MiB on its way at a time. Prints a line each, and exits with 1 where something is not as
 * it should be. `--rate 3` has the backend take so many megabytes a second (30), `--upload 300` sends so many (300; 0 leaves
 * uploads out).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { argv, exit, stdout } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Apart, startApart } from '../test/helpers/apart.ts';
import { configText, secret } from '../test/helpers/gateway.ts';

const { values } = parseArgs({
  args: argv.slice(2),
  options: { rate: { type: 'string', default: '30' }, upload: { type: 'string', default: '300' } },
});
const bytesPerSecond = Number(values.rate) * 1e6;
const uploadBytes = Number(values.upload) * 1e6;
const mib = 1024 * 1024;
/** The first rounds compile. */
const rounds = 6;
const ends: (() => void | Promise<void>)[] = [];
let misses = 0;

function say(what: string, figures: string, isMet: boolean): void {
  if (!isMet) misses += 1;
  stdout.write(`${isMet ? 'ok' : 'not ok'}  ${what}: ${figures}\n`);
}

const inMib = (bytes: number) => `${(bytes / mib).toFixed(1)} MiB`;

/** The most memory that a process had since `forgetPeak`. */
function peakBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}

function forgetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return peakBytes(pid);
}

/** A backend that takes uploads at its own pace, and all else at once. */
async function startBackend(): Promise<{ readonly url: string; taken(): number }> {
  let taken = 0;
  const server = createServer(async (request, response) => {
    taken = 0;
    const isSlow = request.url === '/v1/files';
    const began = performance.now();
    for await (const chunk of request) {
      taken += (chunk as Buffer).length;
      const aheadMs = isSlow ? (taken / bytesPerSecond) * 1000 - (performance.now() - began) : 0;
      if (aheadMs > 5) await delay(aheadMs);
    }
    answer(request, response, taken);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken: () => taken };
}

function answer(request: IncomingMessage, response: ServerResponse, bytes: number): void {
  const body =
    request.url === '/v1/files'
      ? {
          id: 'file-1',
          object: 'file',
          bytes,
          created_at: 1,
          filename: 'a',
          purpose: 'user_data',
          status: 'uploaded',
        }
      : { text: 'hello', usage: { type: 'duration', seconds: 1 } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

const boundary = 'gateway-bench-0123456789';

/** Around a file of so many bytes. */
function formAround(fields: string): { readonly before: Buffer; readonly after: Buffer } {
  return {
    before: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    after: Buffer.from(`\r\n${fields}--${boundary}--\r\n`),
  };
}

const modelPart = `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nsound\r\n`;

/** Sends a form around a file made of repetitions of a piece; resolves to the status of its answer. */
async function send(
  apart: Apart,
  path: string,
  fields: string,
  bytes: number,
  piece: Buffer,
): Promise<number> {
  const { before, after } = formAround(fields);
  const request = httpsRequest({
    host: 'localhost',
    port: apart.port,
    ca: apart.ca,
    path,
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': before.length + bytes + after.length,
    },
  });
  const answered = once(request, 'response');
  request.write(before);
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!request.write(left < piece.length ? piece.subarray(0, left) : piece)) await once(request, 'drain');
  }
  request.end(after);
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** One form several times: the least that any round held the loop, and the most memory that any took. */
async function measureForm(what: string, backendUrl: string, bytes: number, piece: Buffer): Promise<void> {
  const apart = await startApart({ after: (end) => void ends.push(end) }, configOf(backendUrl));
  const path = '/v1/audio/transcriptions';
  await send(apart, path, modelPart, 1000, piece);
  const holds: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await apart.reset();
    const before = forgetPeak(apart.pid);
    const status = await send(apart, path, modelPart, bytes, piece);
    if (status !== 200) say(what, `status ${status}`, false);
    holds.push((await apart.figures()).longestHoldMs);
    grown.push(peakBytes(apart.pid) - before);
  }
  const hold = Math.min(...holds);
  const most = Math.max(...grown);
  say(`${what}, memory`, `${inMib(most)} more, of ${inMib(2 * bytes)}`, most <= 2 * bytes);
  say(`${what}, event loop`, `held for ${hold.toFixed(1)} ms, of 25 ms`, hold <= 25);
}

async function measureUpload(backend: Awaited<ReturnType<typeof startBackend>>): Promise<void> {
  const apart = await startApart({ after: (end) => void ends.push(end) }, configOf(backend.url));
  const piece = randomBytes(256 * 1024);
  await send(apart, '/v1/files', '', mib, piece);
  await apart.reset();
  const before = forgetPeak(apart.pid);
  const began = performance.now();
  const status = await send(apart, '/v1/files', '', uploadBytes, piece);
  const seconds = (performance.now() - began) / 1000;
  const grown = peakBytes(apart.pid) - before;
  const what = `an upload of ${uploadBytes / 1e6} MB at ${values.rate} MB/s`;
  say(what, `status ${status}, in ${seconds.toFixed(1)} s`, status === 200 && backend.taken() > uploadBytes);
  say(`${what}, memory`, `${inMib(grown)} more, of 32.0 MiB`, grown <= 32 * mib);
  const { longestHoldMs } = await apart.figures();
  say(`${what}, event loop`, `held for ${longestHoldMs.toFixed(1)} ms, of 25 ms`, longestHoldMs <= 25);

  // Of what it took most is garbage: V8 lets some 32 MiB of buffers gather that nobody holds, of however many uploads.
  const again = send(apart, '/v1/files', '', uploadBytes / 10, piece);
  const seen: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    await delay((uploadBytes / 10 / bytesPerSecond) * 150);
    // Freed memory may not be gone yet: the smallest figure counts.
    seen.push((await apart.reset()).bufferBytes);
  }
  const bufferBytes = Math.min(...seen);
  await again;
  say(`${what}, on its way`, `${inMib(bufferBytes)} of buffers, of 2.0 MiB`, bufferBytes <= 2 * mib);
}

function configOf(url: string): string {
  return configText({
    listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 128MiB, max_buffered: 512MiB }',
    backends: `{ main: { url: "${url}" } }`,
    models: '{ sound: { deployments: [ { backend: main, endpoints: { transcriptions: [] } } ] } }',
    keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
    ...(uploadBytes > 0 && {
      more: 'stateful: { ids: signed, endpoints: [files], default: { files: main } }',
    }),
  });
}

const backend = await startBackend();
try {
  const noise = randomBytes(256 * 1024);
  await measureForm('a form of 25 MB', backend.url, 25_000_000, noise);
  // Looks like a delimiter again and again, up to its last byte.
  const nearly = Buffer.from(`\r\n--${boundary.slice(0, -1)}!`.repeat(10_000));
  await measureForm('a form of 25 MB that is nearly delimiters', backend.url, 25_000_000, nearly);
  await measureForm('a form of 64 MiB', backend.url, 64 * mib, noise);
  if (uploadBytes > 0) await measureUpload(backend);
} finally {
  for (const end of ends.reverse()) await end();
}
exit(misses === 0 ? 0 : 1);
