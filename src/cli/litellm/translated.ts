/**
 * The endpoints that a deployment serves through another dialect: LiteLLM translates wherever a provider does not speak
 * the client's.
 */
import type { BuiltInName } from '../../api/endpoints/index.ts';
import type { TargetDialect } from '../../config/target-dialects/index.ts';
import {
  isNeverDropped,
  type TranslatedEndpoint,
  translatedEndpoints,
} from '../../config/translation-settings.ts';
import { type Fields, number } from './read-litellm.ts';

export interface NewTranslation {
  readonly via: readonly (readonly [TranslatedEndpoint, TargetDialect])[];
  /** Fields of `translation`, as YAML. */
  readonly settings: readonly string[];
  readonly notes: readonly string[];
}

export const nothingTranslated: NewTranslation = { via: [], settings: [], notes: [] };

/** The bound that LiteLLM sends to Claude if a client sets none. */
const usualBound = 4096;

/**
 * @param native What the backend itself has for what can chat.
 * @param target The form in which it is asked for all else
 */
export function translationOf(
  target: TargetDialect,
  native: readonly BuiltInName[],
  params: Fields,
  info: Fields,
): NewTranslation {
  const dropped = droppedIn(params);
  const drop = dropped.length === 0 ? [] : [`drop: [${dropped.join(', ')}]`];
  const via = translatedEndpoints
    .filter((endpoint) => !native.includes(endpoint))
    .map((endpoint) => [endpoint, target] as const);
  if (via.length === 0) return nothingTranslated;
  if (target !== 'messages') return { via, settings: drop, notes: [] };
  const told = [
    params['max_tokens'],
    params['max_completion_tokens'],
    info['max_output_tokens'],
    info['max_tokens'],
  ]
    .map(number)
    .find((one) => one !== undefined);
  return {
    via,
    settings: [`max_tokens: ${Math.max(1, Math.round(told ?? usualBound))}`, ...drop],
    notes:
      told === undefined
        ? [
            `where a client sets no max_tokens it is ${usualBound}, as with LiteLLM; raise it to what the model can`,
          ]
        : [],
  };
}

/** Top-level fields that LiteLLM is told to leave out; what is nested is for people to say anew. */
function droppedIn(params: Fields): readonly string[] {
  const listed = params['additional_drop_params'];
  return Array.isArray(listed) ? listed.filter((name) => isPlain(name)) : [];
}

function isPlain(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z][a-z_]*$/.test(name) && !isNeverDropped(name);
}
