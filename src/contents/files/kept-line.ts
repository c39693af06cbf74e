import type { JsonObject } from '../../lib/json.ts';

/** A line of a file of contents. */
export interface KeptLine extends JsonObject {
  readonly id: string;
  readonly at: string;
  readonly key: string;
}

/** The search for lines; an absent field matches anything. */
export interface ContentQuery {
  /** The first day and the last, in UTC. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly id: string | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
  readonly endUser: string | undefined;
  /** A text in the request or in the answer, in upper or lower case. */
  readonly text: string | undefined;
  /** The most lines, the newest of them. */
  readonly limit: number;
}

/** True for a matching line. */
export function matcherOf(query: ContentQuery): (line: KeptLine) => boolean {
  const { id, key, model, endUser, text } = query;
  const wanted = text?.toLowerCase();
  return (line) =>
    (id === undefined || line.id === id) &&
    (key === undefined || line.key === key) &&
    (model === undefined || line['model'] === model) &&
    (endUser === undefined || line['end_user'] === endUser) &&
    (wanted === undefined || saysText(line, wanted));
}

function saysText({ request, answer }: KeptLine, wanted: string): boolean {
  return [request, answer].some((part) => textOf(part).toLowerCase().includes(wanted));
}

/** The texts of a value, one after the other, as they are and not as JSON writes them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOf).join('\n');
}
