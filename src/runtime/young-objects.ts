/**
 * How a process that serves requests collects its garbage; before anything else of it runs. Objects of a request live
 * for as long as its backend takes, and while the young generation is small many of them are moved to the old one just
 * before they die: so it grows to its largest at once when a load comes, and becomes small again when there is none. For
 * the same reason nothing is made in the old generation because others of its kind grew old. And a worker collects its
 * young generation by itself: there is a worker for each core, so that helping threads only take time from the others.
 *
 * It is said here and not on the command line because the engine takes the compiled code of Node.js's own modules, which
 * Node.js carries, only under the options that it was compiled with: a worker would take an eighth longer to start.
 */
import { setFlagsFromString } from 'node:v8';

const options = [
  '--semi-space-growth-factor=16',
  '--no-allocation-site-pretenuring',
  '--no-parallel-scavenge',
];

for (const option of options) setFlagsFromString(option);
