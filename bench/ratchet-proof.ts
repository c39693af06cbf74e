/**
 * The reliability of the ratchet: a build that was made a tenth dearer on purpose is refused, and one that is held
 * against itself is let through, nine times of ten each. A round takes some four minutes.
 *
 *   npm run build && npm run bench:ratchet              ten rounds
 *   npm run bench:ratchet -- 3                          as many
 */
import { join } from 'node:path';
import type { CommitBuild } from './against/build-of-commit.ts';
import { compared } from './against/compared.ts';
import { isHeld } from './against/ratchet.ts';
import { usualWorks } from './against/works.ts';
import { openLab } from './lab.ts';
import { spreadOf } from './measure/spread.ts';

const folder = join(import.meta.dirname, '..');
const own: CommitBuild = { commit: 'itself', folder, program: join(folder, 'dist/bin/gateway.js') };
const [work] = usualWorks;
const dearerBy = 0.1;
const wanted = 0.9;

const rounds = Number(process.argv[2] ?? 10);
const lab = await openLab();
try {
  const { its } = await compared(lab, work!, own, { seconds: 0.4, starts: 2, pairsPerStart: 10 });
  const costUs = spreadOf(its).median;
  process.env['DEARER_US'] = String(dearerBy * costUs);
  process.stdout.write(
    `a request takes ${costUs.toFixed(1)} us; one that is dearer ${(dearerBy * costUs).toFixed(1)} more\n`,
  );
  const dearer = ['--require', join(import.meta.dirname, 'programs/dearer.cjs')];
  let passed = 0;
  let refused = 0;
  for (let round = 1; round <= rounds; round += 1) {
    if (await isHeld(lab, work!, own)) passed += 1;
    if (!(await isHeld(lab, work!, own, dearer))) refused += 1;
    process.stdout.write(`${round}: ${passed} let through of itself, ${refused} refused of what is dearer\n`);
  }
  if (Math.min(passed, refused) < wanted * rounds) process.exitCode = 1;
} finally {
  await lab.close();
}
