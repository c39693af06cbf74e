/** Values that entries share under a name: what `credential_list` of a LiteLLM file holds. */
import type { Fields } from './read-litellm.ts';

const nameField = 'litellm_credential_name';

/**
 * The params of an entry with the values of the credential that they name, as LiteLLM puts them in: what the entry says
 * itself counts. A name that the list does not have stays, and with it the note that nothing is made of it.
 */
export function withCredential(params: Fields, list: unknown): Fields {
  const found = (Array.isArray(list) ? (list as readonly unknown[]) : [])
    .map(mapOf)
    .find(({ credential_name }) => credential_name !== undefined && credential_name === params[nameField]);
  if (found === undefined) return params;
  const { [nameField]: _, ...own } = params;
  return { ...mapOf(found['credential_values']), ...own };
}

function mapOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
