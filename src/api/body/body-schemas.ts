/**
 * The enforced rules of a request body, per endpoint, and no more: the backend judges everything else.
 * `scripts/make-code.ts` compiles these schemas into `bodies.generated.js`, so that no compiler runs when the gateway
 * does. `null` counts as absent in optional fields; nothing is coerced.
 *
 * Three rules are not here because a schema says them badly: `model` may be absent when `models` is not, its length
 * counts characters, and the caps on tags count bytes. They are in `json-body.ts`.
 */
import type { BodyField, BodySchema, JsonBodyRules } from '../endpoints/endpoint.ts';
import { endpoints, jsonRulesOf, type ServedEndpoint } from '../endpoints/index.ts';

const model: BodyField = {
  schema: { type: 'string', nullable: true, minLength: 1 },
  must: 'a string of 1 to 256 characters',
};

const models: BodyField = {
  schema: { type: 'array', nullable: true, maxItems: 8, items: { type: 'string', minLength: 1 } },
  must: 'an array of at most 8 non-empty strings',
};

const noModels: BodyField = {
  schema: { type: 'array', nullable: true, maxItems: 0 },
  must: 'left out: on this endpoint no other model can stand in',
};

const tags: BodyField = {
  schema: { type: 'array', nullable: true, items: { type: 'string' } },
  must: 'an array of at most 32 strings of up to 64 bytes each',
};

const stream: BodyField = { schema: { type: 'boolean', nullable: true }, must: 'a boolean' };

/** The fields of an endpoint's bodies that are held to a rule: those that decide where it goes, and its own. */
export function enforcedFields(
  endpoint: Pick<ServedEndpoint, 'answer' | 'body' | 'failover'>,
): Readonly<Record<string, BodyField>> {
  const rules = jsonRulesOf(endpoint.body);
  if (rules === undefined) return {};
  return {
    model,
    models: endpoint.failover === 'full' ? models : noModels,
    tags,
    ...(endpoint.answer.includes('events') && { stream }),
    ...rules.fields,
  };
}

function schemaOf(
  { required, oneOf }: JsonBodyRules,
  fields: Readonly<Record<string, BodyField>>,
): BodySchema {
  return {
    type: 'object',
    ...(required && { required }),
    ...(oneOf && { anyOf: oneOf.map((name) => ({ required: [name] })) }),
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  };
}

/** The schemas of bodies that are JSON, by endpoint. */
export const bodySchemas: Readonly<Record<string, BodySchema>> = Object.fromEntries(
  Object.values(endpoints).flatMap((endpoint) => {
    const rules = jsonRulesOf(endpoint.body);
    return rules === undefined ? [] : [[endpoint.name, schemaOf(rules, enforcedFields(endpoint))] as const];
  }),
);
