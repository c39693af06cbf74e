import { wireHeaders } from '../../derived/wire-headers.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { WireConfig } from '../../types/backends.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

/** Each cloud's version of messages. */
const versions: Readonly<Record<WireConfig['kind'], string>> = {
  vertex: 'vertex-2023-10-16',
  bedrock: 'bedrock-2023-05-31',
};

type WireWords = Exclude<Backend['wire'], string>;

/** The form that a backend wants messages in; undefined for the usual one. */
export function resolveWire(context: Context, path: Path, backend: Backend): WireConfig | undefined {
  const at = [...path, 'wire'];
  if (!context.intact(at) || !context.intact(path)) return undefined;
  const wire = wireOf(context, path, backend);
  if (wire?.kind !== 'vertex') refuseVertexFields(context, path, backend);
  if (wire === undefined) return undefined;
  if (backend.simulator !== undefined)
    wrong(context, at, 'wrong_value', 'the simulator takes messages only in the usual form');
  checkHeaders(context, path, wire, backend);
  return wire;
}

function wireOf(context: Context, path: Path, backend: Backend): WireConfig | undefined {
  const { wire: written } = backend;
  if (written === 'standard') return undefined;
  const words: WireWords =
    typeof written !== 'string' ? written : written === 'vertex' ? { vertex: {} } : { bedrock: {} };
  const { vertex, bedrock } = words;
  if (vertex !== undefined) {
    checkPlace(context, path, backend);
    return {
      kind: 'vertex',
      project: part(context, path, 'project', backend.project, /^[a-z0-9][a-z0-9:.-]{0,127}$/),
      location: part(context, path, 'location', backend.location, /^[a-z][a-z0-9-]{0,63}$/),
      anthropicVersion: vertex.anthropic_version ?? versions.vertex,
    };
  }
  return {
    kind: 'bedrock',
    anthropicVersion: bedrock?.anthropic_version ?? versions.bedrock,
    betas: bedrock?.betas,
  };
}

/** A name that goes into the path, which a variable may have brought. */
function part(
  context: Context,
  path: Path,
  field: 'project' | 'location',
  value: string | undefined,
  form: RegExp,
): string {
  const at = [...path, field];
  if (value !== undefined && !isAbsent(context, at) && !form.test(value)) {
    wrong(context, at, 'wrong_value', `is not the name of a ${field}`);
  }
  return value ?? '';
}

/** Example values for the parts of each request's path. */
const examples = { project: 'my-project', location: 'global' } as const;

function checkPlace(context: Context, path: Path, backend: Backend): void {
  const missing = (['project', 'location'] as const).filter((field) => backend[field] === undefined);
  if (missing.length === 0) return;
  const message = `\`wire: vertex\` needs ${missing.join(' and ')} beside it`;
  const fields = missing.map((field) => `\`${field}: ${examples[field]}\``);
  wrong(context, [...path, 'wire'], 'wrong_value', message, {
    hint: `write ${fields.join(' and ')} beside \`wire\``,
  });
}

function refuseVertexFields(context: Context, path: Path, backend: Backend): void {
  for (const field of ['project', 'location'] as const) {
    if (backend[field] === undefined) continue;
    const message = `\`${field}\` works only with \`wire: vertex\``;
    context.report.atKey(context.tree, [...path, field], 'wrong_value', message);
  }
}

/** A header that no message takes along would be set for nothing. */
function checkHeaders(context: Context, path: Path, { kind }: WireConfig, backend: Backend): void {
  for (const field of ['headers', 'default_headers'] as const) {
    for (const written of Object.keys(backend[field])) {
      const name = written.toLowerCase();
      if (!wireHeaders[kind].includes(name)) continue;
      const message = `with \`wire: ${kind}\` the header ${name} is not sent: it is in the body`;
      const hint =
        name === 'anthropic-beta'
          ? 'name its members in `add_headers` instead: they go into the body'
          : `say it in \`wire: { ${kind}: { anthropic_version: ... } }\` instead`;
      context.report.atKey(context.tree, [...path, field, written], 'bad_header', message, { hint });
    }
  }
}
