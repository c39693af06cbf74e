import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import type { Choice } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { dropMark } from '../cache-marks.ts';
import { isCustomTool, type OfferedTool } from '../offered-tools.ts';
import { parametersOf } from '../tool-schemas.ts';
import type { ResponsesBody, ResponsesTarget } from './responses-body.ts';

/** Says which tools there are. */
export function responsesTools({ offer, members }: ResponsesBody, target: ResponsesTarget): void {
  if (offer.tools.length > 0) members['tools'] = arrayOf(offer.tools.map((tool) => toolOf(tool, target)));
}

function toolOf(tool: OfferedTool, { names, report }: ResponsesTarget): Raw {
  dropMark(tool.cacheMark, report);
  const name = literalOf(names.target(tool.name, tool.namespace));
  const { description } = tool;
  if (tool.kind === 'custom') {
    const { format, grammar } = tool;
    const told =
      grammar &&
      objectOf({
        type: '"grammar"',
        syntax: literalOf(grammar.syntax),
        definition: literalOf(grammar.definition),
      });
    return objectOf({ type: '"custom"', name, description, format: told ?? format });
  }
  // To leave it out would mean to try.
  const strict = String(tool.strict ?? false);
  return objectOf({ type: '"function"', name, description, parameters: parametersOf(tool), strict });
}

/** Says how the model is to choose among them. */
export function responsesChoice({ offer, members }: ResponsesBody, { names }: RequestTarget): void {
  const { choice } = offer;
  if (choice === undefined) return;
  const nameOf = (named: Pick<Choice, 'name' | 'namespace' | 'isCustom'>): Raw =>
    objectOf({
      type: isCustomTool(offer, named) ? '"custom"' : '"function"',
      name: literalOf(names.targetOf(named)),
    });
  if (choice.only !== undefined) {
    const tools = arrayOf(choice.only.map(nameOf));
    members['tool_choice'] = objectOf({ type: '"allowed_tools"', mode: `"${choice.mode}"`, tools });
  } else members['tool_choice'] = choice.mode === 'named' ? nameOf(choice) : `"${choice.mode}"`;
}
