// Loaded into every process of a gateway: writes down how long it was busy at a stretch, in CPU time, which other
// programs on the machine don't lengthen. `STRETCHES` names the file.
import cluster from 'node:cluster';
import { appendFileSync, openSync, readSync } from 'node:fs';

const file = process.env.STRETCHES;
if (file !== undefined && process.platform === 'linux') {
  const statistics = openSync('/proc/thread-self/schedstat', 'r');
  const bytes = Buffer.alloc(64);
  const cpuMs = () => {
    const length = readSync(statistics, bytes, 0, bytes.length, 0);
    return Number(bytes.toString('latin1', 0, length).split(' ')[0]) / 1e6;
  };
  const program = process.argv[1] ?? '';
  const role = cluster.isWorker ? 'worker' : program.includes('loader-main') ? 'loader' : 'primary';
  let before = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  setInterval(() => {
    appendFileSync(file, `${role} ${longest.toFixed(1)}\n`);
    longest = 0;
  }, 250).unref();
}
