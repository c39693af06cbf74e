import type { Deployment } from '../../schema/generated/file.generated.ts';
import type { TargetDialect, TranslatedEndpoint } from '../../translation-settings.ts';

/** What a setting of `translation` is for: dialects that backends are asked in, or an endpoint that clients call. */
type Use = { readonly to: readonly TargetDialect[] } | { readonly from: TranslatedEndpoint };

/** Those that are for some translations only. */
export const uses: Readonly<Partial<Record<keyof NonNullable<Deployment['translation']>, Use>>> = {
  max_tokens: { to: ['messages'] },
  cache: { to: ['messages', 'bedrock_converse'] },
  late_system: { to: ['chat_completions', 'messages'] },
  system_parts: { to: ['chat_completions'] },
  developer_role: { to: ['chat_completions'] },
  token_field: { to: ['chat_completions'] },
  reasoning_field: { from: 'chat_completions' },
  show_reasoning: { from: 'messages' },
  image_urls: { to: ['gemini'] },
};

/** Whether a setting is of use to a translation. */
export function serves(use: Use, from: TranslatedEndpoint, to: TargetDialect): boolean {
  return 'to' in use ? use.to.includes(to) : use.from === from;
}
