/** Checks if contents are kept that an assertion of `never` forbids to keep. */
import { keepsContents, keptContents } from '../../config/derived/kept-contents.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { NeverAssertion } from '../../config/types/tests.ts';
import { compileGlob } from '../../lib/glob.ts';

/** The breach of such an assertion: the first key whose contents are kept, and the number of such keys. */
export interface KeptBreach {
  readonly key: KeyConfig;
  readonly keys: number;
  /** A model for which they are kept; undefined for all models. */
  readonly model: string | undefined;
}

/** The keys of an assertion, in use or not. */
export function keysMeant(keys: readonly KeyConfig[], { request }: NeverAssertion): readonly KeyConfig[] {
  const matches = request.key === undefined ? () => true : compileGlob(request.key);
  return keys.filter(({ id }) => matches(id));
}

export function keptBreachOf(
  config: Config,
  meant: readonly KeyConfig[],
  { request }: NeverAssertion,
): KeptBreach | undefined {
  const keeps = keepsContents(config, request.model);
  const kept = meant.filter(({ id }) => keeps(id));
  const [key] = kept;
  if (key === undefined) return undefined;
  const models = keptContents(config)(key.id);
  const model = request.model ?? (Array.isArray(models) ? models[0] : undefined);
  return { key, keys: kept.length, model };
}

/** `requests of key eu-1 for m are kept (so are those of 2 other keys)`. */
export function keptBreachText({ key, keys, model }: KeptBreach): string {
  const others =
    keys === 1
      ? ''
      : keys === 2
        ? ' (so are those of 1 other key)'
        : ` (so are those of ${keys - 1} other keys)`;
  const what =
    model === undefined
      ? `requests and answers of key ${key.id} are kept`
      : `requests of key ${key.id} for ${model} are kept`;
  return `${what}${others}: content_log.keys matches it`;
}
