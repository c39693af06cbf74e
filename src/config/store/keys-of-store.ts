/** The keys of the store, taken into a configuration that is served while its files can't be read anew. */
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { allOwnCapabilities } from '../../api/endpoints/index.ts';
import { isLoopback } from '../addresses.ts';
import { capabilityNames } from '../capability-names.ts';
import { Report } from '../problem-report.ts';
import type { Context } from '../resolve/context.ts';
import type { KeyRules } from '../resolve/keys.ts';
import { known } from '../resolve/names.ts';
import { modelNames } from '../resolve/resolve.ts';
import { checkShape } from '../schema/check-shape.ts';
import { keysFileShape } from '../schema/generated/shape.generated.js';
import { validateKeysFile } from '../schema/generated/validator.generated.js';
import { Files } from '../text/files.ts';
import { parseJson } from '../text/parse-json.ts';
import { source } from '../text/source.ts';
import type { Config } from '../types/gateway.ts';
import type { KeyConfig } from '../types/keys.ts';
import { checkBudgetOf, resolveStoreKeys, storeShown } from './store-keys.ts';

/**
 * All keys of a configuration as they are with what the store has now: those of its files stay, and keys that don't hold
 * beside them are left out, as when it is loaded. Undefined where `text` is no copy of a store.
 */
export function keysWithStore(config: Config, text: string): ReadonlyMap<string, KeyConfig> | undefined {
  const report = new Report();
  const tree = parseJson(source(storeShown, storeShown, text), report);
  if (tree === undefined) return undefined;
  const shape = new Report();
  const { file, intact } = checkShape(tree, keysFileShape, validateKeysFile, shape);
  const context: Context = {
    tree,
    report,
    intact,
    files: new Files(),
    requireSecrets: true,
    isInstalled: () => true,
    now: Date.now(),
  };
  const fileKeys = new Map([...config.keys].filter(([, { at }]) => at.file !== storeShown));
  const store = { context, file, shape, leavesOut: true };
  const storeKeys = resolveStoreKeys(store, fileKeys, rulesOf(config, fileKeys), (own, key) =>
    checkBudgetOf(own, key, config),
  );
  return new Map([...fileKeys, ...storeKeys]);
}

/** The rules for further keys. */
export function rulesOf(
  { listen, models, rateLimits, groups, declaredEndpoints }: Config,
  keys: ReadonlyMap<string, KeyConfig>,
): KeyRules {
  const declared = [...models.values()].flatMap(({ deployments }) =>
    deployments.flatMap(({ endpoints }) => Object.values(endpoints).flatMap((list) => [...(list ?? [])])),
  );
  const owners = new Map<string, Pick<KeyConfig, 'id' | 'at'>>();
  for (const { id, at, hashes } of keys.values()) for (const hash of hashes) owners.set(hash, { id, at });
  const certificates = new Map<string, Pick<KeyConfig, 'id' | 'at'>>();
  for (const { id, at, hashes, certificate } of keys.values())
    if (certificate !== undefined && hashes.length === 0) certificates.set(certificate, { id, at });
  return {
    models: modelNames(known(Object.fromEntries(models))),
    capabilities: new Set([...capabilityNames, ...allOwnCapabilities, ...declared]),
    endpoints: endpointsOf({ declaredEndpoints }),
    rateLimits,
    ruleNames: known(Object.fromEntries(rateLimits)),
    groups,
    groupNames: known(Object.fromEntries(groups)),
    exposed: !isLoopback(listen.address.host),
    owners,
    certificates,
  };
}
