import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import type { Choice } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { allowedTools, type OfferedTool } from '../offered-tools.ts';
import { typedParametersOf, wrappedTool } from '../tool-schemas.ts';
import { cacheControl } from './cache-control.ts';
import type { MessagesBody } from './messages-body.ts';

/** Says which tools there are and how the model is to choose among them. */
export function sayTools(out: MessagesBody, target: RequestTarget): void {
  const { offer, members, isParallel } = out;
  const tools = allowedTools(offer);
  if (tools.length > 0) members['tools'] = arrayOf(tools.map((tool) => toolOf(tool, target)));
  const choice = choiceOf(offer.choice, isParallel || tools.length === 0, target);
  if (choice !== undefined) members['tool_choice'] = choice;
}

function toolOf(tool: OfferedTool, { names, report }: RequestTarget): Raw {
  const name = literalOf(names.target(tool.name, tool.namespace));
  const mark = cacheControl(tool.cacheMark, report);
  if (tool.kind === 'custom') {
    report.change(tool.path);
    const { description, parameters } = wrappedTool(tool);
    return objectOf({ name, description, input_schema: parameters, cache_control: mark });
  }
  const { description, strict } = tool;
  return objectOf({
    name,
    description,
    input_schema: typedParametersOf(tool),
    strict: strict === undefined ? undefined : String(strict),
    cache_control: mark,
  });
}

const types = { auto: '"auto"', none: '"none"', required: '"any"', named: '"tool"' } as const;

function choiceOf(
  choice: Choice | undefined,
  isParallel: boolean,
  { names }: RequestTarget,
): Raw | undefined {
  const single = isParallel ? undefined : 'true';
  if (choice === undefined) {
    return single && objectOf({ type: types.auto, disable_parallel_tool_use: single });
  }
  return objectOf({
    type: types[choice.mode],
    name: choice.mode === 'named' ? literalOf(names.targetOf(choice)) : undefined,
    disable_parallel_tool_use: choice.mode === 'none' ? undefined : single,
  });
}
