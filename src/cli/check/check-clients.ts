import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientReport, checkClient } from '../../check/clients/client-check.ts';
import type { ClientRecording } from '../../check/clients/client-recording.ts';
import { credentialHeaders } from '../../config/derived/credential-header-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import { HeaderPolicy } from '../../http/server/request-head.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { headersOfAnyDialect } from '../../pipeline/translation/translated-upstream.ts';
import { packageFolder } from '../../process/package-paths.ts';
import { routesOf, routingTable } from '../../routing/routing-table.ts';
import type { ClientName } from '../client-names.ts';

export interface ClientOptions {
  readonly client?: readonly ClientName[];
  /** With `client`: these keys and models alone. */
  readonly key?: readonly string[];
  readonly model?: readonly string[];
}

/** What each of the clients meets. Throws where a key or a model is named that the file does not have. */
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
  return [...new Set(client)].map((name) =>
    checkClient(config, {
      recording: recordingOf(name),
      keys: key,
      models: model,
      isDropped,
      wallNow: Date.now(),
    }),
  );
}

/** As it is delivered with the gateway. */
export function recordingOf(name: ClientName): ClientRecording {
  const file = join(packageFolder(), 'schemas/clients', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as ClientRecording;
}
