/**
 * The names of our metrics in OpenTelemetry's conventions for generative AI. These are in development and change: they
 * are those of one commit of `open-telemetry/semantic-conventions-genai`, which `docs/monitoring.md` names, and a newer
 * one is a change of this file.
 */
import { deploymentName } from '../../config/derived/model-names.ts';
import { asLabel, genAi, own } from '../semantic-names.ts';
import { requestFamilies } from './metric-families.ts';

/** Labels of a series, and their values. */
export type LabelValues = Readonly<Record<string, string>>;

/** A metric of the conventions. */
export interface ConventionMetric {
  readonly name: string;
  readonly unit: 's' | '{token}';
}

const inSeconds = (name: string): ConventionMetric => ({ name, unit: 's' });
const inTokens = (name: string): ConventionMetric => ({ name, unit: '{token}' });

/** The operations that the conventions call inference: metrics of others have other names, or none. */
const inferences: ReadonlySet<string> = new Set(['chat', 'generate_content', 'text_completion']);

const operation = asLabel(genAi.operation);
const model = asLabel(genAi.requestModel);
const tokenType = asLabel(genAi.tokenType);

const isInference = (labels: LabelValues) => inferences.has(labels[operation]!);

const attemptDuration = inSeconds('gen_ai.client.operation.duration');
const inferenceDuration = inSeconds('gen_ai.client.inference.duration');
const inputTokens = inTokens('gen_ai.client.inference.operation.input_tokens');
const outputTokens = inTokens('gen_ai.client.inference.operation.output_tokens');
const requestDuration = inSeconds('gen_ai.server.request.duration');
const firstToken = inSeconds('gen_ai.server.time_to_first_token');
const perToken = inSeconds('gen_ai.server.time_per_output_token');

/** By the family of ours. What is not here has no counterpart: the first chunk, for one, is theirs of streams alone. */
const byFamily: Readonly<Record<string, (labels: LabelValues) => ConventionMetric | undefined>> = {
  [requestFamilies.duration.name]: () => requestDuration,
  [requestFamilies.firstToken.name]: () => firstToken,
  [requestFamilies.perToken.name]: () => perToken,
  [requestFamilies.attemptDuration.name]: (labels) =>
    isInference(labels) ? inferenceDuration : attemptDuration,
  [requestFamilies.tokenUsage.name]: (labels) => {
    if (!isInference(labels)) return undefined;
    return labels[tokenType] === 'input' ? inputTokens : outputTokens;
  },
};

/** The name of a series; undefined if the conventions have none for it. */
export function conventionMetric(family: string, labels: LabelValues): ConventionMetric | undefined {
  return byFamily[family]?.(labels);
}

const attributes: ReadonlyMap<string, string> = new Map(
  Object.values(genAi).map((attribute) => [asLabel(attribute), attribute]),
);

/** The answering system from a client's view. */
const ourselves = 'gateway';

/** Labels as attributes of the conventions; ours have `gateway.` before them, and the names that traces give them. */
export function conventionAttributes(labels: LabelValues): LabelValues {
  const told: Record<string, string> = {};
  for (const [label, value] of Object.entries(labels)) {
    if (label === tokenType) continue; // the name of the metric says it
    if (label === 'deployment') told[own.deployment] = deploymentName(labels[model]!, value);
    else told[attributes.get(label) ?? `gateway.${label}`] = value;
  }
  told[genAi.provider] ??= ourselves;
  return told;
}
