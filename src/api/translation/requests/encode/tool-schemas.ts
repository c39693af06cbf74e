/** Schemas of tools, and tools whose input is text said as functions. */
import type { Literal, Raw } from '../../json/json-node.ts';
import { innerOf, literalOf, literalOfInner, objectOf } from '../../json/literal.ts';
import type { CustomTool, FunctionTool } from '../../neutral/turn-request.ts';

const noParameters = '{"type":"object","properties":{}}' as Raw;
const textParameters =
  '{"type":"object","properties":{"input":{"type":"string"}},"required":["input"],"additionalProperties":false}' as Raw;

/** A schema as the client wrote it; one without parameters where it gave none. */
export function parametersOf({ parameters }: FunctionTool): Raw {
  return parameters?.raw ?? noParameters;
}

/** The same for targets that want to be told that it is an object. */
export function typedParametersOf(tool: FunctionTool): Raw {
  const { parameters } = tool;
  if (parameters?.kind !== 'object' || parameters.members.has('type')) return parametersOf(tool);
  const rest = parameters.members.size === 0 ? '}' : `,${parameters.raw.slice(1)}`;
  return `{"type":"object"${rest}` as Raw;
}

/** A custom tool as a function with one text for its input; the grammar is told in words. */
export function wrappedTool({ description, grammar }: CustomTool): {
  readonly description: Literal | undefined;
  readonly parameters: Raw;
} {
  if (grammar === undefined) return { description, parameters: textParameters };
  const told = literalOf(`\n\nThe input must match this ${grammar.syntax} grammar:\n${grammar.definition}`);
  const whole = literalOfInner((description === undefined ? '' : innerOf(description)) + innerOf(told));
  return { description: whole, parameters: textParameters };
}

/** The input of such a function's call. */
export function wrappedInput(input: Literal): Raw {
  return objectOf({ input });
}
