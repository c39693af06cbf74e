/**
 * Why a question has no answer, in words for the client. Only models that the key may use, and names that the
 * client sent itself, are mentioned: a refusal must not tell what else there is.
 */
import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { capabilityNames } from '../config/capability-names.ts';
import { modelChain, type Question } from './chain.ts';
import { describeFailure, parseTag, scopedInstead, tagFailure } from './eligibility.ts';
import type { Candidate, ModelRoutes, RoutingTable } from './routing-table.ts';
import { closest, listed, quoted } from './wording.ts';

/** The codes are those of the error catalogue; the status belongs to the code. */
export interface RoutingRefusal {
  readonly code:
    | 'model_not_allowed'
    | 'model_not_found'
    | 'no_healthy_deployment'
    | 'routing_requirements_not_met';
  readonly message: string;
}

const seeModels = 'GET /v1/models lists the models that this key may use, with their tags.';
const mostTagsShown = 4;

/** The refusal of a question for which no model of the chain has an eligible deployment. */
export function refusal(table: RoutingTable, question: Question): RoutingRefusal {
  const steps = modelChain(table, question);
  const usable = steps.flatMap((step) => (step.kind === 'usable' ? [step.routes] : []));
  if (usable.length > 0) return unanswered(table, question, usable);
  const refused = steps.flatMap((step) => (step.kind === 'not_allowed' ? [step.id] : []));
  if (refused.length > 0) {
    const code = 'model_not_allowed';
    return { code, message: `This key may not use the ${models(refused, 'or')}. ${seeModels}` };
  }
  const unknown = steps.flatMap((step) => (step.kind === 'unknown' ? [step.id] : []));
  const message =
    unknown.length === 0
      ? `The request names no model. ${seeModels}`
      : `The ${models(unknown, 'and')} ${unknown.length === 1 ? 'does' : 'do'} not exist. ${seeModels}`;
  return { code: 'model_not_found', message };
}

/** A request that no model of the chain can answer, though the client may use some of them. */
interface Unanswered {
  readonly table: RoutingTable;
  readonly question: Question;
  readonly usable: readonly ModelRoutes[];
  /** Their deployments that serve the endpoint. */
  readonly candidates: readonly Candidate[];
}

function unanswered(table: RoutingTable, question: Question, usable: readonly ModelRoutes[]): RoutingRefusal {
  const candidates = usable.flatMap((routes) => routes.candidates[question.endpoint]!.eligible);
  const isTakenOut = usable.some(({ model }) =>
    model.deployments.some((one) => one.disabled && one.endpoints[question.endpoint] !== undefined),
  );
  if (candidates.length === 0 && isTakenOut && question.tags.length === 0) {
    const message = 'Every deployment that could answer is out of service for the moment; try again later.';
    return { code: 'no_healthy_deployment', message };
  }
  const instead = `no deployment serves the endpoint ${quoted(question.endpoint)} (${servedInstead(usable)})`;
  if (question.tags.length > 0) {
    const why = candidates.length === 0 ? instead : unmetTags({ table, question, usable, candidates });
    const message = `No available model deployment meets the routing requirements: ${why}. ${seeModels}`;
    return { code: 'routing_requirements_not_met', message };
  }
  // Without tags every candidate is eligible, so there is none.
  const message = `For the ${models(namesOf(usable), 'and')} ${instead}. Call one that is served, or use another model. ${seeModels}`;
  return { code: 'model_not_found', message };
}

function namesOf(usable: readonly ModelRoutes[]): readonly string[] {
  return usable.map((routes) => routes.model.id);
}

function servedInstead(usable: readonly ModelRoutes[]): string {
  const served = usable.map(
    (routes) => `${quoted(routes.model.id)} serves ${listed(routes.served.map(quoted), 'and')}`,
  );
  return listed(served, 'and');
}

function models(ids: readonly string[], conjunction: 'and' | 'or'): string {
  return `${ids.length === 1 ? 'model' : 'models'} ${listed(ids.map(quoted), conjunction)}`;
}

/** A clause for each tag that no candidate satisfies; where each is satisfied by some, who lacks which. */
function unmetTags(unanswered: Unanswered): string {
  const { question, candidates } = unanswered;
  const wanted = [...new Set(question.tags)];
  const failing = wanted.filter((tag) => candidates.every((candidate) => !candidate.tags.has(tag)));
  if (failing.length === 0) {
    const lacks = candidates.map((candidate) => {
      const missing = wanted.filter((tag) => !candidate.tags.has(tag));
      return `${quoted(candidate.key)} lacks ${listed(missing.map(quoted), 'and')}`;
    });
    return `no single deployment has all of ${listed(wanted.map(quoted), 'and')} (${listed(lacks, 'and')})`;
  }
  const clauses = failing.slice(0, mostTagsShown).map((tag) => unmetTag(unanswered, tag));
  if (failing.length > mostTagsShown) clauses.push(`${failing.length - mostTagsShown} more tags fail`);
  return clauses.join('; ');
}

function unmetTag(unanswered: Unanswered, tag: string): string {
  const { table, question, usable } = unanswered;
  if (!table.capabilities.has(parseTag(tag, table.endpoints).capability)) {
    const meant = meantTag(tag, usable, table.endpoints);
    return `${quoted(tag)} is not a known tag${meant === undefined ? '' : ` (did you mean ${quoted(meant)}?)`}`;
  }
  const trap = trapOf(unanswered, tag);
  if (trap !== undefined) return trap;
  const serving = usable.filter((routes) => routes.candidates[question.endpoint]!.eligible.length > 0);
  const named = listed(namesOf(serving).map(quoted), 'or');
  return `no deployment of ${named} that serves ${quoted(question.endpoint)} has ${quoted(tag)}`;
}

/** A generic tag whose capability is there on the endpoint called and missing on another: the classic slip. */
function trapOf({ table, question, candidates }: Unanswered, tag: string): string | undefined {
  for (const { key, deployment } of candidates) {
    const failure = tagFailure(deployment, question.endpoint, table.genericTags, tag, table);
    const instead = failure && scopedInstead(failure, question.endpoint, table.endpoints);
    if (failure !== undefined && instead !== undefined) {
      return `on ${quoted(key)} ${describeFailure(failure)} (ask for ${quoted(instead)})`;
    }
  }
  return undefined;
}

/** The tag that was probably meant, out of the interface's own and those of the models the client may use. */
function meantTag(tag: string, usable: readonly ModelRoutes[], endpoints: EndpointSet): string | undefined {
  const { tagPrefixes } = endpoints;
  const vocabulary = new Set<string>(capabilityNames);
  for (const capability of capabilityNames) {
    for (const endpoint of tagPrefixes) vocabulary.add(`${endpoint}:${capability}`);
  }
  for (const endpoint of tagPrefixes) {
    for (const capability of endpoints.capabilitiesOf(endpoint)) vocabulary.add(`${endpoint}:${capability}`);
  }
  for (const routes of usable) for (const known of routes.tags) vocabulary.add(known);
  return closest(tag, vocabulary) ?? withKnownPrefix(tag, vocabulary, endpoints);
}

/** `chat:vision` and `completions:vision`: a capability that is one behind a prefix that is none. */
function withKnownPrefix(
  tag: string,
  vocabulary: ReadonlySet<string>,
  { tagPrefixes }: EndpointSet,
): string | undefined {
  const colon = tag.indexOf(':');
  const prefix = tag.slice(0, Math.max(colon, 0));
  const capability = tag.slice(colon + 1);
  if (prefix === '' || !vocabulary.has(capability)) return undefined;
  const endpoint = tagPrefixes.find((name) => name.startsWith(prefix));
  return endpoint === undefined ? capability : `${endpoint}:${capability}`;
}
