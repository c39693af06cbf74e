/** Values that entries share under a name: what `credential_list` of a LiteLLM file holds. */
import { isObject, type JsonObject } from '../../lib/json.ts';

const nameField = 'litellm_credential_name';

/**
 * The params of an entry with the values of the credential that they name, as LiteLLM puts them in: what the entry says
 * itself counts. A name that the list does not have stays, and with it the note that nothing is made of it.
 */
export function withCredential(params: JsonObject, list: unknown): JsonObject {
  const { [nameField]: name, ...own } = params;
  const credentials = Array.isArray(list) ? list.filter(isObject) : [];
  const found = credentials.find((one) => name !== undefined && one['credential_name'] === name);
  if (found === undefined) return params;
  const values = found['credential_values'];
  return isObject(values) ? { ...values, ...own } : own;
}
