/** Proofs in words. Each sentence continues the name of its assertion. */
import type { Config } from '../../config/types/gateway.ts';
import type { NeverAssertion, SurvivesAssertion } from '../../config/types/tests.ts';
import { maxAttemptsInAll } from '../../routing/attempts/retries.ts';
import { listed } from '../../routing/wording.ts';
import type { ExplainQuestion } from '../explain/question.ts';
import { questionText } from '../explain/text/explain-text.ts';
import type { Breach } from './breach.ts';
import type { Breaking } from './outages.ts';

/** `key eu-1 reaches m/us-east with: endpoint ...; model m; key eu-1; down eu-west`. */
export function brokenNever(
  question: ExplainQuestion,
  deployment: string,
  { key, keys, kept }: Breach,
): string {
  const others = keys === 1 ? '' : keys === 2 ? ' (so does 1 other key)' : ` (so do ${keys - 1} other keys)`;
  const whose =
    kept?.madeBy === undefined ? 'any id' : `the id of an object that key ${kept.madeBy} had made there`;
  const by = kept === undefined ? '' : ` by ${whose}`;
  return `key ${key.id} reaches ${deployment}${by}${others}: ${questionText(question)}`;
}

/** `no deployment is left: endpoint ...; model m; key team-a; down openai`. */
export function brokenSurvives(
  question: ExplainQuestion,
  { because, backends }: Breaking,
  maxAttempts: number,
  several: Config['backends'] | undefined,
): string {
  const down = several === undefined ? [] : severalDown(backends, several);
  const why = down.some(({ count }) => count > 2)
    ? 'all servers that are tried may be down'
    : because === 'nobody'
      ? 'no deployment is left'
      : `the attempts may all go to what is down (routing.max_attempts is ${maxAttempts}, and ${maxAttemptsInAll} is the most in all)`;
  const servers = down.map(({ name, count }) => `any 2 of the ${count} servers of ${name}`);
  const which = servers.length === 0 ? '' : ` (${servers.join(', ')}: one further is tried)`;
  return `${why}: ${questionText(question)}${which}`;
}

/** The backends with two servers down, and their numbers of servers, if servers are counted. */
function severalDown(names: readonly string[], backends: Config['backends']) {
  return names.flatMap((name) => {
    const replicas = backends.get(name)?.replicas;
    const count = replicas?.kind === 'list' ? replicas.servers.length : 1;
    return count < 2 ? [] : [{ name, count }];
  });
}

/** No request of an assertion of `survives` is served at all. */
export function nothingServed(assertion: SurvivesAssertion): string {
  return `nobody serves it, though nothing is down: ${asked(assertion)}`;
}

/** The same for requests that no deployment can be told in another dialect. */
export function nobodyNative(assertion: SurvivesAssertion): string {
  return `nobody serves it natively: ${asked(assertion)}`;
}

function asked({ request }: SurvivesAssertion): string {
  const { endpoint, model, models, tags, key } = request;
  const parts = [
    endpoint === undefined ? 'any endpoint' : `endpoint ${endpoint}`,
    ...(model === undefined ? [] : [`model ${model}`]),
    ...(models.length === 0 ? [] : [`models ${models.join(', ')}`]),
    ...(tags.length === 0 ? [] : [`tags ${tags.join(', ')}`]),
    key === undefined ? 'any key' : `key ${key}`,
  ];
  return parts.join('; ');
}

/** The reason why an assertion is about nothing; undefined if it is about something. */
export function provesNothing(
  { request, ...assertion }: NeverAssertion | SurvivesAssertion,
  { keys }: Config,
  matchedKeys: number,
  forbidden: number,
): string | undefined {
  if (matchedKeys === 0) {
    return keys.size === 0
      ? 'there is no key, so that no request can be made'
      : `no key matches ${JSON.stringify(request.key)}`;
  }
  if (forbidden > 0 || !('reaches' in assertion)) return undefined;
  const { backend, deployment } = assertion.reaches;
  const wanted = [
    ...(backend === undefined ? [] : [`backend ${JSON.stringify(backend)}`]),
    ...(deployment === undefined ? [] : [`deployment ${JSON.stringify(deployment)}`]),
  ];
  return `no deployment matches ${listed(wanted, 'and')}`;
}
