import type { Family } from '../../api/endpoints/endpoint.ts';
import { sharedPaths } from '../../api/endpoints/index.ts';
import { headerValue } from '../../http/flat-headers.ts';
import type { Exchange } from '../exchange.ts';

/** The header that marks Anthropic's clients on paths that both families have ("Versions" of its API reference). */
const anthropicVersion = 'anthropic-version';

/** True for a call in the manner of Anthropic's clients, on a path that both families have. */
export function isAnthropicCall({ head, path }: Exchange): boolean {
  return isShared(path) && headerValue(head.forward, anthropicVersion) !== undefined;
}

/** The family whose conventions the gateway's own answer follows. */
export function clientFamily(exchange: Exchange, ofPath: (path: string) => Family): Family {
  return isAnthropicCall(exchange) ? 'anthropic' : ofPath(exchange.path);
}

function isShared(path: string): boolean {
  return sharedPaths.some(
    (root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'),
  );
}
