/** Paths of the dialects that are spoken at no endpoint. */
import { type VendorDialect, vendorDialectPaths } from './target-dialects/index.ts';
import type { DialectPaths } from './translation-settings.ts';

export const vendorDialects = Object.keys(vendorDialectPaths) as readonly VendorDialect[];

/** True for the dialect of a vendor. */
export function isVendorDialect(name: string): name is VendorDialect {
  return Object.hasOwn(vendorDialectPaths, name);
}

/** The words that stand for their paths beside names of endpoints. */
export const dialectPathWords: readonly string[] = vendorDialects.flatMap((name) => [name, `${name}_stream`]);

/** True for a dialect's word in `paths`. */
export function isDialectPath(word: string): boolean {
  return dialectPathWords.includes(word);
}

/** Complete paths behind what stands before `/v1` in a backend's URL, where its file names none. */
export function usualDialectPaths(dialect: VendorDialect, basePath: string): DialectPaths {
  const { whole, stream, ofChatCompletions } = vendorDialectPaths[dialect];
  const root = basePath.replace(ofChatCompletions, '');
  return { path: root + whole, streamPath: root + stream };
}
