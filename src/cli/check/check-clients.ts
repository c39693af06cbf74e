import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ClientReport, checkClient } from '../../check/clients/client-check.ts';
import type { ClientRecording } from '../../check/clients/client-recording.ts';
import { credentialHeaders } from '../../config/derived/credential-header-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import { HeaderPolicy } from '../../http/server/request-head.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { headersOfAnyDialect } from '../../pipeline/translation/translated-upstream.ts';
import { packageFolder } from '../../process/package-paths.ts';
import { routesOf, routingTable } from '../../routing/routing-table.ts';
import type { AskedClient, ClientName } from '../client-names.ts';

export interface ClientOptions {
  readonly client?: readonly AskedClient[];
  /** With `client`: these keys and models alone. */
  readonly key?: readonly string[];
  readonly model?: readonly string[];
}

/** The experience of each client. Throws for a key, a model or a version that does not exist. */
export function clientReports(
  config: Config,
  { client = [], key, model }: ClientOptions,
): readonly ClientReport[] {
  for (const id of key ?? []) {
    if (!config.keys.has(id)) throw new Error(`no key is named "${id}"${didYouMean(id, config.keys.keys())}`);
  }
  const table = routingTable(config);
  for (const id of model ?? []) {
    if (routesOf(table, id) === undefined) {
      throw new Error(`no model is named "${id}"${didYouMean(id, config.models.keys())}`);
    }
  }
  const credentials = [...config.backends.values()].flatMap(({ credential }) =>
    credential === undefined ? [] : credentialHeaders(credential),
  );
  const policy = new HeaderPolicy(credentials);
  const isDropped = (name: string, isTranslated: boolean) =>
    policy.lookUp(name).role === 'drop' || (isTranslated && !headersOfAnyDialect.has(name));
  const recordings = new Map(client.map(recordingOf).map((one) => [`${one.client}@${one.version}`, one]));
  return [...recordings.values()].map((recording) =>
    checkClient(config, {
      recording,
      keys: key,
      models: model,
      isDropped,
      wallNow: Date.now(),
    }),
  );
}

/** The recorded requests of a version, as delivered with the gateway. Throws for an unknown version. */
export function recordingOf({ name, version }: AskedClient): ClientRecording {
  const known = recordedVersions(name);
  const found = version ?? known.at(-1)!;
  if (!known.includes(found))
    throw new Error(`what ${name} ${found} sends is not known; of ${name} there are ${known.join(', ')}`);
  return JSON.parse(readFileSync(join(folderOf(name), `${found}.json`), 'utf8')) as ClientRecording;
}

/** The versions of a program that are known, the newest last. */
export function recordedVersions(name: ClientName): readonly string[] {
  return readdirSync(folderOf(name))
    .map((file) => basename(file, '.json'))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

function folderOf(name: ClientName): string {
  return join(packageFolder(), 'schemas/clients', name);
}
