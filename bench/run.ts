/** The bench: `npm run bench`. Puts the gateway and what could stand in its place to the same work, in turns. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareWith } from './against/against.ts';
import { holdsRatchet } from './against/ratchet.ts';
import { openLab } from './lab.ts';
import { mostPromotedBytes, promotedPerRequest } from './measure/garbage.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { thisMachine } from './report/machine.ts';
import type { Outcome } from './report/outcome.ts';
import { markdown, withBlock } from './report/page.ts';
import { textBars, textTable } from './report/text.ts';
import { scenarios } from './scenarios/index.ts';
import type { Bench, Scenario } from './scenarios/scenario.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let options: BenchOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(2);
}

const { against, ratchet } = options;
const list = against === undefined && !ratchet ? chosen(options) : [];
const lab = await openLab();
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  const bench = { lab, options, say };
  if (ratchet) await inWords(async () => (await youngGarbage(bench)) && (await holdsRatchet(lab, say)));
  else if (against !== undefined) await inWords(() => compareWith(lab, { ...options, commit: against }, say));
  else await runAll(bench, list);
} finally {
  await lab.close();
}

function chosen({ only }: BenchOptions): readonly Scenario[] {
  const unknown = only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    const known = scenarios.map(({ name }) => name).join(', ');
    process.stderr.write(`bench: no scenario ${unknown.join(', ')}; there are ${known}\n`);
    process.exit(2);
  }
  return only.length === 0 ? scenarios : scenarios.filter(({ name }) => only.includes(name));
}

/** Fails where it is not good, and says in words what stands in the way, such as a commit that is not there. */
async function inWords(isGood: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await isGood())) process.exitCode = 1;
  } catch (error) {
    say(`bench: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}

async function runAll(bench: Bench, list: readonly Scenario[]): Promise<void> {
  for (const what of lab.missing) say(`left out, because it is not installed: ${what}`);
  const outcomes: Outcome[] = [];
  for (const scenario of list) {
    say(scenario.title);
    const outcome = await scenario.run(bench);
    outcomes.push(outcome);
    for (const table of outcome.tables) process.stdout.write(`${textTable(table)}\n`);
    for (const note of outcome.notes) process.stdout.write(`${note}\n\n`);
  }
  process.stdout.write(textBars(outcomes));
  const machine = thisMachine();
  mkdirSync(fileAt('results'), { recursive: true });
  const file = fileAt(`results/${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, options, outcomes }, null, 2)}\n`);
  if (!options.page) return;
  const page = fileAt('../docs/performance.md');
  writeFileSync(page, withBlock(readFileSync(page, 'utf8'), markdown(outcomes, machine)));
}

/** True if requests leave no garbage that grows old. */
async function youngGarbage({ lab }: Bench): Promise<boolean> {
  let areYoung = true;
  for (const config of ['everything', 'translated'] as const) {
    const promoted = await promotedPerRequest(lab, config, 1.5);
    const isYoung = promoted <= mostPromotedBytes;
    const verdict = isYoung ? 'good' : 'TOO MUCH: docs/decisions/memory.md tells why';
    process.stdout.write(
      `garbage, ${config}: ${promoted.toFixed(0)} bytes a request grew old, at most ${mostPromotedBytes}: ${verdict}\n`,
    );
    areYoung &&= isYoung;
  }
  return areYoung;
}
