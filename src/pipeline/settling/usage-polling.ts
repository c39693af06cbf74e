/**
 * Asks backends for the usage of pending objects, so that it counts for any reader of the results, and without one. The
 * store that remembers them decides when one is looked at.
 */
import type { CountedUse } from '../../api/answer-usage.ts';
import { useOfResponse } from '../../api/background-usage.ts';
import {
  answersOfBatch,
  type BatchUse,
  hasResults,
  useOfAnswer,
  useOfBatch,
  useOfResult,
} from '../../api/batch-usage.ts';
import type { Backend } from '../../http/client/backend.ts';
import { uuidV7 } from '../../http/server/request-id.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { SettledIds } from '../../limits/settled-object-ids.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { UseCorrection } from '../../observe/request-event.ts';
import { BatchResults, type TakeLines } from '../relay/answer/batch-answer.ts';
import { ResponseAnswer } from '../relay/answer/response-answer.ts';
import { ObjectGone, readInto } from './backend-query.ts';
import type { BatchParts } from './batch-parts.ts';
import { BatchSum } from './batch-sum.ts';
import { type ObjectPlace, type PendingUse, pendingIn, placeOf } from './pending-use.ts';
import type { Settlements } from './settlements.ts';

/** The endpoints that make objects whose usage is pending. */
export type SettledEndpoint = NonNullable<PendingUse['endpoint']> | 'responses';

export interface PollingParts {
  readonly backends: ReadonlyMap<string, Backend>;
  readonly settlements: Settlements;
  readonly settled: SettledIds;
  /** Undefined if no batches are kept. */
  readonly batches: BatchParts | undefined;
  /** Gets the usage that an object turned out to have, and the endpoint that made it. */
  readonly corrected: (correction: UseCorrection, endpoint: SettledEndpoint) => void;
  readonly log: Logger;
}

/** One look at one backend. */
interface Look {
  readonly backend: Backend;
  /** As it appears in a path. */
  readonly id: string;
  readonly requestId: string;
}

export class UsagePolling {
  readonly #parts: PollingParts;

  constructor(parts: PollingParts) {
    this.#parts = parts;
  }

  /** Asks if a remembered object is done, and settles it. Never rejects: the store that remembers it asks again. */
  async at(remembered: string): Promise<void> {
    const { settled, log } = this.#parts;
    const place = placeOf(remembered);
    if (place === undefined) return;
    try {
      const pending = pendingIn(await settled.noted(remembered));
      if (pending === undefined) return;
      const look = this.#look(place, pending.endpoint ?? 'responses');
      await look.catch(async (error: unknown) => {
        if (!(error instanceof ObjectGone)) throw error;
        await this.#giveUp(remembered, place, pending);
      });
    } catch (err) {
      log.debug(
        { err, object: place.kind, backend: place.backend },
        'the usage of an object is not known yet',
      );
    }
  }

  /** Only the store that remembers it can stop asking. */
  async #giveUp(remembered: string, { kind, backend }: ObjectPlace, pending: PendingUse): Promise<void> {
    if (pending.isGone === true) return;
    const { settled, log } = this.#parts;
    await settled.note(remembered, JSON.stringify({ ...pending, isGone: true } satisfies PendingUse));
    log.warn(
      { object: kind, backend, key: pending.key },
      'the backend no longer has an unfinished object: its reservation counts',
    );
  }

  async #look(place: ObjectPlace, endpoint: SettledEndpoint): Promise<void> {
    const { backends, settlements, corrected } = this.#parts;
    const backend = backends.get(place.backend);
    if (backend === undefined) return;
    const look = { backend, id: place.id, requestId: uuidV7() };
    const counted = await this.#counted(look, endpoint);
    if (counted === undefined) return;
    const correction = await settlements.settle(place, counted, look.requestId);
    if (correction !== undefined) corrected(correction, endpoint);
  }

  /** Undefined while it is in progress. */
  async #counted(look: Look, endpoint: SettledEndpoint): Promise<CountedUse | undefined> {
    const object = await objectAt(look, endpoint, look.id);
    if (endpoint === 'responses') {
      const usage = object && useOfResponse(object);
      return usage && { usage, certainty: 'measured', areTokensKnown: true };
    }
    const { batches } = this.#parts;
    if (object === undefined || batches === undefined) return undefined;
    const sum = new BatchSum(batches.prices, batches.nesting, () => look.backend.name);
    const isKnown = await (endpoint === 'batches'
      ? addBatch(look, object, sum)
      : addResults(look, object, sum));
    return isKnown ? sum.whole() : undefined;
  }
}

/** True once the usage of the batch is known. */
async function addBatch(look: Look, batch: JsonObject, sum: BatchSum): Promise<boolean> {
  const use = useOfBatch(batch);
  if (use !== undefined) sum.add(use);
  const file = use === undefined ? answersOfBatch(batch) : null;
  if (typeof file === 'string')
    await addLines(look, 'files', `${encodeURIComponent(file)}/content`, useOfAnswer, sum);
  return file !== undefined;
}

/** The same for a message batch. */
async function addResults(look: Look, batch: JsonObject, sum: BatchSum): Promise<boolean> {
  if (!hasResults(batch)) return false;
  await addLines(look, 'message_batches', `${look.id}/results`, useOfResult, sum);
  return true;
}

async function addLines(
  look: Look,
  endpoint: 'files' | 'message_batches',
  below: string,
  useOf: (line: string) => BatchUse | undefined,
  sum: BatchSum,
): Promise<void> {
  const take: TakeLines = (uses) => {
    for (const { use } of uses) sum.add(use);
  };
  let lines: BatchResults | undefined;
  await readInto(look.backend, questionOf(look, endpoint, below), (nowhere) => {
    lines = new BatchResults(nowhere, take, useOf);
    return lines;
  });
  lines?.over();
}

/** Undefined if the answer is no object, or too large. */
async function objectAt(look: Look, endpoint: SettledEndpoint, id: string): Promise<JsonObject | undefined> {
  let object: JsonObject | undefined;
  await readInto(look.backend, questionOf(look, endpoint, id), (nowhere) => {
    return new ResponseAnswer(nowhere, (read) => {
      object = read;
    });
  });
  return object;
}

function questionOf({ backend, requestId }: Look, endpoint: SettledEndpoint | 'files', below: string) {
  const route = backend.routes[endpoint];
  return {
    route,
    path: `${route.path}/${below}`,
    requestId,
    headers: endpoint === 'message_batches' ? messagesVersion : [],
  };
}

/** The version of messages that is asked for (Anthropic, "API versions"). */
const messagesVersion = ['anthropic-version', '2023-06-01'];
