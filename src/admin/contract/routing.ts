import type { Explanation } from '../../check/explain/explanation.ts';
import { count, list, named, shapeOf, type TypeOf, text, whole } from './shape.ts';

/** The choices in the form of the Routing page. */
export const namesAnswer = named(
  'Names',
  whole({
    models: list(text()),
    keys: list(text()),
    backends: list(text()),
    deployments: list(text()),
    tags: list(text()),
    rate_limits: list(text()),
    groups: list(text()),
    /** Servers of `mcp`. */
    mcp_servers: list(text()),
    /** Endpoints that the configuration declares; those that come with the gateway are known. */
    endpoints: list(text()),
    /** Those of them whose requests name no model. */
    without_model: list(text()),
    /** Lists are cut at this many names. */
    most: count(),
  }),
);
export type NamesAnswer = TypeOf<typeof namesAnswer>;

/** The form is that of another part, which prints it too. */
export const explainAnswer = named(
  'Explanation',
  shapeOf<Explanation>({
    type: 'object',
    description: 'As `gateway explain --format json` prints it.',
    required: ['question', 'outcome', 'models'],
    properties: { question: { type: 'object' }, outcome: { type: 'object' }, models: { type: 'array' } },
  }),
);
export type ExplainAnswer = TypeOf<typeof explainAnswer>;
