/**
 * The bench's own load, on bare sockets so that it costs less than what it measures. One JSON object as argument
 * (see `measure/load.ts`), one line of JSON as result. Modes:
 *
 * - `requests`: each connection sends, waits for the answer and sends again, until the time is over or SIGTERM comes
 *   (with `each`: tells when each was sent, by the machine's monotonic clock, and how long it took; with `count`: until
 *   so many were sent, each with its number where a header has `########`, one of `numbers`);
 * - `streams`: the same with streams of events, of which each tells when it was sent (with `waits`: prints `open` when
 *   all connections are, and begins when something comes as its input);
 * - `idle`: opens streams, prints `open` when each had its first event, and holds them until its input ends.
 */
import { readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

const task = JSON.parse(process.argv[2]);
const { mode, port, tls, connections, seconds = 0, gapMs = 0, headers = {} } = task;

const body = readFileSync(task.bodyFile);
const lines = [`POST ${task.path} HTTP/1.1`, `host: 127.0.0.1:${port}`, 'content-type: application/json'];
for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
lines.push(`content-length: ${body.length}`, '', '');
const message = Buffer.concat([Buffer.from(lines.join('\r\n')), body]);

const numberMark = '########';
const numberAt = message.indexOf(numberMark);
let begunRequests = 0;

/** The next request; undefined when there were enough. */
function nextMessage() {
  if (begunRequests === task.count) return undefined;
  if (numberAt === -1) {
    begunRequests += 1;
    return message;
  }
  const own = Buffer.from(message);
  own.latin1Write(String(begunRequests % task.numbers).padStart(numberMark.length, '0'), numberAt);
  begunRequests += 1;
  return own;
}

const micros = () => Number(process.hrtime.bigint() / 1000n);
const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');
const eventEnd = Buffer.from('\n\n');
const timeMark = Buffer.from('"t":');
const wordMark = Buffer.from('" word"');

const result = { done: 0, errors: 0, events: 0 };
const latencies = [];
const sent = [];
const firsts = [];
const transits = [];
let deadline = Number.POSITIVE_INFINITY;
let finished = 0;
let allFinished;
const everyone = new Promise((resolve) => {
  allFinished = resolve;
});

function open(onReady) {
  const options = { host: '127.0.0.1', port, noDelay: true };
  if (!tls) return connectPlain(options, onReady);
  return connectTls({ ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, onReady);
}

/** Calls `answered` with whether the status was 200, when an answer is complete. */
function reader(answered) {
  let held;
  let left = -1; // of the body; -1 while a head is read, -2 in chunks
  let good = false;
  return (data) => {
    let bytes = held === undefined ? data : Buffer.concat([held, data]);
    held = undefined;
    if (left === -1) {
      const end = bytes.indexOf(headEnd);
      if (end === -1) {
        held = bytes;
        return;
      }
      const head = bytes.latin1Slice(0, end);
      good = head.startsWith('HTTP/1.1 200');
      const length = /\r\ncontent-length: *(\d+)/i.exec(head);
      left = length === null ? -2 : Number(length[1]);
      bytes = bytes.subarray(end + 4);
    }
    if (left === -2) {
      const tail = bytes.length >= lastChunk.length ? bytes.subarray(-lastChunk.length) : bytes;
      if (!tail.equals(lastChunk)) {
        held = tail;
        return;
      }
    } else {
      left -= bytes.length;
      if (left > 0) return;
    }
    left = -1;
    answered(good);
  };
}

/** Tells of each event of a stream, with its age, and of the end. */
function streamReader(onEvent, onEnd) {
  let held = Buffer.alloc(0);
  let isHead = true;
  return (data) => {
    const now = micros();
    let bytes = held.length === 0 ? data : Buffer.concat([held, data]);
    if (isHead) {
      const end = bytes.indexOf(headEnd);
      if (end === -1) {
        held = bytes;
        return;
      }
      if (!bytes.subarray(0, end).toString('latin1').startsWith('HTTP/1.1 200')) return onEnd(false);
      isHead = false;
      bytes = bytes.subarray(end + 4);
    }
    let at = 0;
    for (let end = bytes.indexOf(eventEnd); end !== -1; end = bytes.indexOf(eventEnd, at)) {
      const mark = bytes.indexOf(timeMark, at);
      if (mark !== -1 && mark < end) {
        onEvent(now, now - Number.parseInt(bytes.latin1Slice(mark + 4, Math.min(end, mark + 24)), 10));
      } else {
        // A translated event does not carry its time of sending.
        const word = bytes.indexOf(wordMark, at);
        if (word !== -1 && word < end) onEvent(now, 0);
      }
      at = end + 2;
    }
    held = bytes.subarray(at);
    if (held.length >= 5 && held.subarray(-5).equals(lastChunk.subarray(2))) {
      held = Buffer.alloc(0);
      isHead = true;
      onEnd(true);
    }
  };
}

/** One connection that is kept busy; opened again when it breaks. `opened` is given what has it begin. */
function busy(makeReader, opened) {
  let sentAt = 0;
  const send = () => {
    const next = micros() >= deadline ? undefined : nextMessage();
    if (next === undefined) return stop();
    sentAt = micros();
    socket.write(next);
  };
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    finished += 1;
    if (finished === connections) allFinished();
  };
  const socket = open(() => opened(send));
  socket.on(
    'data',
    makeReader(
      () => sentAt,
      () => (gapMs > 0 ? setTimeout(send, gapMs * (0.5 + Math.random())) : send()),
    ),
  );
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    if (isOver || micros() >= deadline) return stop();
    result.errors += 1;
    setTimeout(() => busy(makeReader, opened), 10);
  });
}

function countRequests(sentAt, next) {
  return reader((good) => {
    if (good) result.done += 1;
    else result.errors += 1;
    latencies.push(micros() - sentAt());
    if (task.each) sent.push(sentAt());
    next();
  });
}

function countEvents(sentAt, next) {
  let isFirst = true;
  return streamReader(
    (now, age) => {
      result.events += 1;
      if (isFirst) firsts.push(now - sentAt());
      else transits.push(age);
      isFirst = false;
    },
    (good) => {
      isFirst = true;
      if (good) result.done += 1;
      else result.errors += 1;
      next();
    },
  );
}

function percentile(sorted, share) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function summary(name, values) {
  const sorted = Float64Array.from(values).sort();
  return {
    [`${name}P50Us`]: percentile(sorted, 0.5),
    [`${name}P99Us`]: percentile(sorted, 0.99),
    [`${name}MaxUs`]: percentile(sorted, 1),
  };
}

/** For connections that do not open, and for answers that do not end. */
const patienceMs = 10_000;

/** Begins a connection: at once, or with `waits` when all are open and the signal comes. */
function beginning() {
  if (!task.waits) return { opened: (begin) => begin(), begun: undefined };
  const waiting = [];
  let isBegun = false;
  let begun;
  // A proxy that is dead is no reason to wait for ever, nor is a bench that is.
  const late = setTimeout(() => process.exit(1), patienceMs);
  const opened = (begin) => {
    if (isBegun) return begin();
    if (waiting.push(begin) === connections) console.log(JSON.stringify({ open: connections }));
  };
  process.stdin.once('data', () => {
    isBegun = true;
    clearTimeout(late);
    process.stdin.pause();
    begun();
    for (const begin of waiting) begin();
  });
  return {
    opened,
    begun: new Promise((resolve) => {
      begun = resolve;
    }),
  };
}

async function keepBusy(makeReader) {
  const { opened, begun } = beginning();
  for (let index = 0; index < connections; index += 1) busy(makeReader, opened);
  await begun;
  const started = micros();
  deadline = started + seconds * 1e6;
  process.on('SIGTERM', () => {
    deadline = 0;
  });
  const late = setTimeout(allFinished, seconds * 1000 + patienceMs);
  await everyone;
  clearTimeout(late);
  const lasted = (micros() - started) / 1e6;
  console.log(
    JSON.stringify({
      ...result,
      seconds: lasted,
      ...summary('latency', latencies),
      ...summary('first', firsts),
      ...summary('transit', transits),
      ...(task.each ? { sent, latencies } : {}),
    }),
  );
  process.exit(0);
}

/** As many at a time as a proxy's handshakes allow. */
const opening = 64;

async function holdIdle() {
  let begun = 0;
  await new Promise((resolve) => {
    const another = () => {
      if (begun === connections) return;
      begun += 1;
      const socket = open(() => socket.write(message));
      let answered = false;
      const done = (good) => {
        if (answered) return;
        answered = true;
        if (good) result.done += 1;
        else result.errors += 1;
        if (result.done + result.errors === connections) resolve();
        else another();
      };
      socket.on('data', (data) => done(data.latin1Slice(0, 12) === 'HTTP/1.1 200'));
      socket.on('error', () => done(false));
      socket.on('close', () => done(false));
    };
    for (let index = 0; index < opening; index += 1) another();
  });
  console.log(JSON.stringify({ open: result.done, errors: result.errors }));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

if (mode === 'idle') await holdIdle();
else await keepBusy(mode === 'streams' ? countEvents : countRequests);
