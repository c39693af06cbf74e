import { isObject } from '../../../lib/json.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import { targetDefinitions } from '../../target-dialects/index.ts';
import { nodeAt, type Path, type TreeNode } from '../../text/tree.ts';
import { answerCounts } from '../../translation-settings.ts';
import type { RequestEdits } from '../../types/backends.ts';
import { type Context, wrong } from '../context.ts';

/** The first name of paths that are the gateway's own: it routes and counts by them, and writes them itself. */
const routed = new Set(['model', 'models', 'stream', 'stream_options', 'tags']);
/** The fields that bound the length of an answer, */
const bounds = new Set(Object.values(targetDefinitions).flatMap(({ answerBounds }) => answerBounds));
/** and how many there are, which nothing but the request itself may raise. */
const choices = new Set(answerCounts);
const numbers = [...bounds, ...choices];

const maxValueBytes = 4096;

/** Headers without which no backend can read a message. */
const needed = new Set(['content-length', 'content-type', 'host', 'transfer-encoding', 'x-request-id']);

/** A backend's edits of requests; undefined for none. */
export function resolveRequest(
  context: Context,
  path: Path,
  { remove_headers: names, remove, set, default: defaults }: Backend['request'],
): RequestEdits | undefined {
  const removeHeaders = names.map((written, index) => {
    const name = written.toLowerCase();
    if (needed.has(name)) {
      const message = `the header ${name} belongs to the message and cannot be taken out`;
      wrong(context, [...path, 'remove_headers', index], 'bad_header', message);
    }
    return name;
  });
  checkPaths(context, path, { remove, set, defaults });
  for (const [field, values] of [
    ['set', set],
    ['default', defaults],
  ] as const) {
    for (const [name, value] of Object.entries(values))
      checkValue(context, [...path, field, name], name, value);
  }
  const isNothing = [removeHeaders, remove, Object.keys(set), Object.keys(defaults)].every(
    ({ length }) => length === 0,
  );
  return isNothing ? undefined : { removeHeaders, remove, set, defaults };
}

function checkPaths(
  context: Context,
  path: Path,
  { remove, set, defaults }: Pick<RequestEdits, 'remove' | 'set' | 'defaults'>,
): void {
  const met: { readonly name: string; readonly in: string }[] = [];
  const check = (name: string, field: string, refuse: (message: string) => void): void => {
    const [root = ''] = name.split('.');
    const number = numbers.find((one) => name.startsWith(`${one}.`));
    const other = met.find(
      (one) => `${one.name}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${one.name}.`),
    );
    met.push({ name, in: field });
    if (routed.has(root)) refuse(`the gateway routes and counts by ${root}, and writes it itself`);
    else if (name.split('.').includes('__proto__')) refuse('no field can have this name');
    else if (number !== undefined) refuse(`${number} is a number`);
    else if (other !== undefined) {
      refuse(
        `"${name}" and "${other.name}" of \`${other.in}\` are about the same field; one of them has to go`,
      );
    }
  };
  for (const [index, name] of remove.entries()) {
    check(name, 'remove', (message) => {
      wrong(context, [...path, 'remove', index], 'bad_edit', message);
    });
  }
  for (const [field, values] of [
    ['set', set],
    ['default', defaults],
  ] as const) {
    for (const name of Object.keys(values)) {
      check(name, field, (message) => {
        context.report.atKey(context.tree, [...path, field, name], 'bad_edit', message);
      });
    }
  }
}

function checkValue(context: Context, at: Path, name: string, value: unknown): void {
  if (holdsReference(nodeAt(context.tree, at))) {
    wrong(
      context,
      at,
      'bad_edit',
      'a value from a variable or a file is a secret, and bodies end up in logs',
      {
        hint: 'write the value itself; a credential belongs into `auth`',
      },
    );
  } else if (Buffer.byteLength(JSON.stringify(value)) > maxValueBytes) {
    wrong(context, at, 'bad_edit', 'the value is more than 4 KiB as JSON');
  } else {
    for (const [leaf, told] of leaves(name, value)) {
      if (bounds.has(leaf) && !(Number.isSafeInteger(told) && (told as number) >= 1)) {
        wrong(context, at, 'bad_edit', `${leaf} must be a whole number of at least 1`);
      } else if (choices.has(leaf) && told !== 1) {
        wrong(
          context,
          at,
          'bad_edit',
          `${leaf} can only be set to 1: more answers are more than was reserved for`,
        );
      }
    }
  }
}

/** All that stands in a value, by its path through objects. */
function leaves(name: string, value: unknown): readonly (readonly [path: string, value: unknown])[] {
  const inner = isObject(value)
    ? Object.entries(value).flatMap(([key, one]) => leaves(`${name}.${key}`, one))
    : [];
  return [[name, value], ...inner];
}

function holdsReference(node: TreeNode | undefined): boolean {
  if (node === undefined) return false;
  if (node.expansion !== undefined) return true;
  const entries = [...(node.entries?.values() ?? [])].map(({ node: inner }) => inner);
  return [...entries, ...(node.items ?? [])].some(holdsReference);
}
