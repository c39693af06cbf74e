/**
 * Codex' own list of models: `GET {base}/models?client_version=`, and the file of `model_catalog_json`. A member that a version
 * of Codex needs and does not find costs the whole list, without a word, and one that it does not know is passed over. The
 * members are those that `ModelInfo` of codex-rs has needed (`protocol/src/openai_models.rs`, 0.98 to 0.171).
 */
import type { CodexEntry } from '../config/types/models.ts';

/** A model that Codex is told of. */
export interface CodexModel {
  readonly id: string;
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  readonly codex: CodexEntry;
}

/** The list of models in the form that Codex reads (`models` of its model catalogue). */
export function codexManifest(models: readonly CodexModel[]): { readonly models: readonly object[] } {
  return { models: models.map(entryOf) };
}

/** Codex's own bound for outputs of tools. */
const truncation = { mode: 'tokens', limit: 10_000 };

function entryOf({ id, displayName, description, codex }: CodexModel, index: number): object {
  const { baseInstructions, contextWindow, efforts, parallelTools, images } = codex;
  return {
    slug: id,
    display_name: displayName ?? id,
    description: description ?? '',
    ...(efforts.length > 0 && {
      default_reasoning_level: efforts.includes('medium') ? 'medium' : efforts[0],
    }),
    supported_reasoning_levels: efforts.map((effort) => ({ effort, description: effort })),
    shell_type: 'shell_command',
    visibility: 'list',
    minimal_client_version: [0, 0, 0],
    supported_in_api: true,
    // The list is in the order of the file.
    priority: index,
    availability_nux: null,
    upgrade: null,
    base_instructions: baseInstructions,
    supports_reasoning_summaries: efforts.length > 0,
    supports_reasoning_summary_parameter: efforts.length > 0,
    support_verbosity: false,
    default_verbosity: null,
    apply_patch_tool_type: 'freeform',
    truncation_policy: truncation,
    supports_parallel_tool_calls: parallelTools,
    ...(contextWindow !== undefined && { context_window: contextWindow, max_context_window: contextWindow }),
    experimental_supported_tools: [],
    input_modalities: images ? ['text', 'image'] : ['text'],
  };
}
