/** The series that belong together, each found when it is first needed and written to directly from then on. */
import { STATUS_CODES } from 'node:http';
import { type EndpointName, operationOf } from '../../api/endpoints/index.ts';
import { nanoUsdPerUsd } from '../cost.ts';
import type { AttemptEvent, RequestEvent } from '../request-event.ts';
import { asLabel, genAi } from '../semantic-names.ts';
import { type UnitCounter, unitCounters } from '../units/index.ts';
import {
  type Certainty,
  type Counts,
  labelOf,
  type TokenCounter,
  tokenCounters,
  type Usage,
} from '../usage.ts';
import { requestFamilies } from './metric-families.ts';
import { type Family, type FamilySpec, type Labels, observe, type Series } from './series.ts';

type Specs = typeof requestFamilies;

/** The labels of one of the families. */
type LabelsOf<K extends keyof Specs> = Specs[K] extends FamilySpec<infer Label> ? Labels<Label> : never;

export type Families = {
  readonly [K in keyof Specs]: Specs[K] extends FamilySpec<infer Label> ? Family<Label> : never;
};

/** In place of a name where there is none. */
export const none = '(none)';

/** A status as a label. Backends can answer with any number: those that HTTP does not know are told by their class. */
export function statusLabel(status: number): string {
  if (status === 499 || STATUS_CODES[status] !== undefined) return String(status);
  return `${Math.floor(status / 100)}xx`;
}

/** Series that differ in one label, each found by its value once. */
export class Fan<V> {
  readonly #known = new Map<V, Series>();
  readonly #find: (value: V) => Series;

  constructor(find: (value: V) => Series) {
    this.#find = find;
  }

  of(value: V): Series {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const found = this.#find(value);
    this.#known.set(value, found);
    return found;
  }
}

/** Excess counts stay: a counter never decreases. */
export function addMoreTokens(fan: Fan<TokenCounter>, more: Counts): void {
  for (const counter of tokenCounters) if (more[counter] > 0) fan.of(counter)[0]! += more[counter];
}

/** Input and output always have a series, what is part of them where there was any. */
export function addTokens(fan: Fan<TokenCounter>, usage: Usage): void {
  for (const counter of tokenCounters) {
    if (usage[counter] > 0 || counter === 'input' || counter === 'output') {
      fan.of(counter)[0]! += usage[counter];
    }
  }
}

/** Units beside tokens, where there were any. */
function addUnits(fan: Fan<UnitCounter>, usage: Usage): void {
  for (const counter of unitCounters) if (usage[counter] > 0) fan.of(counter)[0]! += usage[counter];
}

/** So many servers of a deployment are counted by name: a name may lead elsewhere every day. */
const mostReplicas = 512;
const otherReplicas = '(other)';

/** One deployment on one endpoint. */
export class DeploymentMeters {
  readonly requests: Fan<number>;
  readonly #attempts: Fan<string>;
  /** The same of each of several equal servers. */
  readonly #ofReplicas = new Map<string, Fan<string>>();
  readonly #tokens: Fan<TokenCounter>;
  readonly #units: Fan<UnitCounter>;
  readonly #certainties: Fan<Certainty>;
  readonly #usage: Fan<'input' | 'output'>;
  readonly #families: Families;
  readonly #names: LabelsOf<'cost'>;
  readonly #client: LabelsOf<'attemptDuration'>;
  #duration: Series | undefined;
  #firstChunk: Series | undefined;
  #unmetered: Series | undefined;
  #cost: Series | undefined;
  #unpriced: Series | undefined;

  constructor(
    families: Families,
    endpoint: EndpointName,
    model: string,
    deployment: string,
    provider: string,
  ) {
    this.#families = families;
    const names = { model, deployment };
    const client = {
      [asLabel(genAi.operation)]: operationOf(endpoint),
      [asLabel(genAi.provider)]: provider,
      [asLabel(genAi.requestModel)]: model,
      deployment,
    };
    this.#names = names;
    this.#client = client;
    this.requests = new Fan((status) =>
      families.requests.at({ endpoint, ...names, status: statusLabel(status) }),
    );
    this.#attempts = new Fan((outcome) => families.attempts.at({ ...names, outcome }));
    this.#tokens = new Fan((type) => families.tokens.at({ ...names, type: labelOf(type) }));
    this.#units = new Fan((unit) => families.units.at({ ...names, unit: labelOf(unit) }));
    this.#certainties = new Fan((certainty) => families.certainties.at({ certainty }));
    this.#usage = new Fan((type) => families.tokenUsage.at({ ...client, [asLabel(genAi.tokenType)]: type }));
  }

  attempt({ outcome, ms, firstByteMs, replica }: AttemptEvent): void {
    const attempts = replica === undefined ? this.#attempts : this.#attemptsOf(replica);
    attempts.of(outcome)[0]! += 1;
    this.#duration ??= this.#families.attemptDuration.at(this.#client);
    observe(this.#duration, requestFamilies.attemptDuration.bounds, ms / 1000);
    if (firstByteMs === undefined) return;
    this.#firstChunk ??= this.#families.attemptFirstChunk.at(this.#client);
    observe(this.#firstChunk, requestFamilies.attemptFirstChunk.bounds, firstByteMs / 1000);
  }

  #attemptsOf(replica: string): Fan<string> {
    const known = this.#ofReplicas.get(replica);
    if (known !== undefined) return known;
    if (this.#ofReplicas.size >= mostReplicas && replica !== otherReplicas)
      return this.#attemptsOf(otherReplicas);
    const { model, deployment } = this.#names;
    const made = new Fan((outcome: string) =>
      this.#families.attempts.at({ model, deployment, outcome, replica }),
    );
    this.#ofReplicas.set(replica, made);
    return made;
  }

  useUnknown(): void {
    this.#unmetered ??= this.#families.unmetered.at(this.#names);
    this.#unmetered[0]! += 1;
  }

  overstated(): void {
    this.#families.overstated.at(this.#names)[0]! += 1;
  }

  use(tokens: Usage, certainty: Certainty, costNanoUsd: number | undefined): void {
    this.#certainties.of(certainty)[0]! += 1;
    addTokens(this.#tokens, tokens);
    addUnits(this.#units, tokens);
    observe(this.#usage.of('input'), requestFamilies.tokenUsage.bounds, tokens.input);
    observe(this.#usage.of('output'), requestFamilies.tokenUsage.bounds, tokens.output);
    if (costNanoUsd === undefined) {
      this.#unpriced ??= this.#families.unpriced.at(this.#names);
      this.#unpriced[0]! += 1;
      return;
    }
    this.#spend(costNanoUsd);
  }

  /** Adds late facts about a counted request. */
  correct(tokens: Counts, costNanoUsd: number): void {
    addMoreTokens(this.#tokens, tokens);
    if (costNanoUsd > 0) this.#spend(costNanoUsd);
  }

  #spend(costNanoUsd: number): void {
    this.#cost ??= this.#families.cost.at(this.#names);
    this.#cost[0]! += costNanoUsd / nanoUsdPerUsd;
  }
}

/** One model on one endpoint, as clients see it. */
export class ModelMeters {
  /** Requests that ended before an attempt was made. */
  readonly unattempted: Fan<number>;
  readonly #families: Families;
  readonly #labels: LabelsOf<'duration'>;
  #duration: Series | undefined;
  #firstToken: Series | undefined;
  #perToken: Series | undefined;

  constructor(families: Families, endpoint: EndpointName, model: string) {
    this.#families = families;
    this.#labels = {
      endpoint,
      [asLabel(genAi.operation)]: operationOf(endpoint),
      [asLabel(genAi.requestModel)]: model,
    };
    this.unattempted = new Fan((status) =>
      families.requests.at({ endpoint, model, deployment: none, status: statusLabel(status) }),
    );
  }

  answered({ ms, firstByteMs, streamed, tokens }: RequestEvent): void {
    this.#duration ??= this.#families.duration.at(this.#labels);
    observe(this.#duration, requestFamilies.duration.bounds, ms / 1000);
    if (firstByteMs === undefined) return;
    this.#firstToken ??= this.#families.firstToken.at(this.#labels);
    observe(this.#firstToken, requestFamilies.firstToken.bounds, firstByteMs / 1000);
    if (!streamed || tokens === undefined || tokens.output < 2) return;
    this.#perToken ??= this.#families.perToken.at(this.#labels);
    const seconds = (ms - firstByteMs) / 1000 / (tokens.output - 1);
    observe(this.#perToken, requestFamilies.perToken.bounds, seconds);
  }
}

/** One key. */
export class KeyMeters {
  readonly requests: Fan<number>;
  readonly refusals: Fan<string>;
  readonly tokens: Fan<TokenCounter>;
  readonly #families: Families;
  readonly #key: string;
  #cost: Series | undefined;

  constructor(families: Families, key: string) {
    this.#families = families;
    this.#key = key;
    this.requests = new Fan((status) => families.keyRequests.at({ key, status: statusLabel(status) }));
    this.refusals = new Fan((code) => families.refusals.at({ key, code }));
    this.tokens = new Fan((type) => families.keyTokens.at({ key, type: labelOf(type) }));
  }

  spend(costNanoUsd: number): void {
    this.#cost ??= this.#families.keyCost.at({ key: this.#key });
    this.#cost[0]! += costNanoUsd / nanoUsdPerUsd;
  }
}
