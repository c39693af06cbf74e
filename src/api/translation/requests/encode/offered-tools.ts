import type { Choice, CustomTool, FunctionTool, Tool, TurnRequest } from '../../neutral/turn-request.ts';
import type { RequestTarget } from '../request-codec.ts';

export type OfferedTool = FunctionTool | CustomTool;

/** The tools that a model is given, and how it is to choose among them. */
export interface Offer {
  readonly tools: readonly OfferedTool[];
  /** Undefined where the client made none, or none that says something. */
  readonly choice: Choice | undefined;
}

/** The tools of a request without those that its own vendor runs: those are refused, or dropped if wanted. */
export function offerOf(request: TurnRequest, { report }: RequestTarget): Offer {
  const { tools: all, fields, client } = request;
  for (const tool of all) if (tool.kind === 'hosted') report.refuse(tool.path, `tools.${tool.type}`);
  const tools = all.filter(isOffered);
  const field = fields.choice;
  if (field === undefined) return { tools, choice: undefined };
  const { path, value: choice } = field;
  const isForced = choice.mode === 'required' || choice.mode === 'named';
  if (choice.hostedType !== undefined) {
    report.never(path, `it names \`${choice.hostedType}\`, which only its own vendor has`);
    return { tools, choice: undefined };
  }
  if (isForced && all.length > 0 && tools.length === 0) {
    report.never(path, 'no tool is left that could be called');
    return { tools, choice: undefined };
  }
  if (tools.length === 0 && !isForced && (all.length > 0 || client !== 'messages')) {
    return { tools, choice: undefined };
  }
  if (choice.only?.length !== 0) return { tools, choice };
  // Only tools that are run by the vendor were allowed.
  if (isForced) report.never(path, 'no tool is left that could be called');
  return { tools, choice: { mode: 'none' } };
}

function isOffered(tool: Tool): tool is OfferedTool {
  return tool.kind !== 'hosted';
}

/** The tools that may be called, for targets that can't be told which: the others are not offered. */
export function allowedTools({ tools, choice }: Offer): readonly OfferedTool[] {
  const only = choice?.only;
  if (only === undefined) return tools;
  return tools.filter(({ name, namespace }) =>
    only.some((allowed) => allowed.name === name && allowed.namespace === namespace),
  );
}

/** True for a client's tool whose input is text. */
export function isCustomTool(
  { tools }: Offer,
  { name, namespace, isCustom }: Pick<Choice, 'name' | 'namespace' | 'isCustom'>,
): boolean {
  const tool = tools.find((each) => each.name === name && each.namespace === namespace);
  return tool === undefined ? isCustom === true : tool.kind === 'custom';
}
