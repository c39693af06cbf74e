import { readFileSync } from 'node:fs';
import type { BodyRules } from '../../src/api/endpoints/endpoint.ts';
import { endpoints } from '../../src/api/endpoints/index.ts';
import { credentialsWith } from '../../src/credentials/index.ts';
import { openListener } from '../../src/http/server/listener.ts';
import { HeldKeySets } from '../../src/identity/held-key-sets.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { Exchange } from '../../src/pipeline/exchange.ts';
import { HttpClientSink } from '../../src/pipeline/relay/answer/http-client-sink.ts';
import { compose, type Stage } from '../../src/pipeline/stage.ts';
import { standardStages } from '../../src/pipeline/standard.ts';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { plan } from '../../src/routing/plan.ts';
import { SharedResources } from '../../src/worker/shared-resources.ts';
import { partsSteps } from '../../src/worker/snapshot.ts';
import { type LogLine, loadText } from './gateway.ts';
import { type Cleanup, stateDir } from './inside.ts';
import { renewingHolders } from './renewing.ts';

/** Where bodies go up as they come, and the model that serves them. */
export const uploadPath = '/v1/embeddings';
const uploadModel = 'files';

export interface Uploads {
  readonly port: number;
  readonly ca: string;
  readonly keep: SharedResources;
  readonly logs: readonly LogLine[];
}

/** A gateway with one endpoint, whose bodies go up as they come. All else is as it is for every endpoint. */
export async function startUploads(t: Cleanup, text: string, body: BodyRules): Promise<Uploads> {
  const config = await loadText(`${text}\nstate: { dir: ${JSON.stringify(stateDir)} }\n`);
  const logs: LogLine[] = [];
  const log = openLog('debug', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const keep = new SharedResources(
    undefined,
    undefined,
    credentialsWith(await renewingHolders(t, config, log)),
  );
  const backends = new Map();
  for (const one of config.backends.values()) backends.set(one.name, await keep.acquireBackend(one));
  const no = () => false;
  const steps = partsSteps(
    config,
    {
      log,
      resources: keep,
      keySets: new HeldKeySets(),
      isCrowded: no,
      isLeaving: no,
      isDraining: no,
    },
    backends,
  );
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const parts = step.value;
  keep.follow(config, { routes: parts.routes, backends, live: parts.live }, undefined);
  const classify: Stage = (exchange, next) => {
    exchange.endpoint = { ...endpoints.embeddings, body };
    return next(exchange);
  };
  const route: Stage = (exchange, next) => {
    const { models = [] } = plan(parts.routes, {
      endpoint: 'embeddings',
      model: uploadModel,
      models: [],
      tags: [],
      allows: () => true,
    });
    exchange.plan = models;
    return next(exchange);
  };
  const own: Readonly<Record<string, Stage>> = { classify, route };
  const handle = compose(standardStages(parts).map(([name, stage]) => own[name] ?? stage));
  const { tls, caFile } = await loadTls(config.listen.tls, config.state.dir);
  const listener = await openListener({
    address: config.listen.address,
    tls,
    limits: config.listen,
    log,
    handle: (request, response) => void handle(new Exchange(request, new HttpClientSink(response))),
  });
  t.after(async () => {
    listener.destroy();
    await listener.close();
    for (const one of config.backends.values()) await keep.releaseBackend(one);
  });
  return { port: listener.address.port, ca: readFileSync(caFile!, 'utf8'), keep, logs };
}
