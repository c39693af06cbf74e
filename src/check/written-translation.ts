import { serves, uses } from '../config/resolve/translation/setting-uses.ts';
import type { TranslatedEndpoint, Translation } from '../config/translation-settings.ts';
import { type DeploymentConfig, translationAt } from '../config/types.ts';

/** What a deployment serves and how, in the fields of the file. */
export function writtenServed(deployment: Pick<DeploymentConfig, 'endpoints' | 'translations'>): object {
  const { endpoints, translations } = deployment;
  if (translations === undefined) return { endpoints };
  const served = Object.entries(endpoints).map(([name, capabilities]) => {
    const translation = translationAt(deployment, name as TranslatedEndpoint);
    return [name, translation === undefined ? capabilities : { via: translation.to, capabilities }];
  });
  const settings = Object.entries(translations).map(([from, translation]) =>
    writtenSettings(from as TranslatedEndpoint, translation),
  );
  return { endpoints: Object.fromEntries(served), translation: Object.assign({}, ...settings) as object };
}

/** Those that are of use to it: what others say is the same in each translation of a deployment. */
function writtenSettings(from: TranslatedEndpoint, translation: Translation): object {
  const { to, reasoning, budgets } = translation;
  const all = {
    max_tokens: translation.maxTokens,
    drop: translation.drop,
    unknown_fields: translation.unknownFields,
    cache: translation.cache,
    late_system: translation.lateSystem,
    system_parts: translation.systemParts,
    developer_role: translation.developerRole,
    token_field: translation.tokenField,
    reasoning_field: translation.reasoningField,
    show_reasoning: translation.showReasoning,
    image_urls: translation.imageUrls,
  };
  const useful = Object.entries(all).filter(([field]) => {
    const use = uses[field as keyof typeof uses];
    return use === undefined || serves(use, from, to);
  });
  return {
    ...Object.fromEntries(useful),
    ...(reasoning === 'effort' ? {} : { reasoning }),
    ...(reasoning === 'budget' || reasoning === 'anthropic' ? { budgets } : {}),
  };
}
