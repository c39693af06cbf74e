/**
 * Finds the fate of a client program's requests, by key and model: their destinations, and all that is refused or
 * dropped.
 */
import { parseTagHeader } from '../../api/body/wanted-tags.ts';
import { allPaths, endpointAt } from '../../api/endpoints/index.ts';
import { unknownPath } from '../../api/nearest-path.ts';
import { UndecodableRequest } from '../../api/translation/requests/request-codec.ts';
import { TranslatedRequest } from '../../api/translation/translated-request.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { TargetDialect } from '../../config/target-dialects/index.ts';
import { type Accepts, translatedEndpoints } from '../../config/translation-settings.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { catalog, GatewayError, publicCode } from '../../errors.ts';
import { clientKey } from '../../keys/keyring.ts';
import { deploymentKey } from '../../routing/routing-table.ts';
import { explainer } from '../explain/explain.ts';
import type { ExplainedDeployment, ExplainedOutcome, Explanation } from '../explain/explanation.ts';
import { requestTranslation } from '../explain/request-translation.ts';
import { askedWithBody } from '../explain/turn-question.ts';
import { notesFor } from './client-notes.ts';
import { type ClientRecording, chosenModel, type RecordedRequest } from './client-recording.ts';

export interface ClientQuestion {
  readonly recording: ClientRecording;
  /** Key ids and model ids to look at; undefined for all. */
  readonly keys: readonly string[] | undefined;
  readonly models: readonly string[] | undefined;
  /**
   * True for a client header, by its lower-case name, that goes to no backend; translated requests lose more of them.
   */
  readonly isDropped: (name: string, isTranslated: boolean) => boolean;
  readonly wallNow: number;
}

/** The fate of one request. */
export interface ClientOutcome {
  readonly request: Pick<RecordedRequest, 'when' | 'needed' | 'socket' | 'method' | 'path'>;
  /** It names the model that the program was set to. */
  readonly isChosen: boolean;
  /** Its destination; undefined if it is refused. */
  readonly to: string | undefined;
  readonly refused: { readonly status: number; readonly code: string; readonly message: string } | undefined;
  /** The capabilities that its body uses, and those of them that the deployment does not declare. */
  readonly needs: readonly string[];
  readonly lacks: readonly string[];
  /** The headers that are not passed on, and those that the backend's file removes. */
  readonly droppedHeaders: readonly string[];
  /** The fields of the body that the backend's file removes or sets. */
  readonly editedFields: readonly string[];
  /** The deployment's dialect, if it is another than the client's; undefined for the same. */
  readonly via: TargetDialect | undefined;
  /** With a translation: the fields of the body that are lost, and those that are passed in a similar form. */
  readonly droppedFields: readonly string[];
  readonly changedFields: readonly string[];
  /** Without a translation: fields that the model does not take (`accepts`), which are passed on all the same. */
  readonly unacceptedFields: readonly string[];
  /** A turn goes to the deployment over a socket of its own. */
  readonly isRelayed: boolean;
}

/** Keys that have the same rights, with one model. */
export interface ClientCase {
  readonly keys: readonly string[];
  readonly model: string;
  /**
   * `served`: nothing that the program needs is refused. `unfit`: no deployment of the model serves the endpoints that
   * the program calls, or the key may not use them, so nobody will set the program to it.
   */
  readonly verdict: 'served' | 'refused' | 'unfit';
  readonly outcomes: readonly ClientOutcome[];
}

export interface ClientReport {
  readonly recording: ClientRecording;
  readonly cases: readonly ClientCase[];
  /** The things that the program does not show or learn, although nothing is refused. */
  readonly notes: readonly string[];
  /** The number of unchecked cases. */
  readonly leftOut: number;
}

/** The most questions, which take seconds; further cases are left out and counted. */
const mostQuestions = 50_000;

/** Refusals that mean that the model, or the key, is not for this client at all. */
const unfitCodes: ReadonlySet<string> = new Set(
  (['model_not_found', 'endpoint_not_allowed'] as const).map((code) => publicCode(code)),
);

export function checkClient(config: Config, question: ClientQuestion): ClientReport {
  const { recording, models, wallNow } = question;
  const ask = asker(config, question);
  const pairs: { readonly group: readonly KeyConfig[]; readonly model: string }[] = [];
  for (const group of groupsOf(config, question)) {
    const key = clientKey(group[0]!);
    if (!key.isActive(wallNow) && question.keys === undefined) continue;
    for (const model of models ?? config.models.keys()) {
      if (models !== undefined || key.allowsModel(sampleOf(model))) pairs.push({ group, model });
    }
  }
  const most = Math.max(1, Math.floor(mostQuestions / Math.max(1, recording.requests.length)));
  const cases = pairs.slice(0, most).map(({ group, model }): ClientCase => {
    const outcomes = recording.requests.map((request) => ask(group[0]!, sampleOf(model), request));
    return { keys: group.map(({ id }) => id), model, verdict: verdictOf(outcomes), outcomes };
  });
  const served = cases
    .filter(({ verdict }) => verdict === 'served')
    .map(({ model, outcomes }) => ({ model, to: outcomes.map(({ to }) => to) }));
  const notes = notesFor(recording.client, config, served);
  return { recording, cases, notes, leftOut: pairs.length - cases.length };
}

/** True if the client would not work with this request's fate. */
export function isRefused({ request, refused }: ClientOutcome): boolean {
  return request.needed && refused !== undefined;
}

/** True if a client would work with every key and model that it may be set to. */
export function isServed({ cases }: ClientReport): boolean {
  return (
    cases.some(({ verdict }) => verdict === 'served') && cases.every(({ verdict }) => verdict !== 'refused')
  );
}

function verdictOf(outcomes: readonly ClientOutcome[]): ClientCase['verdict'] {
  const routed = outcomes.filter(
    ({ to, isChosen, refused }) => isChosen && to !== itself && refused?.code !== noSocket,
  );
  const isUnfit = ({ refused }: ClientOutcome) => refused !== undefined && unfitCodes.has(refused.code);
  if (routed.length > 0 && routed.every(isUnfit)) return 'unfit';
  const isAnyServed = routed.some(({ refused }) => refused === undefined);
  return isAnyServed && !outcomes.some(isRefused) ? 'served' : 'refused';
}

/** Keys, grouped by the rights that decide where their requests go. */
function groupsOf({ keys }: Config, { keys: named }: ClientQuestion): readonly (readonly KeyConfig[])[] {
  const groups = new Map<string, KeyConfig[]>();
  for (const key of keys.values()) {
    if (named !== undefined && !named.includes(key.id)) continue;
    const { endpoints, tags, disabled, notBefore, expires } = key;
    const rights = JSON.stringify([modelLists(key), endpoints, tags, disabled, notBefore, expires]);
    const group = groups.get(rights) ?? [];
    group.push(key);
    groups.set(rights, group);
  }
  return [...groups.values()];
}

/** An id that a wildcard entry takes. */
function sampleOf(model: string): string {
  return model.replace('*', 'example');
}

const itself = 'the gateway itself';
/** Without a socket, turns come as requests, which were recorded too. */
const noSocket = publicCode('upgrade_refused');
type Ask = (key: KeyConfig, model: string, request: RecordedRequest) => ClientOutcome;

function asker(config: Config, { isDropped, wallNow }: ClientQuestion): Ask {
  const explain = explainer(config, () => wallNow);
  const deployments = byDeployment(config);
  return (key, model, request) => {
    const { when, needed, socket, method, path, headers, body } = request;
    const nothing: ClientOutcome = {
      request: { when, needed, ...(socket && { socket }), method, path },
      isChosen: body?.['model'] === chosenModel,
      to: undefined,
      refused: undefined,
      needs: [],
      lacks: [],
      droppedHeaders: [],
      editedFields: [],
      via: undefined,
      droppedFields: [],
      changedFields: [],
      unacceptedFields: [],
      isRelayed: false,
    };
    try {
      const bare = path.replace(/\?.*/s, '');
      const endpoint = endpointAt(bare);
      if (endpoint === undefined) throw new GatewayError('unknown_path', unknownPath(bare, allPaths));
      if (socket === undefined && !endpoint.methods.includes(method)) {
        throw new GatewayError('method_not_allowed', `Use ${endpoint.methods.join(', ')} on this path.`);
      }
      if (endpoint.answeredBy === 'gateway') return { ...nothing, to: itself };
      // The gateway checks this before it reads a body; for a socket it checks more before that.
      if (socket === undefined && !clientKey(key).allowsEndpoint(endpoint.name)) {
        throw new GatewayError('endpoint_not_allowed', `This key may not use ${endpoint.name}.`);
      }
      const sent = { ...body, ...(body?.['model'] === chosenModel && { model }) };
      const bytes = Buffer.from(JSON.stringify(sent));
      const opened = socket && { origin: headers['origin'] };
      const asked = askedWithBody(bytes, endpoint.name, config, opened);
      const tags = asked.body.tags ?? parseTagHeader(headers['x-router-tags'] ?? '');
      const question = {
        ...asked.body,
        endpoint: endpoint.name,
        tags,
        key: key.id,
        down: [],
        socket: asked.socket,
      };
      const explanation = explain(question, requestTranslation(asked.bytes, endpoint.name));
      const needs = asked.body.needs ?? [];
      const { outcome } = explanation;
      if (!('deployment' in outcome)) return { ...nothing, needs, refused: outcome };
      const { backend, accepts } = deployments.get(outcome.deployment) ?? {};
      const { via, dropped = [], changed = [], lacks = [], relay } = firstOf(explanation, outcome) ?? {};
      return {
        ...nothing,
        to: outcome.deployment,
        needs,
        lacks,
        droppedHeaders: Object.keys(headers).filter(
          (name) => isDropped(name, via !== undefined) || isRemoved(backend, name),
        ),
        editedFields: editedFields(backend, sent),
        via,
        droppedFields: dropped,
        changedFields: changed,
        unacceptedFields:
          via === undefined && accepts !== undefined ? unaccepted(asked.bytes, endpoint.name, accepts) : [],
        isRelayed: relay !== undefined,
      };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const { code, message } = error;
      return { ...nothing, refused: { status: catalog[code].status, code: publicCode(code), message } };
    }
  };
}

/** The deployment that is tried first. */
function firstOf({ models }: Explanation, outcome: ExplainedOutcome): ExplainedDeployment | undefined {
  if (!('deployment' in outcome)) return undefined;
  const all = models.flatMap(({ deployments }) => deployments);
  return all.find(({ deployment }) => deployment === outcome.deployment);
}

/** The effects of a deployment on a request. */
interface Met {
  readonly backend: BackendConfig;
  readonly accepts: Accepts | undefined;
}

function byDeployment({ models, backends }: Config): ReadonlyMap<string, Met> {
  const found = new Map<string, Met>();
  for (const { deployments } of models.values()) {
    for (const one of deployments)
      found.set(deploymentKey(one), { backend: backends.get(one.backend)!, accepts: one.accepts });
  }
  return found;
}

/** The fields of a body that a model does not take, of endpoints that can be read so far. */
function unaccepted(bytes: Buffer, endpoint: string, accepts: Accepts): readonly string[] {
  const client = translatedEndpoints.find((name) => name === endpoint);
  if (client === undefined) return [];
  try {
    return TranslatedRequest.read(client, bytes).unaccepted(accepts);
  } catch (error) {
    // The backend judges an unreadable body.
    if (error instanceof UndecodableRequest) return [];
    throw error;
  }
}

/** `request.remove_headers` of a backend. */
function isRemoved(backend: BackendConfig | undefined, name: string): boolean {
  return (backend?.request?.removeHeaders ?? []).some((one) =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one,
  );
}

/** The effects of a backend's `request.remove` and `request.set` on the client's fields. */
function editedFields(
  backend: BackendConfig | undefined,
  body: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (backend?.request === undefined) return [];
  const { remove, set } = backend.request;
  return [...remove, ...Object.keys(set)].filter((path) => has(body, path.split('.')));
}

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return has((value as Readonly<Record<string, unknown>>)[name], rest);
}
