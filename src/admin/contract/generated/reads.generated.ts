// Made from src/admin/api by `npm run generate`; do not edit.
import type { contentAnswer, contentsAnswer } from '../contents.ts';
import type { credentialsAnswer } from '../credentials.ts';
import type { drainedAnswer } from '../deployments.ts';
import type { configAnswer, gatewayAnswer, reloadsAnswer } from '../gateway.ts';
import type { guardsAnswer } from '../guards.ts';
import type { keySetsAnswer } from '../issuer-key-sets.ts';
import type { keysAnswer } from '../keys.ts';
import type { limitsAnswer } from '../limits.ts';
import type { modelsAnswer } from '../models.ts';
import type { overviewAnswer, spendingAnswer } from '../overview.ts';
import type { queuesAnswer } from '../queues.ts';
import type { requestsAnswer } from '../requests.ts';
import type { explainAnswer, namesAnswer } from '../routing.ts';
import type { sessionAnswer } from '../session.ts';
import type { TypeOf } from '../shape.ts';
import type { drainMeanings, offeredToolsAnswer, toolServersAnswer } from '../tool-servers.ts';
import type { usageAnswer } from '../usage.ts';

/** The answers of the admin API to GET, by path. */
export interface Reads {
  readonly '/api/config': TypeOf<typeof configAnswer>;
  readonly '/api/contents': TypeOf<typeof contentsAnswer>;
  readonly '/api/contents/{id}': TypeOf<typeof contentAnswer>;
  readonly '/api/credentials': TypeOf<typeof credentialsAnswer>;
  readonly '/api/deployments': TypeOf<typeof drainedAnswer>;
  readonly '/api/drains/{id}': TypeOf<typeof drainMeanings>;
  readonly '/api/explain': TypeOf<typeof explainAnswer>;
  readonly '/api/gateway': TypeOf<typeof gatewayAnswer>;
  readonly '/api/guards': TypeOf<typeof guardsAnswer>;
  readonly '/api/key-sets': TypeOf<typeof keySetsAnswer>;
  readonly '/api/keys': TypeOf<typeof keysAnswer>;
  readonly '/api/limits': TypeOf<typeof limitsAnswer>;
  readonly '/api/models': TypeOf<typeof modelsAnswer>;
  readonly '/api/names': TypeOf<typeof namesAnswer>;
  readonly '/api/offered-tools': TypeOf<typeof offeredToolsAnswer>;
  readonly '/api/overview': TypeOf<typeof overviewAnswer>;
  readonly '/api/queues': TypeOf<typeof queuesAnswer>;
  readonly '/api/reloads': TypeOf<typeof reloadsAnswer>;
  readonly '/api/requests': TypeOf<typeof requestsAnswer>;
  readonly '/api/session': TypeOf<typeof sessionAnswer>;
  readonly '/api/spending': TypeOf<typeof spendingAnswer>;
  readonly '/api/tools': TypeOf<typeof toolServersAnswer>;
  readonly '/api/usage': TypeOf<typeof usageAnswer>;
}
