/**
 * The places in each dialect's bodies for models that the vendor runs within the same call, beside the requested one. A
 * test goes through the types of the vendors' SDKs: a field for a model that is on none of these lists fails it. It is
 * plain data, as endpoints are.
 *
 * Messages: "Advisor tool" and "Refusals and fallback" in Anthropic's documentation, `BetaAdvisorTool20260301` and
 * `BetaFallbackParam` of its SDK. Responses: `Tool.ImageGeneration` of OpenAI's SDK. Chat completions: "Fusion" in
 * OpenRouter's documentation, whose server tools have their settings in `parameters`.
 */

/** A place in bodies where the name of a model may stand. */
export interface NestedPlace {
  /** The names that lead there, a field of the root first; `*` is any of a list. */
  readonly at: readonly [field: string, ...within: string[]];
  /** An endpoint that the vendor may run it as, in place of the one called: whoever names it there needs that endpoint. */
  readonly as?: string;
  /** The vendor's own API alone has it: deployments that a cloud's envelope (`wire`) leads to are passed over. */
  readonly isOfVendor?: true;
  /**
   * The effect on a translated request: deployments are skipped, unless it is left out there, as `fallbacks` is, which
   * reaches less.
   */
  readonly isLeftOut?: true;
  /** Its field may be something else than a list, which stands for models of the vendor's choice: `fallbacks: "default"`. */
  readonly mayBeOpen?: true;
}

const ofTools: readonly NestedPlace[] = [
  { at: ['tools', '*', 'parameters', 'model'] },
  { at: ['tools', '*', 'parameters', 'analysis_models', '*'] },
];

export const nestedInMessages: readonly NestedPlace[] = [
  { at: ['tools', '*', 'model'], isOfVendor: true },
  { at: ['fallbacks', '*', 'model'], isOfVendor: true, isLeftOut: true, mayBeOpen: true },
  { at: ['fallbacks', '*'], isOfVendor: true, isLeftOut: true },
];

export const nestedInResponses: readonly NestedPlace[] = [
  { at: ['tools', '*', 'model'], as: 'images' },
  { at: ['tools', '*', 'svg', 'model'] },
  { at: ['allowed_fallback_models', '*'] },
  ...ofTools,
];

export const nestedInChatCompletions: readonly NestedPlace[] = [
  { at: ['tools', '*', 'model'] },
  ...ofTools,
  { at: ['plugins', '*', 'model'] },
  { at: ['plugins', '*', 'analysis_models', '*'] },
];

/** The fields of the root that lead to a nested model on some endpoint: a body has each of them once, in lower case. */
export const nestingFields: readonly string[] = [
  ...new Set(
    [nestedInMessages, nestedInResponses, nestedInChatCompletions].flat().map(({ at: [field] }) => field),
  ),
];

/** A model that a body names beside the one that is asked for. */
export interface NestedModel {
  readonly place: NestedPlace;
  readonly model: string;
  /** Its place in words: `tools.2`, and the whole path, `tools.2.model`. */
  readonly item: string;
  readonly path: string;
  /** The item's own type, such as `advisor_20260301`. */
  readonly type: string | undefined;
  /** The most questions to an advisor, and its longest answer; absent for others. */
  readonly advises?: { readonly uses: number; readonly maxTokens: number | undefined };
  /** Between the quotes of its string, by offsets in the body. */
  readonly from: number;
  readonly to: number;
}

/** The models in a body beside the requested one. */
export interface NestedModels {
  readonly named: readonly NestedModel[];
  /** The field that leaves the choice to the vendor. */
  readonly open: NestedPlace | undefined;
}
