import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf } from '../../../src/cli/invoice/amounts.ts';
import { CsvRows } from '../../../src/cli/invoice/csv-rows.ts';
import { momentOf } from '../../../src/cli/invoice/export-timestamps.ts';
import { JsonItems } from '../../../src/cli/invoice/json-items.ts';
import { comparedNames } from '../../../src/cli/invoice/model-names.ts';

function rowsOf(text: string, size: number) {
  const rows: [number, ...string[]][] = [];
  const csv = new CsvRows((cells, line) => void rows.push([line, ...cells]));
  for (let at = 0; at < text.length; at += size) csv.push(text.slice(at, at + size));
  csv.end();
  return rows;
}

function itemsOf(text: string, size: number) {
  const items: unknown[] = [];
  const json = new JsonItems((item) => void items.push(item));
  for (let at = 0; at < text.length; at += size) json.push(text.slice(at, at + size));
  json.end();
  return items;
}

test('rows are the same wherever their text is cut', () => {
  const text = 'a,b,c\r\n1,"x, ""y""\nz",\r\n\r\n"",2,"3"\n4,5';
  for (let size = 1; size <= text.length; size += 1) {
    assert.deepEqual(
      rowsOf(text, size),
      [
        [1, 'a', 'b', 'c'],
        [2, '1', 'x, "y"\nz', ''],
        [5, '', '2', '3'],
        [6, '4', '5'],
      ],
      `pieces of ${size}`,
    );
  }
});

test('the separator is the one that the first row has most of, or that Excel names', () => {
  assert.deepEqual(rowsOf('a;b,c;d\n1;2;3\n', 3), [
    [1, 'a', 'b,c', 'd'],
    [2, '1', '2', '3'],
  ]);
  assert.deepEqual(rowsOf('sep=|\na|b,c,d\n', 2), [[2, 'a', 'b,c,d']]);
  assert.deepEqual(rowsOf('a\tb\n', 1), [[1, 'a', 'b']]);
});

test('a quote that nothing closes is told before it has eaten the file', () => {
  const csv = new CsvRows(() => {});
  assert.throws(() => {
    for (let i = 0; i < 30; i += 1) csv.push(i === 0 ? 'a,b\n"' : 'x'.repeat(100_000));
  }, /line 2: this row has no end within 1 MiB/);
});

test('objects are the same wherever their text is cut', () => {
  const bucket = (start: number) => ({
    start,
    results: [{ text: 'a "quoted" \\ {[', data: [{ not: 'one' }] }],
  });
  const page = (...data: readonly object[]) => ({ object: 'page', data, has_more: false });
  const texts = {
    lines: `${JSON.stringify(page(bucket(1), bucket(2)))}\n${JSON.stringify(page())}\n${JSON.stringify(page(bucket(3)))}`,
    list: JSON.stringify([page(bucket(1), bucket(2)), page(), page(bucket(3))], null, 2),
    buckets: JSON.stringify([bucket(1), bucket(2), bucket(3)]),
  };
  for (const [name, text] of Object.entries(texts)) {
    for (const size of [1, 2, 5, 11, 64, text.length]) {
      assert.deepEqual(
        itemsOf(text, size),
        [bucket(1), bucket(2), bucket(3)],
        `${name} in pieces of ${size}`,
      );
    }
  }
});

test('amounts are read as they are written', () => {
  const of = (text: string, separator = ',') => {
    const { value, currency } = amountOf(text, undefined, separator);
    return currency === undefined ? value : [value, currency];
  };
  assert.deepEqual(
    ['12.5', '1,234.5', '1,234', '0,5', '-0.25', '6.0e-06', '0E-16', '.5', '1 234.50', "1'234.50"].map(
      (text) => of(text),
    ),
    [12.5, 1234.5, 1234, 0.5, -0.25, 0.000006, 0, 0.5, 1234.5, 1234.5],
  );
  assert.deepEqual(
    ['12,5', '1.234,5', '1,234', '0.05', '1.234.567,89'].map((text) => of(text, ';')),
    [12.5, 1234.5, 1.234, 0.05, 1234567.89],
  );
  assert.deepEqual(
    ['$1.50', '-$1.50', '($1.50)', '€ 2', '3 EUR', 'usd 4'].map((text) => of(text)),
    [
      [1.5, 'USD'],
      [-1.5, 'USD'],
      [-1.5, 'USD'],
      [2, 'EUR'],
      [3, 'EUR'],
      [4, 'USD'],
    ],
  );
  for (const bad of [
    '',
    ' '.repeat(1_000_000),
    'n/a',
    '1.2.3',
    '1,23,4',
    '--1',
    '1e',
    '0x10',
    'NaN',
    'Infinity',
  ]) {
    assert.throws(() => of(bad), /is no amount/, bad);
  }
});

test('moments are those of their zone, also where clocks are changed', () => {
  const of = (text: string, zone = 'UTC') => new Date(momentOf(text, zone).ms).toISOString();
  assert.equal(of('1790812800'), '2026-10-01T00:00:00.000Z');
  assert.equal(of('1790812800000'), '2026-10-01T00:00:00.000Z');
  assert.equal(of('20261001'), '2026-10-01T00:00:00.000Z');
  assert.equal(of('1.10.2026'), '2026-10-01T00:00:00.000Z');
  assert.equal(of('2026-10-01T02:00:00+0200'), '2026-10-01T00:00:00.000Z');
  assert.equal(of('2026-10-01 02:00:00 UTC', 'Europe/Berlin'), '2026-10-01T02:00:00.000Z');
  assert.equal(of('2026-10-25 01:00', 'Europe/Berlin'), '2026-10-24T23:00:00.000Z');
  assert.equal(of('2026-10-25 12:00', 'Europe/Berlin'), '2026-10-25T11:00:00.000Z');
  assert.equal(of('2026-03-29', 'America/New_York'), '2026-03-29T04:00:00.000Z');
  assert.equal(of('2026-10-01', 'Asia/Kolkata'), '2026-09-30T18:30:00.000Z');
});

test('names of one model are the same, whatever stands for its version', () => {
  const same = (invoiced: string, ours: string) => {
    const name = comparedNames([invoiced], [ours]);
    return name(invoiced) === name(ours);
  };
  for (const [invoiced, ours] of [
    ['gpt-4.1-2025-04-14', 'gpt-4.1'],
    ['Claude Sonnet 4.5', 'claude-sonnet-4-5-20250929'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-latest'],
    ['claude-sonnet-4@20250514', 'claude-sonnet-4'],
  ] as const) {
    assert.ok(same(invoiced, ours), `${invoiced} and ${ours}`);
  }
  for (const [invoiced, ours] of [
    ['gpt-4.1-mini-2025-04-14', 'gpt-4.1'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
  ] as const) {
    assert.ok(!same(invoiced, ours), `${invoiced} and ${ours}`);
  }
});
