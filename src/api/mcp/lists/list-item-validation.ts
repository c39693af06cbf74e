/**
 * The rules of official clients for the items of a list. They take a list as a whole or not at all, so one tool that
 * breaks a rule would take all the others along.
 */
import { isObject } from '../../../lib/json.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
/** A number of bytes. Clients of the older revisions refuse a fraction. */
const size: Check = Number.isInteger;
const list =
  (each: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(each);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);

type Shape = Readonly<Record<string, Check>>;

/** The first member that breaks the rules of a shape. */
function broken(value: Readonly<Record<string, unknown>>, shape: Shape): string | undefined {
  return Object.keys(shape).find((name) => !shape[name]!(value[name]));
}
const object =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && broken(value, shape) === undefined;

/** ISO 8601 with seconds and an offset. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const time: Check = (value) =>
  typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));
const share: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;

const icons = optional(
  list(
    object({
      src: text,
      mimeType: optional(text),
      sizes: optional(list(text)),
      theme: optional(oneOf('light', 'dark')),
    }),
  ),
);
const annotations = optional(
  object({
    audience: optional(list(oneOf('user', 'assistant'))),
    priority: optional(share),
    lastModified: optional(time),
  }),
);
const common: Shape = {
  title: optional(text),
  description: optional(text),
  icons,
  _meta: optional(isObject),
};
const schema: Shape = {
  $schema: optional(text),
  required: optional(list(text)),
  properties: optional(isObject),
};

/** Shapes of items by their list. */
const itemShapes = {
  tools: {
    name: text,
    ...common,
    inputSchema: object({ type: oneOf('object'), ...schema }),
    outputSchema: optional(object({ ...schema })),
    annotations: optional(
      object({
        title: optional(text),
        readOnlyHint: optional(flag),
        destructiveHint: optional(flag),
        idempotentHint: optional(flag),
        openWorldHint: optional(flag),
      }),
    ),
    execution: optional(object({ taskSupport: optional(oneOf('required', 'optional', 'forbidden')) })),
  },
  prompts: {
    name: text,
    ...common,
    arguments: optional(
      list(
        object({ name: text, title: optional(text), description: optional(text), required: optional(flag) }),
      ),
    ),
  },
  resources: {
    uri: text,
    name: text,
    ...common,
    mimeType: optional(text),
    size: optional(size),
    annotations,
  },
  templates: { uriTemplate: text, name: text, ...common, mimeType: optional(text), annotations },
} as const satisfies Record<string, Shape>;

/** A kind of list. */
export type ListKind = keyof typeof itemShapes;

/** The first member of an item that clients would refuse; undefined for an accepted item. */
export function brokenMember(kind: ListKind, item: Readonly<Record<string, unknown>>): string | undefined {
  return broken(item, itemShapes[kind]);
}
