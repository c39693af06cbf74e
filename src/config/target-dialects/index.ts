/** The dialects that backends can speak: `via`. */
import { bedrockConverse } from './bedrock-converse.ts';
import { chatCompletions } from './chat-completions.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { TargetDefinition } from './target-dialect.ts';

const targets = {
  chat_completions: chatCompletions,
  messages,
  responses,
  gemini,
  bedrock_converse: bedrockConverse,
} as const satisfies Readonly<Record<string, TargetDefinition>>;

export type TargetDialect = keyof typeof targets;

export const targetDialects = Object.keys(targets) as [TargetDialect, ...TargetDialect[]];

/** The definition of each. */
export const targetDefinitions: Readonly<Record<TargetDialect, TargetDefinition>> = targets;

type Targets = typeof targets;

/** Those of them that no endpoint speaks. */
export type VendorDialect = {
  [Name in TargetDialect]: Targets[Name] extends { readonly paths: object } ? Name : never;
}[TargetDialect];

/** Their paths, as vendors have them. */
export const vendorDialectPaths = Object.fromEntries(
  Object.entries(targetDefinitions).flatMap(([name, { paths }]) =>
    paths === undefined ? [] : [[name, paths]],
  ),
) as Readonly<Record<VendorDialect, NonNullable<TargetDefinition['paths']>>>;
