/** What a backend sends, as it is taken apart: by itself, and beside Node's own parser. */
import assert from 'node:assert/strict';
import { type IncomingMessage, maxHeaderSize, request } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { AnswerParser, MalformedAnswer } from '../../../../src/http/client/connection/answer-parser.ts';

interface Read {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
  readonly isWhole: boolean;
}

interface ReadHere extends Read {
  /** What is wrong with it. */
  readonly fault: string | undefined;
  readonly unread: number;
  readonly isLasting: boolean | undefined;
}

/** Reads an answer that comes in pieces, after which the connection ends. */
function read(pieces: readonly Buffer[], { isHeadOnly = false, endsThere = true } = {}): ReadHere {
  let status: number | undefined;
  let headers: readonly string[] = [];
  let isLasting: boolean | undefined;
  let body = '';
  let isWhole = false;
  let fault: string | undefined;
  const parser = new AnswerParser({
    isSated: false,
    head(head) {
      assert.equal(status, undefined, 'there are two heads');
      ({ status, isLasting } = head);
      headers = head.rawHeaders;
    },
    piece(bytes) {
      assert.ok(bytes.length > 0, 'a piece is empty');
      body += bytes.toString('latin1');
    },
    end() {
      isWhole = true;
    },
  });
  parser.begin(isHeadOnly);
  try {
    for (const piece of pieces) parser.add(piece);
    if (endsThere) parser.close();
  } catch (error) {
    if (!(error instanceof MalformedAnswer)) throw error;
    fault = error.message;
  }
  return { status, headers, body, isWhole, fault, unread: parser.unread, isLasting };
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const readText = (text: string, options = {}) => read([bytes(text)], options);

/** An answer in two pieces for each place where it can be cut, and in single bytes. */
function* cuts(text: string): Iterable<readonly Buffer[]> {
  const all = bytes(text);
  for (let at = 0; at <= all.length; at += 1) yield [all.subarray(0, at), all.subarray(at)];
  yield Array.from(all, (_, at) => all.subarray(at, at + 1));
}

const head = 'HTTP/1.1 200 OK\r\n';

test('an answer is read by its length, by its chunks, or to the close of its connection, however it is cut', () => {
  const whole = { status: 200, body: 'hello', isWhole: true, fault: undefined, unread: 0 };
  for (const [text, isLasting] of [
    [`${head}Content-Length: 5\r\n\r\nhello`, true],
    [`${head}content-length:5\r\nConnection: close\r\n\r\nhello`, false],
    [`HTTP/1.0 200\r\nContent-Length: \t5 \t\r\nConnection: x, Keep-Alive\r\n\r\nhello`, true],
    [`HTTP/1.0 200 \r\nContent-Length: 5\r\n\r\nhello`, false],
    [`${head}Transfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n3;a=b;c="d e"\r\nllo\r\n0\r\n\r\n`, true],
    [`${head}Transfer-Encoding: gzip, chunked\r\n\r\n0005\r\nhello\r\n00;x\r\nA: b\r\n\r\n`, true],
    [`${head}\r\nhello`, false],
    [`${head}Transfer-Encoding: identity\r\n\r\nhello`, false],
    [`HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 100\r\n\r\n${head}Content-Length: 5\r\n\r\nhello`, true],
  ] as const) {
    for (const pieces of cuts(text)) {
      const { headers, ...rest } = read(pieces);
      assert.deepEqual(rest, { ...whole, isLasting }, `${text} in ${pieces.length}`);
      assert.ok(headers.length <= 4);
    }
  }
});

test('what has no body has none, whatever its head says of one', () => {
  for (const [text, isHeadOnly] of [
    ['HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n', false],
    ['HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n', false],
    [`${head}Content-Length: 7\r\n\r\n`, true],
    [`${head}Content-Length: 0\r\n\r\n`, false],
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', false],
  ] as const) {
    const options = { isHeadOnly, endsThere: false };
    assert.deepEqual([readText(text, options).isWhole, readText(text, options).body], [true, ''], text);
    // Bytes behind it are nobody's.
    assert.equal(readText(`${text}HTTP`, options).unread, 4);
  }
});

test('names and values are as they were written, without the blanks around them', () => {
  const { headers } = readText(`${head}X-One: a\tb  \r\nx-ONE:\r\nset-cookie: \xe9\r\n\r\n`);
  assert.deepEqual(headers, ['X-One', 'a\tb', 'x-ONE', '', 'set-cookie', '\xe9']);
});

test('what can be read in two ways, or not at all, is refused with a reason, however it is cut', () => {
  const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  const large = 'a'.repeat(maxHeaderSize);
  const faults: Record<string, string[]> = {
    'it does not begin with HTTP/1.1': [
      'HTTP/2.0 200 OK\r\n\r\n',
      'http/1.1 200 OK\r\n\r\n',
      '\r\nHTTP/1.1 200 OK\r\n\r\n',
      'SSH-2.0-x\r\n\r\n',
    ],
    'it has no status': [
      'HTTP/1.1 20 OK\r\n\r\n',
      'HTTP/1.1  200 OK\r\n\r\n',
      'HTTP/1.1\t200 OK\r\n\r\n',
      'HTTP/1.1 099 OK\r\n\r\n',
    ],
    'an interim answer ends its connection': ['HTTP/1.0 100 Continue\r\n\r\n'],
    'its first line does not end in CRLF': ['HTTP/1.1 2000 OK\r\n\r\n', 'HTTP/1.1 200 O\0K\r\n\r\n'],
    'a line does not end in CRLF': [`HTTP/1.1 200 OK\nContent-Length: 2\n\nok`, `${head}A: b\n\r\n`],
    'a line of its head is no field': [
      `${head}A : b\r\n\r\n`,
      `${head}A\r\n\r\n`,
      `${head}: b\r\n\r\n`,
      `${head}A: b\r\n c\r\n\r\n`,
      `${head} A: b\r\n\r\n`,
    ],
    'a field does not end in CRLF': [`${head}A: b\0\r\n\r\n`, `${head}A: b\rC: d\r\n\r\n`],
    'its length is no number': ['+2', '-2', '2, 2', '0x2', '', '2 2', '9'.repeat(17)].map(
      (length) => `${head}Content-Length: ${length}\r\n\r\nok`,
    ),
    'it has two lengths': [`${head}Content-Length: 2\r\ncontent-length: 2\r\n\r\nok`],
    'it has a length and a transfer coding': [
      `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    'its transfer codings are "chunked, gzip"': [`${head}Transfer-Encoding: chunked, gzip\r\n\r\n`],
    'its transfer codings are "chunked,chunked"': [
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    'its transfer codings are ",chunked"': [
      `${head}Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    'a chunk has no size': [`${chunks}ok\r\n`, `${chunks}\r\n`, `${chunks} 2\r\nok\r\n`, `${chunks}-2\r\n`],
    'a chunk is too large': [`${chunks}10000000000000\r\n`],
    'the line before a chunk does not end in CRLF': [`${chunks}2\nok`, `${chunks}2 \r\nok`, `${chunks}2\rok`],
    'what a chunk says of itself can not be read': [`${chunks}2; a\r\nok\r\n`, `${chunks}2;a="\r\nok\r\n`],
    'what its chunks say of themselves is too large': [`${chunks}2;${large}\r\nok\r\n`],
    'a chunk does not end in CRLF': [`${chunks}2\r\nokay\r\n`, `${chunks}2\r\nok\n0\r\n\r\n`],
    'its trailer is too large': [`${chunks}0\r\n${'a: b\r\n'.repeat(maxHeaderSize / 6 + 1)}\r\n`],
    [`its head is larger than ${maxHeaderSize} bytes`]: [`${head}A: ${large}\r\n\r\n`, `${head}A: ${large}`],
  };
  for (const [fault, texts] of Object.entries(faults)) {
    for (const text of texts) {
      assert.equal(readText(text).fault, fault, text.slice(0, 100));
      if (text.length > 1000) continue;
      for (const pieces of cuts(text)) assert.ok(read(pieces).fault !== undefined, text);
    }
  }
});

test('an answer that ends before its end is not whole', () => {
  for (const text of [
    'HTTP/1.1 2',
    `${head}Content-Length: 5\r\n\r\nhell`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
  ]) {
    const { isWhole, fault } = readText(text);
    assert.deepEqual([isWhole, fault], [false, undefined], text);
  }
});

test('who has enough gets nothing more until it goes on', () => {
  const taken: string[] = [];
  const taker = {
    isSated: true,
    head: () => void taken.push('head'),
    piece(piece: Buffer) {
      taken.push(piece.toString());
      taker.isSated = true;
    },
    end: () => void taken.push('end'),
  };
  const parser = new AnswerParser(taker);
  parser.begin(false);
  parser.add(bytes(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n`));
  assert.deepEqual(taken, []);
  for (const more of ['1\r\nc\r', '\n0\r\n', '\r\n', '', '']) {
    taker.isSated = false;
    parser.goOn();
    parser.add(bytes(more));
  }
  assert.deepEqual(taken, ['head', 'a', 'b', 'c', 'end']);
});

// Beside Node's own.

/** What Node's client makes of an answer, after which the connection ends. */
function readByNode(all: Buffer, method: string): Promise<Read> {
  const wire = new Duplex({
    read() {},
    write: (_bytes, _encoding, done) => done(),
  });
  return new Promise((resolve) => {
    const sent = request({ method, createConnection: () => wire as never });
    let answer: IncomingMessage | undefined;
    let body = '';
    sent.on('response', (message) => {
      answer = message;
      message.on('data', (piece: Buffer) => {
        body += piece.toString('latin1');
      });
      message.on('error', () => {});
    });
    sent.on('error', () => {});
    sent.on('close', () => {
      setImmediate(() =>
        resolve({
          status: answer?.statusCode,
          headers: answer?.rawHeaders ?? [],
          body,
          isWhole: answer?.complete === true,
        }),
      );
    });
    sent.on('socket', () => {
      wire.push(all);
      wire.push(null);
    });
    sent.end();
  });
}

/** Numbers that are the same in each run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const names = [
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'X-A',
  'content-type',
  'Keep-Alive',
  'trailer',
];
const values = [
  '5',
  '0',
  'chunked',
  'gzip, chunked',
  'close',
  'keep-alive',
  'a b',
  '',
  'timeout=5',
  '\xe9',
  ' 5\t',
];
/** What is put in, or in place of something: what parsers are taken in by. */
const spoils = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  '0',
  '5',
  'f',
  ',',
  '"',
  '\x7f',
  '\xff',
  'HTTP/1.1 200 OK\r\n\r\n',
];

function oneOf<T>(from: readonly T[], number: (below: number) => number): T {
  return from[number(from.length)]!;
}

/** It is no more than blank (RFC 9110, 5.6.3), but Node refuses it. */
const tabBehindLength = /content-length: *\d+ *\t/i;

/** An answer, good or nearly so. */
function answerOf(number: (below: number) => number): string {
  const status = oneOf(
    ['200 OK', '200 OK', '404', '204 x', '304 x', '500 \xe9', '103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK'],
    number,
  );
  let text = `HTTP/1.${oneOf(['1', '1', '1', '0'], number)} ${status}\r\n`;
  for (let left = number(4); left > 0; left -= 1)
    text += `${oneOf(names, number)}: ${oneOf(values, number)}\r\n`;
  if (number(2) === 0) {
    const body = 'x'.repeat(number(20));
    text += `${oneOf(['Content-Length: ', 'content-length:'], number)}${body.length}\r\n\r\n${body}`;
  } else if (number(3) > 0) {
    text += 'Transfer-Encoding: chunked\r\n\r\n';
    for (let left = number(4); left > 0; left -= 1) {
      const length = 1 + number(20);
      text += `${length.toString(16)}${oneOf(['', '', ';a', ';a=b', ';a="b c"'], number)}\r\n${'y'.repeat(length)}\r\n`;
    }
    text += `0\r\n${oneOf(['', '', 'A: b\r\n'], number)}\r\n`;
  } else text += `\r\n${'z'.repeat(number(20))}`;
  for (let left = Math.max(0, number(5) - 2); left > 0; left -= 1) {
    const at = number(text.length + 1);
    text = text.slice(0, at) + oneOf(spoils, number) + text.slice(at + number(3));
  }
  return number(8) === 0 ? text.slice(0, number(text.length + 1)) : text;
}

test("what is read here is read alike by Node's parser, and the same however it is cut", async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? 1);
  const number = numbersFrom(seed);
  const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 800);
  let good = 0;
  for (let round = 0; round < rounds; round += 1) {
    const text = answerOf(number);
    const isHeadOnly = number(10) === 0;
    const here = readText(text, { isHeadOnly });
    const where = `seed ${seed}, round ${round}: ${JSON.stringify(text)}`;
    for (const pieces of cuts(text)) {
      const cut = read(pieces, { isHeadOnly });
      if (here.fault === undefined) {
        // What is behind an answer may be read or not, as it comes.
        assert.deepEqual({ ...cut, unread: 0 }, { ...here, unread: 0 }, where);
        assert.equal(cut.unread > 0, here.unread > 0, where);
      } else {
        assert.ok(cut.fault !== undefined, `${where}: not refused`);
        assert.deepEqual([cut.status, cut.isWhole], [here.status, here.isWhole], where);
      }
    }
    if (here.fault !== undefined || tabBehindLength.test(text)) continue;
    const { status, headers, body, isWhole } = here;
    const byNode = await readByNode(bytes(text), isHeadOnly ? 'HEAD' : 'GET');
    assert.deepEqual(byNode, { status, headers, body, isWhole }, where);
    if (isWhole) good += 1;
  }
  assert.ok(good > rounds / 4, `${good} whole answers of ${rounds}`);
});
