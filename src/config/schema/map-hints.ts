/** Hints for a value of one kind in the place of another. */
import { meantReference } from '../text/reference-slips.ts';
import type { Path } from '../text/tree.ts';
import type { Shape } from './generated/shape.generated.js';

/** Forms of `auth` that are complete by themselves, or nearly so, where their name alone stands in its place. */
const bareForms: Readonly<Record<string, string>> = {
  aws: '{ aws: {} }',
  google: '{ google: {} }',
  azure: '{ azure: { workload_identity: true } }',
};

/**
 * The line to write for a text in the place of a map. Only references are repeated, and URLs without anything secret
 * in them: the text may be a credential.
 */
export function mapHint(value: string, shape: Shape | undefined): string | undefined {
  const spaceless = missingSpace(value);
  if (spaceless !== undefined && shape?.fields?.[spaceless.field] !== undefined) {
    return isShowable(spaceless.rest)
      ? `put a space behind the colon: \`${spaceless.field}: ${spaceless.rest}\``
      : `put a space behind the colon of ${spaceless.field}`;
  }
  const reference = /^\$\{[^${}]*\}$/.test(value) ? value : meantReference(value);
  switch (shape?.definition) {
    case 'auth':
      if (Object.hasOwn(bareForms, value)) return `write ${bareForms[value]}`;
      return `write { bearer: "${reference ?? '${NAME}'}" }, or { header: api-key, value: "${reference ?? '${NAME}'}" }`;
    case 'key':
      return /^sha256:[0-9a-f]{64}$/i.test(value)
        ? `write { hash: "${value}" }`
        : `write { secret: "${reference ?? '${NAME}'}" }`;
    case 'backend':
      if (reference !== undefined) return `write { url: "${reference}" }`;
      if (value === 'simulator') return 'write { simulator: {} }';
      return /^https?:/.test(value) && isShowable(value) ? `write { url: "${value}" }` : undefined;
    case 'price':
      return 'write { input: 0.40, output: 1.60 }, or `catalogue: true` in its place for the prices of the price list';
    case 'tls':
      return value === 'self_signed' ? 'write { self_signed: true }' : undefined;
    default:
      return undefined;
  }
}

/** The line to write for one text in the place of a list. What goes to a program may be a secret, and is not repeated. */
export function textHint(value: string, path: Path): string {
  return path.at(-1) === 'command' ? splitHint : `write [${JSON.stringify(value)}]`;
}

/** For a program and its arguments in one text. */
export const splitHint =
  'write each word by itself, such as [/usr/local/bin/mint-token, --audience, llm]: no shell splits them';

/** The line to write for a list in the place of a map. */
export function listHint(value: readonly unknown[], shape: Shape | undefined): string | undefined {
  const [first] = value;
  const fields =
    typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : {};
  if (shape?.kind === 'map') {
    const [field] = ['name', 'id', 'model_name', 'model'].filter((name) => typeof fields[name] === 'string');
    return field === undefined
      ? 'write each entry as `NAME:` with its fields below, without the dash'
      : `write \`${String(fields[field])}:\` with its other fields below, in place of \`- ${field}: ${String(fields[field])}\``;
  }
  if (value.every((item) => typeof item === 'string')) {
    const names = value.filter((item) => shape?.fields?.[item] !== undefined);
    if (names.length > 0 && names.length === value.length) {
      return `write { ${names.map((name) => `${name}: []`).join(', ')} }`;
    }
  }
  return Object.keys(fields).length > 0 ? 'write its fields without the dash' : undefined;
}

/** `field:value`, which YAML takes for one text. */
export function missingSpace(text: string): { readonly field: string; readonly rest: string } | undefined {
  const [, field, rest] = /^([A-Za-z_][\w-]*):(\S.*)$/s.exec(text) ?? [];
  return field === undefined || rest === undefined ? undefined : { field, rest };
}

/** References and plain URLs; anything else may be a secret. */
function isShowable(text: string): boolean {
  return /^(["']?)\$\{[^${}:]*\}\1$/.test(text) || /^https?:\/\/[^@?#\s]*$/.test(text);
}
