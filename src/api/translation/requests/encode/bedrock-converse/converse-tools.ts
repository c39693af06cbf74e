import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, isEmptyText, literalOf, objectOf } from '../../../json/literal.ts';
import type { Choice, Turn, TurnRequest } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { allowedTools, type Offer, type OfferedTool } from '../offered-tools.ts';
import { typedParametersOf, wrappedTool } from '../tool-schemas.ts';
import { type BlockTarget, cachePoint, cachePointFor } from './converse-blocks.ts';

/** `toolConfig`, without which no turn may have calls or results; undefined where nothing is said of tools. */
export function toolConfig(offer: Offer, request: TurnRequest, target: BlockTarget): Raw | undefined {
  const { settings, report, names } = target;
  const { choice } = offer;
  const used = usedTools(request.turns);
  if (choice?.mode === 'none') {
    const path = request.fields.choice?.path ?? 'tool_choice';
    // With calls in the conversation the tools have to be there, and then they can be called.
    if (used.length > 0) report.refuse(path);
    if (used.length === 0) return undefined;
  }
  const offered = allowedTools(offer);
  if (offered.length === 0 && used.length === 0) {
    const isForced = choice?.mode === 'required' || choice?.mode === 'named';
    if (isForced) report.never(request.fields.choice?.path ?? 'tool_choice', 'there is no tool to be called');
    return undefined;
  }
  const tools = offered.flatMap((tool) => toolOf(tool, target));
  if (offered.length === 0) {
    report.change('tools');
    for (const { name, namespace } of used) tools.push(emptyTool(literalOf(names.target(name, namespace))));
  } else if (settings.cache === 'auto') tools.push(cachePointFor({ path: '' }));
  return objectOf({ tools: arrayOf(tools), toolChoice: choiceOf(choice, target) });
}

interface UsedTool {
  readonly name: string;
  readonly namespace?: string;
}

/** The tools that were called so far, each once. */
function usedTools(turns: readonly Turn[]): readonly UsedTool[] {
  const used = new Map<string, UsedTool>();
  for (const { blocks } of turns) {
    for (const block of blocks) {
      if (block.kind === 'call') used.set(`${block.namespace ?? ''}/${block.name}`, block);
    }
  }
  return [...used.values()];
}

function emptyTool(name: string): Raw {
  const inputSchema = objectOf({ json: '{"type":"object"}' });
  return objectOf({ toolSpec: objectOf({ name, inputSchema }) });
}

function toolOf(tool: OfferedTool, target: BlockTarget): Raw[] {
  const { names, report } = target;
  const name = literalOf(names.target(tool.name, tool.namespace));
  const point = cachePoint(tool.cacheMark, target);
  const marks = point === undefined ? [] : [point];
  if (tool.kind === 'custom') {
    report.change(tool.path);
    const { description, parameters } = wrappedTool(tool);
    const inputSchema = objectOf({ json: parameters });
    return [objectOf({ toolSpec: objectOf({ name, description, inputSchema }) }), ...marks];
  }
  const { description, strict } = tool;
  const toolSpec = objectOf({
    name,
    // An empty one is refused there.
    description: description === undefined || isEmptyText(description) ? undefined : description,
    inputSchema: objectOf({ json: typedParametersOf(tool) }),
    strict: strict === undefined ? undefined : String(strict),
  });
  return [objectOf({ toolSpec }), ...marks];
}

function choiceOf(choice: Choice | undefined, { names }: RequestTarget): Raw | undefined {
  switch (choice?.mode) {
    case 'auto':
      return objectOf({ auto: '{}' });
    case 'required':
      return objectOf({ any: '{}' });
    case 'named':
      return objectOf({ tool: objectOf({ name: literalOf(names.targetOf(choice)) }) });
    default:
      return undefined;
  }
}
