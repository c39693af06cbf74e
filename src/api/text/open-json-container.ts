import type { TextKind, TextRole, TextSpan } from './extracted-text-types.ts';
import type { Inside, Rule } from './field-rules/rule-type.ts';
import { type Fields, fieldsOf, isKnownName } from './field-rules/rules-by-name.ts';

/** A string whose meaning is known once all of its object is. */
export interface LateString {
  readonly rule: Rule;
  readonly span: TextSpan;
  readonly key: string;
}

/** An object or list that is open on the way through a body, or was: texts know by it where they stand. */
export class OpenContainer {
  readonly parent: OpenContainer | undefined;
  readonly isList: boolean;
  /** The name that leads to it; of what stands in a list that of the list. */
  readonly name: string;
  /** The name within its object, or the place within its list. */
  readonly step: string | number;
  readonly inside: Inside;
  /** The rules of an object's fields. */
  readonly fields: Fields;
  /** The kind of all texts in it, if they are free. */
  readonly kind: TextKind;
  /** The rule of what stands in a list, or of the field at hand of an object; undefined where nobody knows it. */
  rule: Rule | undefined;
  /** The field at hand of an object. */
  key = '';
  /** The number of a list's elements so far. */
  count = 0;
  /** It is a turn of a conversation, or something like it: which one. */
  turn = -1;
  /** Its own types; several if it has more than one. */
  types: readonly string[] | undefined;
  roles: readonly string[] | undefined;
  late: LateString[] | undefined;
  /** Small numbers and names that tell parts of streams apart. */
  noted: Map<string, string> | undefined;
  /** Fields that it has, as bits: what an item is that has no type. */
  holdsContent = false;
  holdsId = false;

  constructor(
    parent: OpenContainer | undefined,
    isList: boolean,
    name: string,
    step: string | number,
    inside: Inside,
    kind: TextKind,
    rule: Rule | undefined,
  ) {
    this.parent = parent;
    this.isList = isList;
    this.name = name;
    this.step = step;
    this.inside = inside;
    this.fields = fieldsOf(name);
    this.kind = kind;
    this.rule = rule;
  }

  /** Stands around a body. */
  static outside(): OpenContainer {
    return new OpenContainer(undefined, false, '', '', 'open', 'text', undefined);
  }

  /** @param within The container that the body is part of. */
  static root(isList: boolean, inside: Inside, within: OpenContainer | undefined): OpenContainer {
    return new OpenContainer(within, isList, '', within?.here ?? '', inside, 'unknown', undefined);
  }

  /** The step from it to the value in progress. */
  get here(): string | number {
    return this.isList ? this.count - 1 : this.key;
  }

  /** Its place in words. Names that somebody made up are left out: they may be what nobody is to read. */
  get at(): string {
    return this.parent === undefined ? '' : placeIn(this.parent, this.step);
  }
}

/** The place of something in an object or list. */
export function placeIn(container: OpenContainer, step: string | number): string {
  if (typeof step === 'number') return `${container.at}[${step}]`;
  const name = isKnownName(step) ? step : '*';
  const outer = container.at;
  return outer === '' ? name : `${outer}.${name}`;
}

const roleOf: ReadonlyMap<string, TextRole> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

const systemNames = new Set(['system', 'instructions', 'systemInstruction', 'system_instruction']);
/** Types of what tools answered, and of what a model said. */
const ofTool = /_(?:output|result)$|^mcp_approval_response$/;
const ofAssistant =
  /_(?:call|use)$|^(?:reasoning|thinking|redacted_thinking|compaction|program|mcp_list_tools|mcp_approval_request)$/;

/** The speaker of a container's content. */
export function roleIn(container: OpenContainer, otherwise: TextRole): TextRole {
  for (let at: OpenContainer | undefined = container; at !== undefined; at = at.parent) {
    if (
      at.types?.some((type) => ofTool.test(type)) ||
      at.name === 'toolResult' ||
      at.name === 'functionResponse'
    )
      return 'tool';
    const said = at.roles?.at(-1);
    if (said !== undefined) return roleOf.get(said) ?? 'none';
    if (systemNames.has(at.name)) return 'system';
    if (at.turn >= 0) return at.types?.some((type) => ofAssistant.test(type)) ? 'assistant' : otherwise;
  }
  return 'none';
}

/** True for a turn that is a model's answer by everything in it. */
export function isAnswer({ roles, types }: OpenContainer): boolean {
  if (roles !== undefined) return roles.every((role) => role === 'assistant' || role === 'model');
  return types?.every((type) => ofAssistant.test(type)) === true;
}
