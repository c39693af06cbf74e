import { mask, withoutPassword } from '../../config/effective.ts';
import { fileShape } from '../../config/schema/generated/shape.generated.js';
import { shapeAt, valueAt } from '../../config/schema/shape-path.ts';
import { isSecret } from '../../config/text/secret-fields.ts';
import { isOpenForm } from '../../config/text/secret-spans.ts';
import { nodeAt, type Path, type Tree } from '../../config/text/tree.ts';
import type { ReplicasConfig } from '../../config/types/backends.ts';
import type { FieldChange } from './field-changes.ts';

/** A field that changed, with its values as an operator may see them. */
export interface ShownChange {
  readonly field: string;
  /** As written, or the default; null where it is not set, and masked where it is a secret. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields that may hold secrets although the schema does not call them so, by a part of their path. */
const mayBeSecret =
  /(^|\.)(auth|hash|secret|headers|default_headers|authorization|key|cert|ca|redis|otlp|command)(\.|$)/;

/** Makes changes of the resolved data presentable: `at` is the path in the file of what they are fields of. */
export function shownChanges(
  changes: readonly FieldChange[],
  at: Path,
  before: readonly Tree[],
  after: readonly Tree[],
): readonly ShownChange[] {
  return changes.map(({ field, ...values }) => ({
    field,
    before: shown(values.before, field, at, before),
    after: shown(values.after, field, at, after),
  }));
}

function shown(value: unknown, field: string, at: Path, trees: readonly Tree[]): string | null {
  if (value === undefined) return null;
  const path = [...at, ...field.split('.')];
  if (isHidden(value, field, path)) return mask;
  for (const tree of trees) {
    const written = nodeAt(tree, path)?.expansion?.written;
    if (written !== undefined) return withoutPassword(written);
    const text = valueAt(tree.root.value, path);
    // A list of the file may be a part only of what holds, as with common capabilities.
    if (text !== undefined && typeof text !== 'object') return withoutPassword(String(text));
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return `[${value.join(', ')}]`;
  if (typeof value === 'object' && value !== null && 'via' in value) return viaText(value);
  if (field === 'replicas') return replicasText(value as ReplicasConfig);
  // Of these a value may be anything, and holds no secret.
  if (/^request\.(set|default)\./.test(field)) return JSON.stringify(value);
  return typeof value === 'object' ? 'set' : withoutPassword(String(value));
}

/** The equal servers of a backend. */
function replicasText(replicas: ReplicasConfig): string {
  if (replicas.kind === 'dns')
    return `every address of its name, looked up every ${replicas.everyMs / 1000}s`;
  return `[${replicas.servers.map(({ hostname, port }) => `${hostname}:${port}`).join(', ')}]`;
}

/** An endpoint that is translated. */
function viaText({ via, capabilities }: { readonly via: unknown; readonly capabilities?: unknown }): string {
  const names = (capabilities ?? []) as readonly string[];
  return [`via ${String(via)}`, ...(names.length === 0 ? [] : [names.join(', ')])].join(': ');
}

/** Whether nothing of a value is shown: the schema calls it a secret, or a list of them, or its field may hold one. */
function isHidden(value: unknown, field: string, path: Path): boolean {
  const shape = shapeAt(fileShape, path);
  if (shape !== undefined && (isSecret(shape) || (shape.each !== undefined && isSecret(shape.each))))
    return true;
  return mayBeSecret.test(field) && !isOpenAuth(value, field, path);
}

/** A field of `auth` whose form no secret has. */
function isOpenAuth(value: unknown, field: string, path: Path): boolean {
  const shape = field.startsWith('auth.') ? shapeAt(fileShape, path) : undefined;
  return shape !== undefined && isOpenForm(shape, value);
}
