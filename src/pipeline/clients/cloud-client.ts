/** Clients that speak to a cloud: their requests go on as ordinary ones, and are answered in that cloud's form. */
import { ordinaryRequest } from '../../api/clouds/cloud-request-body.ts';
import type { CloudAddress } from '../../api/endpoints/clouds/cloud-addresses.ts';
import type { Cloud } from '../../api/endpoints/endpoint.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { headerValue, setHeader, withoutHeaders } from '../../http/flat-headers.ts';
import type { BytesInPieces } from '../../lib/bytes/bytes-in-pieces.ts';
import type { Exchange } from '../exchange.ts';
import { BedrockAnswerSink } from '../relay/answer/bedrock-answer-sink.ts';

/** Records that a request came at the address of a cloud: all answers from now on are in its form. */
export function enterCloud(exchange: Exchange, address: CloudAddress): void {
  exchange.cloud = address;
  // The query belongs to the address and means nothing elsewhere.
  exchange.query = '';
  answerAsCloud(exchange, address.cloud, address.endpoint);
  if (address.cloud !== 'bedrock') return;
  const { head } = exchange;
  // The event stream is for the client alone.
  head.forward = withoutHeaders(head.forward, (name) => name === 'accept');
  if (head.contentType === undefined || head.contentType === 'application/octet-stream') {
    // Amazon's own clients assume this type by default.
    head.contentType = 'application/json';
    setHeader(head.forward, 'content-type', head.contentType);
  }
}

/** Writes all answers in the form of a cloud; that of Vertex AI is the endpoint's own. */
export function answerAsCloud(exchange: Exchange, cloud: Cloud | undefined, endpoint?: EndpointName): void {
  if (cloud === 'bedrock') exchange.answer = new BedrockAnswerSink(exchange.answer, exchange.id, endpoint);
}

/** The body in the form of the vendor's own clients; header values in it are moved to the headers. */
export function ordinaryBody(exchange: Exchange, address: CloudAddress, sent: BytesInPieces): BytesInPieces {
  const { body, version, betas } = ordinaryRequest(sent, address);
  const { forward } = exchange.head;
  if (headerValue(forward, 'anthropic-version') === undefined) forward.push('anthropic-version', version);
  if (betas.length > 0) {
    const before = headerValue(forward, 'anthropic-beta')?.split(',') ?? [];
    const all = new Set([...before, ...betas].map((name) => name.trim()).filter((name) => name !== ''));
    setHeader(forward, 'anthropic-beta', [...all].join(','));
  }
  return body;
}
