/**
 * The cost of a guard: `npm run build && npm run bench:guards`. The same gateway with a guard that lets everything
 * pass, and without, in turns: CPU of the worker for a guarded request of 1 KB, and for an event of a stream. The
 * guard's own time is that of another process.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLab, printedPort } from './lab.ts';
import { compareConfigs } from './measure/configs-compared.ts';
import { launch } from './measure/programs.ts';
import { configFile } from './proxies/gateway.ts';

const rounds = Number(process.argv[2] ?? 5);
/** Microseconds more that are allowed, for a request and for an event. */
const bounds = { requests: 100, answers: 10 } as const;
const eventsPerStream = 100;

const lab = await openLab();
const outputFile = join(lab.outputDir, 'guard.out');
const program = fileURLToPath(new URL('programs/guard.mjs', import.meta.url));
const guard = launch({ command: [...lab.cores.load, process.execPath, program], outputFile });
const url = `http://127.0.0.1:${await printedPort(outputFile)}`;
const without = readFileSync(configFile('everything'), 'utf8');
const guarded = (direction: string) =>
  `${without}\nguards: { all: { form: agentgateway, url: "${url}", looks_at: [${direction}], unseen: refuse, remember: 0, concurrency: 1000 } }\n`;
let isWithin = true;

for (const [direction, body, per] of [
  ['requests', lab.bodies.small, 1],
  ['answers', lab.bodies.stream, eventsPerStream],
] as const) {
  const costs = await compareConfigs(lab, {
    on: { name: `guarded-${direction}`, text: guarded(direction) },
    off: { name: 'unguarded', text: without },
    rounds,
    bodyFile: body,
    ...(per > 1 && { sliceMs: 1000 }),
  });
  const { added, without: base } = costs.get('the worker alone')!;
  const [median, least, most] = [added.median, added.min, added.max].map((us) => us / per) as [
    number,
    number,
    number,
  ];
  const what = per === 1 ? 'request of 1 KB' : 'event of a stream';
  process.stdout.write(
    `${direction}: ${median.toFixed(1)} us of CPU more per ${what} (${least.toFixed(1)} to ${most.toFixed(1)} over ${rounds} rounds; ${(base / per).toFixed(1)} without); at most ${bounds[direction]} is allowed\n`,
  );
  isWithin &&= median <= bounds[direction];
}
await guard.stop();
await lab.close();
process.exitCode = isWithin ? 0 : 1;
