import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapters } from '../../../src/cli/docs/pages.ts';
import { sectionsOf, sectionUnder } from '../../../src/cli/docs/sections.ts';
import { terminalText } from '../../../src/cli/docs/terminal-text.ts';
import { gateway } from '../recorder.ts';

const pages = chapters().flatMap((chapter) => chapter.pages);
const plain = { width: 60, paint: (_style: unknown, text: string) => text } as const;

test('without a page all are listed, by chapter and title', async () => {
  const { exitCode, out } = await gateway(['docs']);
  assert.equal(exitCode, 0);
  for (const { title } of chapters()) assert.ok(out.includes(`\n${title}\n`) || out.startsWith(`${title}\n`));
  for (const { name, title } of pages)
    assert.match(out, new RegExp(`^  ${name} +${title.replace(/[()?]/g, '\\$&')}$`, 'm'));
  assert.match(out, /gateway docs search WORDS/);
});

test('every page is printed without the marks of Markdown, in lines that a terminal has room for', async () => {
  for (const { name, title } of pages) {
    const { exitCode, out } = await gateway(['docs', name]);
    assert.equal(exitCode, 0, name);
    assert.ok(out.startsWith(title.replaceAll('`', '')), name);
    // What stands in fences is as it was written, four places to the right.
    const prose = out.split('\n').filter((line) => !line.startsWith('    '));
    for (const line of prose) {
      assert.doesNotMatch(line, /^#{1,6} |^```|^\| ?-|\]\(|<!--/, name);
      // A single word, such as a path, may be longer than any line.
      if (line.length > 100)
        assert.ok(!line.trim().slice(0, 100).includes('  ') || /\S{60}/.test(line), line);
    }
  }
});

test('a page is found by its name, its file, or words that only its title has', async () => {
  const { out } = await gateway(['docs', 'limits']);
  for (const wanted of ['limits.md', 'docs/limits.md', 'Rate limits', 'LIMITS'])
    assert.equal((await gateway(['docs', wanted])).out, out, wanted);
  const errors = await gateway(['docs', 'reference/errors']);
  assert.match(errors.out, /^Errors\n/);
});

test('one section is printed alone, with what stands below it', async () => {
  const { out } = await gateway(['docs', 'routing#timeouts']);
  assert.match(out, /^Timeouts\n[\s\S]*first_byte +120s/);
  assert.doesNotMatch(out, /Circuits/);
  const none = await gateway(['docs', 'routing#tmeouts']);
  assert.equal(none.exitCode, 2);
  assert.match(none.err, /no section "tmeouts"; it has order, .*timeouts/);
});

test('a name that is near to one says which, one that many titles have says whose', async () => {
  const near = await gateway(['docs', 'limts']);
  assert.deepEqual([near.exitCode, near.out], [2, '']);
  assert.match(near.err, /no page "limts" \(did you mean "limits"\?\); `gateway docs` lists all/);
  const many = await gateway(['docs', 'gateway']);
  assert.match(many.err, /in the titles of first-gateway, /);
});

test('--format markdown prints the file as it is', async () => {
  const { out } = await gateway(['docs', 'tls', '--format', 'markdown']);
  assert.match(out, /^# TLS and certificates\n[\s\S]*\n## Renew a certificate\n/);
});

test('a search lists sections that hold all words, those first whose titles have them', async () => {
  const { exitCode, out } = await gateway(['docs', 'search', 'rotate', 'Downtime']);
  assert.equal(exitCode, 0);
  assert.match(out, /^keys#rotate-without-downtime\n {2}Keys: .* > Rotate without downtime\n {2}\S/);
  // What it names can be printed.
  for (const [, place = ''] of out.matchAll(/^(\S+)$/gm))
    assert.equal((await gateway(['docs', place])).exitCode, 0, place);
  const none = await gateway(['docs', 'search', 'zebra', 'stripes']);
  assert.deepEqual([none.exitCode, none.out], [1, '']);
  assert.match(none.err, /no page holds zebra and stripes/);
});

test('each question of the index is answered by a search for its words, or its page is found by title', async () => {
  for (const [words, page] of [
    ['rotate key', 'keys'],
    ['429', 'limits'],
    ['nginx', 'balancers'],
    ['timeouts', 'routing'],
    ['redis away', 'state'],
    ['invoice', 'money'],
    ['bedrock', 'backends'],
    ['air-gapped', 'network'],
    ['litellm', 'litellm'],
    ['upgrade', 'upgrades'],
    ['backups', 'state'],
    ['claude code', 'clients'],
    ['alerts', 'monitoring'],
  ] as const) {
    const { out } = await gateway(['docs', 'search', ...words.split(' ')]);
    const first = [...out.matchAll(/^(\S+)$/gm)].slice(0, 3).map(([, place = '']) => place.split('#')[0]);
    assert.ok(first.includes(page), `${words}: ${first.join(', ')}`);
  }
});

test('colours are there where they are wanted, and columns stand below one another with them', async () => {
  const { out } = await gateway(['docs', 'clients'], { color: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are written with
  const bare = out.replace(/\u001b\[[\d;]*m/g, '');
  assert.notEqual(bare, out);
  assert.equal(bare, (await gateway(['docs', 'clients'])).out);
});

test('tables too wide for columns are read below one another', () => {
  const table = [
    '| field | default | says |',
    '|---|---|---|',
    `| \`a\` | 1s | ${'word '.repeat(30).trim()} |`,
  ];
  const narrow = terminalText(table.join('\n'), plain);
  assert.match(narrow, /^field {2}default {2}says\na {6}1s {7}word word/);
  for (const line of narrow.split('\n')) assert.ok(line.length <= 60, line);
  const wide = table.map((line) => line.replace('1s', 'x'.repeat(40)));
  assert.match(terminalText(wide.join('\n'), plain), /^a\n {4}default: x{40}\n {4}says: word/);
});

test('lists, links and pictures read as text', () => {
  const page =
    '![a picture](x.svg)\n\n- see [Keys](keys.md#teams), [the site](https://example.com) and **this**\n- two\n';
  assert.equal(
    terminalText(page, plain),
    '[picture: a picture]\n\n- see Keys [keys#teams], the site and this\n- two\n',
  );
});

test('a sentence that ends in a number at the beginning of a line begins no list', () => {
  const prose = ['What is refused gets', '503. To others it is 404.', '', '1. one', '2. two'].join('\n');
  assert.equal(
    terminalText(prose, plain),
    'What is refused gets 503. To others it is 404.\n\n1. one\n2. two\n',
  );
});

test('headings in fences are none, and two of one name have anchors of their own', () => {
  const sections = sectionsOf(
    '# A\n```sh\n# no heading\n```\n## Same `x`\none\n### Below\ntwo\n## Same `x`\nthree',
  );
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    ['a', 'same-x', 'below', 'same-x-1'],
  );
  assert.deepEqual(sectionUnder(sections, 'same-x'), ['## Same `x`', 'one', '### Below', 'two']);
});

test('shells complete the names of pages', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await gateway(['completion', shell]);
    for (const { name } of pages) assert.ok(out.includes(name), `${shell}: ${name}`);
  }
});
