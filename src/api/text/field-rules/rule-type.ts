import type { TextKind, UnseenKind } from '../extracted-text-types.ts';

/**
 * The form of a string at a place:
 *
 * - `text`: what is looked at;
 * - `id`, `word`, `role`, `sealed`: it has a form, and is looked at where it has another;
 * - `credential`: it must not reach whoever looks, whatever its form;
 * - `media`: what no text tells, or what leads to it.
 */
export type StringForm = 'text' | 'id' | 'word' | 'role' | 'sealed' | 'credential' | 'media';

/**
 * The content of an object or list at a place:
 *
 * - `known`: fields of an API, of which each has a rule;
 * - `open`: somebody's own: names, strings and long numbers are text;
 * - `labels`: words and numbers, as counts of tokens are;
 * - `secret`: as `credential`.
 */
export type Inside = 'known' | 'open' | 'labels' | 'secret';

/** The rule of a place in requests and answers. */
export interface Rule {
  readonly form: StringForm;
  /** The kind of its text, if it is one. */
  readonly kind: TextKind;
  /** The content in it that can't be checked: of media, or beside the value. */
  readonly unseen: UnseenKind | undefined;
  readonly object: Inside;
  readonly list: Inside;
  /** In objects of its lists. */
  readonly element: Inside;
  /** The kind of free texts in it. */
  readonly openKind: TextKind;
  /** Numbers in its lists are tokens of a prompt. */
  readonly takesTokens: boolean;
  /** Strings of a list, or of this name in one, are pieces of one text. */
  readonly joins: boolean;
  /** Its meaning depends on the type of its object. */
  readonly byType: boolean;
}

/** A rule with all that is not said left as it mostly is. */
export function ruleOf(said: Partial<Rule> & Pick<Rule, 'form'>): Rule {
  const { form, kind = 'text', unseen, object = 'open', list = object, element = object } = said;
  const { openKind = kind, takesTokens = false, joins = false, byType = false } = said;
  return { form, kind, unseen, object, list, element, openKind, takesTokens, joins, byType };
}
