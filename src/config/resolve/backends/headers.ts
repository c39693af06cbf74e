import { credentialHeaders } from '../../derived/credential-header-names.ts';
import { isCredentialName } from '../../schema/query-words.ts';
import type { Path } from '../../text/tree.ts';
import type { CredentialConfig } from '../../types/credentials.ts';
import { type Context, isAbsent, wrong } from '../context.ts';
import { checkOrigin } from '../secrets.ts';

/** Headers that say how the message is framed or where it goes; ours to set. */
export const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that requests have from the gateway itself. */
export const gatewaysOwn: ReadonlySet<string> = new Set([
  'accept-encoding',
  'x-gateway-hops',
  'x-request-id',
]);

/** The alternative to a header that belongs to `auth`; undefined if `auth` covers all of it. */
export function hintOfAuth(name: string): string | undefined {
  return name === 'x-goog-user-project'
    ? 'take it out, and write `quota_project: PROJECT` in `google`'
    : undefined;
}

/** True for text that a header can carry as its value. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** True for a header whose name shows a credential, including those of collectors. */
function isCredentialHeader(name: string): boolean {
  return isCredentialName(name) || /(?:^|-)(?:authorization|cookie|dsn)$|^x-honeycomb-team$/.test(name);
}

/** Headers that the file sets on requests of the gateway's own, by their lower-case names. */
export function resolveHeaders(
  context: Context,
  path: Path,
  headers: Readonly<Record<string, string>>,
  credential: CredentialConfig | undefined,
): Readonly<Record<string, string>> {
  const resolved = new Map<string, string>();
  const set = credential === undefined ? [] : credentialHeaders(credential);
  for (const [written, value] of Object.entries(headers)) {
    const at = [...path, written];
    const name = written.toLowerCase();
    const refuse = (message: string, hint?: string) =>
      context.report.atKey(context.tree, at, 'bad_header', message, { hint });
    if (framing.has(name)) refuse(`the header ${name} belongs to the connection and cannot be set`);
    else if (set.includes(name)) refuse(`the header ${name} is set by \`auth\` already`, hintOfAuth(name));
    else if (resolved.has(name))
      refuse(`the header ${name} occurs here twice`, 'names of headers are the same in upper and lower case');
    else if (isCredentialHeader(name) && !context.report.hasAt(context.tree, at) && !isAbsent(context, at))
      checkOrigin(context, at);
    if (!isAbsent(context, at) && !isHeaderValue(value)) {
      wrong(
        context,
        at,
        'bad_header',
        'the value has a line break or other characters that no header can carry',
      );
    }
    resolved.set(name, value);
  }
  return Object.fromEntries(resolved);
}
