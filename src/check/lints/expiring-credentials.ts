import { serversByPath } from '../../config/derived/all-servers.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { StaticCredentialConfig } from '../../config/types/credentials.ts';

const dayMs = 86_400_000;

/** Tokens that others renew last for hours; one for a month is a person's own. */
const shortMs = 7 * dayMs;

/** A credential that expires within days while the file has it fixed. */
export const expiringCredentials: Inspect = (config, found) => {
  for (const [server, { credential }] of serversByPath(config)) {
    const path = [...server, 'auth'];
    if (credential?.kind === 'static') {
      const at = [...path, found.has([...path, 'bearer']) ? 'bearer' : 'value'];
      const fault = found.isAbsent(at) ? undefined : staticFault(credential, found.now);
      if (fault === undefined) continue;
      const [message, form] = fault;
      found.atValue(at, 'expiring_credential', message, {
        hint: `a form of \`auth\` that renews it takes its place: ${form}`,
      });
    }
    if (credential === undefined || credential.kind === 'static') continue;
    const { source } = credential;
    if (source.kind !== 'aws' || source.keys?.sessionToken === undefined) continue;
    const message = 'a session ends after some hours, and nothing renews its keys';
    found.atValue([...path, 'aws', 'session_token'], 'expiring_credential', message, {
      hint: "take the keys out, so that Amazon's provider finds and renews them: `auth: { aws: {} }`",
    });
  }
};

/** The text about a token that lasts for hours, and the form that renews it; undefined for any other. */
function staticFault({ value }: StaticCredentialConfig, now: number): readonly [string, string] | undefined {
  const token = value.split(/\s+/).at(-1) ?? '';
  if (token.startsWith('ya29.')) {
    return ["an access token of Google's ends after an hour, and nothing renews it", '`google: {}`'];
  }
  if (token.startsWith('bedrock-api-key-')) {
    const message = 'a short-term key of Bedrock ends after 12 hours at most, and nothing renews it';
    return [message, '`aws: { as: api_key }`'];
  }
  const claims = claimsOf(token);
  const expires = Number(claims?.['exp']) * 1000;
  if (!(expires - now < shortMs)) return undefined;
  const isEntra = /^https:\/\/(?:sts\.windows\.net|login\.microsoftonline\.com)\//.test(
    String(claims?.['iss']),
  );
  const when = new Date(Math.max(0, Math.min(expires, 8.64e15))).toISOString();
  const message = `the token ${expires <= now ? 'expired' : 'expires'} at ${when.slice(0, 16)}Z, and nothing renews it`;
  return [message, isEntra ? '`azure`' : '`oauth2`, `file` or `exec`'];
}

/** The claims of a JWT; undefined for any other text. Nothing is verified. */
function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload] = /^eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]*$/.exec(token) ?? [];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
