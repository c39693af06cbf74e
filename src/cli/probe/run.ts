/** Asks one deployment for what it declares, one request after the other. */
import { countedUse } from '../../api/answer-usage.ts';
import type { Proof } from '../../api/capability-proofs/proof.ts';
import type { ProvenEntry } from '../../check/capability-lock/capability-lock.ts';
import { takesAnyModel } from '../../check/capability-lock/proof-states.ts';
import { withBackend } from '../../embedded/lone-backend.ts';
import type { Backend } from '../../http/client/backend.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import type { Usage } from '../../observe/usage.ts';
import { askOnce } from './ask.ts';
import type { PlannedDeployment, PlannedProof } from './plan.ts';
import type { Asked } from './read-answer.ts';

/** `failed` and `not_asked` say nothing of the capability, unless the backend refused a good request. */
export type ResultKind = 'proven' | 'not_proven' | 'failed' | 'not_asked' | 'no_proof';

export interface ProbeResult {
  readonly planned: PlannedProof;
  readonly kind: ResultKind;
  /** Undefined where it is proven. */
  readonly why: string | undefined;
  /** The entry for the lock; undefined for none. */
  readonly entry: ProvenEntry | undefined;
}

/** The budget, and the amount spent so far. In billionths of a US dollar. */
export class Purse {
  /** Undefined for as much as it takes. */
  readonly #maxNanoUsd: number | undefined;
  /** Allows requests to deployments without a price. */
  readonly #isOpen: boolean;
  spentNanoUsd = 0;

  constructor(maxNanoUsd: number | undefined, isOpen: boolean) {
    this.#maxNanoUsd = maxNanoUsd;
    this.#isOpen = isOpen;
  }

  /** Why a request is not asked; undefined where it may be. */
  refusal(estimateNanoUsd: number | undefined): string | undefined {
    if (estimateNanoUsd === undefined) {
      return this.#isOpen
        ? undefined
        : 'the deployment has no `price`, so that --max-cost can not be kept; --yes asks it';
    }
    const isOver = this.#maxNanoUsd !== undefined && this.spentNanoUsd + estimateNanoUsd > this.#maxNanoUsd;
    return isOver ? 'it might cost more than is left of --max-cost' : undefined;
  }
}

export interface ProbeTerms {
  readonly purse: Purse;
  readonly timeoutMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A backend that does not answer so many requests in a row is not asked the next. */
const mostTimeouts = 2;

/** Never rejects for what a backend does. */
export function probeDeployment(plan: PlannedDeployment, terms: ProbeTerms): Promise<readonly ProbeResult[]> {
  return withBackend(plan.backend, async (backend) => {
    const { missingCredential } = backend;
    const deployment = new ProbedDeployment(plan, backend, terms);
    if (missingCredential !== undefined) deployment.shut = `there is no credential (${missingCredential})`;
    const results: ProbeResult[] = [];
    for (const planned of plan.proofs) results.push(await deployment.probe(planned));
    return results;
  });
}

class ProbedDeployment {
  /** Why nothing more is asked. */
  shut: string | undefined;
  readonly #plan: PlannedDeployment;
  readonly #backend: Backend;
  readonly #terms: ProbeTerms;
  #timeouts = 0;

  constructor(plan: PlannedDeployment, backend: Backend, terms: ProbeTerms) {
    this.#plan = plan;
    this.#backend = backend;
    this.#terms = terms;
  }

  async probe(planned: PlannedProof): Promise<ProbeResult> {
    const { proof, capability, endpoint, estimateNanoUsd } = planned;
    const result = (kind: ResultKind, why?: string): ProbeResult => ({
      planned,
      kind,
      why,
      entry: undefined,
    });
    if (proof === undefined) {
      return result(
        'no_proof',
        takesAnyModel(this.#plan.deployment)
          ? 'it takes any model, and each can do other things'
          : `no proof is known for ${capability} on ${endpoint}`,
      );
    }
    const refusal = this.shut ?? this.#terms.purse.refusal(estimateNanoUsd);
    if (refusal !== undefined) return result('not_asked', refusal);
    const { kind, why, isKept } = await this.#prove(planned, proof);
    const at = Math.floor(this.#terms.now() / 1000) * 1000;
    return { planned, kind, why, entry: isKept ? { result: kind, at, why: keptWhy(kind, why) } : undefined };
  }

  async #prove(planned: PlannedProof, proof: Proof): Promise<Verdict> {
    const refused: string[] = [];
    for (const ask of proof.ways) {
      let lacks: string | undefined;
      let asked: Asked | undefined;
      for (let time = 0; time < proof.times && asked?.kind !== 'refused'; time += 1) {
        asked = await askOnce({
          backend: this.#backend,
          endpoint: planned.endpoint,
          upstreamModel: this.#plan.deployment.upstreamModel,
          ask,
          timeoutMs: this.#terms.timeoutMs,
        });
        this.#pay(asked, planned, proof);
        if (asked.kind === 'failed') return this.#failed(asked);
        this.#timeouts = 0;
        if (asked.kind === 'told') lacks = proof.lacks(asked.told);
      }
      if (asked?.kind === 'refused') {
        if (!refused.includes(asked.why)) refused.push(asked.why);
        continue;
      }
      return lacks === undefined
        ? { kind: 'proven', why: undefined, isKept: true }
        : { kind: 'not_proven', why: lacks, isKept: true };
    }
    return { kind: 'failed', why: refused.join('; '), isKept: true };
  }

  #failed({ why, reach }: Extract<Asked, { kind: 'failed' }>): Verdict {
    this.#timeouts = reach === 'slow' ? this.#timeouts + 1 : 0;
    if (reach === 'all' || this.#timeouts >= mostTimeouts)
      this.shut = `an earlier request showed that there is no use in it: ${why}`;
    return { kind: 'failed', why, isKept: false };
  }

  #pay(asked: Asked, { estimate }: PlannedProof, { times }: Proof): void {
    const { price } = this.#plan;
    if (price === undefined) return;
    const usage = usageOf(asked, estimate, times);
    if (usage !== undefined) this.#terms.purse.spentNanoUsd += costNanoUsd(price, usage);
  }
}

/** Without a report it is what was estimated; undefined where nothing was worked on. */
function usageOf(asked: Asked, estimate: Usage, times: number): Usage | undefined {
  const [input, output, cacheWrite] = [estimate.input, estimate.output, estimate.cacheWrite].map((tokens) =>
    Math.ceil(tokens / times),
  ) as [number, number, number];
  switch (asked.kind) {
    case 'told':
      return countedUse(asked.use, input).usage;
    case 'refused':
      return undefined;
    case 'failed':
      return asked.mayCost ? { ...estimate, input, output, cacheWrite } : undefined;
  }
}

type Verdict =
  | { readonly kind: 'proven' | 'not_proven'; readonly why: string | undefined; readonly isKept: true }
  | { readonly kind: 'failed'; readonly why: string; readonly isKept: boolean };

/** A backend's own words change from day to day, and are not for a file that is reviewed. */
function keptWhy(kind: Verdict['kind'], why: string | undefined): string | undefined {
  if (kind !== 'failed') return why;
  const statuses = [...(why ?? '').matchAll(/(?:^|; )(answered \d{3})/g)].map(([, status]) => status!);
  return [...new Set(statuses)].join(' and ');
}
