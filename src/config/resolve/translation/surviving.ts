/** Which guarantees still hold when requests are translated. */
import type { TranslatedEndpoint, Translation } from '../../translation-settings.ts';

type Settings = Pick<Translation, 'to' | 'flavor' | 'reasoning'>;

/** Why a capability cannot be guaranteed on an endpoint, as the end of a sentence (empty for no more than that); undefined where it can. */
export function whyLost(
  capability: string,
  from: TranslatedEndpoint,
  settings: Settings,
): string | undefined {
  const { to, flavor, reasoning } = settings;
  switch (capability) {
    case 'computer_use':
    case 'web_search':
    case 'url_context':
      return ': no translation has tools that a vendor runs itself';
    case 'audio_input':
      if (from !== 'chat_completions') return `: requests to ${from} have no place for sound`;
      return to === 'gemini' || to === 'bedrock_converse' ? undefined : `: ${to} takes no sound`;
    case 'reasoning':
      return reasoning === 'none' ? ' with `reasoning: none`' : undefined;
    case 'tool_choice':
      return to === 'bedrock_converse' ? ': it cannot say `none`' : undefined;
    case 'assistant_prefill':
      if (from === 'responses') return ': requests to it cannot begin an answer';
      if (to === 'chat_completions') return flavor.prefill === undefined ? ofFlavor(settings) : undefined;
      return to === 'messages' || to === 'bedrock_converse' ? undefined : '';
    case 'prompt_caching':
      if (to === 'chat_completions') return flavor.cacheMarks === undefined ? ofFlavor(settings) : undefined;
      return to === 'gemini' ? '' : undefined;
    default:
      return undefined;
  }
}

function ofFlavor({ flavor }: Settings): string {
  return ` on a backend of flavor ${flavor.name}`;
}
