/**
 * Runs the tests: `node --import tsx test/run.ts [--full] [part of a path]... [--except part of a path...]`. Node 20 knows
 * no globs, so the files are listed here. Fails when a test fails, when no file matches, when what is to be left out is not
 * there, when a file holds no test, and under CI=true when a test is skipped: a green run means that every test was there
 * and ran.
 *
 * Some files have more to do in a full run: they use `helpers/full.ts`, or are named `*.full.test.ts` and are not run
 * otherwise. With `TEST_FULL=true` every file is run, at full length; with `--full` those alone that then do more, which
 * is what is left after a run without either.
 *
 * Under CI=true, where the machine is shared with others, one or two files in which a test failed are run once more, by
 * themselves: what is broken fails again. Both runs are printed, and the files are named at the end.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec as SpecReporter } from 'node:test/reporters';
import { compileTests } from '../scripts/compile-tests.ts';
import { memoryFolder } from './helpers/memory-folder.ts';
import { waitingFiles } from './waiting-files.ts';

const root = resolve('test');
const [args, leftOut] = splitAt(process.argv.slice(2), '--except');
const isRestOnly = args.includes('--full');
const isFull = isRestOnly || process.env['TEST_FULL'] === 'true';
const wanted = args.filter((arg) => arg !== '--full');
/** Node 20 has no limit per test from here, only one per file; a test that knows better sets its own. */
const fileTimeoutMs = isFull ? 600_000 : 180_000;
/** One more than there are cores: most files wait for a part of their time. With many more those that measure time fail. */
const atOnce = availableParallelism() + 1;
const strict = process.env['CI'] === 'true';

const matched = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => join('test', path))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .filter((path) => isFull || !path.endsWith('.full.test.ts'))
  .sort();
/** Parts of paths that were renamed, say: what they left out would be run again, and nobody would notice. */
const absent = leftOut.filter((part) => !matched.some((path) => path.includes(part)));
const listed = matched.filter((path) => !leftOut.some((part) => path.includes(part)));

/** More than so many at once are no accident. */
const mostSecondTries = 2;

// A run inside a test would otherwise take itself for a part of that test and report nothing.
delete process.env['NODE_TEST_CONTEXT'];
process.env['TEST_FULL'] = String(isFull);
const memory = memoryFolder();
if (memory !== undefined) process.env['TMPDIR'] = memory;
const compiled = await compileTests(resolve('.'), listed);
// Node 20 starts test files with the options that this process was started with, and can't be told others.
process.execArgv.splice(0, Infinity, ...compiled.options);
const files = (isRestOnly ? listed.filter(hasMoreToDo) : listed)
  .map((file) => ({ file, weight: weightOf(file) }))
  .sort((one, other) => other.weight - one.weight)
  .map(({ file }) => file);

if (absent.length > 0) {
  fail(`no test file matches ${absent.join(', ')}, which is to be left out`);
} else if (files.length === 0) {
  fail(`no test file matches ${wanted.join(', ') || 'test/**/*.test.ts'}`);
} else {
  const waiting = files.filter((file) => waitingFiles.includes(file));
  const busy = files.filter((file) => !waitingFiles.includes(file));
  const failed = (await Promise.all([runFiles(busy, atOnce), runBeside(waiting)])).flat();
  const isSecondTry = strict && failed.length > 0 && failed.length <= mostSecondTries;
  if (isSecondTry) process.stdout.write(`\nonce more, alone: ${failed.join(', ')}\n`);
  const broken = isSecondTry ? await runFiles(failed, 1) : failed;
  if (broken.length > 0) fail(`failed: ${broken.join(', ')}`);
  else if (isSecondTry) process.stderr.write(`test/run.ts: needed a second try: ${failed.join(', ')}\n`);
}

/**
 * What is likely to take long goes first, so that nothing is left over at the end that everybody waits for: in full what
 * then has more to do, files that start programs, and then those that use most of the sources.
 */
function weightOf(file: string): number {
  const sources = compiled.sourcesOf(file);
  const startsPrograms = ['program', 'redis', 'front', 'browser'].some((name) =>
    sources.has(`test/helpers/${name}.ts`),
  );
  return sources.size + (startsPrograms ? 10_000 : 0) + (isFull && hasMoreToDo(file) ? 20_000 : 0);
}

/** Whether a full run of this file does more than others. */
function hasMoreToDo(file: string): boolean {
  return file.endsWith('.full.test.ts') || compiled.sourcesOf(file).has('test/helpers/full.ts');
}

/** Runs files that mostly wait, one after the other; their report is printed at once. */
async function runBeside(these: readonly string[]): Promise<readonly string[]> {
  const report: string[] = [];
  const failed = await runFiles(these, 1, (text) => report.push(text));
  for (const text of report) process.stdout.write(text);
  return failed;
}

/** Runs files and gives those in which a test failed. What makes a run worthless is said at once. */
async function runFiles(
  these: readonly string[],
  concurrency: number,
  print: (text: string) => void = (text) => process.stdout.write(text),
): Promise<readonly string[]> {
  if (these.length === 0) return [];
  const failed = new Set<string>();
  /** The files that may have run a test which stands in this one: itself, or those that call it. */
  const ranBy = (path: string) => {
    const source = relative('.', path);
    return these.includes(source) ? [source] : these.filter((file) => compiled.sourcesOf(file).has(source));
  };
  const events = run({ files: these.map((path) => resolve(path)), concurrency, timeout: fileTimeoutMs });
  events.on('test:fail', (event) => {
    if (event.todo === undefined) for (const file of ranBy(event.file ?? event.name)) failed.add(file);
    else if (strict) fail(`marked as todo under CI: ${event.name} (${event.file})`);
  });
  events.on('test:pass', (event) => {
    // A file without a test is reported as one test that bears the file's name.
    if (event.nesting === 0 && resolve(event.name) === event.file) fail(`no test in ${event.name}`);
    if (!strict) return;
    if (event.skip !== undefined) fail(`skipped under CI: ${event.name} (${event.file})`);
    if (event.todo !== undefined) fail(`marked as todo under CI: ${event.name} (${event.file})`);
  });
  const report = events.pipe(new SpecReporter());
  report.on('data', (chunk: Buffer | string) => print(String(chunk)));
  await once(report, 'end');
  return [...failed];
}

/** What stands in front of a word, and what comes after it. */
function splitAt(words: readonly string[], word: string): readonly [readonly string[], readonly string[]] {
  const at = words.indexOf(word);
  return at === -1 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

/** Says why at once, so that the last lines stay the summary. */
function fail(why: string): void {
  process.stderr.write(`test/run.ts: ${why}\n`);
  process.exitCode = 1;
}
