import type { ProblemName } from '../problem-codes.ts';

/** A configuration is about eight levels deep; whatever goes far beyond is an accident or an attack. */
export const maxDepth = 64;

/** For a name that stands twice in one map. */
export const duplicateHint = 'take one of the two out, or give it another name';

/** Characters that no value may hold, not even written as an escape; line breaks and tabs may stand in text. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufeff]|\p{Surrogate}/u;

/** The values that no scalar may have, in any place and field. */
export function valueFault(
  value: unknown,
): { name: ProblemName; message: string; hint?: string } | undefined {
  if (typeof value === 'string' && forbidden.test(value)) {
    return {
      name: 'control_character',
      message: 'the text holds a control character or another one that cannot be sent',
    };
  }
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return { name: 'bad_number', message: 'this is not a finite number' };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const hint = 'put it in quotes if it is text; whole numbers go up to 9007199254740991';
    return { name: 'bad_number', message: 'the number is too large to be held exactly', hint };
  }
  return undefined;
}
