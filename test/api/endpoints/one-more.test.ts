import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** One that passes through, has answers without tokens of their own, and is granted by name. */
const echoes = `import { defineEndpoint } from './endpoint.ts';

export const echoes = defineEndpoint({
  name: 'echoes',
  methods: ['POST'],
  path: '/v1/echoes',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: { input: '/usage/heard' },
  body: {
    kind: 'json',
    required: ['call'],
    fields: { call: { schema: { type: 'string' }, must: 'a string' } },
  },
  answer: ['json'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { input: 'by_size', output: 0 },
  failover: 'same_model',
  health: 'embeddings',
  operation: 'echo',
  litellmMode: 'echo',
  sample: { request: { call: 'Hello' }, answer: { model: '', echo: 'ello', usage: { heard: 7 } } },
});
`;

/** A unit that answers of an endpoint of one's own name. */
const sheets = `import { defineUnit } from './unit.ts';

export const sheets = defineUnit({
  name: 'sheets',
  title: 'Sheets of paper',
  about: 'of paper',
  hasFractions: false,
  precedence: 5,
  prices: [{ field: 'per_sheet', times: 1, of: 'one sheet of paper', example: 0.002 }],
  isPricedByKind: false,
  example: 10,
  litellm: { fields: ['cost_per_sheet'], price: 'per_sheet', times: 1 },
});
`;

/** The project as it is, gone after the test; packages are those that are installed. */
async function copyOfProject(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'gateway-one-more-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  const parts = [
    'bench',
    'bin',
    'dashboard',
    'data',
    'docs',
    'examples',
    'schemas',
    'scripts',
    'src',
    'test',
  ];
  for (const part of [...parts, 'package.json', 'package-lock.json', 'tsconfig.json', 'biome.jsonc']) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** A dialect that backends are asked in, with the codecs of another one. */
async function addDialect(copy: string): Promise<void> {
  const add = async (path: string, before: string, line: string) => {
    const file = join(copy, 'src', path);
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(before), path);
    await writeFile(file, text.replace(before, `${line}\n${before}`));
  };
  const known = await readFile(join(copy, 'src/config/target-dialects/gemini.ts'), 'utf8');
  const made = known
    .replace('const gemini', 'const parrot')
    .replace("seal: 'g'", "seal: 'p'")
    .replaceAll('/v1beta/', '/v9/');
  await writeFile(join(copy, 'src/config/target-dialects/parrot.ts'), made);
  await add(
    'config/target-dialects/index.ts',
    'import { messages }',
    "import { parrot } from './parrot.ts';",
  );
  await add('config/target-dialects/index.ts', '} as const satisfies', '  parrot,');
  // What the compiler asks for.
  await add('api/dialects/index.ts', '  bedrock_converse:', '  parrot: gemini,');
  await add('api/translation/answers/decode/index.ts', '  bedrock_converse:', '  parrot: geminiAnswers,');
  await add(
    'api/translation/requests/encode/index.ts',
    '  bedrock_converse:',
    '  parrot: encodeGeminiRequest,',
  );
}

/** Runs a program of Node.js in a folder; what it said is the error where it fails. */
async function node(cwd: string, ...args: readonly string[]): Promise<string> {
  try {
    const { NODE_TEST_CONTEXT: _ofThisRun, ...env } = process.env;
    return (await run(process.execPath, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`node ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

test('one more endpoint, unit or target dialect is one file and one line', {
  timeout: 300_000,
}, async (t) => {
  const copy = await copyOfProject(t);
  const list = join(copy, 'src/api/endpoints/list.ts');
  await writeFile(join(copy, 'src/api/endpoints/echoes.ts'), echoes);
  await writeFile(list, `${await readFile(list, 'utf8')}export { echoes } from './echoes.ts';\n`);

  const units = join(copy, 'src/observe/units/index.ts');
  await writeFile(join(copy, 'src/observe/units/sheets.ts'), sheets);
  const listed = (await readFile(units, 'utf8')).replace('  searchUnits,\n', '  searchUnits,\n  sheets,\n');
  await writeFile(units, `import { sheets } from './sheets.ts';\n${listed}`);

  await addDialect(copy);

  await node(copy, '--import', 'tsx', 'scripts/generate.ts');

  await t.test('and compiles everywhere', async () => {
    const tsc = 'node_modules/typescript/bin/tsc';
    // Tests of translation ask for what is known of a dialect by others, such as its form as its vendor has it.
    const said = await node(copy, tsc, '--noEmit').catch((error: Error) => error.message);
    const faults = said.split('\n').filter((line) => /: error TS/.test(line));
    assert.deepEqual(
      faults.filter((line) => !/^\s*test\/api\/translation\//.test(line)),
      [],
    );
    assert.ok(faults.length > 0, 'the tests of translation ask for more');
    assert.equal(await node(copy, tsc, '-p', 'dashboard', '--noEmit'), '');
  });

  await t.test('and stands on the pages and in the reference', async () => {
    assert.match(await readFile(join(copy, 'docs/endpoints.md'), 'utf8'), /`echoes` \| `POST \/v1\/echoes`/);
    assert.match(
      await readFile(join(copy, 'docs/capabilities.md'), 'utf8'),
      /Prefixes of .* are .*\n.*`echoes`/,
    );
    assert.match(
      await readFile(join(copy, 'docs/configuration.md'), 'utf8'),
      /`backends\.NAME\.paths\.echoes`/,
    );
    assert.match(
      await readFile(join(copy, 'docs/configuration.md'), 'utf8'),
      /`models\.NAME\.deployments\[\]\.price\.per_sheet` \| +\| USD for one sheet of paper/,
    );
    assert.match(
      await readFile(join(copy, 'docs/configuration.md'), 'utf8'),
      /`backends\.NAME\.paths\.parrot_stream`/,
    );
    assert.match(await readFile(join(copy, 'docs/reference/log.md'), 'utf8'), /`sheets` \| of paper/);
  });

  await t.test('and can be chosen on the pages', async () => {
    await node(copy, '--import', 'tsx', 'scripts/dashboard.ts');
    assert.match(await readFile(join(copy, 'dist/dashboard/app.js'), 'utf8'), /"\/v1\/echoes"/);
  });

  await t.test('and is served, counted and shown', async () => {
    for (const walk of ['walk', 'unit-walk', 'dialect-walk']) {
      const said = await node(copy, '--import', 'tsx', `test/api/endpoints/one-more/${walk}.ts`);
      assert.match(said, /^# fail 0$|^ℹ fail 0$/m, said);
    }
  });
});
