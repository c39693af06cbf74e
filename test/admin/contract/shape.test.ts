import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonRoute } from '../../../src/admin/api/api-route.ts';
import { limit, word } from '../../../src/admin/api/parameters.ts';
import { openApi } from '../../../src/admin/contract/openapi-document.ts';
import {
  count,
  described,
  list,
  named,
  orNull,
  type TypeOf,
  text,
  whole,
} from '../../../src/admin/contract/shape.ts';
import type { AdminRequest } from '../../../src/admin/http/admin-route.ts';

const colour = named('Colour', whole({ name: text() }, { hue: described('In degrees.', count()) }));
const coloursAnswer = named('Colours', whole({ total: count(), colours: list(colour) }));
type ColoursAnswer = TypeOf<typeof coloursAnswer>;

const route = jsonRoute({
  method: 'POST',
  path: '/api/rooms/{id}/colours',
  access: 'change',
  summary: 'Paints a room.',
  query: { search: word('Part of the name.'), limit: limit(20) },
  body: colour,
  status: 201,
  answers: coloursAnswer,
  answer: ({ query }): ColoursAnswer => ({ total: query.limit, colours: [{ name: query.search ?? 'any' }] }),
});

const asked = (query: string, body: AdminRequest['body'] = {}): AdminRequest => ({
  query: new URLSearchParams(query),
  id: 'hall',
  body,
  caller: { kind: 'nobody' },
  cookie: undefined,
  address: '127.0.0.1',
});

test('a route and the shapes it names are all that the document needs of it', () => {
  const { paths, components } = openApi([route]);
  const { parameters, post } = paths['/api/rooms/{id}/colours'] as Record<string, Record<string, unknown>>;
  assert.equal((parameters as unknown as readonly { readonly name: string }[])[0]!.name, 'id');
  const { responses, ...rest } = post!;
  assert.deepEqual(rest, {
    operationId: 'postRoomsIdColours',
    summary: 'Paints a room.',
    security: [{ token: [] }, { session: [] }],
    parameters: [
      { name: 'search', in: 'query', schema: { type: 'string', description: 'Part of the name.' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 1000, default: 20 } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Colour' } } },
    },
  });
  assert.deepEqual(Object.keys(responses as object), ['201', '4XX']);
  assert.deepEqual(Object.keys(components.schemas).sort(), ['Colour', 'Colours', 'Error']);
  assert.deepEqual(components.schemas['Colour'], {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      hue: { type: 'integer', minimum: 0, description: 'In degrees.' },
    },
    additionalProperties: false,
  });
});

test('the query and the body of a route are read as it declares them', async () => {
  const answered = await route.answer(asked('search=red&limit=7', { name: 'red', hue: 0 }));
  assert.equal(answered.status, 201);
  assert.deepEqual(JSON.parse(String(answered.body)), { total: 7, colours: [{ name: 'red' }] });
  assert.throws(() => route.answer(asked('limit=x')), /"limit" must be a whole number up to 1000/);
  assert.throws(
    () => route.answer(asked('', { shade: 1 })),
    /"shade" is not a field here; known are name, hue\./,
  );
});

test('two shapes of one name are refused, and one that stands in two places is not', () => {
  assert.doesNotThrow(() => whole({ first: colour, second: orNull(colour) }));
  const other = named('Colour', whole({ code: text() }));
  assert.throws(() => whole({ first: colour, second: list(other) }), /two shapes are named "Colour"/);
  assert.throws(() => named('Colour', whole({ inner: colour })), /two shapes are named "Colour"/);
});
