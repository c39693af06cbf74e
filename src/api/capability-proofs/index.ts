import type { CodedDialect } from '../endpoints/endpoint.ts';
import { type BuiltInName, type EndpointName, endpoints } from '../endpoints/index.ts';
import { chatCompletionsProofs } from './chat-completions.ts';
import { completionsProofs } from './completions.ts';
import { messagesProofs } from './messages.ts';
import type { Proof, Proofs } from './proof.ts';
import { responsesProofs } from './responses.ts';

const proofs: Readonly<Record<CodedDialect, Proofs>> = {
  chat_completions: chatCompletionsProofs,
  completions: completionsProofs,
  messages: messagesProofs,
  responses: responsesProofs,
};

/** Declared endpoints pass through, like JSON. */
const passing = { dialect: 'json' };

/** The proof of a capability on an endpoint; undefined if none is known, as for those that a file adds. */
export function proofOf(endpoint: EndpointName, capability: string): Proof | undefined {
  // Typed by what there is: with an endpoint of another dialect there is nothing to find here.
  const { dialect }: { readonly dialect: string } = endpoints[endpoint as BuiltInName] ?? passing;
  const known: Readonly<Record<string, Proofs | undefined>> = proofs;
  const ofDialect: Readonly<Record<string, Proof | undefined>> = known[dialect] ?? {};
  return Object.hasOwn(ofDialect, capability) ? ofDialect[capability] : undefined;
}
