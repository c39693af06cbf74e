import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { grants } from '../../src/api/endpoints/grants.ts';
import { endpointNames } from '../../src/api/endpoints/index.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { problemCatalog } from '../../src/config/problem-codes.ts';
import { authForms, fileShape, type Shape } from '../../src/config/schema/generated/shape.generated.js';
import { countedUnits, unitPrices } from '../../src/observe/units/index.ts';
import { copyFixtures, fixtureEnv } from './fixtures.ts';

/** As `auth` has to be one of them. */
const formsOfAuth = Object.values(authForms)
  .map((fields) => fields.join(' with '))
  .join(', ');

interface Expectation {
  readonly place: string;
  readonly message: string;
}

/**
 * `# expect: LINE:COLUMN MESSAGE` on the first lines, or in a file beside where there can be no comment. `ENDPOINTS`
 * stands for the names of all, `GRANTS` for what a key may list, `AUTH_FORMS` for the forms of `auth`.
 */
async function expectationsOf(file: string): Promise<readonly Expectation[]> {
  const beside = await readFile(file.replace(/\.yaml$/, '.expect'), 'utf8').catch(() => undefined);
  const lines = (beside ?? (await readFile(file, 'utf8'))).split('\n');
  return lines.flatMap((line) => {
    const [, place, message] = /^(?:# )?expect: (\S+:\d+|\d+:\d+) (.+)$/.exec(line) ?? [];
    if (place === undefined || message === undefined) return [];
    const whole = message
      .replace('ENDPOINTS', endpointNames.join(', '))
      .replace('GRANTS', grants.join(', '))
      .replace('AUTH_FORMS', formsOfAuth);
    return [{ place, message: whole }];
  });
}

test('every bad file is told exactly what is wrong with it, and where', async (t) => {
  const folder = join(await copyFixtures(t), 'bad');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  assert.ok(names.length >= 80);
  const codes = new Set<string>();
  for (const name of names) {
    await t.test(name, async () => {
      const file = join(folder, name);
      const expected = await expectationsOf(file);
      assert.ok(expected.length > 0, 'the file says what to expect');
      const { config, problems } = await loadInspected(file, { env: fixtureEnv, requireSecrets: true });
      const found = problems.map(({ file: shown, line, column, message }) => {
        const prefix = basename(shown) === name ? '' : `${basename(shown)}:`;
        return { place: `${prefix}${line}:${column}`, message };
      });
      const trimmed = found.map(({ place, message }, index) => {
        const wanted = expected[index]?.message;
        return { place, message: wanted !== undefined && message.includes(wanted) ? wanted : message };
      });
      assert.deepEqual(trimmed, expected);
      const isError = problems.some((problem) => problem.severity === 'error');
      assert.equal(config === undefined, isError, 'there is a configuration unless there is an error');
      for (const problem of problems) codes.add(problem.code);
    });
  }
  await t.test('and each finding of the catalogue has such a file', () => {
    // These depend on the file, on what is installed or on the day, not on the text; what tests and proofs find is no problem of the load.
    const elsewhere = [
      'file_too_large',
      'file_writable',
      'secret_file_mode',
      'certificate_expires_soon',
      'key_expires_soon',
      'missing_package',
      'program_writable',
      'test_failed',
      'never_broken',
      'survives_broken',
      'survives_when_told',
      'proves_nothing',
      'capability_unproven',
      'lock_invalid',
      'tools_lock_invalid',
      'tools_not_locked',
      'tool_names_collide',
      'lock_foreign',
    ];
    const missing = Object.entries(problemCatalog).filter(
      ([name, { code }]) => !codes.has(code) && !elsewhere.includes(name),
    );
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    );
  });
});

test('good files have no findings at all', async (t) => {
  const folder = join(await copyFixtures(t), 'good');
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.yaml'))) {
    await t.test(name, async () => {
      const { config, problems } = await loadInspected(join(folder, name), {
        env: fixtureEnv,
        requireSecrets: true,
      });
      assert.deepEqual(problems, []);
      assert.ok(config);
    });
  }
});

/** What the lists of endpoints and of units make of themselves: one of each kind is enough. */
const listed = new RegExp(
  `\\bpaths\\.|^deployment\\.endpoints\\.|\\.(?:${[...countedUnits.map(({ name }) => name), ...unitPrices.map(({ field }) => field)].join('|')})$`,
);

/** What no good file can have: it is found in the environment, or there is a warning whenever it is used. */
const neverPlain = ['auth_azure.workload_identity', 'auth_aws.session_token'];

/** Fields by what they are of: the same fields may stand in several places, and one of these is enough. */
function* fieldsOf(shape: Shape, owner: string): Generator<readonly [name: string, field: Shape]> {
  const self = shape.definition ?? owner;
  for (const [name, field] of Object.entries(shape.fields ?? {})) {
    yield [`${self}.${name}`, field];
    yield* fieldsOf(field, `${self}.${name}`);
  }
  if (shape.each !== undefined) yield* fieldsOf(shape.each, self);
}

/** Those that a file sets. */
function* fieldsSet(value: unknown, shape: Shape, owner: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const self = shape.definition ?? owner;
  for (const [name, inner] of Object.entries(value)) {
    const field = shape.fields?.[name];
    if (field !== undefined) {
      yield `${self}.${name}`;
      yield* fieldsSet(inner, field, `${self}.${name}`);
    } else if (shape.each !== undefined) yield* fieldsSet(inner, shape.each, self);
  }
}

test('each field of the language is set in a good file', async () => {
  const folder = new URL('../fixtures/config/good/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const set = new Set(
    texts.flatMap((text) => [...fieldsSet(parse(text, { maxAliasCount: -1 }), fileShape, 'file')]),
  );
  const all = new Set([...fieldsOf(fileShape, 'file')].map(([name]) => name));
  assert.deepEqual(
    [...all].filter((name) => !set.has(name) && !listed.test(name)).sort(),
    neverPlain.toSorted(),
  );
});

test('no secret of the environment or the file shows up in what is printed', async (t) => {
  const folder = join(await copyFixtures(t), 'bad');
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.yaml')) continue;
    const { problems } = await loadInspected(join(folder, name), { env: fixtureEnv, requireSecrets: true });
    const text = JSON.stringify(problems);
    for (const secret of [
      ...Object.values(fixtureEnv).filter((value) => value.length > 5),
      'sk-0123456789',
      'geheim',
    ]) {
      assert.ok(!text.includes(secret), `${name} shows ${secret}`);
    }
  }
});
