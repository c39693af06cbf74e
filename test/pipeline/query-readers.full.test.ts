/**
 * Queries as Go's standard library, werkzeug and Starlette read them. A query that the gateway takes names the model to
 * each of them that it named to the gateway, or none where the model stands elsewhere: else a key could use another one.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ModelPlace } from '../../src/api/endpoints/endpoint.ts';
import { modelInHead, queryFor } from '../../src/pipeline/declared-endpoints/model-in-head.ts';
import type { Exchange } from '../../src/pipeline/exchange.ts';
import { refuseNamesInQuery } from '../../src/pipeline/names-in-query.ts';
import { otherReaders } from '../helpers/other-readers.ts';

/** So many take seconds. */
const queries = Number(process.env['QUERIES'] ?? 10_000);
/** What the backend calls the model, where that is another name than the client's. */
const sentName = 'their/model';

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('model', 'a', 'api-version', 'modelx') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'Model',
        'MODEL',
        'mod%65l',
        'mod%45L',
        '%6dodel',
        'model+',
        '+model',
        'model%20',
        'model%09',
        'model%00',
      ],
      ...[
        'model%00x',
        'model[]',
        'model%5B%5D',
        'model[0]',
        '[model]',
        'mo%64%65l',
        'model%',
        'model%6',
        'mod%zzel',
      ],
      ...[
        'm\\odel',
        'model.',
        'mo.del',
        '?model',
        '%3Fmodel',
        '%EF%BB%BFmodel',
        'm%C3%B6del',
        'model%E2%80%8B',
        '',
      ],
    ),
  },
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('m', 'allowed', 'open/ai', '1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '',
        'm%6d',
        'a+b',
        'a%20b',
        'a%2Bb',
        'm%zz',
        'm%',
        '%00',
        'a=b',
        'a%26model=x',
        'a%3Bmodel=x',
        '%FF',
        '%C3%B6',
      ],
      ...['a?b', "a'b", 'a"b', 'a,b', 'a:b@c', '[1]', '{x}', '|', '^', '~'],
    ),
  },
);
const member = fc
  .tuple(name, value, fc.constantFrom('=', '=', '=', '=', '=', '=', '==', '', '=%3D', '+=', '=+'))
  .map(([left, right, sign]) => `${left}${sign}${right}`);
const query = fc
  .tuple(
    fc.array(member, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('&', '&', '&', '&', '&', '&&', ';', '&;', '&amp;', ','),
    fc.constantFrom('', '', '', '', '&', ';', '?', '&?'),
  )
  .map(([members, divider, before]) => `?${before}${members.join(divider)}`);

type Read = Readonly<Record<string, readonly string[]>>;

interface Taken {
  readonly text: string;
  readonly sent: string;
  /** Named in the query. */
  readonly models: readonly string[];
}

/** The query that a backend is sent, and the model in it; undefined for a query that is refused. */
function taken(text: string, place: ModelPlace, isRenamed: boolean): Taken | undefined {
  const served = { model: place, answer: ['json'], estimate: { input: 'none', output: 0 } };
  const exchange = { query: text, served, request: { method: 'POST' } } as unknown as Exchange;
  try {
    refuseNamesInQuery(exchange);
    if (place.in !== 'query') return { text, sent: text, models: [] };
    const named = modelInHead(exchange, place, 'otherwise');
    const model = isRenamed ? sentName : named!;
    return { text, sent: queryFor(text, place, named, model), models: [model] };
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'invalid_value', text);
    return undefined;
  }
}

test(`${queries} queries are read as others read them, or refused`, { timeout: 300_000 }, (t) => {
  const folder = join(import.meta.dirname, 'readers');
  const readers = otherReaders(t, join(folder, 'read_query.go'), join(folder, 'read_query.py'));
  const all = fc.sample(query, queries);
  for (const place of [
    { in: 'query', field: 'model' },
    { in: 'body', field: 'model' },
  ] as const satisfies readonly ModelPlace[]) {
    const left = all.flatMap((text, index) => taken(text, place, index % 2 === 0) ?? []);
    assert.ok(left.length > queries / 20, `${left.length} are taken`);
    assert.ok(left.length < queries * 0.95, `${left.length} are taken`);
    for (const { name: whose, read } of readers) {
      const found = read(left.map(({ sent }) => JSON.stringify(sent.slice(1)))) as readonly Read[];
      assert.equal(found.length, left.length);
      for (const [index, theirs] of found.entries()) {
        const { text, sent, models } = left[index]!;
        const shown = `${whose}, in the ${place.in}: ${text} sent as ${sent}`;
        assert.deepEqual(theirs['model'] ?? [], models, shown);
        // Those that mind neither case nor signs around a name.
        const other = Object.keys(theirs).find(
          (one) => one !== 'model' && /^\s*model\s*(?:\[.*)?$/i.test(one),
        );
        assert.equal(other, undefined, shown);
      }
    }
  }
});
