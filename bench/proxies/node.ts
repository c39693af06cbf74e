import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender } from './proxy.ts';

/** The bare Node.js proxy that ratios refer to. */
export const floor = program('floor', 'floor.mjs');

/** The floor with http-proxy-3 in its cheapest form in place of `http.request`: what the library itself costs. */
export const carrier = program('floor through http-proxy-3', 'floor.mjs', '--carrier', 'http-proxy-3');

/** http-proxy-3 alone, as its README shows it. */
export const httpProxy3 = program('http-proxy-3', 'http-proxy-3.mjs');

function program(name: string, file: string, ...options: readonly string[]): Contender {
  return {
    name,
    async start(lab) {
      const port = await freePort();
      const outputFile = join(lab.outputDir, `${name}.out`);
      const running = launch({
        command: [
          ...lab.cores.proxy(),
          process.execPath,
          fileURLToPath(new URL(`../programs/${file}`, import.meta.url)),
          ...[String(port), String(lab.backendPort), lab.certFile, lab.keyFile],
          ...options,
        ],
        outputFile,
      });
      const destination = { port, tls: true, headers: clientHeaders };
      return answering(name, destination, { process: running, bodyFile: lab.bodies.small, outputFile });
    },
  };
}
