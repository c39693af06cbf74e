/**
 * The possible destinations of a request. This is the only router: the pipeline, `explain` and the routing tests of a
 * configuration all call this function, so that explanations are true.
 */
import { modelChain, type Question } from './chain.ts';
import { type RoutingRefusal, refusal } from './routing-refusal.ts';
import {
  type Candidate,
  calledFor,
  type ModelRoutes,
  type PlannedModel,
  type RoutingTable,
  routesOf,
} from './routing-table.ts';

/**
 * The models of the chain with what may answer for each, in the order they are tried (a model without an
 * eligible deployment is left out), or the refusal the client gets.
 */
export type Plan =
  | { readonly models: readonly PlannedModel[]; readonly refusal?: undefined }
  | { readonly models?: undefined; readonly refusal: RoutingRefusal };

/** Answers a question from a table; pure, and never throws. */
export function plan(table: RoutingTable, question: Question): Plan {
  const models = plannedModels(table, question);
  return models.length > 0 ? { models } : { refusal: refusal(table, question) };
}

/** The models of a plan; none where there is a refusal, whose words take longer than all else. */
export function plannedModels(table: RoutingTable, question: Question): readonly PlannedModel[] {
  return question.models.length === 0 ? planOfOne(table, question) : planOfChain(table, question);
}

/** The usual request names one model without fallbacks: no chain is made for it. */
function planOfOne(table: RoutingTable, question: Question): readonly PlannedModel[] {
  const { model } = question;
  const routes = model === undefined ? undefined : routesOf(table, model);
  if (model === undefined || routes === undefined || !question.allows(model)) return [];
  if (routes.model.fallbacks.length > 0) return planOfChain(table, question);
  const planned = eligibleFor(routes, question, model);
  return planned.eligible.length > 0 ? [planned] : [];
}

function planOfChain(table: RoutingTable, question: Question): readonly PlannedModel[] {
  const models: PlannedModel[] = [];
  for (const step of modelChain(table, question)) {
    if (step.kind !== 'usable') continue;
    const planned = eligibleFor(step.routes, question, step.id);
    if (planned.eligible.length > 0) models.push(planned);
  }
  return models;
}

function eligibleFor(routes: ModelRoutes, { endpoint, tags }: Question, id: string): PlannedModel {
  const all = routes.candidates[endpoint]!;
  if (tags.length === 0) return calledFor(routes, all, id); // as in most requests
  const eligible = all.eligible.filter((candidate) => isEligible(candidate, tags));
  return calledFor(routes, { model: all.model, eligible }, id);
}

/** True if a candidate satisfies all of the wanted tags. */
export function isEligible(candidate: Candidate, tags: readonly string[]): boolean {
  return tags.every((tag) => candidate.tags.has(tag));
}

/**
 * All models that what a request says may get to, by every name that somebody may know them by: entries of the file, ids as
 * they were asked for, and what copies go to.
 */
export function namesInPlan(plan: readonly PlannedModel[]): readonly string[] {
  const names: string[] = [];
  const add = (name: string) => {
    if (name !== '' && !names.includes(name)) names.push(name);
  };
  for (const { model, asked } of plan) {
    add(model.id);
    if (asked !== undefined) add(asked);
    if (model.mirror === undefined) continue;
    // A mirror is a model, or one deployment of one: the name may be read as either.
    const { to } = model.mirror;
    add(to);
    const slash = to.lastIndexOf('/');
    if (slash !== -1) add(to.slice(0, slash));
  }
  return names;
}
