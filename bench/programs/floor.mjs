/**
 * The least that a gateway on Node.js can be: TLS, the body in a buffer, `JSON.parse` of it, one request over a
 * kept-alive connection, the answer written on. No key, no log, no error handling to speak of.
 *
 * With `--carrier http-proxy-3` the request goes through that library in its cheapest form instead of
 * `http.request`; the difference of the two is what the library costs.
 *
 * Arguments: PORT UPSTREAM_PORT CERT_FILE KEY_FILE [--carrier http-proxy-3]
 */
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { carrier: { type: 'string' } },
  allowPositionals: true,
});
const [port, upstreamPort, certFile, keyFile] = positionals;
const agent = new Agent({ keepAlive: true, maxFreeSockets: 20_000 });
const send = values.carrier === 'http-proxy-3' ? await throughLibrary() : directly;

const server = createServer(
  { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      const parsed = JSON.parse(body);
      if (parsed.model === undefined) return response.writeHead(400).end();
      send(request, response, body);
    });
    request.on('error', () => response.destroy());
  },
);
server.listen(Number(port), '127.0.0.1', 4096);
process.on('SIGTERM', () => process.exit(0));

function directly(request, response, body) {
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port: Number(upstreamPort),
    agent,
    method: request.method,
    path: request.url,
    headers: request.headers,
  });
  outgoing.on('response', (answer) => passOn(answer, response));
  outgoing.on('error', () => response.destroy());
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  outgoing.end(body);
}

async function throughLibrary() {
  const { createProxyServer } = await import('http-proxy-3');
  // Everything that is the same for all requests is fixed here; the body comes from the request's own `pipe`.
  const proxy = createProxyServer({
    target: {
      protocol: 'http:',
      host: `127.0.0.1:${upstreamPort}`,
      hostname: '127.0.0.1',
      port: Number(upstreamPort),
    },
    agent,
    toProxy: true,
    prependPath: false,
    selfHandleResponse: true,
  });
  proxy.on('proxyRes', (answer, _request, response) => passOn(answer, response));
  proxy.on('error', (_error, _request, response) => response.destroy());
  return (request, response, body) => {
    request.pipe = (outgoing) => outgoing.end(body);
    proxy.web(request, response);
  };
}

function passOn(answer, response) {
  response.writeHead(answer.statusCode, answer.rawHeaders);
  answer.on('data', (chunk) => {
    if (response.write(chunk)) return;
    answer.pause();
    response.once('drain', () => answer.resume());
  });
  answer.on('end', () => response.end());
  answer.on('error', () => response.destroy());
}
