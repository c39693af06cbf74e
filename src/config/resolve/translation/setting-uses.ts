import { type TargetDialect, targetDefinitions } from '../../target-dialects/index.ts';
import type { DialectSetting } from '../../target-dialects/target-dialect.ts';
import type { TranslatedEndpoint } from '../../translation-settings.ts';

/** Settings of `translation` that are for the clients of one endpoint. */
const ofClients = {
  reasoning_field: 'chat_completions',
  show_reasoning: 'messages',
} as const satisfies Readonly<Record<string, TranslatedEndpoint>>;

/** The purpose of a `translation` setting: dialects of backends, or an endpoint that clients call. */
export type Use = { readonly to: readonly TargetDialect[] } | { readonly from: TranslatedEndpoint };

/** Those that are for some translations only. */
export const uses: Readonly<Record<DialectSetting | keyof typeof ofClients, Use>> = Object.fromEntries([
  ...[...new Set(definitions().flatMap(([, { settings }]) => settings))].map((setting) => [
    setting,
    { to: definitions().flatMap(([to, { settings }]) => (settings.includes(setting) ? [to] : [])) },
  ]),
  ...Object.entries(ofClients).map(([setting, from]) => [setting, { from }]),
]);

function definitions() {
  return Object.entries(targetDefinitions) as [TargetDialect, (typeof targetDefinitions)[TargetDialect]][];
}

/** True if a setting has an effect on a translation. */
export function serves(use: Use, from: TranslatedEndpoint, to: TargetDialect): boolean {
  return 'to' in use ? use.to.includes(to) : use.from === from;
}
