import type { Inspect } from '../../config/inspection.ts';
import { adminWithoutToken, equalTokens } from './admin.ts';
import { azurePaths } from './azure.ts';
import { ownAddress, unusedBackends, versionedUrls } from './backends.ts';
import { openTerminatedBy } from './balancers.ts';
import { coldCaches } from './caches/cold-caches.ts';
import { genericTagTraps } from './capabilities.ts';
import { deniedCapabilities, differingPrices, stalePrices } from './catalogue.ts';
import { idleContentLog } from './contents/idle-content-log.ts';
import { idleEndpoints } from './endpoints/idle-endpoints.ts';
import { takenNames } from './endpoints/taken-names.ts';
import { unlikeEmbeddings } from './endpoints/unlike-embeddings.ts';
import { estimatedBudgets } from './estimated-budgets.ts';
import { expiringCredentials } from './expiring-credentials.ts';
import { fallbacksOutOfReach, uselessFallbacks } from './fallbacks.ts';
import { guardUrls } from './guards/guard-urls.ts';
import { idleGuards } from './guards/idle-guards.ts';
import { endingKeys, idleKeys, unreachableKeys } from './keys.ts';
import {
  forgottenBudgets,
  queuesOfNothing,
  uncountedCallers,
  unlimitedKeys,
  unusedGroups,
  unusedRules,
} from './limits.ts';
import { pricesPerToken } from './prices.ts';
import { neverChosen } from './reach.ts';
import { passedShortOwners, scatteredResponses, unmetBackendTags, unpinnedReasoning } from './stateful.ts';
import { idleTimeouts, longWaits } from './timeouts.ts';
import {
  idleToolPatterns,
  issuersWithoutTools,
  serversWithoutCallers,
  sharedSessions,
  unusedServers,
} from './tools/tools.ts';
import { collidingNames, unlockedPatterns } from './tools/tools-lock.ts';
import { besideNative } from './translation/beside-native.ts';
import { lostThoughts } from './translation/lost-thoughts.ts';
import { unlikelyDrops } from './translation/unlikely-drops.ts';
import { unlikelyFlavors } from './translation/unlikely-flavors.ts';
import { missingAuth } from './vendors.ts';
import { weightsOfZero } from './weights.ts';
import { vertexHosts, wireEndpoints } from './wires.ts';

/** Each lint looks for one thing. The time of all together grows with the size of the file, not with its square. */
const lints: readonly Inspect[] = [
  unusedBackends,
  versionedUrls,
  guardUrls,
  azurePaths,
  wireEndpoints,
  vertexHosts,
  missingAuth,
  expiringCredentials,
  idleTimeouts,
  queuesOfNothing,
  longWaits,
  pricesPerToken,
  differingPrices,
  stalePrices,
  deniedCapabilities,
  estimatedBudgets,
  openTerminatedBy,
  ownAddress,
  genericTagTraps,
  besideNative,
  lostThoughts,
  unlikelyFlavors,
  unlikelyDrops,
  uselessFallbacks,
  fallbacksOutOfReach,
  neverChosen,
  coldCaches,
  weightsOfZero,
  unpinnedReasoning,
  scatteredResponses,
  unmetBackendTags,
  unlikeEmbeddings,
  takenNames,
  idleEndpoints,
  passedShortOwners,
  unreachableKeys,
  idleKeys,
  endingKeys,
  unusedRules,
  unusedGroups,
  forgottenBudgets,
  uncountedCallers,
  unlimitedKeys,
  unusedServers,
  idleToolPatterns,
  unlockedPatterns,
  collidingNames,
  sharedSessions,
  issuersWithoutTools,
  serversWithoutCallers,
  idleContentLog,
  idleGuards,
  adminWithoutToken,
  equalTokens,
];

/** Reports settings that are valid and probably not meant. */
export const inspectConfig: Inspect = (config, found) => {
  for (const lint of lints) lint(config, found);
};
