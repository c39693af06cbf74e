/** The lines that tell of deployments going out of service and coming back. Each worker learns it by itself. */
import type { Logger } from '../observe/log/log.ts';
import type { CircuitChange } from '../routing/live-view.ts';
import { outcomes } from '../routing/outcomes.ts';

/** Tells of circuits. */
export function circuitLines(log: Logger): (change: CircuitChange) => void {
  return ({ key: deployment, family, from, to, outcome }) => {
    const { pid } = process;
    // Generation is the subject of nearly every line.
    const of = family === 'generation' ? {} : { family };
    switch (to.state) {
      case 'open':
        if (outcome !== undefined && outcomes[outcome].health === 'unjudged') {
          log.debug(
            { deployment, ...of, outcome, pid },
            'the test of a circuit was inconclusive: the next request is another',
          );
        } else {
          const { openMs } = to;
          const again = from === 'half_open' ? { again: true } : {};
          log.warn({ deployment, ...of, outcome, open_ms: openMs, ...again, pid }, 'a circuit opened');
        }
        break;
      case 'half_open':
        log.debug({ deployment, ...of, pid }, 'a circuit is half open: one request tests it');
        break;
      case 'closed':
        log.info({ deployment, ...of, pid }, 'a circuit closed');
        break;
    }
  };
}

/** Tells of one backend that was found out of step. */
export function strayLine(log: Logger, backend: string): void {
  log.warn(
    { backend, pid: process.pid },
    'a backend sent bytes outside any answer: for an hour each of its connections carries one request',
  );
}

/** Tells of the health check of one backend, or of one of its replicas. */
export function probeLines(log: Logger, backend: string, replica?: string): (isDown: boolean) => void {
  const of = replica === undefined ? { backend } : { backend, replica };
  return (isDown) => {
    const { pid } = process;
    if (isDown) log.warn({ ...of, pid }, 'the health check of a backend fails: its deployments are out');
    else log.info({ ...of, pid }, 'the health check of a backend succeeds again');
  };
}
