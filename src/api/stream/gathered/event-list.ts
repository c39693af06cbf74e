import type { JsonObject } from '../../../lib/json.ts';
import type { Gatherer } from './gatherer.ts';

/** The events themselves, in their order: of streams that nobody here knows an answer of. */
export class EventList implements Gatherer {
  readonly #events: unknown[] = [];

  event(type: string, data: string, json: JsonObject | undefined): void {
    this.#events.push(type === '' ? (json ?? data) : { event: type, data: json ?? data });
  }

  answer(): unknown {
    return this.#events.length === 0 ? undefined : { events: this.#events };
  }
}
