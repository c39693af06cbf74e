import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/types/gateway.ts';
import { type CredentialFor, credentialsWith } from '../../src/credentials/index.ts';
import { openListener } from '../../src/http/server/listener.ts';
import { HeldKeySets } from '../../src/identity/held-key-sets.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { Exchange } from '../../src/pipeline/exchange.ts';
import { HttpClientSink } from '../../src/pipeline/relay/answer/http-client-sink.ts';
import { compose, type Stage } from '../../src/pipeline/stage.ts';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { SharedResources } from '../../src/worker/shared-resources.ts';
import { compile } from '../../src/worker/snapshot.ts';
import { type LogLine, loadText } from './gateway.ts';
import { renewingHolders } from './renewing.ts';

/** Whoever takes what is to be done at the end: a test, or a benchmark. */
export interface Cleanup {
  after(done: () => void | Promise<void>): void;
}

/** A gateway whose counters can be looked at: a listener and a snapshot, without the process around them. */
export interface Inside {
  readonly port: number;
  readonly ca: string;
  readonly config: Config;
  readonly keep: SharedResources;
  readonly logs: readonly LogLine[];
  /** Ends it before its test does. */
  close(): Promise<void>;
  /** Attempts under way, requests that wait for a connection, and bytes of bodies that are held. */
  counters(): Promise<{ inFlight: number; taken: number; waiting: number; buffered: number }>;
}

/** Where the certificate of this process's test gateways is kept. */
export const stateDir = mkdtempSync(join(tmpdir(), 'gateway-inside-'));
process.on('exit', () => rmSync(stateDir, { recursive: true, force: true }));

/**
 * Starts one; ended with the test.
 *
 * @param around Stages to be put before those of the configuration, outermost first.
 * @param credentials What is made of each backend's `auth`; left out, what a gateway makes of it.
 * @param listen What takes the place of what the text comes to, such as a wait that no text can make so short.
 */
export async function startInside(
  cleanup: Cleanup,
  text: string,
  around: readonly Stage[] = [],
  credentials?: CredentialFor,
  listen: Partial<Config['listen']> = {},
): Promise<Inside> {
  const loaded = await loadText(`${text}\nstate: { dir: ${JSON.stringify(stateDir)} }\n`);
  const config = { ...loaded, listen: { ...loaded.listen, ...listen } };
  const logs: LogLine[] = [];
  const log = openLog('warn', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const renewed = credentials ?? credentialsWith(await renewingHolders(cleanup, config, log));
  const keep = new SharedResources(undefined, undefined, renewed);
  const no = () => false;
  const snapshot = await compile(config, {
    log,
    resources: keep,
    keySets: new HeldKeySets(),
    isCrowded: no,
    isLeaving: no,
    isDraining: no,
  });
  snapshot.activate();
  const handle = compose([...around, snapshot.handle]);
  const { tls, caFile } = await loadTls(config.listen.tls, config.state.dir);
  const listener = await openListener({
    address: config.listen.address,
    tls,
    limits: config.listen,
    log,
    handle: (request, response) => void handle(new Exchange(request, new HttpClientSink(response))),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      listener.destroy();
      await listener.close();
      await snapshot.close();
    })();
    return closing;
  };
  cleanup.after(close);
  return {
    port: listener.address.port,
    ca: caFile === undefined ? '' : readFileSync(caFile, 'utf8'),
    config,
    keep,
    logs,
    close,
    async counters() {
      let taken = 0;
      let waiting = 0;
      for (const one of config.backends.values()) {
        const { load } = await keep.acquireBackend(one);
        await keep.releaseBackend(one);
        taken += load.taken;
        waiting += load.waiting;
      }
      return { inFlight: keep.live.inFlight, taken, waiting, buffered: keep.budget.usedBytes };
    },
  };
}
