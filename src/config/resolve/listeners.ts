import { isLoopback, parseAddress, parseRange } from '../addresses.ts';
import { certificateFaults } from '../certificates.ts';
import type { Admin, Listen, Tls } from '../schema/generated/file.generated.ts';
import { nodeAt, type Path } from '../text/tree.ts';
import type { AdminConfig } from '../types/admin.ts';
import type { Address, ListenConfig, TlsConfig } from '../types/listen.ts';
import { resolveOidc } from './admin-oidc.ts';
import { type Context, duration, fileAt, isAbsent, pem, size, wrong } from './context.ts';
import { resolveClientCertificates } from './identity/client-certificates.ts';
import { checkSecret } from './secrets.ts';

/** A token that is in our documentation protects nothing. */
const quickstartToken = 'quickstart-admin-token';

/** Claude Code gives a stream up in which nothing has come for 300 s ("Gateway protocol reference"), and balancers sooner. */
const ownHeartbeatMs = 30_000;

export function resolveListen(context: Context, listen: Listen): ListenConfig | undefined {
  const path = ['listen'];
  const heartbeatMs =
    listen.heartbeat === undefined ? undefined : duration(context, [...path, 'heartbeat'], listen.heartbeat);
  const own = {
    maxBodyBytes: size(context, [...path, 'max_body'], listen.max_body),
    maxBufferedBytes: size(context, [...path, 'max_buffered'], listen.max_buffered),
    headersTimeoutMs: duration(context, [...path, 'headers_timeout'], listen.headers_timeout),
    bodyTimeoutMs: duration(context, [...path, 'body_timeout'], listen.body_timeout),
    minBodyRate: size(context, [...path, 'min_body_rate'], listen.min_body_rate),
    keepAliveMs: duration(context, [...path, 'keep_alive'], listen.keep_alive),
    maxConnections: listen.max_connections,
    drainMs: duration(context, [...path, 'drain'], listen.drain),
    drainDelayMs: duration(context, [...path, 'drain_delay'], listen.drain_delay),
    healthPath: listen.health_path,
    heartbeatMs,
    ownHeartbeatMs: heartbeatMs ?? ownHeartbeatMs,
    origins: listen.origins,
  };
  if (own.maxBufferedBytes < own.maxBodyBytes) {
    wrong(
      context,
      [...path, 'max_buffered'],
      'bad_size',
      'must be at least `max_body`, or no large body could ever be taken',
    );
  }
  const tls = context.intact([...path, 'tls'])
    ? resolveTls(context, [...path, 'tls'], listen.tls)
    : undefined;
  const address = context.intact([...path, 'address'])
    ? resolveAddress(context, [...path, 'address'], listen.address)
    : undefined;
  const clientCertificates = context.intact([...path, 'tls'])
    ? resolveClientCertificates(context, [...path, 'tls'], listen.tls)
    : undefined;
  return tls && address && { address, tls, clientCertificates, ...own };
}

export function resolveAdmin(
  context: Context,
  admin: Admin,
  listen: ListenConfig | undefined,
): AdminConfig | undefined {
  const path = ['admin'];
  const hasTls = admin.tls !== undefined || !context.intact([...path, 'tls']);
  const tls =
    admin.tls && context.intact([...path, 'tls'])
      ? resolveTls(context, [...path, 'tls'], admin.tls)
      : undefined;
  const address = context.intact([...path, 'address'])
    ? resolveAddress(context, [...path, 'address'], admin.address)
    : undefined;
  const exposed =
    address !== undefined && !isAbsent(context, [...path, 'address']) && !isLoopback(address.host);
  if (exposed && !hasTls) {
    wrong(
      context,
      [...path, 'address'],
      'admin_needs_tls',
      'an admin listener off loopback needs `tls` of its own',
      {
        hint: 'listen on 127.0.0.1, or add `tls` under `admin`',
      },
    );
  }
  if (
    address &&
    listen &&
    address.port !== 0 &&
    address.port === listen.address.port &&
    address.host === listen.address.host
  ) {
    wrong(
      context,
      [...path, 'address'],
      'bad_address',
      'is the address of the public listener; give the admin listener another port',
    );
  }
  checkToken(context, [...path, 'token'], admin.token, exposed);
  checkToken(context, [...path, 'read_token'], admin.read_token, exposed);
  checkToken(context, [...path, 'content_token'], admin.content_token, exposed);
  const oidc = admin.oidc && resolveOidc(context, admin.oidc, exposed || tls?.kind === 'terminated_by');
  const { token, read_token: readToken, content_token: contentToken } = admin;
  const written = nodeAt(context.tree, [...path, 'token'])?.expansion?.written ?? '';
  const tokenFile = /^\s*\$\{file:\s*([^}]+?)\s*\}\s*$/.exec(written)?.[1];
  return address && { address, tls, token, readToken, contentToken, tokenFile, oidc };
}

function checkToken(context: Context, path: Path, token: string | undefined, exposed: boolean): void {
  if (token === undefined || isAbsent(context, path)) return;
  if (token === quickstartToken) {
    if (exposed)
      wrong(
        context,
        path,
        'quickstart_secret',
        "the quickstart's token is public; off loopback it is refused",
      );
    return;
  }
  checkSecret(context, path, token);
  if (token.length < 16)
    wrong(context, path, 'short_token', 'a token needs at least 16 characters', {
      hint: 'openssl rand -hex 24 makes one',
    });
}

function resolveAddress(context: Context, path: Path, text: string): Address | undefined {
  if (isAbsent(context, path)) return { host: '127.0.0.1', port: 0 };
  const address = parseAddress(text);
  if (!address)
    wrong(
      context,
      path,
      'bad_address',
      'must be host:port with a port up to 65535, such as 127.0.0.1:8443 or [::1]:8443',
    );
  return address;
}

function resolveTls(context: Context, path: Path, tls: Tls): TlsConfig {
  if (tls.self_signed) return { kind: 'self_signed' };
  if (tls.terminated_by) {
    const ranges = tls.terminated_by.map((text, index) => {
      const at = [...path, 'terminated_by', index];
      const range = isAbsent(context, at) ? '127.0.0.1/32' : parseRange(text);
      if (range === undefined)
        wrong(context, at, 'bad_range', 'must be an address range such as 10.0.0.0/8 or fd00::/8');
      return range ?? '';
    });
    return { kind: 'terminated_by', ranges };
  }
  const certFile = tls.cert ?? '';
  const keyFile = tls.key ?? '';
  const pair = certificatePair(context, path, certFile, keyFile);
  return { kind: 'files', certFile: fileAt(context, certFile), keyFile: fileAt(context, keyFile), ...pair };
}

/** Reads and checks a certificate and its key; whatever is absent is empty. */
export function certificatePair(
  context: Context,
  path: Path,
  certFile: string,
  keyFile: string,
): { cert: string; key: string } {
  const cert = pem(context, [...path, 'cert'], certFile, 'certificate');
  const key = pem(context, [...path, 'key'], keyFile, 'key');
  if (cert === '' || key === '') return { cert, key };
  for (const { of, name, message, hint } of certificateFaults(cert, key, context.now)) {
    wrong(context, [...path, of], name, message, { hint });
  }
  return { cert, key };
}
