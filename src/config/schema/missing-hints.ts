/** Hints for a missing required field. */
import type { Path } from '../text/tree.ts';

/** By the name of the field; one that depends on what it stands in by both, with a dot. */
const examples: Readonly<Record<string, string>> = {
  listen: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }',
  'listen.address': 'address: "127.0.0.1:8443"',
  'admin.address': 'address: "127.0.0.1:9901"',
  tls: 'tls: { self_signed: true }',
  backends: 'backends: { local: { simulator: {} } }',
  'health.path': 'path: /health',
  otlp: 'otlp: "http://127.0.0.1:4318"',
  audience: 'audience: "https://llm.example.com"',
  whole: 'whole: "/v1/chat/completions"',
  above_input: 'above_input: 200000',
  input: 'input: 0.15',
  output: 'output: 0.60',
  per_request: 'per_request: 0.0001',
  keys: 'keys: {}',
};

const special: Readonly<Record<string, string>> = {
  version: 'begin the file with `version: 1`',
  endpoints: 'list what it serves, such as `endpoints: { chat_completions: [streaming] }`',
};

/**
 * @param path Of what has to have the field
 * @param root The whole file, whose names may be what is meant
 */
export function missingHint(path: Path, missing: string, root: unknown): string {
  const parent = path.findLast((part) => typeof part === 'string');
  const example = examples[`${parent ?? ''}.${missing}`] ?? examples[missing] ?? named(missing, root);
  const place =
    typeof path.at(-1) === 'string' ? `\`${path.at(-1)}\`` : path.length === 0 ? 'the file' : 'this entry';
  return (
    special[missing] ??
    (example === undefined
      ? `write \`${missing}\` in ${place}; \`gateway docs configuration\` describes it`
      : `write \`${example}\` in ${place}, with your own value`)
  );
}

/** The first name in a section of the file. */
function named(missing: string, root: unknown): string | undefined {
  const backend = firstName(root, 'backends');
  if (backend === undefined) return undefined;
  if (missing === 'backend') return `backend: ${backend}`;
  const deployments = `deployments: [{ backend: ${backend}, endpoints: { chat_completions: [streaming] } }]`;
  if (missing === 'deployments') return deployments;
  return missing === 'models' ? `models: { fast: { ${deployments} } }` : undefined;
}

function firstName(root: unknown, section: string): string | undefined {
  const all = isMap(root) ? root[section] : undefined;
  const [name] = isMap(all) ? Object.keys(all) : [];
  return name !== undefined && /^[A-Za-z][\w-]*$/.test(name) ? name : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
