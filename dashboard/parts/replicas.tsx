import type { JSX } from 'preact';
import type { Deployment, ReplicaState } from '../../src/admin/contract/deployments.ts';
import { counted, duration, troubleOf } from '../data/words.ts';

/** So many servers of a deployment have a line each; those that are not well come first. */
const mostLines = 16;

/** The equal servers of deployments that are several: how each is, and what it has in flight. */
export function Replicas({
  deployments,
}: {
  readonly deployments: readonly Deployment[];
}): JSX.Element | null {
  const several = deployments.filter(({ replicas }) => replicas.length > 0);
  if (several.length === 0) return null;
  return (
    <ul class="fine in-card" aria-label="Servers">
      {several.map(({ deployment, name, replicas }) => (
        <li key={deployment}>
          {name} is {counted(replicas.length, 'server')}
          <ul>
            {[...replicas]
              .sort((a, b) => Number(isWell(a)) - Number(isWell(b)))
              .slice(0, mostLines)
              .map((one) => (
                <li key={one.replica}>{lineOf(one)}</li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const standings: Readonly<Record<ReplicaState['standing'], string>> = {
  healthy: 'healthy',
  last: 'last',
  out: 'out',
  drained: 'drained',
};

function isWell(state: ReplicaState): boolean {
  return state.standing === 'healthy' && troubleOf(state) === undefined;
}

function lineOf(state: ReplicaState): string {
  const { replica, standing, in_flight: inFlight, latency_ms: ms } = state;
  const trouble = troubleOf(state);
  const answers = ms === null ? '' : `, first byte after ${duration(ms)}`;
  return `${replica}: ${standings[standing]}${trouble === undefined ? '' : ` (${trouble})`}, ${inFlight} in flight${answers}`;
}
