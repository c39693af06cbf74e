import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordIn } from '../../../src/api/translation/answers/backend-errors.ts';
import { DropList, TranslationReport } from '../../../src/api/translation/report.ts';

test('Of names that a client makes up so many are told, each in so many characters', () => {
  const report = new TranslationReport(new DropList([], true));
  for (let at = 0; at < 500; at += 1) report.refuse(`field_${at}`, undefined, true);
  assert.equal(report.dropped.length, 101);
  assert.ok(report.dropped.includes('others'));
  const long = 'x'.repeat(100_000);
  report.refuse('tools[0]', `tools.${long}`);
  report.never('tool_choice', `it names \`${long}\``);
  const told = report.refused.flatMap(({ path, drop, why }) => [path, drop ?? '', why ?? '']);
  assert.equal(told.length, 6);
  for (const text of told) assert.ok(text.length < 300, `${text.length}`);
});

test('A long path is dropped where what stands above it is listed', () => {
  const report = new TranslationReport(new DropList(['metadata'], false));
  assert.equal(report.refuse(`metadata.${'x'.repeat(1000)}`), true);
  assert.deepEqual(report.refused, []);
});

test('What has no text is told by what it is', () => {
  assert.equal(wordIn('overloaded'), 'overloaded');
  assert.equal(wordIn(1001), '1001');
  assert.equal(wordIn(JSON.parse('{"toString":1,"valueOf":1}')), 'object');
  assert.equal(wordIn(undefined), 'undefined');
});
