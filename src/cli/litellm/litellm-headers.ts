/** Headers that an entry adds to its requests: `extra_headers`, `headers` and `organization`. */
import { framing, gatewaysOwn, isHeaderValue } from '../../config/resolve/backends/headers.ts';
import type { SecretOf } from './litellm-clouds.ts';
import { type Fields, fields, literal, reference, text } from './read-litellm.ts';

/** Fields of `litellm_params` that headers are made of. */
export const headerFields: ReadonlySet<string> = new Set(['extra_headers', 'headers', 'organization']);

export interface NewHeaders {
  /** Lines of the backend. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Values that look like secrets are not carried over in clear: `secretOf` gives each a variable.
 *
 * @param auth The value of the backend's `auth`, as YAML
 */
export function headersOf(params: Fields, auth: string | undefined, secretOf: SecretOf): NewHeaders {
  const organization = text(params['organization']);
  const given = new Map<string, readonly [name: string, value: unknown]>();
  for (const part of [
    organization === undefined ? {} : { 'OpenAI-Organization': organization },
    fields(params['headers']),
    fields(params['extra_headers']),
  ]) {
    for (const [name, value] of Object.entries(part)) given.set(name.toLowerCase(), [name, value]);
  }
  const set: string[] = [];
  const added: string[] = [];
  const notes: string[] = [];
  for (const [lower, [name, value]] of given) {
    const why = whyLeftOut(lower, value, auth);
    if (why !== undefined) {
      notes.push(`the header ${JSON.stringify(name)} is left out: ${why}`);
      continue;
    }
    const written = String(value);
    if (lower === 'anthropic-beta' && !written.startsWith('os.environ/')) {
      // Values that clients send in the same header have to stay.
      const members = written.split(',').flatMap((member) => member.trim() || []);
      added.push(`${name}: [${members.map((member) => JSON.stringify(literal(member))).join(', ')}]`);
    } else if (isSecret.test(lower)) {
      const { yaml, notes: said } = secretOf(name.replace(/\W+/g, '_'), written);
      set.push(`${JSON.stringify(name)}: ${yaml}`);
      notes.push(...said);
    } else set.push(`${JSON.stringify(name)}: ${JSON.stringify(reference(written))}`);
  }
  const line = (field: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`${field}: { ${parts.join(', ')} }`];
  return { lines: [...line('headers', set), ...line('add_headers', added)], notes };
}

const isSecret = /auth|cookie|secret|token|key|passw|signature|credential|honeycomb/;

function whyLeftOut(name: string, value: unknown, auth: string | undefined): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'no header can have this name';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return 'its value is no text';
  if (isOfAuth(name, auth)) return 'it carries the credential, which is `auth` of the backend';
  if (framing.has(name) || gatewaysOwn.has(name)) return 'the gateway writes it itself';
  return isHeaderValue(String(value)) ? undefined : 'no header can carry its value';
}

/** True if `auth` sets the header, so that no other line may. */
function isOfAuth(name: string, auth: string | undefined): boolean {
  if (auth === undefined) return false;
  const own = /^\{ header: ([\w-]+)/.exec(auth)?.[1];
  return own === undefined ? /^(?:authorization|x-amz-.*|x-goog-user-project)$/.test(name) : name === own;
}
