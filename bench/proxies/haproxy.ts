import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders, clientKey, type Lab } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender } from './proxy.ts';

/** HAProxy with TLS, a key check and a log. */
export const haproxy: Contender = {
  name: 'HAProxy',
  async start(lab) {
    if (!lab.has.haproxy) return undefined;
    const port = await freePort();
    const file = join(lab.dir, 'haproxy.cfg');
    const certificate = join(lab.dir, 'haproxy.pem');
    writeFileSync(certificate, readFileSync(lab.certFile, 'utf8') + readFileSync(lab.keyFile, 'utf8'), {
      mode: 0o600,
    });
    writeFileSync(file, configuration(lab, port, certificate));
    const outputFile = join(lab.outputDir, 'haproxy.out');
    const running = launch({ command: [...lab.cores.proxy(), 'haproxy', '-f', file, '-db'], outputFile });
    const destination = { port, tls: true, headers: clientHeaders };
    return answering('HAProxy', destination, { process: running, bodyFile: lab.bodies.small, outputFile });
  },
};

function configuration({ backendPort }: Lab, port: number, certificate: string): string {
  return `
global
  nbthread 1
  log stdout format raw local0
defaults
  mode http
  log global
  option httplog
  timeout connect 5s
  timeout client 300s
  timeout server 300s
  http-reuse always
frontend clients
  bind 127.0.0.1:${port} ssl crt ${certificate} alpn http/1.1
  http-request deny status 401 unless { req.hdr(authorization) -m str "Bearer ${clientKey}" }
  default_backend models
backend models
  server one 127.0.0.1:${backendPort}
`;
}
