/** The interfaces for decoding a request, and for encoding it in another dialect. */
import type { Translation } from '../../../config/translation-settings.ts';
import type { JsonObjectNode, Raw } from '../json/json-node.ts';
import type { Field, FieldName, FieldValues, TurnRequest } from '../neutral/turn-request.ts';
import type { TranslationReport } from '../report.ts';
import type { ToolNames } from '../shared/tool-names.ts';

/**
 * Reads a request of a client's dialect.
 *
 * @throws {UndecodableRequest} It is not what the dialect says: the client is told.
 */
export type DecodeRequest = (body: JsonObjectNode) => TurnRequest;

/** A request that can't be read as one of its dialect. */
export class UndecodableRequest extends Error {
  /** The place, in the client's words. */
  readonly path: string;
  /** The client's error code. */
  readonly code: 'invalid_value' | 'invalid_json';

  /**
   * @param message A sentence for the client that says what to send instead.
   * @param code `invalid_json` for what JSON itself leaves open.
   */
  constructor(path: string, message: string, code: 'invalid_value' | 'invalid_json' = 'invalid_value') {
    super(message);
    this.name = 'UndecodableRequest';
    this.path = path;
    this.code = code;
  }
}

/** The target of an encoded request. */
export interface RequestTarget {
  readonly settings: Translation;
  /** The backend's name of the model. */
  readonly model: string;
  readonly names: ToolNames;
  /** Is told what is dropped, changed and refused. Once something is refused, what is made counts for nothing. */
  readonly report: TranslationReport;
}

/** Says a request in a backend's dialect: JSON text of the body, without the model where that stands in the path. */
export type EncodeRequest = (request: TurnRequest, target: RequestTarget) => Raw;

/**
 * An encoder's rule for a field: `nothing` if the target does it anyway (or it cannot occur), `drop` and `refuse` as
 * for decoders (`UnsaidRule`), `never` with the reason; or a function that writes it, in part or in full, into the
 * future body.
 */
export type FieldRule<Name extends FieldName, Out> =
  | 'nothing'
  | 'drop'
  | 'refuse'
  | { readonly never: string }
  | ((field: Field<FieldValues[Name]>, out: Out, target: RequestTarget, request: TurnRequest) => void);

/** A rule for every field that requests can have: one that is added does not compile until each encoder has decided. */
export type FieldRules<Out> = { readonly [Name in FieldName]: FieldRule<Name, Out> };

/** Carries out the rules for the fields that a request has, and judges what no other dialect can say. */
export function applyFieldRules<Out>(
  request: TurnRequest,
  rules: FieldRules<Out>,
  out: Out,
  target: RequestTarget,
): void {
  const { report } = target;
  for (const unsaid of request.unsaid) report.judge(unsaid);
  for (const name in request.fields) applyRule(name as FieldName, request, rules, out, target);
}

function applyRule<Name extends FieldName, Out>(
  name: Name,
  request: TurnRequest,
  rules: FieldRules<Out>,
  out: Out,
  target: RequestTarget,
): void {
  const field = request.fields[name] as Field<FieldValues[Name]> | undefined;
  if (field === undefined) return;
  const rule: FieldRule<Name, Out> = rules[name];
  const { report } = target;
  // A field that could be said is dropped where the operator lists it: models refuse what their dialect knows.
  if (typeof rule === 'function') {
    if (!report.isUnwanted(field.path)) rule(field, out, target, request);
  } else if (typeof rule === 'object') report.never(field.path, rule.never);
  else if (rule === 'drop') report.drop(field.path);
  else if (rule === 'refuse') report.refuse(field.path);
}
