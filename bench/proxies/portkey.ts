import { join } from 'node:path';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender } from './proxy.ts';

/** Portkey's open-source gateway. It has neither TLS nor a key check, so both are spared. */
export const portkey: Contender = {
  name: 'Portkey',
  async start(lab) {
    if (lab.portkey === undefined) return undefined;
    const port = await freePort();
    const outputFile = join(lab.outputDir, 'portkey.out');
    const running = launch({
      command: [...lab.cores.proxy(), process.execPath, lab.portkey, `--port=${port}`, '--headless'],
      env: { NODE_ENV: 'production' },
      outputFile,
    });
    const headers = {
      ...clientHeaders,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${lab.backendPort}/v1`,
    };
    const destination = { port, tls: false, headers };
    return answering('Portkey', destination, { process: running, bodyFile: lab.bodies.small, outputFile });
  },
};
