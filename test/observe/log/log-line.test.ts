import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openLog } from '../../../src/observe/log/log.ts';
import { LogLine } from '../../../src/observe/log/log-line.ts';

/** In order, without the moment. */
function fieldsOf(line: string): readonly (readonly [string, unknown])[] {
  const fields = Object.entries(JSON.parse(line) as object);
  assert.match(fields[1]![1] as string, /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  return fields.toSpliced(1, 1, ['time', '']);
}

test('a line put together is the line that the logger would write', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'plain',
      'a "quoted" one',
      'back\\slash',
      'tab\t',
      '',
      '\u2028',
      '\ud800',
      'ä€😀',
      '\u007f',
    ),
  );
  fc.assert(
    fc.property(text, text, fc.double({ noNaN: true, noDefaultInfinity: true }), (one, two, ms) => {
      log.info({ one, two, absent: undefined, ms, list: [one, two], more: { one } }, 'request');
      const line = new LogLine('info')
        .text('one', one)
        .text('two', two)
        .text('absent', undefined)
        .number('ms', ms)
        .texts('list', [one, two])
        .texts('none', [])
        .json('more', JSON.stringify({ one }))
        .json('absent', undefined)
        .end('request');
      assert.deepEqual(fieldsOf(line), fieldsOf(lines.at(-1)!));
      assert.ok(line.endsWith('}\n'));
    }),
  );
});
