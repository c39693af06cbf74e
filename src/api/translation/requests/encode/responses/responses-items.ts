import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, joined, literalOf, objectOf } from '../../../json/literal.ts';
import type {
  CallBlock,
  ReasoningBlock,
  RefusalBlock,
  ResultBlock,
  TextBlock,
  Turn,
  TurnRequest,
} from '../../../neutral/turn-request.ts';
import { callIdFor } from '../../../shared/call-ids.ts';
import { dropMark, wantedMark } from '../cache-marks.ts';
import { inputLiteral } from '../call-input.ts';
import { dropCallSeal, dropReasoning, ownSeal } from '../earlier-reasoning.ts';
import { prefillOf, splitTurns, textsOf } from '../system-turns.ts';
import type { ResponsesBody, ResponsesTarget } from './responses-body.ts';
import { contentOf, outputOf, saidContent, textPart } from './responses-parts.ts';

/** Says instructions and turns: each thing that the assistant did is an item. */
export function responsesItems(
  { members }: ResponsesBody,
  request: TurnRequest,
  target: ResponsesTarget,
): void {
  const { leading, rest } = splitTurns(request.turns);
  const prefill = prefillOf(request);
  if (prefill !== undefined) target.report.never(prefill.path, 'no answer can be begun for this model');
  const items = instructionItems(leading, members, target);
  for (const turn of rest) {
    switch (turn.role) {
      case 'system':
      case 'developer':
      case 'user':
        items.push(messageOf(turn.role, contentOf(turn.blocks, target)));
        break;
      case 'assistant':
        items.push(...answerItems(turn, target));
        break;
      case 'tool':
        for (const block of turn.blocks) {
          if (block.kind === 'result') items.push(resultItem(block, target));
          else target.report.never(block.path);
        }
    }
  }
  members['input'] = arrayOf(items);
}

function messageOf(role: string, content: Raw): Raw {
  return objectOf({ type: '"message"', role: `"${role}"`, content });
}

/** The instructions at the start: one text, unless parts of them are marked for the prompt cache. */
function instructionItems(
  leading: readonly Turn[],
  members: Record<string, string>,
  target: ResponsesTarget,
): Raw[] {
  const texts = leading.flatMap((turn) => textsOf(turn, target.report));
  if (texts.length === 0) return [];
  const { report } = target;
  if (texts.some(({ cacheMark }) => wantedMark(cacheMark, report) !== undefined)) {
    return [
      messageOf('developer', arrayOf(texts.map(({ text, cacheMark }) => textPart(text, cacheMark, target)))),
    ];
  }
  members['instructions'] = joined(
    texts.map(({ text }) => text),
    '\n\n',
  );
  return [];
}

function answerItems({ blocks }: Turn, target: ResponsesTarget): Raw[] {
  const items: Raw[] = [];
  let said: (TextBlock | RefusalBlock)[] = [];
  const endMessage = () => {
    if (said.length > 0) items.push(messageOf('assistant', saidContent(said, target)));
    said = [];
  };
  for (const block of blocks) {
    const last = said.at(-1);
    switch (block.kind) {
      case 'text':
        if (last?.kind === 'text' && last.message !== block.message) endMessage();
        said.push(block);
        break;
      case 'refusal':
        said.push(block);
        break;
      case 'reasoning': {
        const item = reasoningItem(block, target);
        if (item === undefined) break;
        endMessage();
        items.push(item);
        break;
      }
      case 'call':
        endMessage();
        items.push(callItem(block, target));
        break;
      default:
        target.report.never(block.path);
    }
  }
  endMessage();
  return items;
}

/** Reasoning goes back with its id and its encrypted content, both or none. */
function reasoningItem(block: ReasoningBlock, { report }: ResponsesTarget): Raw | undefined {
  const seal = ownSeal(block, 'responses');
  if (seal?.id === undefined || seal.data === '') {
    dropReasoning(report);
    return undefined;
  }
  const summary = block.text === undefined ? [] : [objectOf({ type: '"summary_text"', text: block.text })];
  return objectOf({
    type: '"reasoning"',
    id: literalOf(seal.id),
    summary: arrayOf(summary),
    encrypted_content: literalOf(seal.data),
  });
}

function callItem(call: CallBlock, target: ResponsesTarget): Raw {
  const { names, client, report } = target;
  dropMark(call.cacheMark, report);
  dropCallSeal(call, 'responses', client, report);
  const call_id = literalOf(callIdFor('responses', call.id));
  const name = literalOf(names.target(call.name, call.namespace));
  const said = inputLiteral(call);
  return call.isCustom
    ? objectOf({ type: '"custom_tool_call"', call_id, name, input: said })
    : objectOf({ type: '"function_call"', call_id, name, arguments: said });
}

function resultItem(result: ResultBlock, target: ResponsesTarget): Raw {
  const { report } = target;
  dropMark(result.cacheMark, report);
  if (result.isError !== undefined) report.drop(result.isError.path);
  return objectOf({
    type: result.isCustom ? '"custom_tool_call_output"' : '"function_call_output"',
    call_id: literalOf(callIdFor('responses', result.callId)),
    output: outputOf(result.blocks, target),
  });
}
