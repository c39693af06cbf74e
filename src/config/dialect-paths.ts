import type { DialectPaths, VendorDialect } from './translation-settings.ts';

/** The dialects that are spoken at no endpoint, with the paths where vendors have them. */
export const vendorDialectPaths = {
  gemini: {
    whole: '/v1beta/models/{model}:generateContent',
    stream: '/v1beta/models/{model}:streamGenerateContent',
  },
  bedrock_converse: { whole: '/model/{model}/converse', stream: '/model/{model}/converse-stream' },
} as const satisfies Readonly<Record<VendorDialect, object>>;

export const vendorDialects = Object.keys(vendorDialectPaths) as readonly VendorDialect[];

/** Whether what a backend is asked in is one of them. */
export function isVendorDialect(name: string): name is VendorDialect {
  return Object.hasOwn(vendorDialectPaths, name);
}

/** The words that stand for their paths beside names of endpoints. */
export const dialectPathWords: readonly string[] = vendorDialects.flatMap((name) => [name, `${name}_stream`]);

/** Whether a word in `paths` is one of them. */
export function isDialectPath(word: string): boolean {
  return dialectPathWords.includes(word);
}

/** What URLs end in that lead to the form of chat_completions which the same host has. */
const toAnotherForm = { gemini: /\/v1beta(?:\/openai)?$/, bedrock_converse: /\/openai$/ } as const;

/** Complete paths behind what stands before `/v1` in a backend's URL, where its file names none. */
export function usualDialectPaths(dialect: VendorDialect, basePath: string): DialectPaths {
  const root = basePath.replace(toAnotherForm[dialect], '');
  const { whole, stream } = vendorDialectPaths[dialect];
  return { path: root + whole, streamPath: root + stream };
}
