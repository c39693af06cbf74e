/**
 * Test files that mostly wait: for a clock, a shell, a process that is to be started late. They run one
 * after the other beside those that are busy, as they leave the cores to others. Each takes less than a quarter of its time
 * of a core.
 */
export const waitingFiles: readonly string[] = [
  'test/admin/keys-change.test.ts',
  'test/cli/completion.test.ts',
  'test/gateway/live/verdicts.test.ts',
  'test/gateway/live/workers.test.ts',
  'test/limits/redis/outage.test.ts',
  'test/simulator/faults.test.ts',
  'test/supervisor/worker-pool.test.ts',
];
