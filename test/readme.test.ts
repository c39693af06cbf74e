/** What the README shows works as it stands there. What holds for every page is in `test/docs`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, blockWith, pageAt, root } from './docs/markdown.ts';
import { output, quickstartElsewhere, quickstartUrl, serveQuickstart } from './docs/quickstart.ts';
import { gatewayProgram } from './helpers/program.ts';
import { scratchFolder } from './helpers/scratch.ts';

const readme = pageAt('README.md');

function scripts(): Readonly<Record<string, string>> {
  return JSON.parse(pageAt('package.json')).scripts;
}

test('the two commands stand there, each on a line of its own', () => {
  assert.match(readme, /^npm ci && npm start$/m);
  assert.match(readme, /^npm ci && npm test$/m);
});

test('npm start serves the quickstart from its sources', async (t) => {
  const file = quickstartElsewhere(t);
  // The dashboard before it is built already.
  const command = scripts()['start']!.replace('examples/quickstart.yaml', file);
  const child = spawn('sh', ['-c', `exec ${command.replace(/^.*&& /, '')}`], { cwd: root });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let said = '';
  for await (const part of child.stderr) {
    const before = said;
    said += part;
    // A second signal would end it at once.
    if (said.includes('curl ') && !before.includes('curl ')) child.kill('SIGTERM');
  }
  assert.match(said, /^ *curl .*https:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions/m);
  assert.deepEqual(await ended, [0, null]);
});

test('every npm script that a page names exists', () => {
  for (const page of ['README.md', 'docs/install.md', 'docs/performance.md']) {
    for (const [, name = ''] of pageAt(page).matchAll(/npm (?:run )?(start|test|(?<=run )\w+)/g)) {
      assert.ok(Object.hasOwn(scripts(), name), name);
    }
  }
});

test('the commands that only look run on the configuration shown', async (t) => {
  const cwd = scratchFolder(t);
  writeFileSync(join(cwd, 'gateway.yaml'), blockWith(readme, 'yaml', 'version: 1'));
  const lines = blocksOf(readme)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ content }) => content.split('\n'))
    .filter((line) => line.startsWith('gateway '));
  assert.deepEqual(lines, ['gateway check gateway.yaml', 'gateway serve --config gateway.yaml']);
  await output(process.execPath, [gatewayProgram, ...lines[0]!.split(' ').slice(1)], { cwd });
});

test('the curl lines get answers from the quickstart, of a model and of a tool', async (t) => {
  const { url, caFile } = await serveQuickstart(t);
  const answerOf = async (path: string) => {
    const line = blockWith(readme, 'sh', path)
      .replace(quickstartUrl, url)
      .replace('.gateway/dev-ca.pem', caFile);
    return JSON.parse(await output('bash', ['-c', line.replace('curl ', 'curl --silent ')]));
  };
  assert.equal((await answerOf('8443/v1/')).object, 'chat.completion');
  assert.equal((await answerOf('8443/mcp')).result.content[0].text, 'Hello');
});

test('the configuration is the one of the first gateway, so that readers meet it again', () => {
  const shown = blockWith(readme, 'yaml', 'version: 1').trimEnd();
  assert.ok(readFileSync(join(root, 'docs/first-gateway.md'), 'utf8').includes(shown));
});
