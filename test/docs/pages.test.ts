/** What holds for every page: who finds it, where it leads, and that its configurations are ones. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { runRoutingTests } from '../../src/check/routing-tests.ts';
import { chapters } from '../../src/cli/docs/pages.ts';
import { sectionsOf } from '../../src/cli/docs/sections.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { gateway } from '../cli/recorder.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { blocksOf, pageAt, pagePaths, root, tableOf, wholeConfig } from './markdown.ts';

const index = pageAt('docs/README.md');

test('the README is read in a few minutes', () => {
  assert.ok(pageAt('README.md').split('\n').length <= 200);
});

test('every page is in the index once, under its own title, and every name leads to one page', () => {
  const listed = chapters().flatMap(({ pages }) => pages);
  const expected = pagePaths
    .filter((path) => path.startsWith('docs/') && path !== 'docs/README.md')
    .filter((path) => !path.startsWith('docs/decisions/') || path === 'docs/decisions/README.md')
    .map((path) => path.slice('docs/'.length));
  assert.deepEqual(listed.map(({ file }) => file).sort(), [...expected].sort());
  for (const { file, title } of listed)
    assert.equal(/^# (.+)$/m.exec(pageAt(`docs/${file}`))?.[1], title, file);
  const names = listed.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
});

test('every link leads to a file, and behind the # to a heading', () => {
  const others = ['CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md', 'deploy/helm/README.md'];
  let links = 0;
  for (const path of [...pagePaths, ...others]) {
    const text = pageAt(path).replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g)) {
      links += 1;
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : join(dirname(path), file);
      assert.ok(
        !relative(root, join(root, at)).startsWith('..'),
        `${path}: ${target} leads out of the project`,
      );
      assert.ok(existsSync(join(root, at)), `${path}: there is no ${target}`);
      if (anchor === undefined) continue;
      const anchors = sectionsOf(pageAt(at)).map((section) => section.anchor);
      assert.ok(anchors.includes(anchor), `${path}: ${target} is none of ${anchors.join(', ')}`);
    }
  }
  assert.ok(links > 200);
});

test('the questions of the index lead to a page each', () => {
  const rows = tableOf(index, '| question | page |');
  assert.ok(rows.length >= 20);
  for (const [question, page] of rows) assert.match(page ?? '', /\]\([\w-]+\.md/, question);
});

test('every example is in the table of examples', () => {
  const listed = tableOf(pageAt('docs/examples.md'), '| file | shows |').map(
    ([file]) => /\(\.\.\/examples\/(.+)\)/.exec(file ?? '')?.[1] ?? '',
  );
  assert.deepEqual(
    [...listed].sort(),
    readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.yaml'))
      .sort(),
  );
});

test('the configurations shown load without a finding but for absent secrets and files, and their tests hold', async (t) => {
  const notOurs: readonly string[] = ['annotations', 'part'];
  let shown = 0;
  for (const path of pagePaths) {
    for (const { language, note, content } of blocksOf(pageAt(path))) {
      if (language !== 'yaml' || notOurs.includes(note)) continue;
      shown += 1;
      const file = join(scratchFolder(t), 'gateway.yaml');
      writeFileSync(file, wholeConfig(content));
      writeFileSync(join(file, '../keys.yaml'), 'keys: {}\n');
      if (content.includes('pin: lock')) {
        const locked = await gateway(['tools', 'lock', '--config', file]);
        assert.equal(locked.exitCode, 0, locked.err);
      }
      const { config, problems } = await loadInspected(file, { requireSecrets: false });
      const where = `${path}\n${content}`;
      assert.equal(formatProblems(problems.filter(({ severity }) => severity !== 'note')), '', where);
      assert.ok(config, where);
      assert.ok(
        runRoutingTests(config).every(({ passed }) => passed),
        where,
      );
    }
  }
  assert.ok(shown > 15);
});

test('the coding agents that the page on translation names are served by its example', async (t) => {
  const yaml = blocksOf(pageAt('docs/translation.md')).find(({ language }) => language === 'yaml');
  const file = join(scratchFolder(t), 'gateway.yaml');
  writeFileSync(file, yaml?.content ?? '');
  const { exitCode, out } = await gateway(['check', '--client', 'codex', '--client', 'claude-code', file]);
  assert.deepEqual([exitCode, /REFUSED/.test(out)], [0, false], out);
});

test('the words that operators look for lead to a page', async () => {
  for (const words of ['maintenance', 'VM', 'rotate key'])
    assert.equal((await gateway(['docs', 'search', ...words.split(' ')])).exitCode, 0, words);
});
