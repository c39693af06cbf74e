import type { Literal, Raw } from '../../../json/json-node.ts';
import { arrayOf, joined, objectOf } from '../../../json/literal.ts';
import type { TextBlock, Turn, TurnRequest } from '../../../neutral/turn-request.ts';
import { dropMark } from '../cache-marks.ts';
import { isInstruction, prefillOf, splitTurns, textsOf, withoutBillingHeader } from '../system-turns.ts';
import { inOrderOfCalls } from '../turn-groups.ts';
import { assistantMessages } from './chat-assistant.ts';
import type { ChatBody, ChatTarget } from './chat-body.ts';
import { contentOf, hasPlaceForMark } from './chat-parts.ts';
import { resultMessages } from './chat-results.ts';

/** Says instructions and turns. */
export function chatTurns({ members }: ChatBody, request: TurnRequest, target: ChatTarget): void {
  const { settings, report } = target;
  const turns = settings.flavor.name === 'openai' ? request.turns : withoutBillingHeader(request, report);
  const prefill = prefillOf(request);
  const prefix = prefill && sayPrefill(prefill, members, target);
  const messages: Raw[] = [];
  let rest = turns;
  if (settings.lateSystem === 'hoist') {
    const hoisted = hoistedSystem(turns, target);
    if (hoisted !== undefined) messages.push(hoisted);
    rest = turns.filter((turn) => !isInstruction(turn));
  }
  rest.forEach((turn, at) => {
    switch (turn.role) {
      case 'system':
      case 'developer':
        messages.push(instructionMessage(turn, target));
        break;
      case 'user':
        messages.push(objectOf({ role: '"user"', content: contentOf(turn.blocks, target) }));
        break;
      case 'assistant':
        messages.push(...assistantMessages(turn, at === rest.length - 1 ? prefix : undefined, target));
        break;
      case 'tool': {
        const before = rest[at - 1];
        const blocks = inOrderOfCalls(turn.blocks, before?.role === 'assistant' ? before.blocks : []);
        messages.push(...resultMessages({ ...turn, blocks }, target));
      }
    }
  });
  members['messages'] = arrayOf(messages);
}

/** @returns What the last message says of itself, where that is how an answer is begun for the model. */
function sayPrefill(turn: Turn, members: Record<string, string>, target: ChatTarget): string | undefined {
  const { settings, report } = target;
  const { prefill } = settings.flavor;
  if (!settings.takesPrefill || prefill === undefined) {
    report.never(turn.path, 'no answer can be begun for this model');
    return undefined;
  }
  if (prefill === 'continue_final_message') {
    members['add_generation_prompt'] = 'false';
    members[prefill] = 'true';
  }
  return prefill === 'prefix' ? 'true' : undefined;
}

function instructionMessage(turn: Turn, target: ChatTarget): Raw {
  const texts = textsOf(turn, target.report);
  const content =
    target.settings.systemParts === 'joined' ? joinedTexts(texts, target) : contentOf(texts, target);
  return objectOf({ role: roleOf(turn, target), content });
}

function roleOf({ role }: Turn, { settings }: ChatTarget): string {
  return role === 'developer' && settings.developerRole === 'kept' ? '"developer"' : '"system"';
}

function joinedTexts(texts: readonly TextBlock[], { report }: ChatTarget): Literal {
  for (const { cacheMark } of texts) dropMark(cacheMark, report);
  return joined(
    texts.map(({ text }) => text),
    '\n\n',
  );
}

/** All instructions as the first message, for models whose template has one place for them. */
function hoistedSystem(turns: readonly Turn[], target: ChatTarget): Raw | undefined {
  const { leading, rest } = splitTurns(turns);
  const late = rest.filter(isInstruction);
  for (const { path } of late) target.report.change(path);
  const all = [...leading, ...late];
  const [first] = all;
  if (first === undefined) return undefined;
  const texts = all.flatMap((turn) => textsOf(turn, target.report));
  if (target.settings.systemParts === 'kept' && texts.some((text) => hasPlaceForMark(text, target))) {
    return objectOf({ role: roleOf(first, target), content: contentOf(texts, target) });
  }
  return objectOf({ role: roleOf(first, target), content: joinedTexts(texts, target) });
}
