/**
 * Headers of answers by which a vendor tells of the account that a backend is asked with: OpenAI's "Rate limits in headers",
 * Anthropic's "Response headers". Clients get none of them unless `forward_answer_headers` says so.
 */
export const accountHeaders = ['openai-organization', 'openai-project', 'anthropic-organization-id'] as const;
/** The beginnings of further ones. */
export const accountPrefixes = ['x-ratelimit-', 'anthropic-ratelimit-'] as const;

/** True for a header about the account, by its lower-case name. */
export function tellsOfAccount(name: string): boolean {
  return (
    accountHeaders.some((one) => one === name) || accountPrefixes.some((prefix) => name.startsWith(prefix))
  );
}
