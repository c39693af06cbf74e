/** Parameters that carry credentials, by the names that vendors give them. */
const credentials =
  /^(?:[\w.-]*[_.-])?(?:key|apikey|token|secret|password|passwd|sig|signature|code|auth|credential)$/i;

/** True for a query parameter that is named like a credential. */
export function isCredentialName(name: string): boolean {
  return credentials.test(name);
}

export const credentialHint =
  'a credential goes into a header: `auth: { bearer: "${NAME}" }`, or `auth: { header: api-key, value: "${NAME}" }`';

/**
 * The correction for a URL or a path with a query, which belongs into the field `query`. It repeats only values that
 * can't be secret: versions.
 */
export function queryHint(written: string): string {
  const [base = '', query = ''] = written.split('#')[0]?.split('?', 2) ?? [];
  const pairs = [...new URLSearchParams(query)];
  if (pairs.length === 0) return `write ${base}`;
  if (pairs.some(([name]) => isCredentialName(name))) return `write ${base}; ${credentialHint}`;
  const isVersion = ([name, value]: readonly [string, string]) =>
    /version$/i.test(name) && /^[\w.-]{1,40}$/.test(value);
  const fields = pairs.map(
    (pair) => `${JSON.stringify(pair[0])}: ${JSON.stringify(isVersion(pair) ? pair[1] : '...')}`,
  );
  const rest = pairs.every(isVersion) ? '' : ', with the present values';
  return `write ${base}, and in the backend \`query: { ${fields.join(', ')} }\`${rest}`;
}
