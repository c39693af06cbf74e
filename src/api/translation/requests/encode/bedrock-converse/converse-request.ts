import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, isBlankText, objectOf } from '../../../json/literal.ts';
import type { TextBlock, TurnRequest } from '../../../neutral/turn-request.ts';
import { applyFieldRules, type EncodeRequest } from '../../request-codec.ts';
import { offerOf } from '../offered-tools.ts';
import { isInstruction, splitTurns, textsOf, withoutBillingHeader } from '../system-turns.ts';
import { alternatingTurns, type TurnGroup } from '../turn-groups.ts';
import { type BlockTarget, cachePoint, cachePointFor, documentsText, sayBlock } from './converse-blocks.ts';
import type { ConverseBody } from './converse-body.ts';
import { converseFields } from './converse-fields.ts';
import { sayThinking } from './converse-thinking.ts';
import { toolConfig } from './converse-tools.ts';
import { DocumentNames } from './document-names.ts';

/** Says a request as one of Converse. Model and streaming stand in the path. */
export const encodeConverseRequest: EncodeRequest = (request, target) => {
  const out: ConverseBody = {
    offer: offerOf(request, target),
    members: {},
    inference: {},
    additional: {},
    lastSystem: undefined,
    cacheAll: undefined,
  };
  applyFieldRules(request, converseFields, out, target);
  sayThinking(out, request, target);
  const blocks: BlockTarget = { client: request.client, documents: new DocumentNames(), ...target };
  return objectOf({
    ...sayTurns(out, request, blocks),
    toolConfig: toolConfig(out.offer, request, blocks),
    inferenceConfig: unlessEmpty(out.inference),
    additionalModelRequestFields: unlessEmpty(out.additional),
    ...out.members,
  });
};

function unlessEmpty(members: Readonly<Record<string, Raw>>): Raw | undefined {
  return Object.keys(members).length === 0 ? undefined : objectOf(members);
}

function sayTurns(out: ConverseBody, request: TurnRequest, target: BlockTarget): Record<string, Raw> {
  const { report, settings } = target;
  const { leading, rest } = splitTurns(withoutBillingHeader(request, report));
  const late = rest.filter(isInstruction);
  for (const { path } of late) report.change(path);
  const system = [...leading, ...late]
    .flatMap((turn) => textsOf(turn, report))
    .filter(({ text }) => !isBlankText(text))
    .flatMap((block) => instruction(block, target));
  const groups = alternatingTurns(
    rest.filter((turn) => !isInstruction(turn)),
    isBlankText,
  );
  const isAuto = settings.cache === 'auto';
  if (isAuto && system.length > 0) system.push(cachePointFor({ path: '' }));
  if (out.lastSystem !== undefined) system.push(objectOf({ text: out.lastSystem }));
  const all = isAuto ? cachePointFor({ path: '' }) : cachePoint(out.cacheAll, target);
  const lastOfUser = groups.findLastIndex(({ role }) => role === 'user');
  const messages: Raw[] = [];
  for (const [at, group] of groups.entries()) {
    const content = contentOf(group, target);
    if (content.length === 0 && group.role === 'assistant') continue;
    if (at === lastOfUser && all !== undefined && content.at(-1) !== all) content.push(all);
    messages.push(objectOf({ role: `"${group.role}"`, content: arrayOf(content) }));
  }
  const turns = { messages: arrayOf(messages) };
  return system.length === 0 ? turns : { system: arrayOf(system), ...turns };
}

function instruction({ text, cacheMark }: TextBlock, target: BlockTarget): Raw[] {
  const point = cachePoint(cacheMark, target);
  return point === undefined ? [objectOf({ text })] : [objectOf({ text }), point];
}

function contentOf({ role, path, blocks }: TurnGroup, target: BlockTarget): Raw[] {
  const said = blocks.flatMap((block) => sayBlock(block, target));
  const hasDocument = role === 'user' && blocks.some(({ kind }) => kind === 'document');
  if (!hasDocument || blocks.some(({ kind }) => kind === 'text')) return said;
  target.report.change(path);
  return [...said, objectOf({ text: documentsText })];
}
