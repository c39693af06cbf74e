/** What stands where a secret may stand is repeated by no message, hint or frame, whatever slip was made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { effectiveYaml } from '../../src/config/effective.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { fileShape } from '../../src/config/schema/generated/shape.generated.js';
import { isFull } from '../helpers/full.ts';
import { type FieldPath, fileWith, scalars } from './schema/every-field.ts';

const secret = 'Zq9GeheimX7k2m4p5';

/** Beside what the schema calls a secret: values of headers and parameters that are named so. */
const named: readonly FieldPath[] = [
  ['keys', 'x', 'hash'],
  ['backends', 'local', 'headers', 'x-api-key'],
  ['backends', 'local', 'default_headers', 'authorization'],
  ['backends', 'local', 'query', 'api_key'],
  ['tracing', 'headers', 'x-honeycomb-team'],
  ['content_log', 'headers', 'x-honeycomb-team'],
];
const urls: readonly FieldPath[] = [
  ['backends', 'local', 'url'],
  ['backends', 'local', 'proxy'],
  ['state', 'redis', 'url'],
  ['tracing', 'otlp'],
  ['content_log', 'otlp'],
];

type Slip = (text: string) => string;

const instead =
  (what: string): Slip =>
  (text) =>
    text.replace(secret, what.replaceAll('SECRET', secret));

/** In the place of the value. */
const values: readonly Slip[] = [
  '*SECRET',
  '!SECRET',
  '!!SECRET',
  '&SECRET',
  '{ SECRET: x }',
  '{ SECRET: x, SECRET: y }',
  '[ SECRET ]',
  '[ SECRET',
  '"SECRET',
  "'SECRET",
  '"\\SECRET"',
  '{{ SECRET }}',
  '"{{ SECRET }}"',
  '%SECRET',
  '@SECRET',
  '`SECRET',
  '|SECRET',
  'x: SECRET',
  '"Authorization: Bearer SECRET"',
  'Basic: SECRET',
  'x #SECRET',
  '12 SECRET',
  '\n\tSECRET',
  '\nSECRET',
  'x\n            SECRET',
  '\n            SECRET: y',
  'x\n--- SECRET',
  'SECRET\u0000',
].map(instead);

/** Inside of a value of any form. */
const within: readonly Slip[] = [
  'SECRET',
  '${SECRET}',
  '${file:SECRET}',
  '${X:-SECRET}',
  '${X:?SECRET}',
  '${SECRET-x',
  '$SECRET',
  'os.environ/SECRET',
  'env.SECRET',
  '${{ secrets.SECRET }}',
].map(instead);

/** Of the name, too. */
const lines: readonly Slip[] = [
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '$1 '),
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '$1:'),
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '$1='),
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '<<: '),
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '<<: *'),
];
/** Where names are not free. */
const names: readonly Slip[] = [
  (text) => text.replace(/([\w-]+): (Zq9\w+)/, '$2: $1'),
  (text) => text.replace(/([\w-]+): (?=Zq9)/, '? '),
];

async function repeats(text: string): Promise<string | undefined> {
  const { problems, config, trees } = await loadInspected('-', { text, env: {}, requireSecrets: true });
  const shown = [formatProblems(problems), JSON.stringify(problems)];
  if (config !== undefined) shown.push(effectiveYaml(trees, 80));
  return shown.join('\n').match(/.*geheim.*/i)?.[0];
}

async function holds(path: FieldPath, text: string, slips: readonly Slip[]): Promise<void> {
  for (const [place, slip] of slips.entries()) {
    const written = slip(text);
    assert.equal(await repeats(written), undefined, `${path.join('.')}, slip ${place}\n${written}`);
  }
}

test('a secret is repeated nowhere, whatever slip was made where it stands', async () => {
  const secrets = [...scalars(fileShape)].filter(([shape]) => shape.definition === 'secret');
  assert.ok(secrets.length >= 8);
  for (const [number, [, path]] of secrets.entries()) {
    // Each slip at one place at least, and a third of them at each.
    const slips = [...values, ...within, ...lines, ...names].filter(
      (_, place) => path.includes('bearer') || isFull || place % 3 === number % 3,
    );
    await holds(path, fileWith(path, secret), slips);
  }
});

test('and neither are values of headers and parameters, nor those within URLs', async () => {
  for (const path of named) await holds(path, fileWith(path, secret), [...values, ...within, ...lines]);
  for (const path of urls) {
    await holds(path, fileWith(path, `https://me:${secret}@a.example/v1`), within);
    await holds(path, fileWith(path, `https://a.example/v1?api_key=${secret}`), within);
  }
});

test('a key of the collector that stands in the file is told, and masked in what is printed', async () => {
  const text = fileWith(['tracing'], { otlp: 'https://a.example', headers: { 'x-honeycomb-team': secret } });
  const { problems, config, trees } = await loadInspected('-', { text, env: {}, requireSecrets: true });
  assert.ok(config);
  assert.deepEqual(
    problems.map(({ code, path }) => `${code} ${path}`),
    ['GW1505 tracing.headers["x-honeycomb-team"]'].map((line) =>
      line.replace('["x-honeycomb-team"]', '.x-honeycomb-team'),
    ),
  );
  assert.match(effectiveYaml(trees, 80), /x-honeycomb-team: "?\*\*\*"?/);
});

test('names and references that help are repeated all the same', async () => {
  const told = async (field: string, value: unknown, name = 'bearer') => {
    const path = ['backends', 'local', 'auth', name];
    const { problems } = await loadInspected('-', {
      text: fileWith(path, value).replace(`${name}:`, `${field}:`),
      env: {},
      requireSecrets: true,
    });
    return formatProblems(problems);
  };
  assert.match(await told('baerer', 'x'), /there is no field "baerer" here \(did you mean "bearer"\?\)/);
  assert.match(await told('password', 'x'), /there is no field "password" here/);
  assert.match(await told('bearer', '${OPENAI_API_KEY}'), /variable OPENAI_API_KEY is not set/);
  assert.match(await told('bearer', '${file:/run/secrets/openai}'), /\/run\/secrets\/openai does not exist/);
  assert.match(await told('bearer', '${file:secrets/openai}'), /secrets\/openai does not exist/);
});
