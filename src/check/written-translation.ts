import { translationAt } from '../config/derived/endpoint-translation.ts';
import { flavors } from '../config/resolve/translation/flavors.ts';
import { usualBudgets } from '../config/resolve/translation/reasoning.ts';
import { serves, uses } from '../config/resolve/translation/setting-uses.ts';
import { targetDefinitions } from '../config/target-dialects/index.ts';
import type { TranslatedEndpoint, Translation } from '../config/translation-settings.ts';
import type { DeploymentConfig } from '../config/types/models.ts';

/** The endpoints that a deployment serves, and their translations, in the fields of the file. */
export function writtenServed(
  deployment: Pick<DeploymentConfig, 'endpoints' | 'translations' | 'relays'>,
): object {
  const { endpoints, translations = {}, relays = [] } = deployment;
  const served = Object.entries(endpoints).map(([name, capabilities]) => {
    const translation = translationAt(deployment, name as TranslatedEndpoint);
    if (relays.some((one) => one === name)) return [name, { capabilities, relay: 'websocket' }];
    return [name, translation === undefined ? capabilities : { via: translation.to, capabilities }];
  });
  // Several translations share these settings.
  const settings = Object.entries(translations).map(([from, translation]) =>
    writtenSettings(from as TranslatedEndpoint, translation),
  );
  return {
    endpoints: Object.fromEntries(served),
    translation: Object.assign({}, ...settings) as object,
  };
}

/** Settings that matter to a translation and differ from the defaults. */
function writtenSettings(from: TranslatedEndpoint, translation: Translation): object {
  const { to, flavor, reasoning, budgets, drop } = translation;
  const { usual } = flavors[flavor.name];
  const lateSystem = to === 'messages' ? 'in_place' : usual.lateSystem;
  const showReasoning = to === 'chat_completions' ? usual.showReasoning : 'asked';
  const all = {
    max_tokens: translation.maxTokens,
    drop: drop.length === 0 ? undefined : drop,
    unknown_fields: unless('refuse', translation.unknownFields),
    reasoning: unless(targetDefinitions[to].reasoning[0], reasoning),
    budgets: isUsual(budgets) ? undefined : budgets,
    cache: unless('marked', translation.cache),
    late_system: unless(lateSystem, translation.lateSystem),
    json_object: unless('asked', translation.jsonObject),
    system_parts: unless(usual.systemParts, translation.systemParts),
    developer_role: unless(usual.developerRole, translation.developerRole),
    token_field: unless(usual.tokenField, translation.tokenField),
    reasoning_field: unless('reasoning_content', translation.reasoningField),
    show_reasoning: unless(showReasoning, translation.showReasoning),
    image_urls: unless(false, translation.imageUrls),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([field, value]) => {
      const use = uses[field as keyof typeof uses];
      return value !== undefined && (use === undefined || serves(use, from, to));
    }),
  );
}

function unless<Value>(usual: Value, value: Value): Value | undefined {
  return value === usual ? undefined : value;
}

function isUsual(budgets: Translation['budgets']): boolean {
  return Object.entries(usualBudgets).every(
    ([effort, tokens]) => budgets[effort as keyof typeof budgets] === tokens,
  );
}
