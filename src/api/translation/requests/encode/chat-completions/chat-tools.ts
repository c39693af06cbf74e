import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf, rawOf } from '../../../json/literal.ts';
import type { Choice, CustomTool } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { dropMark } from '../cache-marks.ts';
import { isCustomTool, type OfferedTool } from '../offered-tools.ts';
import { parametersOf, wrappedTool } from '../tool-schemas.ts';
import type { ChatBody, ChatTarget } from './chat-body.ts';

/** Says which tools there are. */
export function chatTools({ offer, members }: ChatBody, target: ChatTarget): void {
  if (offer.tools.length > 0) members['tools'] = arrayOf(offer.tools.map((tool) => toolOf(tool, target)));
}

function toolOf(tool: OfferedTool, target: ChatTarget): Raw {
  const { names, report, settings } = target;
  dropMark(tool.cacheMark, report);
  const name = literalOf(names.target(tool.name, tool.namespace));
  if (tool.kind === 'function') {
    const { description, strict } = tool;
    return functionOf({
      name,
      description,
      parameters: parametersOf(tool),
      strict: strict === undefined ? undefined : String(strict),
    });
  }
  if (settings.flavor.customTools === 'native') return customOf(name, tool);
  report.change(tool.path);
  return functionOf({ name, ...wrappedTool(tool) });
}

function functionOf(members: Readonly<Record<string, string | undefined>>): Raw {
  return objectOf({ type: '"function"', function: objectOf(members) });
}

function customOf(name: string, { description, format, grammar }: CustomTool): Raw {
  const told = grammar && objectOf({ type: '"grammar"', grammar: rawOf(grammar) });
  return objectOf({ type: '"custom"', custom: objectOf({ name, description, format: told ?? format }) });
}

/** Says how the model is to choose among them. */
export function chatChoice({ offer, members }: ChatBody, target: RequestTarget): void {
  const { choice } = offer;
  if (choice === undefined) return;
  const nameOf = (named: Pick<Choice, 'name' | 'namespace' | 'isCustom'>): Raw => {
    const isCustom = isCustomTool(offer, named) && target.settings.flavor.customTools === 'native';
    const kind = isCustom ? 'custom' : 'function';
    const name = objectOf({ name: literalOf(target.names.targetOf(named)) });
    return objectOf({ type: `"${kind}"`, [kind]: name });
  };
  members['tool_choice'] =
    choice.only !== undefined
      ? objectOf({
          type: '"allowed_tools"',
          allowed_tools: objectOf({ mode: `"${choice.mode}"`, tools: arrayOf(choice.only.map(nameOf)) }),
        })
      : choice.mode === 'named'
        ? nameOf(choice)
        : `"${choice.mode}"`;
}
