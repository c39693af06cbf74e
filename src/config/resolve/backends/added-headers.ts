import { credentialHeaders } from '../../derived/credential-header-names.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { type Context, isAbsent, wrong } from '../context.ts';
import { framing, gatewaysOwn, hintOfAuth } from './headers.ts';

/** Headers of requests that hold one value each, so that a member more would spoil them. */
const single: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-type',
  'http-referer',
  'traceparent',
  'user-agent',
  'x-openrouter-title',
  'x-title',
]);

/** Members that a backend's file adds to comma-separated headers, by the lower-case names of these. */
export function resolveAddedHeaders(
  context: Context,
  path: Path,
  added: Readonly<Record<string, readonly string[]>>,
  { headers, credential }: Pick<BackendConfig, 'headers' | 'credential'>,
): BackendConfig['addHeaders'] {
  const resolved = new Map<string, readonly string[]>();
  const set = credential === undefined ? [] : credentialHeaders(credential);
  for (const [written, members] of Object.entries(added)) {
    const at = [...path, written];
    const name = written.toLowerCase();
    const refuse = (message: string, hint?: string) =>
      context.report.atKey(context.tree, at, 'bad_header', message, { hint });
    if (framing.has(name)) refuse(`the header ${name} belongs to the connection and cannot be set`);
    else if (gatewaysOwn.has(name)) refuse(`the header ${name} is the gateway's own`);
    else if (set.includes(name)) refuse(`the header ${name} is set by \`auth\` already`, hintOfAuth(name));
    else if (single.has(name))
      refuse(`the header ${name} holds one value, not a list`, 'set it in `headers` or `default_headers`');
    else if (Object.hasOwn(headers, name))
      refuse(
        `the header ${name} is set by \`headers\` already`,
        'write all of its members in one of the two',
      );
    else if (resolved.has(name))
      refuse(`the header ${name} occurs here twice`, 'names of headers are the same in upper and lower case');
    for (const [index, member] of members.entries()) checkMember(context, [...at, index], member);
    resolved.set(name, members);
  }
  return Object.fromEntries(resolved);
}

function checkMember(context: Context, at: Path, member: string): void {
  if (isAbsent(context, at)) return;
  if (member.includes(','))
    wrong(context, at, 'bad_header', 'holds a comma', { hint: 'write each member of the list by itself' });
  else if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(member))
    wrong(context, at, 'bad_header', 'must be visible ASCII characters, with single spaces between them');
}
