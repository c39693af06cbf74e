/** Amounts of money as people's programs write them. */

/** The mark before the cents. */
export type DecimalMark = 'point' | 'comma';

export interface Amount {
  readonly value: number;
  /** The currency that the amount itself names: `$`, `EUR`. Upper case. */
  readonly currency: string | undefined;
}

/** Longer than any amount is written. */
const longest = 64;

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

const grouped = {
  /** 1,234 or 1,234,567.89 */
  point: /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  /** 1.234 or 1.234.567,89 */
  comma: /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
} as const;

/**
 * Reads an amount. Throws an Error in the operator's words where it is none, or where it may be one of two.
 *
 * @param mark As it was said to be; undefined where nobody said so.
 * @param separator What stands between the columns: where commas are in the numbers it is a semicolon.
 */
export function amountOf(text: string, mark: DecimalMark | undefined, separator: string): Amount {
  if (text.length > longest) throw new Error(`"${shown(text)}" is no amount`);
  const found =
    /^([-+\u2212]?)\s*([A-Za-z]{3}|[$\u20ac\u00a3\u00a5])?\s*([-+\u2212]?)\s*([\d.,'\u00a0\u202f ]+?(?:[eE][-+]?\d+)?)\s*([A-Za-z]{3}|[$\u20ac\u00a3\u00a5])?$/.exec(
      // Accountants put what is owed to them in brackets.
      text.trim().replace(/^\((.*)\)$/, '-$1'),
    );
  if (found === null) throw new Error(`"${shown(text)}" is no amount`);
  const [, before, prefix, after, digits = '', suffix] = found;
  const number = numberOf(digits.replace(/['\u00a0\u202f ]/g, ''), mark, separator);
  if (number === undefined || (before !== '' && after !== ''))
    throw new Error(`"${shown(text)}" is no amount`);
  const isNegative = [before, after].some((one) => one === '-' || one === '−');
  const named = prefix ?? suffix;
  return { value: isNegative ? -number : number, currency: named && (symbols[named] ?? named.toUpperCase()) };
}

function numberOf(digits: string, mark: DecimalMark | undefined, separator: string): number | undefined {
  const usual = mark ?? usualMark(digits, separator);
  let plain = digits;
  if (grouped[usual].test(digits)) plain = digits.replaceAll(usual === 'point' ? ',' : '.', '');
  if (usual === 'comma') plain = plain.replace(',', '.');
  return /^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/**
 * The decimal mark that the number itself shows; if both are possible, the one that fits the separator of the columns.
 */
function usualMark(digits: string, separator: string): DecimalMark {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma';
  if (point < 0 && comma < 0) return 'point';
  if (separator !== ';') {
    // Between commas a comma in a number stands in quotes, and divides thousands where it can.
    return comma < 0 || grouped.point.test(digits) ? 'point' : 'comma';
  }
  if (comma >= 0) return 'comma';
  if (grouped.comma.test(digits)) {
    throw new Error(
      `${digits} may be a whole number or not: say which with --decimal point or --decimal comma`,
    );
  }
  return 'point';
}

function shown(text: string): string {
  return text.slice(0, 40).replace(/\p{Cc}/gu, '?');
}
