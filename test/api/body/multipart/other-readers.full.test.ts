/**
 * Forms as Go's standard library, werkzeug and Starlette read them. A form that the gateway takes is read alike by each,
 * or refused by it: else a key could use a model that the gateway doesn't see.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundaryOf, isForm } from '../../../../src/api/body/multipart/boundary.ts';
import { otherReaders } from '../../../helpers/other-readers.ts';
import { partsOf } from './form-text.ts';

/** So many take seconds; `FORMS=100000` was tried when the rules were made. */
const forms = Number(process.env['FORMS'] ?? 6_000);

interface Form {
  readonly contentType: string;
  readonly body: Buffer;
}

interface Reading {
  readonly refused: boolean;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly string[];
}

/** Mostly sound: what is refused at once shows nothing. */
const rarely = (usual: string, ...others: readonly string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const boundaries = fc.constantFrom('BB', 'CC', '----b0', 'B:=?', "b'()+_,-./");

const contentType = fc
  .tuple(
    boundaries,
    rarely(
      '; boundary=',
      '; Boundary=',
      ';boundary=',
      ' ; BOUNDARY=',
      '; boundary =',
      '; boundary= ',
      ', boundary=',
    ),
    fc.constantFrom('token', 'quoted', 'escaped'),
    rarely(
      '',
      ...[
        "; boundary*=UTF-8''CC",
        '; boundary*0=CC',
        "; boundary*0*=UTF-8''CC",
        '; boundary=CC',
        '; charset=utf-8',
      ],
      ...[
        "; x*=UTF-8''CC",
        '; boundary2=CC',
        ';',
        '; ',
        '; x="a;boundary=CC"',
        '; x="a\\";boundary=CC"',
        ' boundary=CC',
      ],
    ),
    fc.boolean(),
  )
  .map(([boundary, name, form, more, isBefore]) => {
    const isToken = /^[\w'+.-]+$/.test(boundary);
    const value =
      form === 'token' && isToken
        ? boundary
        : `"${form === 'escaped' ? boundary.replace(/[B-]/g, '\\$&') : boundary}"`;
    return {
      boundary,
      text: `multipart/form-data${isBefore ? more : ''}${name}${value}${isBefore ? '' : more}`,
    };
  });

const partName = fc.constantFrom(
  'model',
  'model',
  'Model',
  'file',
  'model\\"',
  'mod\\el',
  'model ',
  'm%6fdel',
  'm\u00f6del',
  'model[]',
);
const part = fc
  .tuple(
    partName,
    fc.constantFrom('allowed', 'secret', '', 'a\r\nb', '--BB', '\r\n--B', 'x\r\n\r\ny', '\u20ac'),
    rarely(
      '',
      '; filename="a"',
      "; filename*=UTF-8''a",
      '; filename=""',
      "; name*=UTF-8''secret",
      '; name="other"',
      '; filename',
    ),
    rarely(
      'Content-Disposition: form-data',
      'content-disposition:form-data',
      'Content-Disposition: attachment',
      'Content-Disposition : form-data',
    ),
    rarely(
      '',
      'Content-Type: text/plain; charset=utf-16\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      ' name="x"\r\n',
      'X: y\r\n',
      'Content-Disposition: form-data; name="two"\r\n',
    ),
    fc.constantFrom('quoted', 'quoted', 'token'),
  )
  .map(([name, content, more, head, line, form]) => {
    const value = form === 'token' && /^\w+$/.test(name) ? name : `"${name}"`;
    return `${head}; name=${value}${more}\r\n${line}\r\n${content}`;
  });

const form: fc.Arbitrary<Form> = fc
  .tuple(
    contentType,
    fc.array(part, { minLength: 1, maxLength: 4 }),
    rarely('\r\n', '\n', '\r\n '),
    rarely(
      '',
      'preamble\r\n',
      '\r\n',
      '--CC\r\nContent-Disposition: form-data; name="model"\r\n\r\nsecret\r\n--CC--\r\n',
    ),
    rarely(
      '--\r\n',
      '--',
      '-- \r\n',
      '--\r\nend',
      '--\r\n--CC\r\nContent-Disposition: form-data; name="model"\r\n\r\nsecret\r\n--CC--\r\n',
      '',
    ),
  )
  .map(([{ boundary, text }, parts, lineEnd, before, after]) => ({
    contentType: text,
    body: Buffer.from(
      `${before}${parts.map((one) => `--${boundary}${lineEnd}${one}\r\n`).join('')}--${boundary}${after}`,
    ),
  }));

/** What the gateway reads of a form; undefined where it refuses it. */
function ours({ contentType: type, body }: Form): Reading | undefined {
  if (!isForm(type)) return undefined;
  try {
    const fields: Record<string, string[]> = {};
    const files: string[] = [];
    for (const { name, isFile, from, to } of partsOf(body, boundaryOf(type))) {
      const text = Buffer.from(name, 'latin1').toString();
      if (isFile) files.push(text);
      else fields[text] = [...(fields[text] ?? []), body.subarray(from, to).toString('base64')];
    }
    return { refused: false, fields, files };
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'invalid_form');
    return undefined;
  }
}

test(`${forms} forms are read as others read them, or refused`, { timeout: 500_000 }, (t) => {
  const readers = join(import.meta.dirname, 'readers');
  const others = otherReaders(t, join(readers, 'read_form.go'), join(readers, 'read_form.py'));
  const taken = fc
    .sample(form, forms)
    .map((one) => ({ one, read: ours(one) }))
    .filter(({ read }) => read !== undefined);
  assert.ok(taken.length > forms / 10, `${taken.length} are taken`);
  assert.ok(taken.length < forms, 'some are refused');
  const asked = taken.map(({ one }) =>
    JSON.stringify({ contentType: one.contentType, body: one.body.toString('base64') }),
  );
  for (const { name, read: readBy } of others) {
    const lines = readBy(asked) as readonly Reading[];
    assert.equal(lines.length, taken.length);
    let alike = 0;
    for (const [index, theirs] of lines.entries()) {
      if (theirs.refused) continue;
      const { one, read } = taken[index]!;
      const shown = `${name}: ${one.contentType}\n${one.body}`;
      assert.deepEqual(sorted(theirs.fields), sorted(read!.fields), shown);
      alike += 1;
    }
    assert.ok(alike > taken.length / 2, `${name} reads ${alike} of ${taken.length}`);
  }
});

function sorted(fields: Reading['fields']): readonly unknown[] {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
}
