/** Tables of pages say what the code has. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { endpointNames, endpoints, ownEndpoints } from '../../src/api/endpoints/index.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { program } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { loadConfig } from '../../src/config/load.ts';
import { problemCatalog } from '../../src/config/problem-codes.ts';
import { authForms, fileShape, type Shape } from '../../src/config/schema/generated/shape.generated.js';
import { catalog, type ErrorCode, publicCode } from '../../src/errors.ts';
import { countedUnits } from '../../src/observe/units/index.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { blocksOf, pageAt, pagePaths, root, shownConfig, tableOf, unquoted } from './markdown.ts';

/** Of these the reference says all that there is to say. */
const onlyInTheReference: readonly string[] = [
  'alg assertion assertion_audience authority config_file created credentials_file description',
  'duration eligible events external_id failover failures family field forward_app_headers grant',
  'image_kind image_urls key_id latency lifetime max_open methods note owned_by parallel_tools',
  'parameters private_key quota_project reasoning_field send_secret session_name session_token',
  'show_reasoning subject_token_type tenant terminal tokens_per_second window',
].flatMap((line) => line.split(' '));

test('each field of the language stands on a guide, or is said to need none', () => {
  const guides = pagePaths.filter(
    (path) => /^docs\/[\w-]+\.md$/.test(path) && path !== 'docs/configuration.md',
  );
  // As code: many names of fields are words of plain language too.
  const code = guides.flatMap((path) => pageAt(path).match(/```[\s\S]*?```|`[^`]*`/g) ?? []);
  const words = new Set(code.join('\n').match(/\w+/g));
  const names = new Set(fieldsOf(fileShape));
  // What the list of units makes of itself.
  for (const { name, prices } of countedUnits)
    for (const made of [name, ...prices.map(({ field }) => field)]) names.delete(made);
  const untold = [...names].filter((name) => !words.has(name) && !onlyInTheReference.includes(name));
  assert.deepEqual(untold, []);
  assert.deepEqual(
    onlyInTheReference.filter((name) => !names.has(name)),
    [],
    'said of fields that are not there',
  );
});

/** The names of all fields, wherever they stand. */
function* fieldsOf({ fields = {}, each }: Shape): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    yield name;
    yield* fieldsOf(field);
  }
  if (each !== undefined) yield* fieldsOf(each);
}

test('every form of `auth` is written out', () => {
  const page = pageAt('docs/credentials.md');
  for (const form of Object.keys(authForms)) {
    assert.match(page, new RegExp(`\\bauth:\\s*(?:\\{ )?${form}\\b`), form);
  }
});

test('the table of codes has every range of findings', () => {
  const page = pageAt('docs/check.md');
  const shown = tableOf(page, '| codes | about |').map(([codes]) => codes?.replace('xx', ''));
  const ranges = new Set(Object.values(problemCatalog).map(({ code }) => code.slice(0, 4)));
  assert.deepEqual(shown, [...ranges].sort());
  assert.match(page, /`gateway check --explain GW\d{4}`/);
});

test('the tags answer as the table says', async (t) => {
  const file = join(scratchFolder(t), 'gateway.yaml');
  writeFileSync(file, shownConfig);
  const { config } = await loadConfig(file, { requireSecrets: false });
  assert.ok(config);
  const [model] = config.models.keys();
  for (const [called, tags, answer] of tableOf(
    pageAt('docs/capabilities.md'),
    '| called | tags | answer |',
  )) {
    const endpoint = endpointNames.find((name) => name === unquoted(called));
    assert.ok(endpoint, called);
    const wanted = unquoted(tags).split(',');
    const { outcome } = explain(config, {
      endpoint,
      model,
      models: [],
      tags: wanted,
      key: undefined,
      down: [],
    });
    assert.equal(outcome.status, answer === 'served' ? 200 : Number(answer), `${called} ${tags}`);
  }
});

test('the table of errors is the catalogue', () => {
  const retry = { never: 'no', later: 'after `retry-after`' };
  const rows = (Object.keys(catalog) as ErrorCode[]).map((code) => {
    const { status, retry: when, meaning } = catalog[code];
    return [`\`${publicCode(code)}\``, String(status), meaning, retry[when]];
  });
  const shown = tableOf(
    pageAt('docs/reference/errors.md'),
    '| code | status | meaning | try again | type towards OpenAI clients | towards Anthropic clients |',
  );
  assert.deepEqual(
    shown.map((cells) => cells.slice(0, 4)),
    rows,
  );
});

test('each error of the gateway has its place in Troubleshooting, or says all of itself', () => {
  const pages = `${pageAt('docs/troubleshooting.md')}${pageAt('docs/limits.md')}`;
  // What is wrong with a request its message says.
  const own: ReadonlySet<number> = new Set([400, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505]);
  for (const code of Object.keys(catalog) as ErrorCode[]) {
    if (own.has(catalog[code].status)) continue;
    assert.ok(pages.includes(`\`${publicCode(code)}\``), publicCode(code));
  }
});

/** `gateway serve`, `gateway key hash`, ...: those that do something, by their full names. */
function commandsBelow(command: Command, names: readonly string[] = []): Map<string, Command> {
  const full = [...names, command.name()];
  const below = command.commands.flatMap((child) => [...commandsBelow(child, full)]);
  // What only gathers others takes no options.
  const isOne = command.commands.length === 0 || (names.length > 0 && command.options.length > 0);
  return new Map(isOne ? [...below, [full.join(' '), command]] : below);
}

const commands = commandsBelow(program(processTerminal(), () => {}));

test('the table of commands is the command line', () => {
  const table = tableOf(pageAt('docs/reference/commands.md'), '| command | what it does |');
  const shown = new Map(table.map(([cell = '', about]) => [/`(.+)`/.exec(cell)?.[1] ?? '', about]));
  for (const [name, command] of commands) assert.equal(shown.get(name), command.description(), name);
});

test('every command stands on a page beside the reference', () => {
  const text = pagePaths
    .filter((path) => !path.startsWith('docs/reference/'))
    .map(pageAt)
    .join('\n');
  const untold = [...commands].filter(
    ([name, { commands: below }]) => below.length === 0 && !text.includes(name),
  );
  assert.deepEqual(
    untold.map(([name]) => name),
    [],
  );
});

test('every command and option that a page names exists', () => {
  const lines = pagePaths
    .flatMap((path) => blocksOf(pageAt(path)))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ content }) => content.split('\n'))
    .map((line) => line.replace(/^[A-Z_]+=\S+ /, ''))
    .filter((line) => line.startsWith('gateway '));
  const inline = pagePaths.flatMap((path) =>
    [...pageAt(path).matchAll(/`(gateway [a-z][^`\n]*)`/g)].map(([, line = '']) => line),
  );
  assert.ok(lines.length > 40);
  for (const line of [...lines, ...inline]) {
    const [, command] =
      [...commands]
        .sort(([one], [other]) => other.length - one.length)
        .find(([name]) => line.startsWith(name)) ?? [];
    // `gateway key` and the like are named as a family.
    if (
      command === undefined &&
      /^gateway (?:key|id|catalogue|codex|contents|import|mirror|notify|queue|tools)\b/.test(line)
    )
      continue;
    assert.ok(command, line);
    for (const [, option] of line.matchAll(/ (--[a-z-]+)/g)) {
      const isThere = command.options.some(({ long }) => long === option);
      assert.ok(isThere || option === '--help', line);
    }
  }
});

test('the table of pages is the dashboard', () => {
  const app = readFileSync(join(root, 'dashboard/data/router.ts'), 'utf8');
  const shown = tableOf(pageAt('docs/dashboard.md'), '| page | shows |').map(([page]) => page);
  assert.deepEqual(
    shown,
    [...app.matchAll(/^ {2}'\/dashboard[^']*': '(\w+)',$/gm)].map(([, name]) => name),
  );
});

test('every endpoint is named by its path', () => {
  const page = pageAt('docs/endpoints.md');
  for (const { path } of [...Object.values(endpoints), ...ownEndpoints]) assert.ok(page.includes(path), path);
});
