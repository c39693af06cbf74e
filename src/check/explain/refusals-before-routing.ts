/** Refusals before routing: for a token, a key, or a body that its endpoint does not take. */
import { enforcedFields } from '../../api/body/body-schemas.ts';
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Config } from '../../config/types/gateway.ts';
import { catalog, publicCode } from '../../errors.ts';
import type { Lead } from '../../identity/key-for-claims.ts';
import type { Key } from '../../keys/keyring.ts';
import { followsChains } from '../../routing/chain.ts';
import { quoted } from '../../routing/wording.ts';
import type { Refused } from './explain-stored-objects.ts';
import type { ExplainedOutcome } from './explanation.ts';
import type { ExplainQuestion } from './question.ts';

/** The refusal of a valid token that leads to no key. */
export function refusedByRules(lead: Lead | undefined): Refused | undefined {
  if (lead?.kind !== 'refused') return undefined;
  return { code: 'invalid_api_key', message: `The claims lead to no key: ${lead.why}.` };
}

/** The first of the gateway's refusals. */
export function refusedAsInactive(
  key: Key,
  { asActive }: ExplainQuestion,
  wallNow: number,
): Refused | undefined {
  if (asActive === true || key.isActive(wallNow)) return undefined;
  const message = `The key ${quoted(key.id)} is disabled, expired or not valid yet.`;
  return { code: 'invalid_api_key', message };
}

/** The gateway's refusal before it routes. */
export function refusedByGrant(key: Key, { endpoint }: ExplainQuestion): Refused | undefined {
  if (key.allowsEndpoint(endpoint)) return undefined;
  const message = `The key ${quoted(key.id)} may not use the endpoint ${quoted(endpoint)}.`;
  return { code: 'endpoint_not_allowed', message };
}

/** A declared endpoint has no such field, nor forms. */
const noChain = { must: 'left out: on this endpoint no other model can stand in' };

/** The refusal of a body that names a chain, on an endpoint where no other model may answer. */
export function refusedByBody({ endpoint, models }: ExplainQuestion, config: Config): Refused | undefined {
  const endpoints = endpointsOf(config);
  if (models.length === 0 || followsChains(endpoint, endpoints)) return undefined;
  const { must } = enforcedFields(endpoints.of(endpoint))['models'] ?? noChain;
  return { code: 'invalid_value', message: `\`models\` must be ${must}.` };
}

/** A refusal in the client's form. */
export function refused({ code, message, param }: Refused): ExplainedOutcome {
  return {
    status: catalog[code].status,
    code: publicCode(code),
    message,
    ...(param !== undefined && { param }),
  };
}
