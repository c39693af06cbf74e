import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import type { FunctionTool } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { dropMark } from '../cache-marks.ts';
import { allowedTools, type Offer, type OfferedTool } from '../offered-tools.ts';
import { parametersOf, wrappedTool } from '../tool-schemas.ts';

/** Says which tools there are and how the model is to choose among them. */
export function sayTools(offer: Offer, target: RequestTarget): Record<string, Raw> {
  const tools = allowedTools(offer);
  const said: Record<string, Raw> = {};
  if (tools.length > 0) {
    const functionDeclarations = arrayOf(tools.map((tool) => declarationOf(tool, target)));
    said['tools'] = arrayOf([objectOf({ functionDeclarations })]);
  }
  const config = configOf(offer, tools, target);
  if (config !== undefined) said['toolConfig'] = objectOf({ functionCallingConfig: config });
  return said;
}

function declarationOf(tool: OfferedTool, { names, report }: RequestTarget): Raw {
  dropMark(tool.cacheMark, report);
  const name = literalOf(names.target(tool.name, tool.namespace));
  if (tool.kind === 'custom') {
    report.change(tool.path);
    const { description, parameters } = wrappedTool(tool);
    return objectOf({ name, description, parametersJsonSchema: parameters });
  }
  const schema = isWithoutParameters(tool) ? undefined : parametersOf(tool);
  return objectOf({ name, description: tool.description, parametersJsonSchema: schema });
}

/** A schema of an object without properties is refused there. */
function isWithoutParameters({ parameters }: FunctionTool): boolean {
  if (parameters === undefined) return true;
  if (parameters.kind !== 'object') return false;
  const properties = parameters.members.get('properties');
  const others = [...parameters.members.keys()].filter((name) => name !== 'type' && name !== 'properties');
  const isEmpty = properties === undefined || (properties.kind === 'object' && properties.members.size === 0);
  return isEmpty && others.every((name) => name === 'additionalProperties' || name.startsWith('$'));
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY', named: 'ANY' } as const;

function configOf(
  { choice }: Offer,
  tools: readonly OfferedTool[],
  { names, report }: RequestTarget,
): Raw | undefined {
  const strict = tools.filter((tool) => tool.kind === 'function' && tool.strict === true);
  const isValidated = strict.length > 0 && strict.length === tools.length;
  // A forced function keeps to its schema in any case.
  const isAuto = choice === undefined || choice.mode === 'auto';
  if (isAuto && strict.length > 0 && !isValidated)
    for (const { path } of strict) report.change(`${path}.strict`);
  if (choice === undefined) return isValidated ? objectOf({ mode: '"VALIDATED"' }) : undefined;
  return objectOf({
    mode: literalOf(isAuto && isValidated ? 'VALIDATED' : modes[choice.mode]),
    allowedFunctionNames: choice.mode === 'named' ? arrayOf([literalOf(names.targetOf(choice))]) : undefined,
  });
}
