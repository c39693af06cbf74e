import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withListed } from '../../../scripts/schema-endpoints.ts';

interface Alternative {
  readonly required: readonly string[];
  readonly not: { readonly anyOf: readonly { readonly required: readonly string[] }[] };
}

interface Auth {
  readonly properties: Record<string, unknown>;
  readonly oneOf: readonly Alternative[];
}

const text = readFileSync('schemas/gateway.schema.json', 'utf8');

function authOf(schema: string): Auth {
  return JSON.parse(schema).$defs.auth;
}

test('a form of auth that is added excludes every other one, and is excluded by each', () => {
  const schema = JSON.parse(text);
  schema.$defs.auth.properties.vault = { $ref: '#/$defs/file' };
  const { oneOf } = authOf(withListed(JSON.stringify(schema, null, 2)));
  const made = oneOf.find(({ required }) => required.join() === 'vault');
  const excluded = ({ not }: Alternative) => not.anyOf.flatMap(({ required }) => required);
  const before = authOf(text).oneOf;
  assert.deepEqual(
    excluded(made!).filter((field) => field !== 'value'),
    before.map(({ required }) => required[0]).filter((form) => form !== 'header'),
  );
  for (const one of oneOf) assert.equal(excluded(one).includes('vault'), one !== made, one.required.join());
  assert.equal(oneOf.length, before.length + 1);
});

test('each field of auth stands in a form, or is excluded by it', () => {
  const { properties, oneOf } = authOf(text);
  const beside = { token: ['header', 'prefix'], own: [] as string[] };
  for (const { required, not } of oneOf) {
    const named = [...required, ...not.anyOf.flatMap((one) => one.required)];
    const left = Object.keys(properties).filter((field) => !named.includes(field));
    const isOwn = ['bearer', 'header', 'aws'].includes(required[0]!);
    assert.deepEqual(left, isOwn ? beside.own : beside.token, required.join());
  }
});

test('what is said of auth and of where a token goes names each form that it holds for', () => {
  const { backend, auth } = JSON.parse(text).$defs;
  const forms = authOf(text).oneOf.map(({ required }) => required[0]!);
  const ofTokens = forms.filter((form) => !['bearer', 'header', 'aws'].includes(form));
  const namedBy = ({ description }: { readonly description: string }) =>
    forms.filter((form) => new RegExp(`\`${form}\``).test(description));
  assert.deepEqual(namedBy(backend.properties.auth), forms);
  for (const field of ['header', 'prefix'])
    assert.deepEqual(namedBy(auth.properties[field]), ofTokens, field);
});
