import type { Family } from '../../api/endpoints/endpoint.ts';
import { sharedPaths } from '../../api/endpoints/index.ts';
import { headerValue } from '../../http/flat-headers.ts';
import type { Exchange } from '../exchange.ts';

/** The header by which clients of Anthropic's say so on paths that both families have ("Versions" of its API reference). */
const anthropicVersion = 'anthropic-version';

/** Whether a path that both families have was called in the way of Anthropic's clients. */
export function isAnthropicCall({ head, path }: Exchange): boolean {
  return isShared(path) && headerValue(head.forward, anthropicVersion) !== undefined;
}

/** Whose conventions an answer of the gateway's own follows. */
export function clientFamily(exchange: Exchange, ofPath: (path: string) => Family): Family {
  return isAnthropicCall(exchange) ? 'anthropic' : ofPath(exchange.path);
}

function isShared(path: string): boolean {
  return sharedPaths.some(
    (root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'),
  );
}
