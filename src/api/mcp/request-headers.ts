/** Headers that repeat parts of a request's body (2026-07-28, "Request Metadata"), read and written. */
import { isObject } from '../../lib/json.ts';
import { isNamed, type McpMessage } from './client-messages.ts';
import { decodeHeaderValue, encodeHeaderValue } from './header-value-encoding.ts';
import { RpcFault, rpcCodes } from './json-rpc-errors.ts';
import { isKnown, knownVersions, metaNames, modernVersion, unnamedVersion } from './protocol-versions.ts';

/** The values of these headers in a request; undefined for a missing header. */
export interface HeadValues {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** Names of those headers. */
export const headerNames = {
  protocolVersion: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  paramPrefix: 'mcp-param-',
} as const;

/**
 * The revision of a message, after a comparison of its head and its body.
 *
 * @throws RpcFault -32020 if they differ, -32022 for an unknown revision, -32602 if a request of the new revision lacks
 * a required member
 */
export function checkHeaders(message: McpMessage, head: HeadValues): string {
  const { idText, meta, method, kind } = message;
  const claimed = meta?.[metaNames.protocolVersion];
  const header = head.protocolVersion;
  if (claimed === undefined || (method === 'initialize' && !isWhole(message))) {
    const version = header ?? unnamedVersion;
    if (!isKnown(version)) throw unknownVersion(version, idText);
    if (version !== modernVersion) return version;
    if (method === 'initialize')
      throw differs('MCP-Protocol-Version', '`initialize`, which it has not', idText);
    if (kind === 'request') throw incomplete(metaNames.protocolVersion, idText);
    checkMethod(message, head);
    return version;
  }
  if (typeof claimed !== 'string') throw incomplete(metaNames.protocolVersion, idText);
  if (claimed === modernVersion && !isWhole(message)) throw incomplete(metaNames.clientCapabilities, idText);
  if (header === undefined) throw missing('MCP-Protocol-Version', idText);
  if (header !== claimed) throw differs('MCP-Protocol-Version', 'the revision in `_meta`', idText);
  if (!isKnown(claimed)) throw unknownVersion(claimed, idText);
  if (claimed !== modernVersion) return claimed;
  checkMethod(message, head);
  checkName(message, head);
  return claimed;
}

/** True if a message has all members that the new revision requires. */
function isWhole({ meta }: McpMessage): boolean {
  return meta?.[metaNames.protocolVersion] === modernVersion && isObject(meta[metaNames.clientCapabilities]);
}

function checkMethod({ method, kind, idText }: McpMessage, head: HeadValues): void {
  if (head.method === undefined) {
    if (kind === 'request') throw missing('Mcp-Method', idText);
  } else if (head.method.trim() !== method) throw differs('Mcp-Method', '`method`', idText);
}

function checkName({ method, name, kind, idText }: McpMessage, head: HeadValues): void {
  if (kind !== 'request' || !isNamed(method)) return;
  if (head.name === undefined) {
    // Without the name in the body there is nothing to repeat; a later step reports the missing name.
    if (name !== undefined) throw missing('Mcp-Name', idText);
    return;
  }
  const said = decodeHeaderValue(head.name);
  if (said === undefined) {
    throw new RpcFault(rpcCodes.header_mismatch, 'Mcp-Name is not a value that a header can have.', {
      idText,
    });
  }
  if (said !== name) throw differs('Mcp-Name', 'the name or URI in `params`', idText);
}

function missing(header: string, idText: string | undefined): RpcFault {
  const message = `The header ${header} is missing, which requests of ${modernVersion} need.`;
  return new RpcFault(rpcCodes.header_mismatch, message, { idText });
}

function differs(header: string, from: string, idText: string | undefined): RpcFault {
  return new RpcFault(rpcCodes.header_mismatch, `The header ${header} differs from ${from}.`, { idText });
}

function incomplete(name: string, idText: string | undefined): RpcFault {
  const message = `\`_meta\` in \`params\` lacks ${name}, which every request of ${modernVersion} needs.`;
  return new RpcFault(rpcCodes.invalid_params, message, { idText });
}

/** The answer to a request in an unsupported revision. */
export function unknownVersion(requested: string, idText: string | undefined): RpcFault {
  const data = { supported: knownVersions, requested: requested.slice(0, 64) };
  return new RpcFault(rpcCodes.unsupported_version, 'Unsupported protocol version', { data, idText });
}

/**
 * The headers of a request to a server of the new revision, names and values in turn.
 *
 * @param name The server's own name of the tool, prompt or resource; undefined if the method names nothing.
 */
export function headersFor(method: string, name: string | undefined): readonly string[] {
  return [
    headerNames.protocolVersion,
    modernVersion,
    headerNames.method,
    method,
    ...(name === undefined ? [] : [headerNames.name, encodeHeaderValue(name)]),
  ];
}
