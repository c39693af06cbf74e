import { mask, withoutPassword } from '../../config/effective.ts';
import { fileShape } from '../../config/schema/generated/shape.generated.js';
import { shapeAt, valueAt } from '../../config/schema/shape-path.ts';
import { isSecret } from '../../config/text/secret-fields.ts';
import { isOpenForm } from '../../config/text/secret-spans.ts';
import { nodeAt, type Path, type Tree } from '../../config/text/tree.ts';
import type { ReplicasConfig } from '../../config/types/backends.ts';
import type { FieldChange } from './field-changes.ts';

/** A changed field, with its values in a form that operators may see. */
export interface ShownChange {
  readonly field: string;
  /** The written value, or the default; null if it is not set, and masked if it is a secret. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields that may hold secrets although the schema does not call them secret, by a part of their path. */
const mayBeSecret =
  /(^|\.)(auth|hash|secret|headers|default_headers|authorization|key|cert|ca|redis|otlp|command)(\.|$)/;

/** Makes changes of the resolved data presentable: `at` is the path of their parent in the file. */
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
    // A list of the file may be only a part of the resolved one, for example with common capabilities.
    if (text !== undefined && typeof text !== 'object') return withoutPassword(String(text));
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return `[${value.join(', ')}]`;
  if (typeof value === 'object' && value !== null && 'via' in value) return viaText(value);
  if (field === 'replicas') return replicasText(value as ReplicasConfig);
  // A value of these may be anything, and holds no secret.
  if (/^request\.(set|default)\./.test(field)) return JSON.stringify(value);
  return typeof value === 'object' ? 'set' : withoutPassword(String(value));
}

/** The text of a backend's equal servers. */
function replicasText(replicas: ReplicasConfig): string {
  if (replicas.kind === 'dns')
    return `every address of its name, looked up every ${replicas.everyMs / 1000}s`;
  return `[${replicas.servers.map(({ hostname, port }) => `${hostname}:${port}`).join(', ')}]`;
}

/** The text of a translated endpoint. */
function viaText({ via, capabilities }: { readonly via: unknown; readonly capabilities?: unknown }): string {
  const names = (capabilities ?? []) as readonly string[];
  return [`via ${String(via)}`, ...(names.length === 0 ? [] : [names.join(', ')])].join(': ');
}

/**
 * True if nothing of a value is shown: the schema calls it a secret or a list of secrets, or its field may hold one.
 */
function isHidden(value: unknown, field: string, path: Path): boolean {
  const shape = shapeAt(fileShape, path);
  if (shape !== undefined && (isSecret(shape) || (shape.each !== undefined && isSecret(shape.each))))
    return true;
  return mayBeSecret.test(field) && !isOpenAuth(value, field, path);
}

/** True for a field of `auth` whose form no secret has. */
function isOpenAuth(value: unknown, field: string, path: Path): boolean {
  const shape = field.startsWith('auth.') ? shapeAt(fileShape, path) : undefined;
  return shape !== undefined && isOpenForm(shape, value);
}
