/** What a deployment serves through another dialect: LiteLLM translates wherever a provider does not speak what a client does. */
import type { BuiltInName } from '../../api/endpoints/index.ts';
import { neverDropped } from '../../config/resolve/translation/dropped-paths.ts';
import type { TargetDialect, TranslatedEndpoint } from '../../config/translation-settings.ts';
import type { Provider } from './litellm-providers.ts';
import { type Fields, number } from './read-litellm.ts';

export interface NewTranslation {
  readonly via: readonly (readonly [TranslatedEndpoint, TargetDialect])[];
  /** Fields of `translation`, as YAML. */
  readonly settings: readonly string[];
  readonly notes: readonly string[];
}

export const nothingTranslated: NewTranslation = { via: [], settings: [], notes: [] };

/** What LiteLLM sends to Claude where a client sets no bound. */
const usualBound = 4096;

/** @param native What the backend itself has for what can chat. */
export function translationOf(
  { flavor, cloud }: Provider,
  native: readonly BuiltInName[],
  params: Fields,
  info: Fields,
): NewTranslation {
  const dropped = droppedIn(params);
  const drop = dropped.length === 0 ? [] : [`drop: [${dropped.join(', ')}]`];
  if (native.includes('messages') && !native.includes('chat_completions')) {
    const told = number(info['max_output_tokens']) ?? number(info['max_tokens']);
    const notes =
      told === undefined
        ? [
            `where a client sets no max_tokens it is ${usualBound}, as with LiteLLM; raise it to what the model can`,
          ]
        : [];
    return {
      via: [
        ['chat_completions', 'messages'],
        ['responses', 'messages'],
      ],
      settings: [`max_tokens: ${Math.max(1, Math.round(told ?? usualBound))}`, ...drop],
      notes,
    };
  }
  if (native.length === 0 && cloud === 'bedrock') {
    return {
      via: [
        ['chat_completions', 'bedrock_converse'],
        ['messages', 'bedrock_converse'],
        ['responses', 'bedrock_converse'],
      ],
      settings: drop,
      notes: [],
    };
  }
  if (flavor === undefined || !native.includes('chat_completions')) return nothingTranslated;
  return {
    via: [
      ['messages', 'chat_completions'],
      ['responses', 'chat_completions'],
    ],
    settings: drop,
    notes: [],
  };
}

/** Top-level fields that LiteLLM is told to leave out; what is nested is for people to say anew. */
function droppedIn(params: Fields): readonly string[] {
  const listed = params['additional_drop_params'];
  return Array.isArray(listed) ? listed.filter((name) => isPlain(name)) : [];
}

function isPlain(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z][a-z_]*$/.test(name) && !neverDropped.has(name);
}
