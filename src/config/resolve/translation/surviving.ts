/** The guarantees that survive a translation. */
import { targetDefinitions } from '../../target-dialects/index.ts';
import type { TranslatedEndpoint, Translation } from '../../translation-settings.ts';

type Settings = Pick<Translation, 'to' | 'flavor' | 'reasoning'>;

/** Why a capability cannot be guaranteed on an endpoint, as the end of a sentence (empty for no more than that); undefined where it can. */
export function whyLost(
  capability: string,
  from: TranslatedEndpoint,
  settings: Settings,
): string | undefined {
  const { to, flavor, reasoning } = settings;
  const { lacks, dependsOnFlavor } = targetDefinitions[to];
  switch (capability) {
    case 'computer_use':
    case 'web_search':
    case 'url_context':
      return ': no translation has tools that a vendor runs itself';
    case 'reasoning':
      return reasoning === 'none' ? ' with `reasoning: none`' : undefined;
    case 'audio_input':
      if (from !== 'chat_completions') return `: requests to ${from} have no place for sound`;
      return lacks.audio_input;
    case 'assistant_prefill':
      if (from === 'responses') return ': requests to it cannot begin an answer';
      if (dependsOnFlavor.includes(capability) && flavor.prefill === undefined) return ofFlavor(settings);
      return lacks.assistant_prefill;
    case 'prompt_caching':
      if (dependsOnFlavor.includes(capability) && flavor.cacheMarks === undefined) return ofFlavor(settings);
      return lacks.prompt_caching;
    case 'tool_choice':
      return lacks.tool_choice;
    default:
      return undefined;
  }
}

function ofFlavor({ flavor }: Settings): string {
  return ` on a backend of flavor ${flavor.name}`;
}
