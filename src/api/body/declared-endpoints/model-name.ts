/** The name of a model, wherever an endpoint that a configuration declares has it stand. */
import { GatewayError } from '../../../errors.ts';
import type { ModelPlace } from '../../endpoints/endpoint.ts';
import { maxModelLength } from '../body-limits.ts';

/** @throws GatewayError `invalid_value`, with the field as `param` */
export function checkedModel(value: unknown, field: string): string {
  const isName =
    typeof value === 'string' &&
    value !== '' &&
    // Counting characters costs more than counting UTF-16 units, of which there are never fewer.
    (value.length <= maxModelLength || [...value].length <= maxModelLength);
  if (isName) return value;
  throw new GatewayError(
    'invalid_value',
    `\`${field}\` must be a string of 1 to ${maxModelLength} characters.`,
    { param: field },
  );
}

const where: Readonly<Record<Exclude<ModelPlace['in'], 'none'>, (field: string) => string>> = {
  body: (field) => `in the field \`${field}\` of the body`,
  form: (field) => `in a part \`${field}\` of the form`,
  query: (field) => `as \`?${field}=MODEL\` in the query`,
  header: (field) => `in the header \`${field}\``,
  path: () => 'in the path',
};

/** The error for a request that has to name a model and does not. */
export function modelMissing(place: ModelPlace): GatewayError {
  const field = 'field' in place ? place.field : 'model';
  const how = place.in === 'none' ? '' : ` ${where[place.in](field)}`;
  return new GatewayError('invalid_value', `\`${field}\` is missing; name the model to use${how}.`, {
    param: field,
  });
}
