import { isAzureHost } from '../../config/azure-paths.ts';
import { literal } from './read-litellm.ts';

export interface AzureBase {
  /** The root of the resource with its `/openai/v1`. */
  readonly url: string;
  /** The deployment that the URL named. */
  readonly deployment: string | undefined;
  readonly notes: readonly string[];
}

/**
 * The base URL of a resource's v1 paths from an `api_base`, which may be the root of the resource, or go on as far as
 * the whole path of one deployment. `base` is as our file writes it: it may be a variable.
 */
export function azureBase(base: string): AzureBase {
  const whole = /^(\$\{\w+\}|https?:\/\/[^/?#]+)(\/[^?#]*)?/i.exec(base);
  const [, root = base, path = ''] = whole ?? [];
  const [, before = '', rest = ''] = /^(.*?)(?:\/openai(\/.*)?)?$/.exec(path.replace(/\/+$/, '')) ?? [];
  const deployment = /^\/deployments\/([^/]+)/.exec(rest)?.[1];
  const url = `${root}${before.replace(/\/+$/, '')}/openai/v1`;
  return { url, deployment: deployment && decoded(deployment), notes: notesOn(root) };
}

function notesOn(root: string): readonly string[] {
  if (root.startsWith('$'))
    return [`/openai/v1 is put behind the root of a resource; ${root} must hold no more than that root`];
  return isAzureHost(hostOf(root) ?? '')
    ? []
    : ["this is no host of Azure's own: make sure that it passes /openai/v1 on"];
}

/** The host of a URL; undefined where it is no URL, such as a variable. */
export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** The part of a URL for a name, as our file writes it: an escape may encode a dollar sign. */
function decoded(text: string): string {
  try {
    return literal(decodeURIComponent(text.replaceAll('$${', '${')));
  } catch {
    return text;
  }
}

/** A resource of Foundry: `azure_ai`. Claude has paths of its own there, and hosts of single models have none in common. */
export function foundryBase(base: string, model: string): AzureBase & { readonly isClaude: boolean } {
  const isClaude = /^claude\b/i.test(model);
  const host = hostOf(base) ?? '';
  const root = /^(\$\{\w+\}|https?:\/\/[^/?#]+)/i.exec(base)?.[1] ?? base;
  if (isClaude)
    return { url: `${root}/anthropic`, deployment: undefined, notes: notesOnFoundry(root), isClaude };
  if (!root.startsWith('$') && !isAzureHost(host)) {
    return { url: base.replace(/\/+$/, ''), deployment: undefined, notes: [], isClaude };
  }
  return { url: `${root}/openai/v1`, deployment: undefined, notes: notesOnFoundry(root), isClaude };
}

function notesOnFoundry(root: string): readonly string[] {
  return root.startsWith('$')
    ? [`a path is put behind ${root}, which must hold no more than the root of a resource`]
    : [];
}

/**
 * The dated paths, for whatever stands in front of Azure and may know no others: the deployment is part of the path,
 * and the version of the query.
 */
export function datedPaths(base: string): { readonly url: string; readonly paths: string } {
  const root = base.replace(/\/+$/, '').replace(/\/openai(?:\/.*)?$/, '');
  const prefix = /^(?:\$\{\w+\}|https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(root)?.[1] ?? '';
  const chat = `${prefix}/openai/deployments/{model}/chat/completions`;
  const embeddings = `${prefix}/openai/deployments/{model}/embeddings`;
  const responses = `${prefix}/openai/responses`;
  return {
    url: root.slice(0, root.length - prefix.length),
    paths: `paths: { chat_completions: ${JSON.stringify(chat)}, embeddings: ${JSON.stringify(embeddings)}, responses: ${JSON.stringify(responses)} }`,
  };
}
