/**
 * Proves `never:` and `survives:` of a configuration, or finds what breaks them. It examines requests with the serving
 * planner; docs/proof.md argues that these requests are enough.
 */
import type { Config } from '../../config/types/gateway.ts';
import type { GuardConfig } from '../../config/types/guards.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { SourcePosition } from '../../config/types/source-position.ts';
import type { NeverAssertion, SurvivesAssertion } from '../../config/types/tests.ts';
import { explainer } from '../explain/explain.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { ExplainQuestion } from '../explain/question.ts';
import { explanationText, questionText } from '../explain/text/explain-text.ts';
import { keptText } from '../explain/text/stored-objects-text.ts';
import type { Breach } from './breach.ts';
import { reachedWithSecret } from './client-secrets.ts';
import { exposingOutage } from './exposing-outage.ts';
import { withoutTranslations } from './native-deployments.ts';
import { breachOf, forbiddenBy } from './never.ts';
import { keptBreachOf, keptBreachText, keysMeant } from './never-kept-contents.ts';
import { meansServer, toolBreachOf, toolBreachText } from './never-tools.ts';
import {
  guardsForbidden,
  leniencies,
  reachedGuard,
  unguardedBreach,
  withoutGuardText,
} from './never-without-guard.ts';
import { brokenNever, brokenSurvives, nobodyNative, nothingServed, provesNothing } from './proof-text.ts';
import { matchedKeys, type Subject, subjectOf } from './subject.ts';
import { type Failing, Survivals } from './survives.ts';

/** The outcome of one entry of `never:` or `survives:`. */
export interface ProofOutcome {
  readonly kind: 'never' | 'survives';
  readonly assertion: NeverAssertion | SurvivesAssertion;
  readonly name: string;
  readonly at: SourcePosition;
  /** `empty`: it is about nothing that exists, so nothing could break it. */
  readonly verdict: 'proved' | 'broken' | 'empty';
  /** The breach, or the reason why it shows nothing: a sentence that continues the name; empty for a proof. */
  readonly message: string;
  /**
   * For a proved `survives`: the breach for bodies that can't be said in another dialect, also a sentence; empty if it
   * holds for all bodies.
   */
  readonly onlyTold: string;
  /** The request that breaks it, with its outage, as a question to `explain`; undefined for none. */
  readonly counterexample: ExplainQuestion | undefined;
  /** The answer of `explain`, several lines; otherwise empty. */
  readonly why: string;
}

export interface ProveOptions {
  /** Milliseconds since the epoch: keys in use are preferred as examples. */
  readonly wallNow?: number;
  /** The keys that assertions are checked against; all by default. */
  readonly keys?: readonly KeyConfig[];
}

/** Proves all assertions of a configuration: `never`, then `survives`, each in the order of the file. */
export function prove(config: Config, options: ProveOptions = {}): readonly ProofOutcome[] {
  if (config.never.length + config.survives.length === 0) return [];
  const prover = new Prover(config, options);
  return [
    ...config.never.map((one) => prover.never(one)),
    ...config.survives.map((one) => prover.survives(one)),
  ];
}

/** Checks one key against `never` alone. */
export function proveNever(
  config: Config,
  key: KeyConfig,
  wallNow: number = Date.now(),
): readonly ProofOutcome[] {
  if (config.never.length === 0) return [];
  const prover = new Prover(config, { wallNow, keys: [key] });
  return config.never.map((assertion) => prover.never(assertion));
}

class Prover {
  readonly #config: Config;
  readonly #subject: Subject;
  readonly #survivals: Survivals;
  /** The same without deployments that serve through another dialect; undefined where there are none. */
  readonly #untold: { readonly subject: Subject; readonly survivals: Survivals } | undefined;
  readonly #wallNow: number;
  #explain: ((question: ExplainQuestion) => Explanation) | undefined;

  constructor(config: Config, { wallNow = Date.now(), keys = [...config.keys.values()] }: ProveOptions) {
    this.#config = config;
    this.#wallNow = wallNow;
    this.#subject = subjectOf(config, keys, wallNow);
    this.#survivals = new Survivals(this.#subject);
    const native = config.survives.length === 0 ? undefined : withoutTranslations(config);
    if (native !== undefined) {
      const subject = subjectOf(native, keys, wallNow);
      this.#untold = { subject, survivals: new Survivals(subject) };
    }
  }

  never(assertion: NeverAssertion): ProofOutcome {
    const { request } = assertion;
    const outcome = { kind: 'never', assertion, ...nothingFound(assertion) } as const;
    if (assertion.kept) return { ...outcome, ...this.#kept(assertion) };
    if (assertion.reaches.tool !== undefined)
      return { ...outcome, ...this.#tool(assertion, assertion.reaches.tool) };
    if (assertion.withoutGuard !== undefined)
      return { ...outcome, ...this.#withoutGuard(assertion, assertion.withoutGuard) };
    const matched = matchedKeys(this.#subject, request.key);
    const forbidden = forbiddenBy(this.#subject, assertion);
    const meant = forbidden.size + guardsForbidden(this.#config, assertion, forbidden).length;
    const message = provesNothing(assertion, this.#config, matched.byGroup.size, meant);
    if (message !== undefined) return { ...outcome, verdict: 'empty', message };
    const breach = breachOf(this.#subject, assertion, forbidden, matched);
    if (breach === undefined) {
      const shown = reachedGuard(this.#subject, assertion, forbidden);
      if (shown === undefined) return { ...outcome, verdict: 'proved', message: '' };
      return { ...outcome, verdict: 'broken', ...this.#shown(shown.guard, shown.breach) };
    }
    return { ...outcome, verdict: 'broken', ...this.#exposed(breach, forbidden) };
  }

  /** Checks that contents are not kept; no plan is involved. */
  #kept(assertion: NeverAssertion): Pick<ProofOutcome, 'verdict' | 'message'> {
    const meant = keysMeant(this.#subject.keys, assertion);
    const message = provesNothing(assertion, this.#config, meant.length, 1);
    if (message !== undefined) return { verdict: 'empty', message };
    const breach = keptBreachOf(this.#config, meant, assertion);
    if (breach === undefined) return { verdict: 'proved', message: '' };
    return { verdict: 'broken', message: keptBreachText(breach) };
  }

  /** Checks that none of the keys may use some tools; no plan is involved here either. */
  #tool(assertion: NeverAssertion, pattern: string): Pick<ProofOutcome, 'verdict' | 'message'> {
    const meant = keysMeant(this.#subject.keys, assertion);
    const message =
      provesNothing(assertion, this.#config, meant.length, 1) ??
      (meansServer(this.#config, pattern)
        ? undefined
        : `no server of \`mcp\` matches ${JSON.stringify(pattern)}`);
    if (message !== undefined) return { verdict: 'empty', message };
    const breach = toolBreachOf(this.#config, meant, pattern);
    if (breach === undefined) return { verdict: 'proved', message: '' };
    return { verdict: 'broken', message: toolBreachText(breach) };
  }

  /** Checks that a guard reads all of it, and passes nothing unread. */
  #withoutGuard(assertion: NeverAssertion, name: string) {
    const guard = this.#config.guards.get(name);
    const matched = matchedKeys(this.#subject, assertion.request.key);
    const nothing = provesNothing(assertion, this.#config, matched.byGroup.size, 1);
    if (nothing !== undefined || guard === undefined)
      return { verdict: 'empty', message: nothing ?? 'there is no such guard' } as const;
    const breach = unguardedBreach(this.#subject, assertion, guard);
    if (breach !== undefined) {
      const asked = { ...breach.asked, ...this.#asActive(breach.key), down: [] };
      return {
        verdict: 'broken',
        message: withoutGuardText(name, breach, questionText(asked)),
        counterexample: asked,
        why: explanationText(this.#explained(asked)),
      } as const;
    }
    const [first] = assertion.lenient ? [] : leniencies(guard);
    return first === undefined
      ? ({ verdict: 'proved', message: '' } as const)
      : ({ verdict: 'broken', message: `the guard ${name} lets something pass: ${first}` } as const);
  }

  /** The breach by a guard that receives the text, which is a place too. */
  #shown({ name, form }: GuardConfig, breach: Breach) {
    const asked = { ...breach.asked, ...this.#asActive(breach.key), down: [] };
    const place = form.kind === 'chat' ? `the guard ${name}, which asks ${form.model}` : `the guard ${name}`;
    return {
      counterexample: asked,
      message: brokenNever(asked, place, breach),
      why: explanationText(this.#explained(asked)),
    };
  }

  #exposed(breach: Breach, forbidden: ReadonlySet<string>) {
    const asked = { ...breach.asked, ...this.#asActive(breach.key), down: [] };
    const { kept } = breach;
    if (kept !== undefined) {
      const message = brokenNever(asked, kept.backend, breach);
      return { counterexample: asked, message, why: `${keptText(this.#config, asked.endpoint)}\n` };
    }
    const beside = this.#beside(asked, forbidden);
    if (beside !== undefined)
      return {
        counterexample: asked,
        message: brokenNever(asked, beside.deployment, breach),
        why: beside.why,
      };
    const { question, explanation, deployment } = exposingOutage(this.#explained, asked, forbidden);
    const message = brokenNever(question, deployment, breach);
    return { counterexample: question, message, why: explanationText(explanation) };
  }

  /**
   * The target of a copy of a request, or of a session with its answer; undefined if that is nothing forbidden, or the
   * request itself may go to one.
   */
  #beside(asked: ExplainQuestion, forbidden: ReadonlySet<string>) {
    const explanation = this.#explained(asked);
    const tried = explanation.models.flatMap(({ deployments }) => deployments);
    if (tried.some(({ place, deployment }) => place !== null && forbidden.has(deployment))) return undefined;
    for (const { of, deployments } of explanation.mirrors ?? []) {
      const found = deployments.find((name) => forbidden.has(name));
      if (found !== undefined)
        return { deployment: `${found} by the mirror of ${of}`, why: explanationText(explanation) };
    }
    const opened = reachedWithSecret(this.#config, asked, explanation, forbidden);
    if (opened === undefined) return undefined;
    return { deployment: `${opened} with a client secret`, why: explanationText(explanation) };
  }

  survives(assertion: SurvivesAssertion): ProofOutcome {
    const { request } = assertion;
    const outcome = { kind: 'survives', assertion, ...nothingFound(assertion) } as const;
    const matched = matchedKeys(this.#subject, request.key);
    const nothing = provesNothing(assertion, this.#config, matched.byGroup.size, 1);
    if (nothing !== undefined) return { ...outcome, verdict: 'empty', message: nothing };
    const { isServed, failing } = this.#survivals.of(assertion, matched);
    if (!isServed) return { ...outcome, verdict: 'broken', message: nothingServed(assertion) };
    if (failing === undefined) {
      return { ...outcome, verdict: 'proved', message: '', onlyTold: this.#brokenUntold(assertion) };
    }
    return { ...outcome, verdict: 'broken', ...this.#failed(failing, assertion) };
  }

  /** The backends of an assertion that counts single servers. */
  #several({ of }: SurvivesAssertion): Config['backends'] | undefined {
    return of === 'replicas' ? this.#config.backends : undefined;
  }

  /** The breach of an assertion for bodies that no translated deployment can be asked. */
  #brokenUntold(assertion: SurvivesAssertion): string {
    const untold = this.#untold;
    if (untold === undefined) return '';
    const { isServed, failing } = untold.survivals.of(
      assertion,
      matchedKeys(untold.subject, assertion.request.key),
    );
    if (!isServed) return nobodyNative(assertion);
    if (failing === undefined) return '';
    const { asked, key, breaking } = failing;
    const question: ExplainQuestion = { ...asked, ...this.#asActive(key), down: breaking.backends };
    return brokenSurvives(question, breaking, this.#config.routing.maxAttempts, this.#several(assertion));
  }

  #failed({ asked, key, breaking }: Failing, assertion: SurvivesAssertion) {
    const question: ExplainQuestion = { ...asked, ...this.#asActive(key), down: breaking.backends };
    const { maxAttempts } = this.#config.routing;
    const message = brokenSurvives(question, breaking, maxAttempts, this.#several(assertion));
    return { counterexample: question, message, why: explanationText(this.#explained(question)) };
  }

  /** Made with the first explanation. */
  readonly #explained = (question: ExplainQuestion): Explanation => {
    this.#explain ??= explainer(this.#config, () => this.#wallNow);
    return this.#explain(question);
  };

  /** A key that is not in use may be so tomorrow. */
  #asActive(key: KeyConfig): Pick<ExplainQuestion, 'key' | 'asActive'> {
    const isInUse = this.#subject.inUse[this.#subject.keys.indexOf(key)] === true;
    return { key: key.id, ...(isInUse ? {} : { asActive: true }) };
  }
}

/** The outcome of an assertion that nothing breaks. */
function nothingFound({ name, at }: NeverAssertion | SurvivesAssertion) {
  return { name, at, counterexample: undefined, why: '', onlyTold: '' } as const;
}
