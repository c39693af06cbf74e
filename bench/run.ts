/** The bench: `npm run bench`. Puts the gateway and what could stand in its place to the same work, in turns. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openLab } from './lab.ts';
import { mostPromotedBytes, promotedPerRequest } from './measure/garbage.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { verdicts } from './report/baseline.ts';
import { thisMachine } from './report/machine.ts';
import type { Outcome } from './report/outcome.ts';
import { markdown, withBlock } from './report/page.ts';
import { textBars, textTable } from './report/text.ts';
import { scenarios } from './scenarios/index.ts';
import { type QuickRatios, quick } from './scenarios/quick.ts';
import type { Bench, Scenario } from './scenarios/scenario.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let options: BenchOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(2);
}

const list = chosen(options);
const lab = await openLab(options.against);
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  const bench = { lab, options, say };
  if (options.quick) await guard(bench);
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

/** Fails where the gateway has become dearer than recorded, or requests leave garbage that has grown old. */
async function guard(bench: Bench): Promise<void> {
  const { table, ratios } = await quick(bench);
  process.stdout.write(`${textTable(table)}\n`);
  const file = fileAt('baseline.json');
  if (options.record) {
    const rounded = { lean: round(ratios.lean), everything: round(ratios.everything) };
    writeFileSync(file, `${JSON.stringify(rounded, null, 2)}\n`);
    return;
  }
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as QuickRatios;
  for (const { name, ratio, recorded: before, worse, isWithin } of verdicts(
    ratios,
    recorded,
    options.tolerance,
  )) {
    const change = `${worse > 0 ? '+' : ''}${(worse * 100).toFixed(0)} %`;
    const verdict = isWithin ? 'good' : 'TOO DEAR: npm run bench tells more';
    process.stdout.write(`${name}: ${ratio.toFixed(2)} x floor, recorded ${before}, ${change}: ${verdict}\n`);
    if (!isWithin) process.exitCode = 1;
  }
  const promoted = await promotedPerRequest(bench.lab, bench.options.seconds);
  const isYoung = promoted <= mostPromotedBytes;
  const verdict = isYoung ? 'good' : 'TOO MUCH: docs/decisions/memory.md tells why';
  process.stdout.write(
    `garbage: ${promoted.toFixed(0)} bytes a request grew old, at most ${mostPromotedBytes}: ${verdict}\n`,
  );
  if (!isYoung) process.exitCode = 1;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
