/**
 * The fate of an access log's requests when one configuration replaces another. Plans are compared, not the actual
 * answers: an outage on the day of the log is no part of the change. Memory does not grow with the log.
 */
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Config } from '../../config/types/gateway.ts';
import { type LogEntry, type LoggedRequest, readLogLine } from './logged-request.ts';
import { type Place, type TrafficPlan, trafficPlanner, wantedTags } from './traffic-plan.ts';

/** The effect of a change on a request. */
export type TrafficKind =
  /** Another deployment is first. */
  | 'elsewhere'
  /** It was served and is not. */
  | 'refused'
  /** It was not served and is. */
  | 'served'
  /** It is refused as before, with another code. */
  | 'refused_otherwise'
  /** The first deployment is the same, the others are not. */
  | 'failover';

export const trafficKinds: readonly TrafficKind[] = [
  'elsewhere',
  'refused',
  'served',
  'refused_otherwise',
  'failover',
];

/** An example request of a row. */
export type TrafficExample = Pick<LoggedRequest, 'id' | 'time' | 'endpoint' | 'models' | 'tags' | 'needs'>;

/** Requests of one key for one model with the same change. */
export interface TrafficRow {
  /** Null for all keys beyond the separate ones. */
  readonly key: string | null;
  readonly model: string | null;
  readonly requests: number;
  readonly examples: readonly TrafficExample[];
}

/** Requests that go from one place to another. */
export interface TrafficMove {
  readonly kind: TrafficKind;
  /** Its old and its new destination. */
  readonly before: Destination;
  readonly after: Destination;
  readonly requests: number;
  /** By key and model, most requests first. */
  readonly rows: readonly TrafficRow[];
}

/** Deployments in groups of equals (only the first group, except for `failover`), or a code. */
export type Destination = TrafficPlan;

export interface TrafficReport {
  readonly lines: number;
  /** The compared requests. Like all such figures it is scaled if the log keeps a share of its lines. */
  readonly requests: number;
  readonly isSampled: boolean;
  /** The log's times of the first and the last of them. */
  readonly from: string | null;
  readonly to: string | null;
  readonly unchanged: number;
  /** The requests of each kind. */
  readonly changed: Readonly<Record<TrafficKind, number>>;
  readonly moves: readonly TrafficMove[];
  /** Lines without a comparable request. */
  readonly unread: {
    readonly unreadable: number;
    /** The numbers of the first of them, from 1. */
    readonly unreadable_at: readonly number[];
    readonly too_long: number;
    readonly older: number;
    readonly unknown: number;
    readonly aside: number;
  };
  /** Requests that were answered before their model was known, by the code of the answer. */
  readonly unrouted: Readonly<Record<string, number>>;
  /** The old file infers no needs, the new one uses them, and the log has none. */
  readonly isBlindToNeeds: boolean;
}

/** The most remembered plans, and the most characters of their keys; beyond those, some are planned again. */
const mostVerdicts = 100_000;
const mostRemembered = 16 * 1024 * 1024;
/** The most separate rows; all others count as one. */
const mostRows = 10_000;
const mostMoves = 2000;
/** The most examples, of a row and in all. */
const mostExamples = 3;
const mostExamplesInAll = 2000;
const mostPlaces = 5;
const mostCodes = 100;

interface Row {
  readonly key: string | null;
  readonly model: string | null;
  weight: number;
  readonly examples: TrafficExample[];
}

interface Move {
  readonly kind: TrafficKind;
  readonly before: Destination;
  readonly after: Destination;
  weight: number;
  readonly rows: Map<string, Row>;
}

/** The change of alike requests; undefined for none. */
type Verdict = { readonly move: Move; readonly row: Row } | undefined;

/** Compares line by line. */
export class Traffic {
  readonly #old: Config;
  /** The endpoints of both files. */
  readonly #names: ReadonlySet<string>;
  readonly #planOld: (request: LoggedRequest) => TrafficPlan;
  readonly #planNew: (request: LoggedRequest) => TrafficPlan;
  readonly #isBlindToNeeds: boolean;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #moves = new Map<string, Move>();
  readonly #unrouted = new Map<string, number>();
  readonly #unread = { unreadable: 0, too_long: 0, older: 0, unknown: 0, aside: 0 };
  readonly #unreadableAt: number[] = [];
  readonly #usesClient: (key: string) => boolean;
  #remembered = 0;
  #examples = 0;
  #rows = 0;
  #lines = 0;
  #weight = 0;
  #unchanged = 0;
  #isSampled = false;
  #from: string | undefined;
  #to: string | undefined;

  /** @param wallNow Decides which keys are valid, in milliseconds since the epoch. */
  constructor(before: Config, after: Config, wallNow: number) {
    this.#old = before;
    this.#names = new Set([...endpointsOf(before).names, ...endpointsOf(after).names]);
    this.#planOld = trafficPlanner(before, wallNow);
    this.#planNew = trafficPlanner(after, wallNow);
    this.#isBlindToNeeds = before.routing.infer === 'off' && after.routing.infer !== 'off';
    this.#usesClient = (key) => [before, after].some(({ keys }) => keys.get(key)?.allowFrom !== undefined);
  }

  /** Takes one line of the log, without its end. Never throws. */
  add(line: string): void {
    this.#lines += 1;
    if (line.trim() !== '') this.#take(readLogLine(line, this.#names));
  }

  /** Counts a line that was too long to be kept. */
  addTooLong(): void {
    this.#lines += 1;
    this.#unread.too_long += 1;
  }

  report(): TrafficReport {
    const moves = [...this.#moves.values()].map(moveOf).sort((a, b) => b.requests - a.requests);
    const changed = Object.fromEntries(trafficKinds.map((kind) => [kind, 0])) as Record<TrafficKind, number>;
    for (const { kind, weight } of this.#moves.values()) changed[kind] += weight;
    for (const kind of trafficKinds) changed[kind] = Math.round(changed[kind]);
    return {
      lines: this.#lines,
      requests: Math.round(this.#weight),
      isSampled: this.#isSampled,
      from: this.#from ?? null,
      to: this.#to ?? null,
      unchanged: Math.round(this.#unchanged),
      changed,
      moves,
      unread: { ...this.#unread, unreadable_at: this.#unreadableAt },
      unrouted: Object.fromEntries(
        [...this.#unrouted].sort((a, b) => b[1] - a[1]).map(([code, weight]) => [code, Math.round(weight)]),
      ),
      isBlindToNeeds: this.#isBlindToNeeds,
    };
  }

  #take(entry: LogEntry): void {
    switch (entry.kind) {
      case 'request':
        this.#compare(entry.request);
        break;
      case 'unrouted': {
        if (entry.weight > 1) this.#isSampled = true;
        const isTold = this.#unrouted.has(entry.code) || this.#unrouted.size < mostCodes;
        const code = isTold ? entry.code : 'other';
        this.#unrouted.set(code, (this.#unrouted.get(code) ?? 0) + entry.weight);
        break;
      }
      default:
        this.#unread[entry.kind] += 1;
        if (entry.kind === 'unreadable' && this.#unreadableAt.length < mostPlaces)
          this.#unreadableAt.push(this.#lines);
    }
  }

  #compare(request: LoggedRequest): void {
    const { weight, time } = request;
    if (weight > 1) this.#isSampled = true;
    this.#weight += weight;
    if (time !== undefined) {
      if (this.#from === undefined || time < this.#from) this.#from = time;
      if (this.#to === undefined || time > this.#to) this.#to = time;
    }
    const verdict = this.#verdictOn(request);
    if (verdict === undefined) {
      this.#unchanged += weight;
      return;
    }
    verdict.move.weight += weight;
    verdict.row.weight += weight;
    if (verdict.row.examples.length < mostExamples && this.#examples < mostExamplesInAll) {
      this.#examples += 1;
      const { id, endpoint, models, needs } = request;
      verdict.row.examples.push({ id, time, endpoint, models, tags: wantedTags(this.#old, request), needs });
    }
  }

  /** Computed once for all alike requests. */
  #verdictOn(request: LoggedRequest): Verdict {
    const { key, endpoint, model, models, tags, needs, client } = request;
    const alike = JSON.stringify([
      key,
      endpoint,
      model,
      models,
      tags,
      needs,
      this.#usesClient(key) ? client : undefined,
    ]);
    if (this.#verdicts.has(alike)) return this.#verdicts.get(alike);
    this.#remembered += alike.length;
    if (this.#verdicts.size >= mostVerdicts || this.#remembered > mostRemembered) {
      this.#verdicts.clear();
      this.#remembered = alike.length;
    }
    const verdict = this.#judge({ ...request, tags: wantedTags(this.#old, request) });
    this.#verdicts.set(alike, verdict);
    return verdict;
  }

  #judge(request: LoggedRequest): Verdict {
    const change = changeOf(this.#planOld(request), this.#planNew(request));
    if (change === undefined) return undefined;
    const move = this.#moveFor(change);
    return { move, row: this.#rowFor(move, request) };
  }

  #moveFor(change: Change): Move {
    const identity = JSON.stringify(change);
    const known = this.#moves.get(identity);
    if (known !== undefined) return known;
    const isFull = this.#moves.size >= mostMoves;
    const kept = isFull ? { ...change, before: elsewhere, after: elsewhere } : change;
    const move = this.#moves.get(JSON.stringify(kept)) ?? { ...kept, weight: 0, rows: new Map() };
    this.#moves.set(JSON.stringify(kept), move);
    return move;
  }

  #rowFor({ rows }: Move, { key, model }: LoggedRequest): Row {
    const identity = JSON.stringify([key, model]);
    const known = rows.get(identity);
    if (known !== undefined) return known;
    const isFull = this.#rows >= mostRows;
    const row: Row = isFull
      ? (rows.get('') ?? { key: null, model: null, weight: 0, examples: [] })
      : { key, model, weight: 0, examples: [] };
    if (!isFull) this.#rows += 1;
    rows.set(isFull ? '' : identity, row);
    return row;
  }
}

/** The place of all moves beyond the separate ones. */
const elsewhere: Destination = { groups: [] };

interface Change {
  readonly kind: TrafficKind;
  readonly before: Destination;
  readonly after: Destination;
}

function changeOf(before: TrafficPlan, after: TrafficPlan): Change | undefined {
  if (before.groups === undefined || after.groups === undefined) {
    if (before.groups !== undefined) return { kind: 'refused', before: firstOf(before.groups), after };
    if (after.groups !== undefined) return { kind: 'served', before, after: firstOf(after.groups) };
    return before.refusal === after.refusal ? undefined : { kind: 'refused_otherwise', before, after };
  }
  const [first, then] = [firstOf(before.groups), firstOf(after.groups)];
  if (identityOf(first.groups) !== identityOf(then.groups))
    return { kind: 'elsewhere', before: first, after: then };
  if (identityOf(before.groups) === identityOf(after.groups)) return undefined;
  return { kind: 'failover', before, after };
}

function firstOf(groups: readonly (readonly Place[])[]) {
  return { groups: groups.slice(0, 1) };
}

/** The order in which a file declares equals does not matter. */
function identityOf(groups: readonly (readonly Place[])[]): string {
  return JSON.stringify(groups.map((group) => group.map((place) => JSON.stringify(place)).sort()));
}

function moveOf({ kind, before, after, weight, rows }: Move): TrafficMove {
  const told = [...rows.values()].map(
    ({ weight, ...row }): TrafficRow => ({ ...row, requests: Math.round(weight) }),
  );
  told.sort((a, b) => b.requests - a.requests);
  return { kind, before, after, requests: Math.round(weight), rows: told };
}
