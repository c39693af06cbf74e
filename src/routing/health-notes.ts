/**
 * The messages between the workers of a host about deployments: events that changed the health of one, now and then its
 * users and its good answers, and requests that it refuses. Each would find out by itself, with failures of its own.
 * Plain data, fit to be sent to another process; clocks differ between processes, so moments are sent as ages.
 */
import type { HealthFamily } from '../api/endpoints/endpoint.ts';
import type { FailureSign } from './circuit.ts';

export type HealthNote = {
  /** The deployment and its server. */
  readonly of: string;
} & (
  | {
      readonly kind: 'success' | 'failure';
      readonly family: HealthFamily;
      /** When the attempt began. */
      readonly startedAgoMs: number;
      readonly answered: FailureSign;
    }
  | { readonly kind: 'pause'; readonly family: HealthFamily; readonly forMs: number }
  | { readonly kind: 'used'; readonly by: string; readonly isAnswered: boolean }
  | { readonly kind: 'usage_refused' }
);

/** Events within this short a time are sent together. */
const gatherMs = 20;
/** In one go; an outage makes no more of them than this. */
const mostAtOnce = 1000;

/** Gathers what is to be told. */
export class HealthTeller {
  #tell: ((notes: readonly HealthNote[]) => void) | undefined;
  #notes: HealthNote[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** The receiver. Without one nothing is gathered. */
  follow(tell: (notes: readonly HealthNote[]) => void): void {
    this.#tell = tell;
  }

  add(note: HealthNote): void {
    if (this.#tell === undefined || this.#notes.length >= mostAtOnce) return;
    this.#notes.push(note);
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  #flush(): void {
    this.#timer = undefined;
    const notes = this.#notes;
    this.#notes = [];
    this.#tell?.(notes);
  }
}
