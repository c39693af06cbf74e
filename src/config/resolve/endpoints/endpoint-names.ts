/** Names of endpoints that a file refers to: whether there is one, in words that help where there is none. */
import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import { didYouMean } from '../../../lib/suggest.ts';
import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

/** The endpoint of a name that stands as a value; undefined where there is none, which is reported. */
export function endpointNamed(
  context: Context,
  path: Path,
  written: string | undefined,
  endpoints: Pick<EndpointSet, 'names' | 'named'>,
): EndpointName | undefined {
  if (written === undefined || isAbsent(context, path)) return undefined;
  const name = endpoints.named(written);
  if (name === undefined) notAmong(context, path, written, endpoints.names);
  return name;
}

/** Reports a value that is none of some words. */
export function notAmong(context: Context, path: Path, written: string, words: readonly string[]): void {
  const message = `must be one of: ${words.join(', ')}${didYouMean(written, words)}`;
  wrong(context, path, 'wrong_value', message, { hint: declareHint });
}

/** The entries of a map by endpoints; those of names that are none are reported, and left out. */
export function entriesOfEndpoints<Value>(
  context: Context,
  path: Path,
  written: Readonly<Record<string, Value | undefined>>,
  { names, endpoints }: { readonly names: readonly EndpointName[]; readonly endpoints: EndpointSet },
): readonly (readonly [EndpointName, Value])[] {
  for (const name of Object.keys(written)) {
    const known = endpoints.named(name);
    if (known !== undefined && names.includes(known)) continue;
    const at = [...path, name];
    if (known !== undefined && endpoints.of(known).model?.in === 'none') {
      const message = `requests to ${name} name no model: no deployment serves it`;
      context.report.atKey(context.tree, at, 'bad_endpoint', message, {
        hint: `take it out; \`endpoints.${name}.backends\` names their backends`,
      });
      continue;
    }
    const guess = didYouMean(name, names);
    const hint = guess === '' ? `possible here: ${names.join(', ')}; ${declareHint}` : undefined;
    context.report.atKey(context.tree, at, 'unknown_field', `there is no field "${name}" here${guess}`, {
      hint,
    });
  }
  return names.flatMap((name) => {
    const value = written[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}

const declareHint = 'one of your own is declared in `endpoints`, with its `path`';
