import type { Model } from '../schema/generated/file.generated.ts';
import { fileFault } from '../text/files.ts';
import type { Path } from '../text/tree.ts';
import type { CodexEntry, DeploymentConfig } from '../types/models.ts';
import { type Context, fileAt, isAbsent, shown, wrong } from './context.ts';
import type { Prices } from './prices/prices.ts';

/** The instructions that Codex brings along are some 20 KiB. */
const mostInstructionBytes = 1024 * 1024;

/** A model's entry for Codex; undefined if the file has none, or lacks a needed part. */
export function resolveCodex(
  context: Context,
  path: Path,
  written: Model['codex'],
  deployments: readonly DeploymentConfig[],
  { catalogue }: Prices,
): CodexEntry | undefined {
  if (written === undefined || !context.intact(path)) return undefined;
  const baseInstructions = instructions(context, [...path, 'base_instructions_file'], written);
  if (baseInstructions === undefined) return undefined;
  const listed = deployments.find(({ catalogue: name }) => name !== undefined)?.catalogue;
  const known = listed === undefined ? undefined : catalogue?.find(listed)?.entry;
  const accepted = deployments.find(({ accepts }) => accepts?.efforts !== undefined)?.accepts?.efforts;
  return {
    baseInstructions,
    contextWindow: written.context_window ?? known?.context,
    // Codex reads no list that has a word it does not know.
    efforts: (written.efforts ?? accepted ?? []).filter((effort) => effort !== 'max'),
    parallelTools: written.parallel_tools ?? false,
    images: written.images ?? true,
  };
}

function instructions(
  context: Context,
  at: Path,
  { base_instructions_file: named }: NonNullable<Model['codex']>,
): string | undefined {
  if (isAbsent(context, at)) return undefined;
  const content = context.files.read(fileAt(context, named), mostInstructionBytes);
  const refuse = (code: 'file_unreadable' | 'file_empty' | 'file_encoding', fault: string) => {
    wrong(context, at, code, `the file ${shown(context, at, named)} ${fault}`);
    return undefined;
  };
  if (content.kind !== 'content')
    return refuse('file_unreadable', fileFault(content.kind, mostInstructionBytes));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content.bytes);
  } catch {
    return refuse('file_encoding', 'is not valid UTF-8');
  }
  return text.trim() === '' ? refuse('file_empty', 'is empty: Codex would begin without instructions') : text;
}
