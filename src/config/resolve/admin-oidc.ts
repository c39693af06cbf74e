import type { ClaimConditions } from '../../lib/claims.ts';
import { isLoopback } from '../addresses.ts';
import { hostOf, parseHttpUrl, tokenUrlFault } from '../backend-url.ts';
import type { AdminOidc } from '../schema/generated/file.generated.ts';
import type { OidcConfig } from '../types/admin.ts';
import { type Context, duration, isAbsent, wrong } from './context.ts';
import { checkSecret } from './secrets.ts';

const path = ['admin', 'oidc'];

/** @param exposed Whether others than this host can reach the listener, by themselves or through a proxy. */
export function resolveOidc(context: Context, oidc: AdminOidc, exposed: boolean): OidcConfig | undefined {
  const isSessionRead = context.intact([...path, 'session']);
  const sessionMs = isSessionRead ? duration(context, [...path, 'session'], oidc.session) : 0;
  if (!context.intact(path)) return undefined;
  const issuerFault = isAbsent(context, [...path, 'issuer']) ? undefined : tokenUrlFault(oidc.issuer);
  if (issuerFault !== undefined) {
    const { name, message, hint } = issuerFault;
    wrong(context, [...path, 'issuer'], name, message, { hint });
  }
  checkSecret(context, [...path, 'client_secret'], oidc.client_secret, 'inside');
  if (!oidc.scopes.includes('openid')) {
    wrong(context, [...path, 'scopes'], 'bad_sign_in', 'without `openid` no issuer identifies the user', {
      hint: 'add openid to the list',
    });
  }
  const { admin, read, content } = oidc.roles;
  return {
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    clientSecret: oidc.client_secret,
    url: urlOf(context, oidc.url, exposed),
    scopes: oidc.scopes,
    sessionMs,
    adminClaims: admin && conditionsOf(admin),
    readClaims: read && conditionsOf(read),
    contentClaims: content && conditionsOf(content),
  };
}

/** The origin of the listener, as browsers have it. */
function urlOf(context: Context, text: string | undefined, exposed: boolean): string | undefined {
  const at = [...path, 'url'];
  if (text === undefined) {
    if (exposed) {
      wrong(
        context,
        path,
        'bad_sign_in',
        'needs `url`: the issuer sends browsers there, and browsers do not reach this listener by its own address',
        {
          hint: 'add the URL by which people reach this listener, such as url: https://gateway.example.com:9901',
        },
      );
    }
    return undefined;
  }
  if (isAbsent(context, at)) return undefined;
  const url = parseHttpUrl(text);
  if ('message' in url) {
    wrong(context, at, url.name, url.message, { hint: url.hint });
    return undefined;
  }
  if (url.pathname !== '/' || url.search !== '') {
    wrong(context, at, 'bad_sign_in', 'must be without a path: the dashboard lies at /dashboard of it', {
      hint: `write ${url.origin}`,
    });
  } else if (url.protocol !== 'https:' && !isLoopback(hostOf(url))) {
    wrong(context, at, 'bad_sign_in', 'must begin with https://: people send their proof of identity there', {
      hint: `write ${url.origin.replace('http:', 'https:')}`,
    });
  }
  return url.origin;
}

function conditionsOf(claims: Readonly<Record<string, string | readonly string[]>>): ClaimConditions {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
  );
}
