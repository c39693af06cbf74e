import type { TextRole } from '../../../api/text/index.ts';
import type { GuardDirection } from '../../../config/types/guards.ts';

/** A text as a guard is shown it. */
export interface ShownText {
  readonly text: string;
  readonly role: TextRole;
}

/** A question to a guard: a POST of JSON. */
export interface GuardQuestion {
  /** Below the base URL. */
  readonly path: string;
  readonly body: unknown;
}

/** The verdict of a guard, read strictly: an answer that is neither a pass nor a hit is a failure. */
export type Verdict =
  | { readonly kind: 'passed'; readonly holdBack?: number }
  /** @property place The place of the refused text, where the guard names it. */
  | { readonly kind: 'refused'; readonly reason?: string; readonly place?: number }
  /** All texts as they may go on. */
  | { readonly kind: 'masked'; readonly texts: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string };

/** The protocol of a guard: how it is asked, and how its answers are read. */
export interface GuardForm {
  /** Characters of the longest text that it takes, and of all texts of one call; */
  readonly textLength: number;
  readonly callLength: number;
  /** and how many texts one call has. */
  readonly callTexts: number;
  /** Characters of the texts before one that go along with it; 0 for none. */
  readonly contextLength: number;
  ask(texts: readonly ShownText[], direction: GuardDirection, before: readonly ShownText[]): GuardQuestion;
  /** @param answer The JSON of an answer with status 200. */
  read(answer: unknown, texts: readonly ShownText[], direction: GuardDirection): Verdict;
}

/** A pass, of which nothing more is to be said. */
export const passed: Verdict = { kind: 'passed' };

/** A failure: an answer that can't be understood is no pass. */
export function failed(why: string): Verdict {
  return { kind: 'failed', why };
}

/** A hit, with the guard's reason where it gave one. */
export function refused(reason: unknown, place?: number): Verdict {
  return {
    kind: 'refused',
    ...(typeof reason === 'string' && reason !== '' && { reason: reason.slice(0, longestReason) }),
    ...(place !== undefined && { place }),
  };
}

const longestReason = 500;

/** True if an object has no other members than these. */
export function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** The role of a text among those of a conversation: what is part of none is shown as the user's. */
export function roleName({ role }: ShownText): 'system' | 'user' | 'assistant' | 'tool' {
  return role === 'none' ? 'user' : role;
}
