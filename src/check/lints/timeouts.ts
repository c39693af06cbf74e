import type { Inspect } from '../../config/inspection.ts';
import type { BackendConfig } from '../../config/types/backends.ts';

const phases: readonly (readonly [field: string, phase: keyof BackendConfig['timeouts']])[] = [
  ['connect', 'connectMs'],
  ['first_byte', 'firstByteMs'],
  ['answer', 'answerMs'],
  ['idle', 'idleMs'],
  ['progress', 'progressMs'],
];

/** A time limit of one phase that the limit of the whole request always forestalls. */
export const idleTimeouts: Inspect = ({ backends }, found) => {
  for (const { name, timeouts } of backends.values()) {
    for (const [field, phase] of phases) {
      const at = ['backends', name, 'timeouts', field];
      const limitMs = timeouts[phase] ?? 0;
      if (limitMs <= timeouts.totalMs || !found.has(at)) continue;
      const total = written(timeouts.totalMs);
      const message = `\`${field}\` never runs out: a whole request may take ${total} (\`total\`)`;
      found.atValue(at, 'idle_timeout', message, {
        hint: `write ${total}, or give \`total\` ${written(limitMs)}`,
      });
    }
  }
};

/** Milliseconds as the file has them. */
function written(ms: number): string {
  for (const [unit, length] of [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const) {
    if (ms % length === 0) return `${ms / length}${unit}`;
  }
  return `${ms}ms`;
}
