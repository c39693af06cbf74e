/**
 * Runs the tests: `node --import tsx test/run.ts [part of a path]...`. Node 20 knows no globs, so the files are
 * listed here. Fails when a test fails, when no file matches, when a file holds no test, and under CI=true when
 * a test is skipped: a green run means that every test was there and ran.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec as SpecReporter } from 'node:test/reporters';

/** Node 20 has no limit per test from here, only one per file; a test that knows better sets its own. */
const fileTimeoutMs = 180_000;

const root = resolve('test');
const wanted = process.argv.slice(2);
const strict = process.env['CI'] === 'true';

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => join('test', path))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

if (files.length === 0) {
  fail(`no test file matches ${wanted.join(', ') || 'test/**/*.test.ts'}`);
} else {
  // A run inside a test would otherwise take itself for a part of that test and report nothing.
  delete process.env['NODE_TEST_CONTEXT'];
  const events = run({
    files: files.map((path) => resolve(path)),
    concurrency: availableParallelism(),
    timeout: fileTimeoutMs,
  });
  events.on('test:fail', (event) => {
    if (event.todo === undefined) process.exitCode = 1;
    else if (strict) fail(`marked as todo under CI: ${event.name} (${event.file})`);
  });
  events.on('test:pass', (event) => {
    // A file without a test is reported as one test that bears the file's name.
    if (event.nesting === 0 && resolve(event.name) === event.file) fail(`no test in ${event.name}`);
    if (!strict) return;
    if (event.skip !== undefined) fail(`skipped under CI: ${event.name} (${event.file})`);
    if (event.todo !== undefined) fail(`marked as todo under CI: ${event.name} (${event.file})`);
  });
  events.pipe(new SpecReporter()).pipe(process.stdout);
}

/** Says why at once, so that the last lines stay the summary. */
function fail(why: string): void {
  process.stderr.write(`test/run.ts: ${why}\n`);
  process.exitCode = 1;
}
