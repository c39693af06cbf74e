import type { Literal } from '../../json/json-node.ts';
import { literalOf } from '../../json/literal.ts';
import type { BackendDialect, ClientDialect } from '../../neutral/dialects.ts';
import type { Seal } from '../../neutral/seal.ts';
import type { CallBlock, ReasoningBlock } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';

/** The seal of a block, if it is the target's own; nobody else is given it. */
export function ownSeal({ seal }: Pick<ReasoningBlock, 'seal'>, dialect: BackendDialect): Seal | undefined {
  return seal?.dialect === dialect ? seal : undefined;
}

/** All of a block's text: what its seal holds is more than what its client was shown. */
export function reasoningText({ seal, text }: ReasoningBlock): Literal | undefined {
  return seal?.text === undefined ? text : literalOf(seal.text);
}

/** Reasoning that is not told to the target. */
export function dropReasoning(report: TranslationReport): void {
  report.drop('reasoning');
}

/** Drops a call's seal of another dialect. */
export function dropCallSeal(
  { seal, path }: CallBlock,
  dialect: BackendDialect,
  client: ClientDialect,
  report: TranslationReport,
): void {
  if (seal === undefined || seal.dialect === dialect) return;
  if (client === 'chat_completions') report.drop(`${path}.extra_content`);
  else dropReasoning(report);
}
