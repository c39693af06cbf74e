/** The meaning of objects by their `type`, if it decides about checks. It is plain data, like all of this folder. */
import type { UnseenKind } from '../extracted-text-types.ts';

/** Tools that the client runs, whose results it sends; dates of versions may follow. A vendor runs all others. */
const clientTools =
  /^(?:function|custom|namespace|local_shell|shell|apply_patch|computer|computer_use_preview|computer_toolset|browser_toolset|bash|text_editor|memory|tool_search|tool_search_tool_bm25|tool_search_tool_regex|programmatic_tool_calling)(?:_\d{8})?$/;

/** True for a type of tool that a vendor runs: its results are in no request. */
export function namesVendorTool(type: string): boolean {
  return !clientTools.test(type);
}

const othersResults = new Set([
  'web_search_call',
  'file_search_call',
  'container_auto',
  'container_reference',
]);

/** True for a type of object that refers to a vendor's content, and does not have it itself. */
export function containsOthersResults(type: string): boolean {
  return othersResults.has(type);
}

const contents = new Set(
  `content role text arguments output summary encrypted_content input action actions result code queries name tools operation
   approve`.split(/\s+/),
);

/** True for a field with an item's text. */
export function isContent(name: string): boolean {
  return contents.has(name);
}

/** The content of an item. */
interface Held {
  readonly holdsContent: boolean;
  readonly holdsId: boolean;
}

/** True for an item of a conversation that refers to one at a backend. */
export function isContinued(types: readonly string[], { holdsContent, holdsId }: Held): boolean {
  if (types.includes('item_reference')) return true;
  return (
    holdsId && !holdsContent && types.every((type) => type === 'message' || type === 'image_generation_call')
  );
}

const schemaWords = new Set(
  `type properties required items enum const anyOf oneOf allOf not if then else description title default format minimum
  maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems pattern additionalProperties
  propertyNames patternProperties prefixItems nullable examples example $ref $defs $schema $id definitions strict
  multipleOf minProperties maxProperties string object array number integer boolean null`.split(/\s+/),
);

/** True for a word of JSON Schema. */
export function isSchemaWord(text: string): boolean {
  return schemaWords.has(text);
}

/** The meaning of a string once the type of its object is known. */
export interface LateFinding {
  readonly unseen?: UnseenKind;
  readonly isText?: boolean;
  readonly isSealed?: boolean;
}

const sealedTypes = new Set([
  'reasoning',
  'compaction',
  'redacted_thinking',
  'compaction_delta',
  'compaction_summary',
  'reasoning.encrypted',
]);
const mediaOf: ReadonlyMap<string, UnseenKind> = new Map([
  ['image', 'images'],
  ['audio', 'sound'],
]);

interface TypedObject {
  readonly name: string;
  readonly types: readonly string[] | undefined;
  readonly parent: TypedObject | undefined;
}

/** The meaning of a string, by its name and its object. One with two types may be either. */
export function lateFinding(name: string, { name: outer, types = [], parent }: TypedObject): LateFinding {
  const owners = [parent?.name ?? '', ...types, ...(parent?.types ?? [])];
  const unseen = owners.map((one) => mediaOf.get(one)).find((one) => one !== undefined) ?? 'files';
  const isSealed = types.some((type) => sealedTypes.has(type));
  switch (name) {
    case 'encrypted_content':
      return isSealed ? { isSealed } : { unseen: 'vendor_tools' };
    case 'result':
      return types.includes('image_generation_call') ? { unseen: 'images' } : { isText: true };
    case 'data':
      if (outer !== 'source') return isSealed ? { isSealed } : { unseen };
      if (!types.includes('text')) return { unseen };
      return types.length > 1 ? { isText: true, unseen } : { isText: true };
    case 'url':
      return { unseen: unseen === 'images' ? unseen : 'urls', isText: true };
    default:
      return { unseen };
  }
}
