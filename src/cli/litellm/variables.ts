import { providers } from './litellm-providers.ts';
import { type Entry, text } from './read-litellm.ts';

/** Words that programs want where a server takes no key: no secret, and nothing to send. */
const placeholders = /^(none|null|empty|dummy|fake|fake-key|no-key|not-needed|anything|x+|sk-1234|sk-xxx+)$/i;

/** True if a key in plain text is a placeholder. */
export function isPlaceholder(key: string): boolean {
  return placeholders.test(key);
}

/**
 * Names for the environment variables of keys that stood in clear. A name is given to one key alone, and it is none
 * that the file or LiteLLM itself reads for something else: such a variable is set already, and its value would go to
 * a server that it was not made for.
 */
export class Variables {
  /** Those that the entries read. */
  readonly #used: ReadonlySet<string>;
  /** Those that mean something already. */
  readonly #taken: Set<string>;
  /** By what was asked for: the same key at the same place has the same variable. */
  readonly #given = new Map<string, string>();

  constructor(entries: readonly Entry[], general: Readonly<Record<string, unknown>>) {
    const written = JSON.stringify([entries, general]);
    const named = [...written.matchAll(/os\.environ\/([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
    this.#used = new Set([
      ...named,
      ...entries.flatMap(({ params }) => (params['api_key'] === undefined ? (variableOf(params) ?? []) : [])),
    ]);
    const own = Object.values(providers).flatMap(({ variable }) => variable ?? []);
    this.#taken = new Set([...this.#used, ...own, 'LITELLM_MASTER_KEY']);
  }

  /** The vendor's own variable, where no other key is read from it; else undefined. */
  ofVendor(variable: string, key: string): string | undefined {
    const given = this.#given.get(variable);
    if (this.#used.has(variable) || (given !== undefined && given !== key)) return undefined;
    this.#given.set(variable, key);
    return variable;
  }

  /** One for a key at a host, such as `LLM_EXAMPLE_COM_API_KEY`. */
  ofHost(host: string, key: string): string {
    const stem = host
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
    const first = /^\d/.test(stem) || stem === '' ? `BACKEND_${stem}` : stem;
    return this.#free(`${host}\n${key}`, (count) => `${first}${count}_API_KEY`);
  }

  /** One for another secret of an entry, such as `BACKEND_CLIENT_SECRET`: the vendors' own names mean something already. */
  ofField(field: string, secret: string): string {
    return this.#free(`${field}\n\n${secret}`, (count) => `BACKEND${count}_${field.toUpperCase()}`);
  }

  #free(identity: string, nameOf: (count: string) => string): string {
    const known = this.#given.get(identity);
    if (known !== undefined) return known;
    let name = nameOf('');
    for (let count = 2; this.#taken.has(name); count += 1) name = nameOf(`_${count}`);
    this.#taken.add(name);
    this.#given.set(identity, name);
    return name;
  }
}

/** The variable that LiteLLM reads for an entry without a key of its own. */
function variableOf(params: Entry['params']): string | undefined {
  const prefix = prefixOf(params);
  return Object.hasOwn(providers, prefix) ? providers[prefix]?.variable : undefined;
}

/** The provider that an entry names. */
export function prefixOf(params: Entry['params']): string {
  const named = text(params['model']) ?? '';
  const slash = named.indexOf('/');
  return text(params['custom_llm_provider']) ?? (slash < 0 ? vendorOf(named) : named.slice(0, slash));
}

/** The vendor of a model that LiteLLM knows by its name alone. */
function vendorOf(model: string): string {
  if (/^claude-/.test(model)) return 'anthropic';
  if (/^gemini-/.test(model)) return 'vertex_ai';
  if (/^(?:command|rerank|embed)-/.test(model)) return 'cohere';
  return /^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral|cohere|ai21)\.[a-z]/.test(model)
    ? 'bedrock'
    : 'openai';
}
