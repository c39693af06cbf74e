import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { boundaryOf, isForm } from '../../../../src/api/body/multipart/boundary.ts';
import { formOf, type TextPart } from '../../../helpers/forms.ts';
import { partsOf, type ReadPart, readByBusboy } from './form-text.ts';

const run = promisify(execFile);
const boundary = '----gatewayFormBoundary0123456789';
const typed = (text: string) => `multipart/form-data; boundary=${text}`;
const ours = (bytes: Buffer, mark: string): ReadPart[] =>
  partsOf(bytes, mark).map(({ name, isFile, from, to }) => ({
    name,
    isFile,
    content: bytes.subarray(from, to),
  }));
const faulty = { code: 'invalid_form', message: /^The form .*; send it as RFC 7578 has it\.$/ };

const plain: readonly TextPart[] = [
  { name: 'file', filename: 'a.wav', type: 'audio/wav', content: 'RIFF\r\n--not the end\r\n\r\nx' },
  { name: 'model', content: 'whisper-1' },
  { name: 'empty', content: '' },
];

test('parts are found where they stand, and nothing is copied', async () => {
  const bytes = formOf(boundary, plain);
  const parts = partsOf(bytes, boundary);
  assert.deepEqual(
    parts.map(({ name, isFile, from, to }) => [name, isFile, bytes.toString('latin1', from, to)]),
    [
      ['file', true, 'RIFF\r\n--not the end\r\n\r\nx'],
      ['model', false, 'whisper-1'],
      ['empty', false, ''],
    ],
  );
  for (const { at, end } of parts) {
    for (const place of [at, end])
      assert.equal(bytes.toString('latin1', place, place + 2 + boundary.length), `--${boundary}`);
  }
  assert.deepEqual(await readByBusboy(typed(boundary), [bytes]), ours(bytes, boundary));
});

test('what stands before the first delimiter and behind the last one is nobody’s', async () => {
  const bytes = formOf(boundary, plain, { preamble: 'for readers of mail', epilogue: 'the end' });
  assert.deepEqual(ours(bytes, boundary), ours(formOf(boundary, plain), boundary));
  assert.deepEqual(await readByBusboy(typed(boundary), [bytes]), ours(bytes, boundary));
});

const boundaries = fc
  .array(fc.constantFrom(..."abcXYZ019'()+_,-./:=? "), { minLength: 1, maxLength: 70 })
  .map((characters) => characters.join(''))
  .filter((text) => !text.endsWith(' '));
/** Bytes that come near to being delimiters. */
const contents = (mark: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\r\n',
          '\r',
          '\n',
          '--',
          '-',
          '\r\n\r\n',
          `--${mark.slice(0, -1)}!`,
          `\r\n-${mark}`,
          mark,
          'Content-Disposition: form-data; name="model"',
        ),
        fc.string(),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''))
    .filter((text) => !`\r\n${text}`.includes(`\n--${mark}`));
const names = fc.constantFrom('file', 'image[]', 'model', 'a b', 'x\\"y', 'naïve', 'tags', '%22');
const forms = boundaries.chain((mark) =>
  fc.record({
    mark: fc.constant(mark),
    parts: fc.array(
      fc.record(
        { name: names, filename: fc.constantFrom('a.bin', 'C\\\\x', 'é'), content: contents(mark) },
        { requiredKeys: ['name', 'content'] },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    preamble: fc.option(fc.constantFrom('', 'read by nobody', '--', '\r\n'), { nil: undefined }),
    epilogue: fc.constantFrom('', 'read by nobody', '\r\n--'),
  }),
);

test('whatever is a form has the same parts here as for busboy, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(forms, fc.nat(), async ({ mark, parts, preamble, epilogue }, cut) => {
      const around = preamble === undefined ? { epilogue } : { preamble, epilogue };
      const bytes = formOf(mark, parts, around);
      const found = ours(bytes, mark);
      assert.equal(found.length, parts.length);
      const type = typed(`"${mark}"`);
      assert.equal(boundaryOf(type), mark);
      const at = cut % bytes.length;
      const theirs = await readByBusboy(type, [bytes.subarray(0, at), bytes.subarray(at)]);
      // Names are bytes here, and texts are decoded there.
      const byName = ({ name, isFile, content }: ReadPart) => [
        Buffer.from(name, 'latin1').toString('hex'),
        isFile,
        content.toString(),
      ];
      assert.deepEqual(found.map(byName), theirs?.map(byName));
    }),
    { numRuns: 500 },
  );
});

test('a form that is cut anywhere is none, and its parts are not read as if it were whole', async () => {
  const bytes = formOf(boundary, plain);
  const whole = bytes.length - 2; // the last line end may be missing
  for (let length = 0; length < whole; length += 1) {
    assert.throws(() => partsOf(bytes.subarray(0, length), boundary), faulty, String(length));
  }
  for (const length of [whole, bytes.length])
    assert.equal(partsOf(bytes.subarray(0, length), boundary).length, 3);
  // In two pieces busboy reads it as in one: what is compared above does not hang on how it came.
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const theirs = await readByBusboy(typed(boundary), [bytes.subarray(0, cut), bytes.subarray(cut)]);
    assert.deepEqual(theirs, ours(bytes, boundary), String(cut));
  }
});

test('a byte that is changed anywhere gives a form with the same parts as for busboy, or none', async () => {
  const bytes = formOf('b', [
    { name: 'model', content: 'a' },
    { name: 'file', filename: 'f', content: 'x' },
  ]);
  for (let at = 0; at < bytes.length; at += 1) {
    for (const byte of [0x0a, 0x0d, 0x20, 0x22, 0x2d, 0x3b, 0x5c, 0x62, 0x80]) {
      const changed = Buffer.from(bytes);
      changed[at] = byte;
      let found: ReadPart[];
      try {
        found = ours(changed, 'b');
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'invalid_form');
        continue;
      }
      const theirs = await readByBusboy(typed('b'), [changed]);
      const routing = (parts: readonly ReadPart[] = []) =>
        parts.filter(({ name }) => name === 'model').map(({ content }) => content.toString('latin1'));
      if (byte < 0x80)
        assert.deepEqual(routing(found), routing(theirs), `${at} ${byte} ${changed.toString('latin1')}`);
    }
  }
});

test('what readers of forms take in different ways is refused', () => {
  const disposition = 'Content-Disposition: form-data; name="a"';
  const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n`;
  const refused: Readonly<Record<string, string>> = {
    'no delimiter': 'hello',
    'of another boundary': part(disposition).replaceAll('--b', '--c'),
    'a line end without CR before a delimiter': `${part(disposition).replace('x\r\n', 'x\n')}--b--`,
    'a preamble whose line has no CR': `x\n${part(disposition)}--b--`,
    'no closing delimiter': part(disposition),
    'blanks behind a delimiter': `${part(disposition).replace('--b\r', '--b \r')}--b--`,
    'text behind a delimiter': `${part(disposition).replace('--b\r', '--bc\r')}--b--`,
    'text behind the closing delimiter': `${part(disposition)}--b--x`,
    'parts behind the closing delimiter': `${part(disposition)}--b--\r\n${part(disposition)}--b--`,
    'no blank line': `--b\r\n${disposition}\r\n--b--`,
    'no headers': '--b\r\n\r\nx\r\n--b--',
    'no Content-Disposition': `${part('Content-Type: text/plain')}--b--`,
    'two of them': `${part(`${disposition}\r\n${disposition}`)}--b--`,
    'no name': `${part('Content-Disposition: form-data; filename="a"')}--b--`,
    'an empty name': `${part('Content-Disposition: form-data; name=""')}--b--`,
    'two names': `${part('Content-Disposition: form-data; name="a"; name="model"')}--b--`,
    'a name in another encoding': `${part("Content-Disposition: form-data; name*=UTF-8''model")}--b--`,
    'another type of disposition': `${part('Content-Disposition: attachment; name="a"')}--b--`,
    'a name without its closing quote': `${part('Content-Disposition: form-data; name="a')}--b--`,
    'a name that is no token': `${part('Content-Disposition: form-data; name=a[]')}--b--`,
    'a header that goes on in the next line': `${part('Content-Disposition: form-data;\r\n name="a"')}--b--`,
    'a header without a colon': `${part(`${disposition}\r\nx`)}--b--`,
    'a blank before the colon': `${part('Content-Disposition : form-data; name="a"')}--b--`,
    'a zero in a header': `${part(`${disposition}\0`)}--b--`,
    'a line end without CR in a header': `${part(`Content-Type: a/b\n${disposition}`)}--b--`,
  };
  for (const [what, text] of Object.entries(refused)) {
    assert.throws(() => partsOf(Buffer.from(text, 'latin1'), 'b'), faulty, what);
  }
  assert.equal(partsOf(Buffer.from(`${part(disposition)}--b--`), 'b').length, 1);
});

test('a hundred parts are read, and headers of 8 KiB; more is refused', () => {
  const many = (count: number) =>
    formOf(
      'b',
      Array.from({ length: count }, () => ({ name: 'a', content: '' })),
    );
  assert.equal(partsOf(many(100), 'b').length, 100);
  assert.throws(() => partsOf(many(101), 'b'), { code: 'invalid_form', message: /more than 100 parts/ });
  const head = 'Content-Disposition: form-data; name="a"\r\nX: ';
  const long = (bytes: number) =>
    Buffer.from(`--b\r\n${head}${'x'.repeat(bytes - head.length)}\r\n\r\n\r\n--b--`);
  assert.equal(partsOf(long(8192), 'b').length, 1);
  assert.throws(() => partsOf(long(8193), 'b'), { code: 'invalid_form', message: /8192 bytes in part 1/ });
});

test('a boundary has 1 to 70 of the characters that it may have, and there is one', () => {
  const sound: Readonly<Record<string, string>> = {
    [typed('abc')]: 'abc',
    [typed('"a b/c:d=e?"')]: 'a b/c:d=e?',
    'Multipart/Form-Data ; charset=utf-8 ; Boundary=x': 'x',
    [typed('x'.repeat(70))]: 'x'.repeat(70),
  };
  for (const [type, expected] of Object.entries(sound)) {
    assert.ok(isForm(type), type);
    assert.equal(boundaryOf(type), expected, type);
  }
  const unsound = [
    'multipart/form-data',
    'multipart/form-data;',
    typed(''),
    typed('""'),
    typed('x'.repeat(71)),
    typed('"a\\b"'),
    typed('"x "'),
    typed('"x'),
    typed('a b'),
    typed('a=b'),
    typed('"ä"'),
    typed('"a\\"b"'),
    `${typed('a')}; boundary=b`,
    `${typed('a')}, multipart/form-data; boundary=b`,
  ];
  for (const type of unsound) {
    assert.ok(isForm(type), type);
    assert.throws(
      () => boundaryOf(type),
      { code: 'invalid_form', message: /Content-Type of the form/ },
      type,
    );
  }
  for (const type of [
    undefined,
    '',
    'application/json',
    'multipart/form-datax',
    'multipart/mixed; boundary=a',
  ]) {
    assert.equal(isForm(type), false, type);
  }
});

/** What a sender's request had: its type and its body. */
async function captured(
  t: TestContext,
  send: (url: string) => Promise<unknown>,
): Promise<{ type: string; body: Buffer }> {
  const chunks: Buffer[] = [];
  let type = '';
  const server = createServer((request, response) => {
    type = request.headers['content-type'] ?? '';
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end('ok'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.closeAllConnections();
  return { type, body: Buffer.concat(chunks) };
}

const expected = [
  ['file', true, 'a\r\n--b\0\xff'],
  ['model', false, 'whisper-1'],
  ['image[]', true, '1'],
  ['image[]', true, '2'],
  ['prompt', false, 'two\nlines'],
];
const content = Buffer.from('a\r\n--b\0\xff', 'latin1');

async function requireAgreement({ type, body }: { type: string; body: Buffer }): Promise<void> {
  const found = ours(body, boundaryOf(type));
  const shown = (parts: readonly ReadPart[] = []) =>
    parts.map((part) => [part.name, part.isFile, part.content.toString('latin1')]);
  assert.deepEqual(shown(found), expected);
  assert.deepEqual(shown(await readByBusboy(type, [body])), expected);
}

test('forms of undici’s FormData are read', async (t) => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'quo"ted.wav');
  form.append('model', 'whisper-1');
  form.append('image[]', new Blob(['1']), '1.png');
  form.append('image[]', new Blob(['2']), '2.png');
  form.append('prompt', 'two\nlines');
  const sent = await captured(t, (url) => fetch(url, { method: 'POST', body: form }));
  const found = ours(sent.body, boundaryOf(sent.type));
  // It writes line ends in texts as RFC 7578 has them.
  assert.equal(found.at(-1)?.content.toString(), 'two\r\nlines');
  assert.deepEqual(
    found.map(({ name, isFile }) => [name, isFile]),
    expected.map(([name, isFile]) => [name, isFile]),
  );
  assert.deepEqual(await readByBusboy(sent.type, [sent.body]), found);
});

test('forms of curl -F are read', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'form-'));
  t.after(() => rm(directory, { recursive: true }));
  const [file, one, two] = ['quo"ted.wav', '1.png', '2.png'].map((name) => join(directory, name));
  await Promise.all([writeFile(file!, content), writeFile(one!, '1'), writeFile(two!, '2')]);
  const quoted = file!.replaceAll('"', '\\"');
  const fields = [
    `file=@"${quoted}"`,
    'model=whisper-1',
    `image[]=@${one}`,
    `image[]=@${two}`,
    'prompt=two\nlines',
  ];
  const sent = await captured(t, (url) =>
    run('curl', ['-sS', ...fields.flatMap((field) => ['-F', field]), url]),
  );
  await requireAgreement(sent);
});

const python = `
import http.client, sys, urllib.parse, uuid
files = [
  ('file', ('quo"ted.wav', b'a\\r\\n--b\\0\\xff', 'audio/wav')),
  ('model', (None, b'whisper-1')),
  ('image[]', ('1.png', b'1')), ('image[]', ('2.png', b'2')),
  ('prompt', (None, b'two\\nlines')),
]
try:
  import requests
  requests.post(sys.argv[1], files=files)
except ImportError:
  mark = uuid.uuid4().hex
  body = b''
  for name, (filename, content, *rest) in files:
    file = '' if filename is None else '; filename="%s"' % filename.replace('"', '%22')
    body += ('--%s\\r\\nContent-Disposition: form-data; name="%s"%s\\r\\n\\r\\n' % (mark, name, file)).encode() + content + b'\\r\\n'
  body += ('--%s--\\r\\n' % mark).encode()
  to = http.client.HTTPConnection(urllib.parse.urlsplit(sys.argv[1]).netloc)
  to.request('POST', '/', body, {'content-type': 'multipart/form-data; boundary=' + mark})
  to.getresponse().read()
`;

test('forms of Python are read: of requests, where it is there', async (t) => {
  await requireAgreement(await captured(t, (url) => run('python3', ['-c', python, url])));
});

test('a boundary in an extended form is refused, alone and beside a plain one; other parameters pass', () => {
  for (const more of [
    "boundary*=UTF-8''CC",
    'boundary*0=C',
    "Boundary*0*=UTF-8''C",
    'boundary2=x',
    'BOUNDARY*1="C"',
  ]) {
    for (const type of [
      `multipart/form-data; boundary=BB; ${more}`,
      `multipart/form-data; ${more}; boundary=BB`,
    ])
      assert.throws(() => boundaryOf(type), { code: 'invalid_form' }, type);
    assert.throws(() => boundaryOf(`multipart/form-data; ${more}`), { code: 'invalid_form' }, more);
  }
  assert.equal(boundaryOf("multipart/form-data; charset=utf-8; boundary=BB; x*=UTF-8''CC; format*0=a"), 'BB');
});

test('a name with a backslash that readers take in two ways, and an empty name of a file, are refused', () => {
  const form = (disposition: string) =>
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--b--\r\n`);
  for (const disposition of [
    'name="mod\\el"',
    'name="\\model"',
    'name="model"; filename=""',
    'name=model; filename=""',
  ])
    assert.throws(() => partsOf(form(disposition), 'b'), { code: 'invalid_form' }, disposition);
  assert.equal(partsOf(form('name="a\\"b\\\\"'), 'b')[0]!.name, 'a"b\\');
  assert.equal(partsOf(form('name="file"; filename="C:\\a.wav"'), 'b')[0]!.isFile, true);
});
