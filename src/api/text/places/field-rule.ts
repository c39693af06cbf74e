import type { TextKind, UnseenKind } from '../found-texts.ts';

/**
 * What a string at a place is:
 *
 * - `text`: what is looked at;
 * - `id`, `word`, `role`, `sealed`: it has a form, and is looked at where it has another;
 * - `credential`: it must not reach whoever looks, whatever its form;
 * - `media`: what no text tells, or what leads to it.
 */
export type StringForm = 'text' | 'id' | 'word' | 'role' | 'sealed' | 'credential' | 'media';

/**
 * What stands in an object or list at a place:
 *
 * - `known`: fields of an API, of which each has a rule;
 * - `open`: somebody's own: names, strings and long numbers are text;
 * - `labels`: words and numbers, as counts of tokens are;
 * - `secret`: as `credential`.
 */
export type Inside = 'known' | 'open' | 'labels' | 'secret';

/** What is known of a place in requests and answers. */
export interface Rule {
  readonly form: StringForm;
  /** What its text is, where it is one. */
  readonly kind: TextKind;
  /** What can't be looked at in it: of media, or beside what stands there. */
  readonly unseen: UnseenKind | undefined;
  readonly object: Inside;
  readonly list: Inside;
  /** In objects of its lists. */
  readonly element: Inside;
  /** What the texts are of what is somebody's own in it. */
  readonly openKind: TextKind;
  /** Numbers in its lists are tokens of a prompt. */
  readonly takesTokens: boolean;
  /** Strings of a list, or of this name in one, are pieces of one text. */
  readonly joins: boolean;
  /** What it is depends on the type of the object that it stands in. */
  readonly byType: boolean;
}

/** A rule with all that is not said left as it mostly is. */
export function ruleOf(said: Partial<Rule> & Pick<Rule, 'form'>): Rule {
  const { form, kind = 'text', unseen, object = 'open', list = object, element = object } = said;
  const { openKind = kind, takesTokens = false, joins = false, byType = false } = said;
  return { form, kind, unseen, object, list, element, openKind, takesTokens, joins, byType };
}
