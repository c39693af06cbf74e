import { type Literal, parseJson, type Raw } from '../../../json/json-node.ts';
import { arrayOf, joined, literalOf, objectOf } from '../../../json/literal.ts';
import type {
  Block,
  CallBlock,
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  Turn,
} from '../../../neutral/turn-request.ts';
import { callIdFor } from '../../../shared/call-ids.ts';
import { dropMark } from '../cache-marks.ts';
import { argumentsLiteral, inputLiteral } from '../call-input.ts';
import { dropCallSeal, dropReasoning, ownSeal, reasoningText } from '../earlier-reasoning.ts';
import type { ChatTarget } from './chat-body.ts';
import { contentOf, hasPlaceForMark } from './chat-parts.ts';

/** One message of the assistant: in chat its three kinds of blocks are three fields. */
interface Answer {
  readonly reasoning: ReasoningBlock[];
  readonly said: (TextBlock | RefusalBlock)[];
  readonly calls: CallBlock[];
}

/** The messages of an assistant's turn: one, or several where the client had several; calls belong to the last. */
export function assistantMessages(turn: Turn, prefix: string | undefined, target: ChatTarget): Raw[] {
  const answers = answersOf(turn, target);
  return answers.flatMap((answer, at) => {
    const message = messageOf(answer, at === answers.length - 1 ? prefix : undefined, target);
    return message === undefined ? [] : [message];
  });
}

function answersOf(turn: Turn, target: ChatTarget): Answer[] {
  const answers: Answer[] = [];
  const calls: CallBlock[] = [];
  let reasoning: ReasoningBlock[] = [];
  let message: number | undefined;
  for (const block of turn.blocks) {
    switch (block.kind) {
      case 'text':
      case 'refusal': {
        const own = block.kind === 'text' ? (block.message ?? 0) : (message ?? 0);
        if (own !== message) answers.push({ reasoning: [], said: [], calls: [] });
        message = own;
        if (calls.length > 0) target.report.change(contentPath(turn, block, target));
        const answer = answers.at(-1)!;
        // A thought before a text belongs to the message that followed from it.
        answer.reasoning.push(...reasoning);
        answer.said.push(block);
        reasoning = [];
        break;
      }
      case 'reasoning':
        reasoning.push(block);
        break;
      case 'call':
        calls.push(block);
        break;
      default:
        target.report.never(block.path, 'what an assistant said is texts and calls there');
    }
  }
  const last = answers.at(-1);
  if (last === undefined) return [{ reasoning, said: [], calls }];
  last.reasoning.push(...reasoning);
  last.calls.push(...calls);
  return answers;
}

/** Texts behind calls come before them: only the order of what the turn holds is another. */
function contentPath({ path }: Turn, block: Block, { client }: ChatTarget): string {
  return client === 'messages' ? `${path}.content` : block.path;
}

function messageOf(
  { reasoning, said, calls }: Answer,
  prefix: string | undefined,
  target: ChatTarget,
): Raw | undefined {
  const thoughts = reasoningOf(reasoning, target);
  if (said.length === 0 && calls.length === 0 && thoughts === undefined) return undefined;
  return objectOf({
    role: '"assistant"',
    content: said.length === 0 && calls.length > 0 ? 'null' : saidContent(said, target),
    ...thoughts,
    tool_calls: calls.length === 0 ? undefined : arrayOf(calls.map((call) => callOf(call, target))),
    prefix,
  });
}

function saidContent(said: Answer['said'], target: ChatTarget): Raw {
  const texts: Literal[] = [];
  for (const block of said) {
    if (block.kind === 'refusal' || hasPlaceForMark(block, target)) return contentOf(said, target);
    texts.push(block.text);
  }
  for (const { cacheMark } of said) dropMark(cacheMark, target.report);
  return texts.length === 0 ? literalOf('') : joined(texts);
}

function callOf(call: CallBlock, target: ChatTarget): Raw {
  const { names, settings, client, report } = target;
  dropMark(call.cacheMark, report);
  dropCallSeal(call, 'chat_completions', client, report);
  const id = literalOf(callIdFor('chat_completions', call.id));
  const name = literalOf(names.target(call.name, call.namespace));
  return call.isCustom && settings.flavor.customTools === 'native'
    ? objectOf({ id, type: '"custom"', custom: objectOf({ name, input: inputLiteral(call) }) })
    : objectOf({ id, type: '"function"', function: objectOf({ name, arguments: argumentsLiteral(call) }) });
}

/** Reasoning in the field that the server takes it back in; undefined where none is told. */
function reasoningOf(
  blocks: readonly ReasoningBlock[],
  { settings, report }: ChatTarget,
): Readonly<Record<string, string>> | undefined {
  if (blocks.length === 0) return undefined;
  const field = settings.flavor.reasoningBack;
  const told: string[] = [];
  for (const block of blocks) {
    const own = ownSeal(block, 'chat_completions');
    const text = reasoningText(block);
    const thoughts = field && (field === 'reasoning_details' ? detailsOf(own?.data, text) : text);
    if (thoughts === undefined) dropReasoning(report);
    else {
      told.push(thoughts);
      // Its text goes along, and not what only another vendor can read.
      if (own === undefined && block.seal !== undefined) report.change('reasoning');
    }
  }
  if (field === undefined || told.length === 0) return undefined;
  return { [field]: field === 'reasoning_details' ? arrayOf(told) : joined(told as Literal[], '\n\n') };
}

/** The items of a list that a server gave, as it gave them; of text alone one that has it. */
function detailsOf(list: string | undefined, text: Literal | undefined): string | undefined {
  const items = list?.trim() ?? '';
  if (items.startsWith('[') && items.endsWith(']') && isList(items))
    return items.slice(1, -1).trim() || undefined;
  return text && objectOf({ type: '"reasoning.text"', text });
}

/** A client may send back anything. */
function isList(text: string): boolean {
  try {
    return parseJson(text).kind === 'array';
  } catch {
    return false;
  }
}
