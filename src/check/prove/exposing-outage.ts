import type { Explanation } from '../explain/explanation.ts';
import type { ExplainQuestion } from '../explain/question.ts';

/** A question with the outage that brings a forbidden deployment its turn. */
export interface Exposed {
  readonly question: ExplainQuestion;
  readonly explanation: Explanation;
  /** `MODEL/NAME`: the deployment that is tried first then, or may be. */
  readonly deployment: string;
}

/**
 * The fewest backends and deployments that have to be down for a request to go first to a forbidden deployment. Of its
 * own backend only the deployments before it can be down; of each other backend all of it. Throws an Error if `explain`
 * does not try a forbidden one at all.
 */
export function exposingOutage(
  explain: (question: ExplainQuestion) => Explanation,
  question: ExplainQuestion,
  forbidden: ReadonlySet<string>,
): Exposed {
  const tried = explain(question)
    .models.flatMap(({ deployments }) => deployments)
    .filter(({ place, deployment }) => place !== null && forbidden.has(deployment));
  let best: Exposed | undefined;
  for (const { deployment, backend } of tried) {
    const most = best?.question.down.length ?? Number.POSITIVE_INFINITY;
    const exposed = exposing(explain, question, { deployment, backend }, most);
    if (exposed !== undefined) best = exposed;
  }
  if (best === undefined) throw new Error(`a proof and explain differ: ${JSON.stringify(question)}`);
  return best;
}

/**
 * Takes the deployments before another one down until it is first; undefined if that takes as many as a known outage,
 * or more.
 */
function exposing(
  explain: (question: ExplainQuestion) => Explanation,
  question: ExplainQuestion,
  { deployment, backend }: { readonly deployment: string; readonly backend: string },
  most: number,
): Exposed | undefined {
  const down = new Set<string>();
  while (down.size < most) {
    const asked = { ...question, down: [...down] };
    const explanation = explain(asked);
    const { outcome, models } = explanation;
    if (!('deployment' in outcome)) return undefined;
    const first = [outcome.deployment, ...outcome.or];
    if (first.includes(deployment)) return { question: asked, explanation, deployment };
    const explained = models.flatMap(({ deployments }) => deployments);
    for (const before of first) {
      const its = explained.find((one) => one.deployment === before)!.backend;
      down.add(its === backend ? before : its);
    }
  }
  return undefined;
}
