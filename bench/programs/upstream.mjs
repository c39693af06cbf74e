/**
 * The backend of the bench: HTTP/1.1 on a bare socket, because a whole HTTP server would need as much time as the
 * proxies do. It knows just enough to read a request with a length or in chunks, and gives one of three answers:
 * a JSON object of 0.7 KB; for a body with `"stream":true` a stream of as many events as its `user` says
 * (`"user":"events:GAP_MS"`), each with the time it was sent; or with `"user":"idle"` a stream that stays open. At
 * `/v1/messages` it gives the same in the form of messages, where the length of a stream stands in `metadata.user_id`.
 * `GET /count` tells how many requests with a body it has answered.
 *
 * Prints its port on standard output. Plain JavaScript, so that no compiler runs in the process.
 */
import { createServer } from 'node:net';

/** Larger bodies are no streams, and are thrown away as they come. */
const maxLookedInto = 64 * 1024;

const backendHeaders = [
  'date: Mon, 01 Jan 2035 00:00:00 GMT',
  'x-request-id: req_0123456789abcdef0123456789abcdef',
  'openai-organization: bench',
  'openai-processing-ms: 12',
  'openai-version: 2020-10-01',
  'x-ratelimit-limit-requests: 10000',
  'x-ratelimit-remaining-requests: 9999',
  'x-ratelimit-reset-requests: 6ms',
  'connection: keep-alive',
].join('\r\n');

const answerBody = JSON.stringify({
  id: 'chatcmpl-0123456789abcdefghijklmnopq',
  object: 'chat.completion',
  created: 2051222400,
  model: 'bench',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'It is what it is. '.repeat(20), refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 },
});
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${backendHeaders}\r\n` +
    `content-length: ${Buffer.byteLength(answerBody)}\r\n\r\n${answerBody}`,
);
const messageBody = JSON.stringify({
  id: 'msg_0123456789abcdefghijklmnopq',
  type: 'message',
  role: 'assistant',
  model: 'bench',
  content: [{ type: 'text', text: 'It is what it is. '.repeat(20) }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 200, output_tokens: 100 },
});
const message = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${backendHeaders}\r\n` +
    `content-length: ${Buffer.byteLength(messageBody)}\r\n\r\n${messageBody}`,
);
const streamHead =
  `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n${backendHeaders}\r\n` +
  'transfer-encoding: chunked\r\n\r\n';

const continuation = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const chunkedEnd = Buffer.from('0\r\n\r\n');

function chunk(text) {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** One event as a model sends it, with the monotonic time in microseconds. */
function event(content, finish) {
  const now = process.hrtime.bigint() / 1000n;
  return chunk(
    `data: {"id":"chatcmpl-0123456789abcdefghijklmnopq","object":"chat.completion.chunk","created":2051222400,` +
      `"model":"bench","choices":[{"index":0,"delta":{"content":"${content}"},"logprobs":null,` +
      `"finish_reason":${finish}}],"t":${now}}\n\n`,
  );
}

/** The same of messages. */
function messageEvent(type, rest) {
  const now = process.hrtime.bigint() / 1000n;
  return chunk(`event: ${type}\ndata: {"type":"${type}",${rest},"t":${now}}\n\n`);
}

const messageDelta = () =>
  messageEvent('content_block_delta', '"index":0,"delta":{"type":"text_delta","text":" word"}');

const messageForm = {
  first: () =>
    messageEvent(
      'message_start',
      '"message":{"id":"msg_0123456789","type":"message","role":"assistant","model":"bench","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":200,"output_tokens":1}}',
    ) +
    messageEvent('content_block_start', '"index":0,"content_block":{"type":"text","text":""}') +
    messageDelta(),
  next: messageDelta,
  last: () =>
    messageEvent('content_block_stop', '"index":0') +
    messageEvent(
      'message_delta',
      '"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":100}',
    ) +
    messageEvent('message_stop', '"x":0'),
};

const chatForm = {
  first: () => event(' word', 'null'),
  next: () => event(' word', 'null'),
  last: () => event('', '"stop"') + chunk('data: [DONE]\n\n'),
};

function stream(socket, events, gapMs, form) {
  let sent = 1;
  socket.write(streamHead + form.first());
  const next = () => {
    if (socket.destroyed) return;
    sent += 1;
    if (sent < events) {
      socket.write(form.next());
      setTimeout(next, gapMs);
      return;
    }
    socket.write(`${form.last()}0\r\n\r\n`);
  };
  // Streams that begin together must not stay in step: their events would wait for each other.
  setTimeout(next, Math.random() * gapMs);
}

let answered = 0;

function tellCount(socket) {
  const text = String(answered);
  socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
}

function reply(socket, body, isMessages) {
  answered += 1;
  if (body === undefined || body.indexOf('"stream":true') === -1)
    return socket.write(isMessages ? message : answer);
  const form = isMessages ? messageForm : chatForm;
  const user = /"user(?:_id)?":"([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '';
  if (user === 'idle') return socket.write(streamHead + form.first());
  const [events, gapMs] = user.split(':').map(Number);
  stream(socket, events || 100, gapMs || 0, form);
}

function serve(socket) {
  /** The received part of a head, or of a body that is read. */
  let held;
  /** Bytes of the body to come; -1 while a head is read, -2 in a chunked body. */
  let left = -1;
  let keeps = false;
  let isMessages = false;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    let bytes = data;
    while (bytes.length > 0) {
      if (left === -1) {
        if (held !== undefined) bytes = Buffer.concat([held, bytes]);
        const end = bytes.indexOf(headEnd);
        if (end === -1) {
          held = bytes;
          return;
        }
        held = undefined;
        const head = bytes.latin1Slice(0, end);
        bytes = bytes.subarray(end + 4);
        const length = /\r\ncontent-length: *(\d+)/i.exec(head);
        if (/\r\nexpect: *100-continue/i.test(head)) socket.write(continuation);
        isMessages = head.startsWith('POST /v1/messages');
        left = length === null ? (/\r\ntransfer-encoding:/i.test(head) ? -2 : 0) : Number(length[1]);
        keeps = left <= maxLookedInto;
        if (left === 0) {
          left = -1;
          if (head.startsWith('GET /count ')) tellCount(socket);
          else reply(socket, undefined, isMessages);
        }
        continue;
      }
      if (held !== undefined) {
        bytes = Buffer.concat([held, bytes]);
        held = undefined;
      }
      if (left === -2) {
        const isEnd = bytes.length >= 5 && bytes.subarray(-5).equals(chunkedEnd);
        if (isEnd) reply(socket, bytes, isMessages);
        else held = bytes.length <= maxLookedInto ? bytes : bytes.subarray(-5);
        if (isEnd) left = -1;
        return;
      }
      if (bytes.length < left) {
        if (keeps) held = bytes;
        else left -= bytes.length;
        return;
      }
      const body = bytes.subarray(0, left);
      bytes = bytes.subarray(left);
      left = -1;
      reply(socket, keeps ? body : undefined, isMessages);
    }
  });
}

const server = createServer({ noDelay: true }, serve);
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
