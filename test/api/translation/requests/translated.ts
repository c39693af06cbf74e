/** Requests said in another dialect, with what is told about it. */

import { parseJson } from '../../../../src/api/translation/json/json-node.ts';
import type { TurnRequest } from '../../../../src/api/translation/neutral/turn-request.ts';
import { DropList, type Refusal, TranslationReport } from '../../../../src/api/translation/report.ts';
import { decoders } from '../../../../src/api/translation/requests/decode/index.ts';
import { encoders } from '../../../../src/api/translation/requests/encode/index.ts';
import { ToolNames } from '../../../../src/api/translation/shared/tool-names.ts';
import { flavors } from '../../../../src/config/resolve/translation/flavors.ts';
import { usualBudgets } from '../../../../src/config/resolve/translation/reasoning.ts';
import type { TargetDialect } from '../../../../src/config/target-dialects/index.ts';
import { targetDefinitions } from '../../../../src/config/target-dialects/index.ts';
import type {
  FlavorName,
  TranslatedEndpoint,
  Translation,
} from '../../../../src/config/translation-settings.ts';

export type Json = Record<string, unknown>;
export type Spoken = keyof typeof encoders;

/** The settings of a deployment whose file says nothing beyond the flavor. */
export function settingsFor(to: TargetDialect, kind: FlavorName = 'openai'): Translation {
  const { flavor, usual } = flavors[kind];
  return {
    to,
    path: '/v1/test',
    streamPath: '/v1/test',
    flavor,
    ...usual,
    maxTokens: to === 'messages' ? 32_000 : undefined,
    drop: [],
    unknownFields: 'refuse',
    reasoning: targetDefinitions[to].reasoning[0],
    budgets: usualBudgets,
    cache: 'marked',
    jsonObject: 'asked',
    lateSystem: to === 'chat_completions' ? usual.lateSystem : 'in_place',
    takesPrefill: false,
    accepts: undefined,
    asksForUsage: true,
    reasoningField: 'reasoning_content',
    imageUrls: false,
  };
}

export interface Translated {
  readonly text: string;
  readonly body: Json;
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  readonly refused: readonly Refusal[];
  /** The paths of what is refused, with `!` where no operator can let it be dropped. */
  readonly refusedPaths: readonly string[];
}

type Options = Partial<Translation> & { readonly kind?: FlavorName };

export function decoded(from: TranslatedEndpoint, body: Json | string): TurnRequest {
  const node = parseJson(typeof body === 'string' ? body : JSON.stringify(body));
  if (node.kind !== 'object') throw new Error('a body is an object');
  return decoders[from](node);
}

export function encoded(request: TurnRequest, to: Spoken, { kind, ...changes }: Options = {}): Translated {
  const settings: Translation = { ...settingsFor(to, kind), ...changes };
  const report = new TranslationReport(new DropList(settings.drop, settings.unknownFields === 'drop'));
  const names = new ToolNames(to, request, report);
  const text = encoders[to](request, { settings, model: 'theirs', names, report });
  const { dropped, changed, refused } = report;
  return {
    text,
    body: refused.length > 0 ? {} : (JSON.parse(text) as Json),
    dropped,
    changed,
    refused,
    refusedPaths: refused.map(({ path, drop }) => (drop === undefined ? `${path}!` : path)),
  };
}

export function translated(
  from: TranslatedEndpoint,
  to: Spoken,
  body: Json | string,
  options: Options = {},
): Translated {
  return encoded(decoded(from, body), to, options);
}

/** What becomes of members that are added to a request. */
export interface Row {
  /** Members of the backend's body that are others with them than without. */
  readonly says?: Json;
  readonly dropped?: readonly string[];
  readonly changed?: readonly string[];
  /** Paths, with `!` for what can't be dropped. */
  readonly refused?: readonly string[];
}

/** The difference that some members make to what a base request becomes. */
export function differenceOf(
  from: TranslatedEndpoint,
  to: Spoken,
  base: Json,
  added: Json,
  options: Options = {},
): Required<Row> {
  const without = translated(from, to, base, options);
  const withThem = translated(from, to, { ...base, ...added }, options);
  const says: Json = {};
  for (const name of new Set([...Object.keys(without.body), ...Object.keys(withThem.body)])) {
    if (JSON.stringify(without.body[name]) !== JSON.stringify(withThem.body[name])) {
      says[name] = withThem.body[name];
    }
  }
  const more = (one: readonly string[], two: readonly string[]) => one.filter((path) => !two.includes(path));
  const refused = withThem.refusedPaths;
  return {
    says: refused.length > 0 ? {} : says,
    dropped: more(withThem.dropped, without.dropped),
    changed: more(withThem.changed, without.changed),
    refused,
  };
}

export function row({ says = {}, dropped = [], changed = [], refused = [] }: Row): Required<Row> {
  return { says, dropped, changed, refused };
}
