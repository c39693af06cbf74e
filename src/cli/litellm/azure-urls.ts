import { isAzureHost } from '../../config/azure-paths.ts';

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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
