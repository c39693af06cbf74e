import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Exchange } from '../../src/pipeline/exchange.ts';
import {
  type AnswerSink,
  type DownstreamHead,
  PassingSink,
} from '../../src/pipeline/relay/answer/answer-sink.ts';
import type { Stage } from '../../src/pipeline/stage.ts';
import { completion, delta, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';

// What a stage that has to do with answers comes to: it is written here in full, and nothing else knows of it.

class HashingSink extends PassingSink {
  readonly #hash = createHash('sha256');
  ending: 'none' | 'end' | 'cut' = 'none';

  override write(bytes: Buffer): void {
    this.#hash.update(bytes);
    super.write(bytes);
  }

  override beat(comment: Buffer): void {
    this.#hash.update(comment);
    this.next.beat(comment);
  }

  override end(): void {
    this.ending = 'end';
    this.next.end();
  }

  override cut(lastWords: Buffer | undefined): void {
    this.ending = 'cut';
    if (lastWords !== undefined) this.#hash.update(lastWords);
    this.next.cut(lastWords);
  }

  get digest(): string {
    return this.#hash.digest('hex');
  }
}

interface Hashed {
  readonly digest: string;
  readonly ending: HashingSink['ending'];
}

/** Tells the hash of each answer's bytes when it is over. */
function hashAnswers(tell: (hashed: Hashed) => void): Stage {
  return async function hashAnswers(exchange, next) {
    const hashing = new HashingSink(exchange.answer);
    exchange.answer = hashing;
    await next(exchange);
    tell({ digest: hashing.digest, ending: hashing.ending });
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const done = 'data: [DONE]\n\n';

test("a stage of one file hashes each answer's bytes as the client gets them, whole and streamed", async (t) => {
  const events =
    Array.from({ length: 40 }, (_, at) => delta(`wörd ${at}`)).join('') + delta('', 'stop') + done;
  const large = JSON.stringify(completion('ü'.repeat(3_000_000)));
  const second = gate();
  const answers: Record<string, [status: number, pieces: (string | Promise<unknown>)[], isCut?: boolean]> = {
    whole: [200, [JSON.stringify(completion('hello'))]],
    large: [200, [large.slice(0, 2_000_000), large.slice(2_000_000)]],
    refused: [400, ['{"error":{"message":"no"}}']],
    failed: [500, ['{"error":{"message":"broken"}}']],
    streamed: [200, [events]],
    split: [200, [events.slice(0, 201), events.slice(201, 777), events.slice(777)]],
    silent: [200, [delta('one'), second.opened, delta('two', 'stop') + done]],
    cut: [200, [delta('one'), `${delta('two')}data: {"cho`], true],
    cut_whole: [200, [large.slice(0, 2_000_000)], true],
  };
  const backend = await startBackend(t, async ({ body }, response) => {
    const { model, stream } = JSON.parse(body.toString());
    const [status, pieces, isCut] = answers[model]!;
    response.writeHead(status, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    for (const piece of pieces) {
      if (typeof piece === 'string')
        await new Promise<void>((resolve) => response.write(piece, () => resolve()));
      else await piece;
    }
    if (isCut === true) response.destroy();
    else response.end();
  });
  const models = Object.keys(answers).map(
    (name) => `${name}: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] }`,
  );
  const hashes: Hashed[] = [];
  const text = configText({
    backends: `{ main: { url: "${backend.url}" } }`,
    models: `{ ${models.join(', ')} }`,
    listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, heartbeat: 1s }',
  });
  const gateway = await startInside(t, text, [hashAnswers((one) => void hashes.push(one))]);
  const ask = async (model: string): Promise<Reply> => {
    const stream = ['streamed', 'split', 'silent', 'cut'].includes(model);
    const body = { model, messages: [{ role: 'user', content: 'hello' }], stream };
    const response = await begin(gateway, '/v1/chat/completions', { body });
    if (model === 'silent') {
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes(': the backend')) second.open();
      });
    }
    return readReply(response);
  };
  for (const model of [...Object.keys(answers), 'unknown']) {
    const reply = await ask(model);
    await until(() => hashes.length === 1, 'the stage has seen the end');
    const { digest, ending } = hashes.pop()!;
    assert.equal(digest, sha256(reply.text), model);
    assert.equal(ending, model.startsWith('cut') ? 'cut' : 'end', model);
    assert.equal(reply.complete, ending === 'end', model);
    if (model === 'silent') assert.match(reply.text, /^: /m);
    if (model === 'cut') assert.match(reply.text, /upstream_interrupted/);
  }
});

/** Keeps an answer that can be given again. */
class KeepingSink extends PassingSink {
  head: DownstreamHead | undefined;
  readonly pieces: Buffer[] = [];
  isWhole = false;

  override begin(...[head, source]: Parameters<AnswerSink['begin']>): void {
    this.head = head;
    super.begin(head, source);
  }

  override write(bytes: Buffer): void {
    this.pieces.push(bytes);
    super.write(bytes);
  }

  /** It is no part of the answer, and is not given again. */
  override beat(comment: Buffer): void {
    this.next.beat(comment);
  }

  override end(): void {
    this.isWhole = true;
    this.next.end();
  }

  override cut(lastWords: Buffer | undefined): void {
    this.next.cut(lastWords);
  }
}

/** Answers a question that was answered before as it was then. */
function remember(question: (exchange: Exchange) => string): Stage {
  const kept = new Map<string, KeepingSink>();
  return async function remember(exchange, next) {
    const known = kept.get(question(exchange));
    if (known !== undefined) {
      exchange.answer.begin(known.head!);
      for (const piece of known.pieces) exchange.answer.write(piece);
      return exchange.answer.end();
    }
    const keeping = new KeepingSink(exchange.answer);
    exchange.answer = keeping;
    await next(exchange);
    if (keeping.isWhole) kept.set(question(exchange), keeping);
  };
}

test('a stage of one file answers in place of a backend, whole and streamed', async (t) => {
  const backend = await startBackend(t, ({ body }, response) => {
    const { stream } = JSON.parse(body.toString());
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    if (stream) response.end(delta('one') + delta('two', 'stop') + done);
    else response.end(JSON.stringify(completion('hello')));
  });
  const text = configText({
    backends: `{ main: { url: "${backend.url}" } }`,
    models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
  });
  const gateway = await startInside(t, text, [remember(({ request }) => request.url ?? '')]);
  for (const stream of [false, true]) {
    const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }], stream };
    const ask = async () =>
      readReply(await begin(gateway, `/v1/chat/completions?stream=${stream}`, { body }));
    const first = await ask();
    const again = await ask();
    assert.deepEqual([again.text, again.complete, again.status], [first.text, true, 200]);
    assert.equal(again.headers['content-type'], first.headers['content-type']);
  }
  assert.equal(backend.seen.length, 2);
});

/** Holds an answer back until all of it is there, and gives another where it says what nobody may hear. */
class GuardingSink extends PassingSink {
  readonly #word: string;
  #head: DownstreamHead | undefined;
  readonly #held: Buffer[] = [];

  constructor(next: AnswerSink, word: string) {
    super(next);
    this.#word = word;
  }

  override begin(head: DownstreamHead): void {
    this.#head = head;
  }

  override write(bytes: Buffer): void {
    this.#held.push(bytes);
  }

  override beat(): void {}

  override end(): void {
    const whole = Buffer.concat(this.#held);
    const isAllowed = !whole.includes(this.#word);
    const body = isAllowed ? whole : Buffer.from('{"error":{"message":"That may not be said."}}');
    super.begin({ ...this.#head!, status: isAllowed ? 200 : 403, body: 'whole', length: body.length });
    super.write(body);
    this.next.end();
  }

  /** Half an answer is nothing that could be judged. */
  override cut(lastWords: Buffer | undefined): void {
    this.next.cut(lastWords);
  }
}

const guard =
  (word: string): Stage =>
  (exchange, next) => {
    exchange.answer = new GuardingSink(exchange.answer, word);
    return next(exchange);
  };

test('a stage of one file gives another answer in place of one that it has read in full', async (t) => {
  let said = '';
  const backend = await startBackend(t, ({ body }, response) => {
    const { stream } = JSON.parse(body.toString());
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    if (stream) response.end(delta('one') + delta(said, 'stop') + done);
    else response.end(JSON.stringify(completion(said)));
  });
  const text = configText({
    backends: `{ main: { url: "${backend.url}" } }`,
    models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
  });
  const gateway = await startInside(t, text, [guard('forbidden')]);
  for (const stream of [false, true]) {
    const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }], stream };
    said = 'allowed';
    const allowed = await readReply(await begin(gateway, '/v1/chat/completions', { body }));
    assert.deepEqual([allowed.status, allowed.complete, /allowed/.test(allowed.text)], [200, true, true]);
    said = 'forbidden';
    const refused = await readReply(await begin(gateway, '/v1/chat/completions', { body }));
    assert.deepEqual([refused.status, refused.complete], [403, true]);
    assert.match(refused.text, /may not be said/);
  }
});
