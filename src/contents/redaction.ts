import { isObject } from '../lib/json.ts';

/** The text in place of a redacted field. */
export const redacted = '[redacted]';

type Step = { readonly name: string; readonly lists: number };

/** Puts a mark in place of the fields that some paths lead to; without paths undefined, and texts need not be parsed. */
export type Redaction = (value: unknown) => unknown;

/** @param paths Names with dots between them, `[]` behind a list. */
export function redaction(paths: readonly string[]): Redaction | undefined {
  if (paths.length === 0) return undefined;
  const all = paths.map(stepsOf);
  return (value) => {
    for (const steps of all) redactAt(value, steps, 0);
    return value;
  };
}

function stepsOf(path: string): readonly Step[] {
  return path.split('.').map((part) => {
    const name = part.replace(/(?:\[\])+$/, '');
    return { name, lists: (part.length - name.length) / 2 };
  });
}

function redactAt(value: unknown, steps: readonly Step[], at: number): void {
  const step = steps[at];
  if (step === undefined || !isObject(value) || !Object.hasOwn(value, step.name)) return;
  const isLast = at === steps.length - 1;
  if (isLast && step.lists === 0) {
    (value as Record<string, unknown>)[step.name] = redacted;
    return;
  }
  inLists(value[step.name], step.lists, (item, set) =>
    isLast ? set(redacted) : redactAt(item, steps, at + 1),
  );
}

/** Each of what some depth of lists holds, with what puts something in its place. */
function inLists(
  value: unknown,
  depth: number,
  each: (item: unknown, set: (to: unknown) => void) => void,
): void {
  if (depth === 0) return each(value, () => {});
  if (!Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    if (depth === 1)
      each(item, (to) => {
        value[index] = to;
      });
    else inLists(item, depth - 1, each);
  }
}
