import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, isEmptyText, objectOf } from '../../../json/literal.ts';
import type { Turn, TurnRequest } from '../../../neutral/turn-request.ts';
import { applyFieldRules, type EncodeRequest, type RequestTarget } from '../../request-codec.ts';
import { dropMark } from '../cache-marks.ts';
import { offerOf } from '../offered-tools.ts';
import { isInstruction, prefillOf, splitTurns, textsOf, withoutBillingHeader } from '../system-turns.ts';
import { alternatingTurns } from '../turn-groups.ts';
import type { GeminiBody } from './gemini-body.ts';
import { geminiFields } from './gemini-fields.ts';
import { type PartTarget, sayParts } from './gemini-parts.ts';
import { sayThinking } from './gemini-thinking.ts';
import { sayTools } from './gemini-tools.ts';

/** Says a request as one of `generateContent`. Model and streaming stand in the path. */
export const encodeGeminiRequest: EncodeRequest = (request, target) => {
  const out: GeminiBody = { offer: offerOf(request, target), generation: {} };
  applyFieldRules(request, geminiFields, out, target);
  sayThinking(out, request, target);
  const generationConfig = objectOf(out.generation);
  return objectOf({
    ...sayTurns(request, target),
    ...sayTools(out.offer, target),
    generationConfig: generationConfig === '{}' ? undefined : generationConfig,
  });
};

function sayTurns(request: TurnRequest, target: RequestTarget): Record<string, Raw> {
  const { report } = target;
  const prefill = prefillOf(request);
  if (prefill !== undefined) report.never(prefill.path, 'an answer can not be begun for the model');
  const { leading, rest } = splitTurns(withoutBillingHeader(request, report));
  const late = rest.filter(isInstruction);
  for (const { path } of late) report.change(path);
  const system = [...leading, ...late].flatMap((turn) => instructions(turn, target));
  const parts: PartTarget = {
    client: request.client,
    toolNames: new Map(),
    callSignature: undefined,
    hasCall: false,
    ...target,
  };
  const contents: Raw[] = [];
  for (const { role, blocks } of alternatingTurns(rest.filter((turn) => !isInstruction(turn)))) {
    parts.hasCall = false;
    const said = blocks.flatMap((block) => sayParts(block, parts));
    if (said.length === 0 && role === 'assistant') continue;
    contents.push(objectOf({ role: role === 'assistant' ? '"model"' : '"user"', parts: arrayOf(said) }));
  }
  const turns = { contents: arrayOf(contents) };
  return system.length === 0 ? turns : { systemInstruction: objectOf({ parts: arrayOf(system) }), ...turns };
}

function instructions(turn: Turn, { report }: RequestTarget): Raw[] {
  return textsOf(turn, report)
    .filter(({ text }) => !isEmptyText(text))
    .map(({ text, cacheMark }) => {
      dropMark(cacheMark, report);
      return objectOf({ text });
    });
}
