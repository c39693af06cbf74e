import { join } from 'node:path';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders, type Lab } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender, type RunningProxy } from './proxy.ts';

/** Portkey's open-source gateway. It has neither TLS nor a key check, so both are spared. */
export const portkey: Contender = contender('Portkey', 'openai');

/** The same, that asks the backend in the form of messages. */
export const translatingPortkey: Contender = contender('Portkey, translating', 'anthropic');

function contender(name: string, provider: 'openai' | 'anthropic'): Contender {
  return { name, start: (lab) => start(lab, name, provider) };
}

async function start(lab: Lab, name: string, provider: string): Promise<RunningProxy | undefined> {
  if (lab.portkey === undefined) return undefined;
  const port = await freePort();
  const outputFile = join(lab.outputDir, `portkey-${port}.out`);
  const running = launch({
    command: [...lab.cores.proxy(), process.execPath, lab.portkey, `--port=${port}`, '--headless'],
    env: { NODE_ENV: 'production' },
    outputFile,
  });
  const headers = {
    ...clientHeaders,
    'x-portkey-provider': provider,
    'x-portkey-custom-host': `http://127.0.0.1:${lab.backendPort}/v1`,
  };
  const destination = { port, tls: false, headers };
  return answering(name, destination, { process: running, bodyFile: lab.bodies.small, outputFile });
}
