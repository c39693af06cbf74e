import type { Literal, Raw } from '../../../json/json-node.ts';
import { arrayOf, joined, literalOf, objectOf } from '../../../json/literal.ts';
import type { Block, ResultBlock, TextBlock, Turn } from '../../../neutral/turn-request.ts';
import { callIdFor } from '../../../shared/call-ids.ts';
import { dropMark } from '../cache-marks.ts';
import { documentText, searchResultText } from '../document-text.ts';
import type { ChatTarget } from './chat-body.ts';
import { contentOf, hasPlaceForMark, sayPart, textPart } from './chat-parts.ts';

/**
 * A message for each result, and behind all of them what is no text, as something that the user shows: tools answer in text
 * alone.
 */
export function resultMessages(turn: Turn, target: ChatTarget): Raw[] {
  const messages: Raw[] = [];
  const shown: Raw[] = [];
  for (const block of turn.blocks) {
    if (block.kind !== 'result') target.report.never(block.path);
    else messages.push(resultMessage(block, shown, target));
  }
  if (shown.length > 0) messages.push(objectOf({ role: '"user"', content: arrayOf(shown) }));
  return messages;
}

function resultMessage(result: ResultBlock, shown: Raw[], target: ChatTarget): Raw {
  const { report } = target;
  dropMark(result.cacheMark, report);
  if (result.isError !== undefined) report.drop(result.isError.path);
  const texts: TextBlock[] = [];
  const parts: Raw[] = [];
  for (const block of result.blocks) {
    const text = textOfResult(block, target);
    if (text !== undefined) texts.push(text);
    else {
      const part = sayPart(block, target);
      if (part !== undefined) parts.push(part);
    }
  }
  if (parts.length > 0) {
    report.change(result.path);
    shown.push(textPart(literalOf(`Output of tool call ${result.callId}:`), undefined, target), ...parts);
  }
  return objectOf({
    role: '"tool"',
    tool_call_id: literalOf(callIdFor('chat_completions', result.callId)),
    content: textContent(result, texts, target),
  });
}

/** The text of a result; undefined for content that has to be shown. */
function textOfResult(block: Block, { report }: ChatTarget): TextBlock | undefined {
  if (block.kind === 'text') return block;
  const text = plainTextOf(block);
  if (text === undefined) return undefined;
  report.change(block.path);
  if (block.kind === 'document' && block.citations !== undefined) report.refuse(block.citations.path);
  const { path, cacheMark } = block;
  return { kind: 'text', path, text, ...(cacheMark !== undefined && { cacheMark }) };
}

function plainTextOf(block: Block): Literal | undefined {
  if (block.kind === 'search_result') return searchResultText(block);
  if (block.kind !== 'document' || block.source.kind !== 'text') return undefined;
  return documentText(block, block.source.text);
}

function textContent(result: ResultBlock, texts: readonly TextBlock[], target: ChatTarget): Raw {
  const isJoined = target.settings.systemParts === 'joined';
  if (texts.length < 2 || !isJoined || texts.some((text) => hasPlaceForMark(text, target))) {
    return contentOf(texts, target);
  }
  target.report.change(result.path);
  for (const { cacheMark } of texts) dropMark(cacheMark, target.report);
  return joined(
    texts.map(({ text }) => text),
    '\n\n',
  );
}
