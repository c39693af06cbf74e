import type { GuardConfig, GuardDirection } from '../../config/types/guards.ts';
import type { CircuitConfig } from '../../config/types/routing.ts';
import { inStepsYielding } from '../../lib/yield-to-requests.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { GuardOutcome } from '../../observe/request-event.ts';
import { admits, type Circuit, closedCircuit, type FailureSign, nextCircuit } from '../../routing/circuit.ts';
import { RecentKeys } from '../../routing/recent-keys.ts';
import { type CutText, callsFor, wellFormed } from './cut-texts.ts';
import type { GuardForm, ShownText, Verdict } from './forms/guard-form.ts';
import { type AskedAbout, type GuardCaller, GuardFailure } from './guard-caller.ts';
import { LookTime } from './look-time.ts';
import { RememberedPasses } from './remembered-passes.ts';

/** The state that outlives a version of the configuration, as long as the guard's own settings stay as they are. */
export class GuardState {
  readonly passes: RememberedPasses;
  circuit: Circuit = closedCircuit;
  readonly recentKeys = new RecentKeys();

  constructor({ rememberMs }: Pick<GuardConfig, 'rememberMs'>) {
    this.passes = new RememberedPasses(rememberMs);
  }
}

/** The outcome of showing some texts to a guard. */
export type Look =
  /** @property holdBack So many characters at the end of the last text say nothing yet. */
  | { readonly kind: 'passed'; readonly holdBack: number }
  /** @property place The place of the refused text; undefined if unknown. */
  | { readonly kind: 'refused'; readonly reason: string | undefined; readonly place: number | undefined }
  /** The texts that are changed, by their places. */
  | { readonly kind: 'masked'; readonly texts: ReadonlyMap<number, string> }
  | { readonly kind: 'failed'; readonly why: string };

/** The name that a text is remembered by. */
type Name = ReturnType<RememberedPasses['nameOf']>;

type RefusedLook = Extract<Look, { readonly kind: 'refused' }>;
type FailedLook = Extract<Look, { readonly kind: 'failed' }>;

/** The key, the request and the direction of some texts. */
export interface About extends AskedAbout {
  readonly direction: GuardDirection;
  readonly key: string;
}

/** A look in flight. */
interface Asking {
  readonly texts: readonly ShownText[];
  readonly about: About;
  readonly time: LookTime;
  /** The guard has given any answer. */
  hasAnswered: boolean;
}

/** Hears of each look. */
export type LookTold = (guard: string, direction: GuardDirection, outcome: GuardOutcome, ms?: number) => void;

interface LiveParts {
  readonly form: GuardForm;
  readonly caller: GuardCaller;
  readonly state: GuardState;
  readonly circuit: CircuitConfig;
  readonly told: LookTold;
  readonly log: Logger;
}

/** A guard of the configuration that is served. */
export class LiveGuard {
  readonly config: GuardConfig;
  readonly #form: GuardForm;
  readonly #caller: GuardCaller;
  readonly #state: GuardState;
  readonly #circuit: CircuitConfig;
  readonly #told: LookTold;
  readonly #log: Logger;

  constructor(config: GuardConfig, { form, caller, state, circuit, told, log }: LiveParts) {
    this.config = config;
    this.#form = form;
    this.#caller = caller;
    this.#state = state;
    this.#circuit = circuit;
    this.#told = told;
    this.#log = log;
  }

  get name(): string {
    return this.config.name;
  }

  /** It is not asked, but to find out whether it is well again. Its circuit is its own: that of no backend has to do with it. */
  get isDown(): boolean {
    const { circuit } = this.#state;
    return this.#caller.isDown !== undefined || (circuit.state !== 'closed' && circuit.by === undefined);
  }

  /**
   * Shows texts to the guard. Never rejects.
   *
   * @param whenGone Hands over what gives the look up, for when nobody waits for it any more.
   */
  async look(
    texts: readonly ShownText[],
    about: About,
    whenGone?: (giveUp: () => void) => void,
  ): Promise<Look> {
    const startedMs = performance.now();
    const look = await this.#look(texts, about, whenGone);
    this.#told(this.name, about.direction, look.kind, performance.now() - startedMs);
    return look;
  }

  async #look(
    texts: readonly ShownText[],
    about: About,
    whenGone: ((giveUp: () => void) => void) | undefined,
  ): Promise<Look> {
    const { passes } = this.#state;
    const names = await inStepsYielding(this.#namesOf(texts, about));
    const fresh = [...texts.entries()].filter(
      ([place, { text }]) => text !== '' && !passes.has(names[place]),
    );
    if (fresh.length === 0) return { kind: 'passed', holdBack: 0 };
    const down = this.#caller.isDown ?? this.#outFor(about.key);
    if (down !== undefined) return { kind: 'failed', why: down };
    const time = new LookTime(this.config.totalMs);
    let isUnwanted = false;
    whenGone?.(() => {
      isUnwanted = true;
      time.end('nobody waits for it any more');
    });
    const startedAt = performance.now();
    this.#happened({ kind: 'attempt', by: about.key });
    const asking: Asking = { texts, about, time, hasAnswered: false };
    const { look, failed } = await this.#askAll(fresh, asking);
    time.end('it has been looked at');
    const kind = failed === undefined ? 'success' : isUnwanted ? 'unjudged' : 'failure';
    const answered = kind === 'failure' && asking.hasAnswered ? this.#signOf(about.key) : undefined;
    this.#happened({ kind, startedAt, answered });
    if (look.kind === 'passed') for (const [place] of fresh) passes.keep(names[place]);
    return look;
  }

  /** The names that texts are remembered by, in steps: a request may have very many of them. */
  *#namesOf(texts: readonly ShownText[], { key, direction }: About): Generator<void, readonly Name[]> {
    const names: Name[] = [];
    for (const text of texts) {
      names.push(this.#state.passes.nameOf(text, key, direction));
      yield;
    }
    return names;
  }

  /** The reason why it is not asked for now on behalf of a key, where it has failed too often. */
  #outFor(key: string): string | undefined {
    const now = performance.now();
    const { circuit, recentKeys } = this.#state;
    recentKeys.add(key, now);
    return admits(circuit, now, { key, isAlone: this.#isAlone(key, now) })
      ? undefined
      : 'it has failed too often lately, and is left alone for now';
  }

  /**
   * The key that a failure belongs to if the guard answers: texts of one client must not take the guard from others.
   */
  #signOf(key: string): FailureSign {
    return { by: key, doubt: this.#isAlone(key, performance.now()) ? undefined : 'others_use_it' };
  }

  #isAlone(key: string, now: number): boolean {
    return this.#state.recentKeys.isAlone(key, now - this.#circuit.windowMs);
  }

  #happened(event: Parameters<typeof nextCircuit>[1]): void {
    const before = this.#state.circuit;
    const now = performance.now();
    const after = nextCircuit(before, event, now, this.#circuit);
    this.#state.circuit = after;
    if (before.state === 'closed' && after.state === 'open') {
      const seconds = Math.ceil(after.openMs / 1000);
      const about = { guard: this.name, seconds, key: after.by };
      this.#log.warn(about, 'a guard fails, and gets no requests for now');
    } else if (before.state !== 'closed' && after.state === 'closed')
      this.#log.info({ guard: this.name }, 'a guard answers again');
  }

  /**
   * Asks with all calls: as many at once as the guard may have in flight, and each of the others when one has ended. No
   * more than that is held of a request with very many texts. One refusal decides, whatever the other calls return.
   */
  async #askAll(
    fresh: readonly (readonly [number, ShownText])[],
    asking: Asking,
  ): Promise<{ readonly look: Look; readonly failed: FailedLook | undefined }> {
    const isLenient = this.config.onFailure === 'allow';
    let refused: Look | undefined;
    let failed: FailedLook | undefined;
    const masks = new Map<number, string>();
    let holdBack = 0;
    const ask = async (call: readonly CutText[]) => {
      const verdict = await this.#asked(call, asking);
      if (refused !== undefined) return;
      const look = verdict.kind === 'masked' ? noteMasks(call, verdict.texts, masks) : lookOf(verdict, call);
      if (verdict.kind === 'passed') holdBack = Math.max(holdBack, verdict.holdBack ?? 0);
      if (look?.kind === 'refused') refused = look;
      if (look?.kind === 'failed') failed ??= look;
      // The others have nothing to add.
      if (refused !== undefined || (failed !== undefined && !isLenient)) asking.time.end('it is known');
    };
    // A refusal of several texts at once does not say which of them it is.
    const calls = callsFor(fresh, this.#form);
    const askFrom = async (first: readonly CutText[]) => {
      await ask(first);
      for (let next = calls.next(); next.done !== true; next = calls.next()) await ask(next.value);
    };
    const asks: Promise<void>[] = [];
    while (asks.length < this.config.concurrency) {
      const next = calls.next();
      if (next.done === true) break;
      asks.push(askFrom(next.value));
    }
    await Promise.all(asks);
    if (refused !== undefined) return { look: refused, failed };
    // Changes are made even where some texts passed unseen.
    if (failed !== undefined && (masks.size === 0 || !isLenient)) return { look: failed, failed };
    if (masks.size === 0) return { look: { kind: 'passed', holdBack }, failed };
    if (failed !== undefined) this.#tellUnseen(asking.about, failed);
    return { look: { kind: 'masked', texts: masks }, failed };
  }

  #tellUnseen({ id, direction }: About, { why }: FailedLook): void {
    const about = { id, guard: this.name, direction, reason: why };
    this.#log.warn(about, 'a guard could not look at all of it, and the rest passed with its changes');
  }

  async #asked(call: readonly CutText[], asking: Asking): Promise<Verdict> {
    const verdict = await this.#ask(call, asking);
    if (verdict.kind !== 'refused' || verdict.place !== undefined || call.length === 1) return verdict;
    return { ...verdict, ...(await this.#placeOf(call, asking)) };
  }

  /** Finds the refused one of several texts, by asking for halves of them; nothing where that fails. */
  async #placeOf(call: readonly CutText[], asking: Asking): Promise<{ readonly place?: number }> {
    let from = 0;
    let to = call.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const verdict = await this.#ask(call.slice(from, middle), asking);
      if (verdict.kind === 'refused') to = middle;
      else if (verdict.kind === 'failed') return {};
      else from = middle;
    }
    // The last text may be refused only together with those that were ruled out.
    const last = await this.#ask(call.slice(from, to), asking);
    return last.kind === 'refused' ? { place: from } : {};
  }

  async #ask(call: readonly CutText[], asking: Asking): Promise<Verdict> {
    const { texts, about, time } = asking;
    if (time.over !== undefined) return { kind: 'failed', why: time.over };
    const form = this.#form;
    const before = form.contextLength === 0 ? [] : contextOf(texts, call[0]!.of, form.contextLength);
    try {
      const answer = await this.#caller.ask(form.ask(call, about.direction, before), time, about);
      asking.hasAnswered = true;
      return form.read(answer, call, about.direction);
    } catch (error) {
      if (!(error instanceof GuardFailure)) throw error;
      asking.hasAnswered ||= error.isAnswer;
      return { kind: 'failed', why: error.message };
    }
  }
}

/** The look that a verdict makes; undefined where it has passed. */
function lookOf(verdict: Verdict, call: readonly CutText[]): RefusedLook | FailedLook | undefined {
  if (verdict.kind === 'failed') return verdict;
  if (verdict.kind !== 'refused') return undefined;
  const { place } = verdict;
  const known = place ?? (call.length === 1 ? 0 : undefined);
  return {
    kind: 'refused',
    reason: verdict.reason,
    place: known === undefined ? undefined : call[known]?.of,
  };
}

/** Takes what a mask changed; a text that had to be cut can't be put together again of pieces that overlap. */
function noteMasks(
  call: readonly CutText[],
  texts: readonly string[],
  masks: Map<number, string>,
): RefusedLook | FailedLook | undefined {
  let isAnyChanged = false;
  for (const [index, { of, isPiece, text }] of call.entries()) {
    const changed = texts[index]!;
    if (changed === text) continue;
    isAnyChanged = true;
    if (isPiece) {
      return {
        kind: 'refused',
        reason: 'a text that was cut can not be changed',
        place: of,
      };
    }
    masks.set(of, changed);
  }
  // It said that it changed something: with nothing changed it is no pass.
  return isAnyChanged
    ? undefined
    : { kind: 'failed', why: 'it says that it changed texts, and none is changed' };
}

/** The most texts before one that go along: messages have other costs than their length. */
const mostBefore = 64;

/** The texts before one, as much of them as goes along. */
function contextOf(texts: readonly ShownText[], place: number, most: number): readonly ShownText[] {
  const before: ShownText[] = [];
  let left = most;
  for (let index = place - 1; index >= 0 && left > 0 && before.length < mostBefore; index -= 1) {
    const one = texts[index]!;
    const text = wellFormed(one.text.slice(-left));
    left -= text.length;
    if (text !== '') before.push({ text, role: one.role });
  }
  return before.reverse();
}
