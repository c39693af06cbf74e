/**
 * The cost of keeping contents: `npm run build && npm run bench:contents`. The same gateway with `content_log` for its
 * key and without, in turns, for requests of 1 KB: of the worker alone, and with the process that keeps them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLab } from './lab.ts';
import { compareConfigs } from './measure/configs-compared.ts';
import { configFile } from './proxies/gateway.ts';

const rounds = Number(process.argv[2] ?? 9);
/** Microseconds more that are allowed. */
const bound = 30;

const lab = await openLab();
const without = readFileSync(configFile('everything'), 'utf8');
const kept = `${without}\ncontent_log: { file: ${JSON.stringify(join(lab.dir, 'contents'))}, keys: ["*"] }\n`;

const costs = await compareConfigs(lab, {
  on: { name: 'kept', text: kept },
  off: { name: 'unkept', text: without },
  rounds,
});
for (const [processes, { added, without: unkept }] of costs)
  process.stdout.write(
    `${processes}: ${added.median.toFixed(1)} us of CPU more per request (${added.min.toFixed(1)} to ${added.max.toFixed(1)} over ${rounds} rounds), ` +
      `beside ${unkept.toFixed(0)} us without; at most ${bound} is allowed\n`,
  );
await lab.close();
