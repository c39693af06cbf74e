import { dirname, resolve } from 'node:path';
import { type CallTarget, callFor, callLine } from '../../admin/api/call-line.ts';
import { hostPort } from '../../admin/http/listener-url.ts';
import { shownPath } from '../../config/text/files.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { Reach } from '../../gateway.ts';
import { digestSecret } from '../../keys/key-secret.ts';
import { clientKey } from '../../keys/keyring.ts';
import { counted } from '../terminal.ts';

/** The secret that the quickstart's readme shows to everybody, so that it may be shown here too. */
const quickstartSecret = 'sk-quickstart';

/** The greeting of `serve` once it listens: addresses, models, and a command that calls it. */
export function greeting(config: Config, gateway: Reach, version: string, now: number = Date.now()): string {
  const { adminAddress } = gateway;
  const scheme = config.admin?.tls === undefined ? 'http' : 'https';
  const admin = adminAddress === undefined ? '' : `, admin on ${scheme}://${hostPort(adminAddress)}`;
  const contents = [counted(config.models.size, 'model'), counted(config.keys.size, 'key')].join(' and ');
  const dashboard =
    config.admin && admin !== '' ? [dashboardLine(`${scheme}://${hostPort(adminAddress!)}`, config)] : [];
  return [
    `gateway ${version} listens on ${listenUrl(config, gateway)}${admin}`,
    `serving ${contents} from ${shownPath(config.file)}`,
    ...callLines(config, gateway, now),
    ...dashboard,
    '',
  ].join('\n');
}

/** The tokens of the quickstart, which its readme shows to everybody, so that they may be shown here too. */
const quickstartToken = 'quickstart-admin-token';

function dashboardLine(origin: string, { admin, file }: Config): string {
  const { token, readToken, tokenFile, oidc } = admin!;
  const withToken =
    token === quickstartToken
      ? `with ${quickstartToken}`
      : token !== undefined
        ? `with ${tokenFile === undefined ? 'admin.token' : `the token in ${shownPath(resolve(dirname(file), tokenFile))}`}, or to look alone with admin.read_token`
        : readToken !== undefined
          ? 'with admin.read_token, to look alone'
          : undefined;
  const how = withToken ?? (oidc === undefined ? undefined : `with an account of ${oidc.issuer}`);
  return how === undefined
    ? `dashboard: ${origin}/dashboard (write admin.token to sign in)`
    : `dashboard: ${origin}/dashboard (sign in ${how})`;
}

function listenUrl(config: Config, { address }: Reach): string {
  const isBehindProxy = config.listen.tls.kind === 'terminated_by';
  return `${isBehindProxy ? 'http' : 'https'}://${hostPort(address)}${isBehindProxy ? ' for the proxy that ends TLS' : ''}`;
}

function callLines(config: Config, gateway: Reach, now: number): readonly string[] {
  const secret = publicSecret(config, now);
  const target = callTarget(config, secret);
  if (target === undefined) return ['no key may use any model yet: add one to `keys` or to the `keys_file`'];
  const hint = secret === undefined ? ' (export YOUR_KEY=... first)' : '';
  return [`call it${hint}:`, `  ${callLine({ config, ...gateway }, target, secret ?? '$YOUR_KEY')}`];
}

/** The quickstart's secret, where the file has it. Of every other key only the hash is known. */
function publicSecret(config: Config, now: number): string | undefined {
  const hash = digestSecret(quickstartSecret);
  const isKnown = [...config.keys.values()].some(
    (key) => key.hashes.includes(hash) && clientKey(key).isActive(now),
  );
  return isKnown ? quickstartSecret : undefined;
}

/** The model and endpoint that the shown secret may call; else those of the first unrestricted key. */
function callTarget(config: Config, secret: string | undefined): CallTarget | undefined {
  const hash = secret === undefined ? undefined : digestSecret(secret);
  for (const key of config.keys.values()) {
    const target = hash === undefined || key.hashes.includes(hash) ? callFor(config, key) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
