import type { DeploymentConfig } from '../../config/types/models.ts';
import type { HealthState } from '../health.ts';
import { type Outcome, outcomes } from '../outcomes.ts';
import type { Candidate, PlannedModel } from '../routing-table.ts';
import { attemptAllowance } from './retries.ts';

/** The next try of a request. */
export interface Step {
  /** The model whose limits hold: what the client asked for, where a wildcard serves it. */
  readonly asked: string;
  readonly candidate: Candidate;
}

/** The present state that a walk needs. */
export interface WalkView {
  /** The deployments of a model in the order in which they are tried. */
  order(planned: PlannedModel): readonly Candidate[];
  healthState(key: string): HealthState;
  /** `routing.max_attempts`. */
  readonly maxPerModel: number;
}

/**
 * The consequence of an attempt: `ended` makes its answer final; `next` goes to the next step, if there is one;
 * `enough` makes the best answer so far final.
 */
export type Then = 'ended' | 'next' | 'enough';

/** One request's way through the deployments of its plan: which one is tried next, and whether another one may be. */
export class AttemptWalk {
  readonly #plan: readonly PlannedModel[];
  readonly #view: WalkView;
  #place = 0;
  /** Of the model at this place; undefined before its turn. */
  #order: readonly Candidate[] | undefined;
  #at = 0;
  /** Attempts that this model may still take. */
  #allowed = 0;
  #made = 0;
  /** A backend may have worked on the request already. */
  #isAmbiguous = false;
  /** Of the last step. */
  #candidate: Candidate | undefined;
  /** Deployments of several equal servers that one of these was tried of, and the one of which a further one may be. */
  #tried: readonly DeploymentConfig[] = [];
  #further: DeploymentConfig | undefined;

  constructor(plan: readonly PlannedModel[], view: WalkView) {
    this.#plan = plan;
    this.#view = view;
  }

  /** Returns where to try next; undefined where nobody is left. */
  next(): Step | undefined {
    for (; this.#place < this.#plan.length; this.leaveModel()) {
      const planned = this.#plan[this.#place]!;
      const order = this.#orderOf(planned);
      while (this.#at < order.length && (this.#allowed > 0 || this.#isFurther(order[this.#at]!))) {
        const candidate = order[this.#at]!;
        this.#at += 1;
        if (candidate.replica !== undefined && !this.#isFurther(candidate) && this.#wasTried(candidate))
          continue;
        // Another request may have been let through to a half-open circuit since the order was made.
        const now = this.#view.healthState(candidate.key);
        if (now === 'out' || now === 'drained') continue;
        this.#candidate = candidate;
        return { asked: planned.asked ?? planned.model.id, candidate };
      }
    }
    return undefined;
  }

  #orderOf(planned: PlannedModel): readonly Candidate[] {
    if (this.#order !== undefined) return this.#order;
    const { order, maxPerModel } = this.#view;
    const modelsToCome = this.#plan.length - this.#place - 1;
    this.#allowed = attemptAllowance({ made: this.#made, modelsToCome, maxPerModel });
    this.#order = order(planned);
    return this.#order;
  }

  /** The model of the last step is not tried any further. */
  leaveModel(): void {
    this.#place += 1;
    this.#order = undefined;
    this.#at = 0;
  }

  /** True for another server of the deployment that was just tried: one of those is no further attempt. */
  #isFurther({ replica, deployment }: Candidate): boolean {
    return replica !== undefined && this.#further === deployment;
  }

  #wasTried({ deployment }: Candidate): boolean {
    return this.#tried.includes(deployment);
  }

  /** The last step is taken. */
  begin(): void {
    const candidate = this.#candidate!;
    if (this.#isFurther(candidate)) {
      this.#further = undefined;
      return;
    }
    this.#allowed -= 1;
    this.#made += 1;
    this.#further = candidate.replica === undefined ? undefined : candidate.deployment;
    if (this.#further !== undefined) this.#tried = [...this.#tried, this.#further];
  }

  /** Returns what follows what came of it. */
  after(outcome: Outcome): Then {
    const { elsewhere } = outcomes[outcome];
    if (elsewhere === 'no') return 'ended';
    if (elsewhere === 'once' && this.#isAmbiguous) return 'enough';
    this.#isAmbiguous ||= elsewhere === 'once';
    return 'next';
  }
}
