import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sqlite from 'node-sqlite3-wasm';
import { usageFile } from '../../../src/admin/usage/usage-store.ts';
import { readToken, requestEvent, startAdmin } from '../../helpers/admin.ts';

import { gateway } from '../recorder.ts';
import { compared, counted, openAiHeader, openAiRow, reconciled } from './invoices.ts';

const anthropic = {
  model: 'deep',
  deployment: 'anthropic',
  backend: 'anthropic',
  upstream_model: 'claude-sonnet-4-5',
} as const;

const costs = [
  openAiHeader,
  openAiRow('2026-10-01', 'gpt-4.1-2025-04-14, input', '6.5'),
  openAiRow('2026-10-01', 'gpt-4.1-2025-04-14, output', '3.5'),
  openAiRow('2026-10-02', 'text-embedding-3-small, input', '0.25'),
  openAiRow('2026-10-03', '', ''),
].join('\n');

test('an invoice stands beside what was counted, by day and the model of the vendor', async (t) => {
  const place = counted(t, [
    { usd: 8 },
    { usd: 2.5, certainty: 'estimated' },
    { usd: 1, day: '2026-10-03', upstream_model: 'gpt-4.1-mini', unpriced: 2 },
    { usd: 99, ...anthropic },
  ]);
  const { exitCode, out, err } = await reconciled(place, costs);
  assert.deepEqual([exitCode, err], [0, '']);
  assert.equal(
    out,
    `Invoice: invoice, OpenAI's costs (CSV), 2026-10-01 to 2026-10-03, 3 rows
Ours:    state/usage.sqlite, 1 backend: openai

DAY         MODEL                   INVOICE USD  OURS USD  DIFFERENCE         %  ESTIMATED
2026-10-01  gpt-4.1                     10.0000   10.5000     +0.5000    +5.0 %     23.8 %  invoiced as gpt-4.1-2025-04-14
2026-10-02  text-embedding-3-small       0.2500         -     -0.2500  -100.0 %             invoice only
2026-10-03  gpt-4.1-mini                      -    1.0000     +1.0000                0.0 %  ours only
TOTAL                                   10.2500   11.5000     +1.2500   +12.2 %     21.7 %

note: 2 requests had no price and count as nothing: fast/openai
note: what other backends used is left out (--backend names those that are compared)
`,
  );
});

test('models that are further apart than is allowed are exit code 1, also where their sum is not', async (t) => {
  const place = counted(t, [{ usd: 9 }, { usd: 11, upstream_model: 'gpt-4.1-mini' }]);
  const invoice = [
    openAiHeader,
    openAiRow('2026-10-01', 'gpt-4.1, input', '10'),
    openAiRow('2026-10-01', 'gpt-4.1-mini, input', '10'),
  ].join('\n');
  const far = await reconciled(place, invoice, '--max-difference', '5%');
  assert.equal(far.exitCode, 1);
  assert.equal(
    far.err,
    'the models are 2.0000 USD apart, which is 10.0 % of the invoice; --max-difference allows 5.0 %\n',
  );
  assert.equal((await reconciled(place, invoice, '--max-difference', '10%')).exitCode, 0);
  assert.equal((await reconciled(place, invoice, '--max-difference', '1.5 USD')).exitCode, 1);
  assert.equal((await reconciled(place, invoice, '--max-difference', 'little')).exitCode, 2);
});

test("the answer of OpenAI's API of costs is read, pages one after the other", async (t) => {
  const page = (start: number, ...results: readonly object[]) =>
    JSON.stringify({
      object: 'page',
      data: [{ object: 'bucket', start_time: start, end_time: start + 86_400, results }],
      has_more: false,
      next_page: null,
    });
  const result = (value: number, line_item: string | null) => ({
    object: 'organization.costs.result',
    amount: { value, currency: 'usd' },
    line_item,
    project_id: null,
  });
  const first = Date.parse('2026-10-01') / 1000;
  const invoice = `${page(first, result(10, 'gpt-4.1-2025-04-14, input'))}\n${page(first + 86_400)}\n`;
  const { lines, total } = await compared(counted(t, [{ usd: 10 }]), invoice);
  assert.deepEqual(lines, [['2026-10-01', 'gpt-4.1', 10, 10]]);
  assert.equal(total.difference_usd, 0);
  const whole = await compared(counted(t, [{ usd: 9 }]), page(first, result(10, null)));
  assert.deepEqual(whole.lines, [['2026-10-01', null, 10, 9]]);
  assert.match(whole.notes.join('\n'), /names no models.*grouped by line item/);
});

test("Anthropic's cost report is read as CSV, and as JSON with its amounts in cents", async (t) => {
  const place = counted(t, [{ usd: 3, ...anthropic }, { usd: 50 }]);
  const csv = `usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,cost_type
2026-10-01,Claude Sonnet 4.5,Default,k,message,≤ 200k,input_no_cache,1.25,token
2026-10-01,Claude Sonnet 4.5,Default,k,message,≤ 200k,output,1.75,token
2026-10-01,,Default,k,,,,0.01,web_search
`;
  assert.deepEqual((await compared(place, csv)).lines, [
    ['2026-10-01', '', 0.01, null],
    ['2026-10-01', 'claude-sonnet-4-5', 3, 3],
  ]);
  const result = {
    workspace_id: null,
    cost_type: 'tokens',
    currency: 'USD',
    model: 'claude-sonnet-4-5-20250929',
  };
  const json = JSON.stringify({
    data: [
      {
        starting_at: '2026-10-01T00:00:00Z',
        ending_at: '2026-10-02T00:00:00Z',
        results: [
          { ...result, amount: '125.00', token_type: 'uncached_input_tokens' },
          { ...result, amount: '175.5', token_type: 'output_tokens' },
        ],
      },
    ],
    has_more: false,
    next_page: null,
  });
  assert.deepEqual((await compared(place, json)).lines, [['2026-10-01', 'claude-sonnet-4-5', 3.005, 3]]);
});

test('exports of usage, which have no costs, are told which export has them', async (t) => {
  const place = counted(t, []);
  const openAi = await reconciled(place, 'start_time,num_model_requests,model\n1,2,gpt-4.1\n');
  assert.equal(openAi.exitCode, 2);
  assert.match(openAi.err, /OpenAI's export of usage, which has tokens and no costs; take the one of costs/);
  const anthropicUsage = await reconciled(place, 'usage_date_utc,model_version,usage_output_tokens\n');
  assert.match(anthropicUsage.err, /Anthropic's export of usage/);
  const api = { data: [{ start_time: 1, results: [{ object: 'organization.usage.completions.result' }] }] };
  assert.match((await reconciled(place, JSON.stringify(api))).err, /\/v1\/organization\/costs/);
});

test('columns of any other export are named', async (t) => {
  const place = counted(t, [{ usd: 1234.5 }]);
  const german = '\ufeffTag;Modell;Kosten;Währung\r\n01.10.2026;gpt-4.1;"1.234,50";USD\r\n';
  const unnamed = await reconciled(place, german);
  assert.match(
    unnamed.err,
    /these columns are of no export that is known \(Tag, Modell, Kosten, Währung\); name those .* with --date, --cost, --model/,
  );
  const columns = ['--date', 'Tag', '--model', 'Modell', '--cost', 'Kosten', '--currency', 'Währung'];
  assert.deepEqual((await compared(place, german, ...columns)).lines, [
    ['2026-10-01', 'gpt-4.1', 1234.5, 1234.5],
  ]);
  const utf16 = Buffer.from(german, 'utf16le');
  assert.equal((await compared(place, utf16, ...columns)).total.difference_usd, 0);
  const tidy = 'day,sku,usd\n2026-10-01,gpt-4.1,"1,234.50"\nTotal,,"1,234.50"\n';
  const { lines, notes } = await compared(place, tidy, '--date', 'day', '--model', 'sku', '--cost', 'usd');
  assert.deepEqual(lines, [['2026-10-01', 'gpt-4.1', 1234.5, 1234.5]]);
  assert.deepEqual(notes, [
    '1 row of totals is left out',
    'nothing says the currency of the invoice; taken as USD',
  ]);
  const wrong = await reconciled(place, tidy, '--date', 'day', '--cost', 'costs');
  assert.match(wrong.err, /there is no column costs; there are day, sku, usd/);
});

test('an amount that may be two is asked about', async (t) => {
  const place = counted(t, []);
  const columns = ['--date', 'd', '--cost', 'c', '--currency', 'USD'];
  const text = 'd;c\n2026-10-01;1.234\n';
  const { exitCode, err } = await reconciled(place, text, ...columns);
  assert.equal(exitCode, 2);
  assert.match(
    err,
    /invoice: line 2: 1\.234 may be a whole number or not: say which with --decimal point or/,
  );
  const of = async (mark: string) =>
    (await compared(place, text, ...columns, '--decimal', mark)).total.invoice_usd;
  assert.deepEqual([await of('point'), await of('comma')], [1.234, 1234]);
});

test('another currency is refused by its name, and converted where its rate is given', async (t) => {
  const place = counted(t, [{ usd: 10.8 }]);
  const euros = [openAiHeader, openAiRow('2026-10-01', 'gpt-4.1, input', '10', 'eur')].join('\n');
  const { exitCode, err } = await reconciled(place, euros);
  assert.equal(exitCode, 2);
  assert.match(err, /line 2: the amount is in EUR, .* in USD; say what one is worth: --rate EUR=1\.08/);
  const { lines, notes } = await compared(place, euros, '--rate', 'EUR=1.08');
  assert.deepEqual(lines, [['2026-10-01', 'gpt-4.1', 10.8, 10.8]]);
  assert.deepEqual(notes, ['10.00 EUR of the invoice are taken at 1.08 USD each']);
  const signs = 'd,c\n2026-10-01,€10\n';
  assert.match((await reconciled(place, signs, '--date', 'd', '--cost', 'c')).err, /the amount is in EUR/);
});

test('days of another zone are compared as a whole only, hours of it by day', async (t) => {
  const place = counted(t, [{ usd: 5 }, { usd: 7, day: '2026-10-02' }]);
  const columns = ['--date', 'd', '--model', 'm', '--cost', 'c', '--currency', 'USD'];
  const days = 'd,m,c\n2026-10-01,gpt-4.1,5\n2026-10-02,gpt-4.1,7\n';
  const berlin = ['--time-zone', 'Europe/Berlin'];
  const refused = await reconciled(place, days, ...columns, ...berlin);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.err, /its days begin 2 h off those of UTC.*compare the whole time with --by model/);
  const whole = await compared(place, days, ...columns, ...berlin, '--by', 'model');
  assert.deepEqual(whole.lines, [[null, 'gpt-4.1', 12, 12]]);
  const { out } = await reconciled(place, days, ...columns, ...berlin, '--by', 'model');
  assert.match(out, /\nMODEL +INVOICE USD .*\ngpt-4\.1 +12\.0000 +12\.0000 .*\nTOTAL +12\.0000/);
  assert.match(whole.notes.join('\n'), /days of the invoice begin 2 h off those of UTC/);
  const offsets = 'd,m,c\n2026-10-01T00:00:00+02:00,gpt-4.1,5\n2026-10-02T00:00:00+02:00,gpt-4.1,7\n';
  assert.match((await reconciled(place, offsets, ...columns)).err, /its days begin 2 h off/);
  // Half past one in the night of Berlin is still the day before.
  const hours = 'd,m,c\n2026-10-01 12:00,gpt-4.1,2\n2026-10-02 01:30,gpt-4.1,3\n2026-10-02 12:00,gpt-4.1,7\n';
  assert.deepEqual((await compared(place, hours, ...columns, ...berlin)).lines, [
    ['2026-10-01', 'gpt-4.1', 5, 5],
    ['2026-10-02', 'gpt-4.1', 7, 7],
  ]);
  const zone = await reconciled(place, hours, ...columns, '--time-zone', 'Middle-earth');
  assert.match(zone.err, /--time-zone Middle-earth: there is no such zone; write one such as Europe\/Berlin/);
  const monthly = [openAiHeader, '1790812800,1793491200,,,9,usd,gpt-4.1,p,o,Acme']
    .join('\n')
    .replace('_iso', '_x');
  assert.match((await reconciled(place, monthly)).err, /its rows are of more than a day/);
});

test('rows that are there twice are told and counted once', async (t) => {
  const place = counted(t, [{ usd: 10 }]);
  const row = openAiRow('2026-10-01', 'gpt-4.1, input', '10');
  const twice = [openAiHeader, row, row].join('\n');
  const { lines, notes } = await compared(place, twice);
  assert.deepEqual(lines, [['2026-10-01', 'gpt-4.1', 10, 10]]);
  assert.deepEqual(notes, [
    '1 row of the invoice is there more than once (first at line 3) and counted once; counted each time they would add 10.0000 USD (--keep-duplicates)',
  ]);
  assert.equal((await compared(place, twice, '--keep-duplicates')).total.invoice_usd, 20);
  const grown = [openAiHeader, row, openAiRow('2026-10-01', 'gpt-4.1, input', '12')].join('\n');
  const alike = await compared(place, grown);
  assert.equal(alike.total.invoice_usd, 22);
  assert.match(alike.notes.join('\n'), /1 row of the invoice differs from another in nothing but the amount/);
});

test('names that differ are mapped, and other projects are left out', async (t) => {
  const place = counted(t, [{ usd: 10 }]);
  const invoice = [
    openAiHeader,
    openAiRow('2026-10-01', 'GPT four one, input', '10'),
    openAiRow('2026-10-01', 'gpt-4.1, input', '77').replace('proj_1', 'proj_2'),
  ].join('\n');
  const { lines } = await compared(
    place,
    invoice,
    ...['--map', 'GPT four one=gpt-4.1', '--only', 'project_id=proj_1'],
  );
  assert.deepEqual(lines, [['2026-10-01', 'gpt-4.1', 10, 10]]);
});

test('versions stay apart where both sides name them', async (t) => {
  const place = counted(t, [
    { usd: 1, upstream_model: 'gpt-4o-2024-05-13' },
    { usd: 2, upstream_model: 'gpt-4o-2024-08-06' },
  ]);
  const invoice = [
    openAiHeader,
    openAiRow('2026-10-01', 'gpt-4o-2024-05-13, input', '1'),
    openAiRow('2026-10-01', 'gpt-4o-2024-08-06, input', '2'),
  ].join('\n');
  assert.deepEqual((await compared(place, invoice)).lines, [
    ['2026-10-01', 'gpt-4o-2024-05-13', 1, 1],
    ['2026-10-01', 'gpt-4o-2024-08-06', 2, 2],
  ]);
});

test('what can not be read is told with its place', async (t) => {
  const place = counted(t, []);
  const said = async (text: string | Buffer, ...args: readonly string[]) => {
    const { exitCode, err } = await reconciled(place, text, ...args);
    assert.equal(exitCode, 2);
    return err;
  };
  assert.match(await said(''), /invoice: there is no charge in it/);
  assert.match(
    await said(`${openAiHeader}\n${openAiRow('2026-10-01', 'x', 'much')}`),
    /invoice: line 2: "much" is no amount/,
  );
  const columns = ['--date', 'd', '--cost', 'c'];
  assert.match(
    await said('d,c\n31/13/2026,1\n', ...columns),
    /line 2: "31\/13\/2026" is no day; write days as/,
  );
  assert.match(await said('d,c\n2026-02-31,1\n', ...columns), /"2026-02-31" is no day/);
  assert.match(await said('d,c\n"2026-10-01,1\n', ...columns), /a quote that nothing closes begins here/);
  assert.match(await said('{"data":[{"start_time":1', ...columns), /JSON without an end/);
  assert.match(await said('{"error":{"message":"no"}}'), /there is no charge in it/);
  assert.match(await said(gzipSync(costs).subarray(0, 40)), /packed and damaged/);
  assert.match(await said('d,c\n2026-10-01,1\n', '--cost', 'c'), /columns are named together/);
});

test('what was kept before records named the model stands under what the file says', async (t) => {
  const place = counted(t, []);
  const db = new sqlite.Database(usageFile(join(place.dir, 'state')));
  db.exec('DROP TABLE usage');
  db.exec(`CREATE TABLE usage (day TEXT, key TEXT, model TEXT, deployment TEXT, requests INTEGER, failed INTEGER,
    cost_nano_usd INTEGER, PRIMARY KEY (day, key, model, deployment)) WITHOUT ROWID`);
  db.exec("INSERT INTO usage VALUES ('2026-10-01', 'team-a', 'fast', 'openai', 1, 0, 10000000000)");
  db.close();
  const { lines, notes } = await compared(place, costs);
  assert.deepEqual(lines[0], ['2026-10-01', 'gpt-4.1', 10, 10]);
  assert.match(notes.join('\n'), /kept before records named the vendor's model/);
});

test('a packed file of very many rows is read', async (t) => {
  const place = counted(t, [{ usd: 10 }]);
  const rows = Array.from(
    { length: 200_000 },
    (_, i) => `2026-10-01,gpt-4.1,row ${i} ${'x'.repeat(80)},0.00005`,
  );
  const text = `d,m,what,c\n${rows.join('\n')}\n`;
  const columns = ['--date', 'd', '--model', 'm', '--cost', 'c', '--currency', 'USD'];
  const { total } = await compared(place, gzipSync(text), ...columns);
  assert.deepEqual([total.invoice_usd, total.difference_usd], [10, 0]);
});

test('a running gateway is asked where one is named', async (t) => {
  const admin = await startAdmin(t);
  admin.tell([
    requestEvent({ at: Date.parse('2026-10-01T10:00:00Z'), upstreamModel: 'gpt-4.1', costNanoUsd: 1e9 }),
  ]);
  const { dir } = counted(t, []);
  const invoice = join(dir, 'costs.csv');
  writeFileSync(invoice, `${openAiHeader}\n${openAiRow('2026-10-01', 'gpt-4.1, input', '1')}\n`);
  const { exitCode, out, err } = await gateway(
    ['usage', 'reconcile', '--invoice', invoice, '--admin', admin.url, '--format', 'csv'],
    { env: { GATEWAY_READ_TOKEN: readToken } },
  );
  assert.deepEqual([exitCode, err], [0, '']);
  assert.equal(
    out,
    'day,model,invoice_models,invoice_usd,ours_usd,difference_usd,difference_share,estimated_share\n2026-10-01,gpt-4.1,,1,1,0,0,0\n',
  );
  const second = await startAdmin(t);
  second.tell([
    requestEvent({ at: Date.parse('2026-10-01T10:00:00Z'), upstreamModel: 'gpt-4.1', costNanoUsd: 5e8 }),
  ]);
  const both = await gateway(
    [
      'usage',
      'reconcile',
      '--invoice',
      invoice,
      '--admin',
      admin.url,
      '--admin',
      second.url,
      '--format',
      'csv',
    ],
    { env: { GATEWAY_READ_TOKEN: readToken } },
  );
  assert.match(both.out, /\n2026-10-01,gpt-4\.1,,1,1\.5,0\.5,0\.5,0\n/);
  const none = await gateway(['usage', 'reconcile', '--invoice', invoice]);
  assert.match(none.err, /say whose usage: --config FILE, or --admin URL/);
});

test('a page of an API after which more follow is refused, and is good with those behind it', async (t) => {
  const place = counted(t, [{ usd: 1 }]);
  const page = (day: string, hasMore: boolean) => {
    const start = Date.parse(`${day}T00:00:00Z`) / 1000;
    const amount = { value: 0.5, currency: 'usd' };
    const results = [{ object: 'organization.costs.result', amount, line_item: 'gpt-4.1, input' }];
    const data = [{ object: 'bucket', start_time: start, end_time: start + 86_400, results }];
    return { object: 'page', data, has_more: hasMore, next_page: hasMore ? 'page_2' : null };
  };
  const [first, last] = [page('2026-10-01', true), page('2026-10-02', false)];
  for (const cut of [
    JSON.stringify(first),
    JSON.stringify([first]),
    JSON.stringify(last) + JSON.stringify(first),
  ]) {
    const { exitCode, out, err } = await reconciled(place, cut);
    assert.deepEqual([exitCode, out], [2, '']);
    assert.match(err, /invoice: it is not whole: its last page says that more follow/);
  }
  for (const whole of [`${JSON.stringify(first)}\n${JSON.stringify(last)}`, JSON.stringify([first, last])]) {
    const { exitCode, out, err } = await reconciled(place, whole);
    assert.deepEqual([exitCode, err], [0, '']);
    assert.match(out, /2026-10-01 to 2026-10-02, 2 rows/);
  }
});

test('days with slashes are read by the values of their column, and asked for where both orders are possible', async (t) => {
  const place = counted(t, [{ usd: 1, day: '2026-10-05' }]);
  const columns = [
    '--date',
    'Date',
    '--cost',
    'Cost',
    '--model',
    'Meter',
    '--currency',
    'USD',
    '--backend',
    'openai',
  ];
  const csv = (...days: readonly string[]) =>
    ['Date,Meter,Cost', ...days.map((day, row) => `${day},m${row},1`)].join('\n');
  for (const [days, more, told] of [
    [['10/05/2026', '10/31/2026'], [], '2026-10-05 to 2026-10-31'],
    [['05/10/2026', '31/10/2026'], [], '2026-10-05 to 2026-10-31'],
    [['10/10/2026'], [], '2026-10-10 to 2026-10-10'],
    [['10/05/2026', '10/06/2026'], ['--day-order', 'month-first'], '2026-10-05 to 2026-10-06'],
    [['05/10/2026', '6/10/2026'], ['--day-order', 'day-first'], '2026-10-05 to 2026-10-06'],
  ] as const) {
    const { exitCode, out, err } = await reconciled(place, csv(...days), ...columns, ...more);
    assert.equal(exitCode, 0, err);
    assert.ok(out.includes(told), out);
  }
  const open = await reconciled(place, csv('10/05/2026', '10/06/2026'), ...columns);
  assert.equal(open.exitCode, 2);
  assert.match(
    open.err,
    /its days, such as 10\/05\/2026, can be read both ways; .*--day-order month-first, or day-first/,
  );
  const none = await reconciled(place, csv('10/31/2026', '31/10/2026'), ...columns);
  assert.match(none.err, /line 3: .*"31\/10\/2026" is no day/);
});
