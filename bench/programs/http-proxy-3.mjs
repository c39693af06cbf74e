/**
 * http-proxy-3 as its README shows it with a server of one's own, over TLS, and with the keep-alive agent of its
 * options: without one every request would open a connection, and that would be what is measured. (Its other form,
 * `createProxyServer({ ssl }).listen()`, speaks HTTP/2 too and costs several times as much.)
 *
 * Arguments: PORT UPSTREAM_PORT CERT_FILE KEY_FILE
 */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer } from 'node:https';
import { createProxyServer } from 'http-proxy-3';

const [port, upstreamPort, certFile, keyFile] = process.argv.slice(2);

const proxy = createProxyServer({
  target: { host: '127.0.0.1', port: Number(upstreamPort) },
  agent: new Agent({ keepAlive: true }),
});
const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => proxy.web(request, response),
);
server.listen(Number(port), '127.0.0.1', 4096);
process.on('SIGTERM', () => process.exit(0));
