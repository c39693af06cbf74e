import type { BalanceName } from '../../config/types/models.ts';
import { deployment } from './deployments.ts';
import { count, list, named, orNull, shapeOf, type TypeOf, text, whole } from './shape.ts';

const model = named(
  'Model',
  whole({
    id: text(),
    owned_by: text(),
    balance: shapeOf<BalanceName>({ type: 'string' }),
    fallbacks: list(text()),
    /** The deployments that get copies of requests, such as `5 % to next`; null if there are none. */
    mirror: orNull(text()),
    /** The place in the files. */
    file: text(),
    line: count(),
    /** The tags that `GET /v1/models` lists. */
    tags: list(text()),
    requests: count(),
    deployments: list(deployment),
  }),
);
export type Model = TypeOf<typeof model>;

export const modelsAnswer = named(
  'Models',
  whole({
    /** Of all that match, not only of those in the answer. */
    total: count(),
    models: list(model),
  }),
);
export type ModelsAnswer = TypeOf<typeof modelsAnswer>;
