import { listed } from '../../routing/wording.ts';
import type { ReachChange, ReachPart } from './reach-changes.ts';

/** The most names of one kind; nobody reads more. */
const mostNames = 8;

/** The lines of a change: wider reach, then narrower; an empty part is left out. */
export function reachLines(change: ReachChange): readonly (readonly ['+' | '-', string])[] {
  const { more, less, all_models, all_endpoints, is_new } = change;
  const who = whoOf(change);
  const gained = [
    ...(all_models
      ? [
          `every model, those to come too${more.models.length === 0 ? '' : ` (${listed(more.models, 'and', mostNames)})`}`,
        ]
      : namesOf('the model', 'the models', more.models)),
    ...(all_endpoints ? ['every endpoint'] : namesOf('the endpoint', 'the endpoints', more.endpoints)),
    ...namesOf('the backend', 'the backends', more.backends),
    ...more.limits,
  ];
  const lost = partsOf(less);
  const isNothing = is_new && gained.length === 0;
  return [
    ...(gained.length === 0 ? [] : [['+', `${who}: ${gained.join('; ')}`] as const]),
    ...(isNothing ? [['+', `${who}: nothing`] as const] : []),
    ...(lost.length === 0 ? [] : [['-', `${who}: ${lost.join('; ')}`] as const]),
  ];
}

function whoOf({ kind, name, holds }: ReachChange): string {
  const what = kind === 'rate_limit' ? `rate limit ${name}` : `${kind} ${name}`;
  return holds.length === 0 ? what : `${what} (${listed(holds, 'and', mostNames)})`;
}

function partsOf({ models, endpoints, backends, limits }: ReachPart): readonly string[] {
  return [
    ...namesOf('the model', 'the models', models),
    ...namesOf('the endpoint', 'the endpoints', endpoints),
    ...namesOf('the backend', 'the backends', backends),
    ...limits,
  ];
}

function namesOf(one: string, many: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.length === 1 ? one : many} ${listed(names, 'and', mostNames)}`];
}
