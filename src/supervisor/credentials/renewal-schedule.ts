/** When a credential is renewed, as arithmetic. All spans are in milliseconds. */
import type { CredentialSource } from '../../config/types/credentials.ts';

/** A number from 0 up to 1: gateways that started together do not ask together. */
export type Random = () => number;

const secondMs = 1000;
const minuteMs = 60_000;

/** No source is asked more often than so, whatever lifetimes it states. */
const leastMs = 250;
/** Part of a span that is taken off at most. */
const jitter = 0.1;

/** The usable time of a credential with this lifetime: the next one has to arrive before it expires. */
export function usableMs(lifetimeMs: number): number {
  return lifetimeMs - Math.min(30 * secondMs, lifetimeMs / 10);
}

/**
 * After how long a credential that lives so long is renewed.
 *
 * @param refreshMs When its source asks for it, where it does.
 */
export function renewAfterMs(lifetimeMs: number, refreshMs: number | undefined, random: Random): number {
  const due = Math.max(lifetimeMs / 2, lifetimeMs - Math.max(5 * minuteMs, lifetimeMs / 5));
  const asked = refreshMs === undefined ? due : Math.min(due, Math.max(0, refreshMs));
  return Math.max(leastMs, spread(asked, random));
}

/** After how long a source that gave the value it had given before is asked again; metadata servers do until near its end. */
export function lookAgainMs(leftMs: number): number {
  return Math.max(secondMs, leftMs / 4);
}

export interface Failing {
  /** In a row; at least 1. */
  readonly failures: number;
  /** It does not mend itself, and asking often may lock an account. */
  readonly isLasting: boolean;
  /** There is no value that could be used meanwhile. */
  readonly isOut: boolean;
}

/** After how long a renewal that failed is tried again. */
export function retryAfterMs({ failures, isLasting, isOut }: Failing, random: Random): number {
  if (isOut && !isLasting) return spread(secondMs, random);
  const doubled = 2 ** Math.min(failures - 1, 16);
  const span = isLasting
    ? Math.min(5 * minuteMs, 30 * secondMs * doubled)
    : Math.min(minuteMs, secondMs * doubled);
  return spread(span, random);
}

function spread(ms: number, random: Random): number {
  return ms * (1 - jitter * random());
}

/** Assumptions about a value whose source gives no lifetime. */
export interface AssumedLife {
  /** Infinity where such values do not run out. */
  readonly lifetimeMs: number;
  /** The interval between questions to the source; Infinity if something else signals a new value. */
  readonly everyMs: number;
  /** That nothing was said is as it should be. */
  readonly isUsual: boolean;
}

const usualEveryMs = 30 * minuteMs;
/** Keys without an end may be replaced all the same. */
const keysEveryMs = 15 * minuteMs;
const shortLifeMs = 5 * minuteMs;

export function assumedLife(source: CredentialSource): AssumedLife {
  switch (source.kind) {
    case 'file':
      // It is there until the file changes.
      return { lifetimeMs: Number.POSITIVE_INFINITY, everyMs: Number.POSITIVE_INFINITY, isUsual: true };
    case 'exec': {
      const everyMs = source.everyMs ?? usualEveryMs;
      return { lifetimeMs: everyMs * 1.5, everyMs, isUsual: source.everyMs !== undefined };
    }
    case 'aws':
      return { lifetimeMs: Number.POSITIVE_INFINITY, everyMs: keysEveryMs, isUsual: true };
    case 'oauth2':
      return { lifetimeMs: source.lifetimeMs, everyMs: source.lifetimeMs / 2, isUsual: false };
    case 'google':
    case 'azure':
      return { lifetimeMs: shortLifeMs, everyMs: shortLifeMs / 2, isUsual: false };
  }
}

/** The known facts about a new value. */
export interface Came {
  /** As its source states it; undefined where it states none. */
  readonly lifetimeMs: number | undefined;
  readonly refreshMs: number | undefined;
  /** It is the one that was there before. */
  readonly isUnchanged: boolean;
}

export interface Due {
  /** Until when the value may be used, from now on. */
  readonly usableForMs: number;
  readonly renewAfterMs: number;
  /** A warning for operators about an assumption that may be wrong. */
  readonly warning: string | undefined;
}

/** For how long a value that has just come may be used, and when its source is asked again. */
export function dueOf(source: CredentialSource, came: Came, random: Random): Due {
  const { lifetimeMs, refreshMs, isUnchanged } = came;
  if (lifetimeMs !== undefined) {
    return {
      usableForMs: usableMs(lifetimeMs),
      renewAfterMs: isUnchanged ? lookAgainMs(lifetimeMs) : renewAfterMs(lifetimeMs, refreshMs, random),
      warning: undefined,
    };
  }
  const { lifetimeMs: assumedMs, everyMs, isUsual } = assumedLife(source);
  const asked = refreshMs === undefined ? everyMs : Math.min(everyMs, refreshMs);
  return {
    usableForMs: assumedMs === Number.POSITIVE_INFINITY ? assumedMs : usableMs(assumedMs),
    renewAfterMs: Math.max(leastMs, spread(asked, random)),
    warning: isUsual
      ? undefined
      : `its source does not say how long it lives: ${assumedMs / minuteMs} min are taken for granted`,
  };
}
