import { endpointsOf, isDeployed } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Config } from '../config/types/gateway.ts';
import { routingTable } from '../routing/routing-table.ts';
import type { TestOutcome } from './routing-tests.ts';

/** The number of things of one kind that tests touch, and the names of the others. */
export interface Coverage {
  readonly total: number;
  readonly untouched: readonly string[];
}

/** The things that routing tests leave out. */
export interface TestCoverage {
  /** Untouched without a test that has the model in its chain. */
  readonly models: Coverage;
  /** `MODEL/NAME`; untouched without a test that leads to it, first or later. */
  readonly deployments: Coverage;
  /** `MODEL TAG` for every tag of the model list; untouched without a test that asks the model for it. */
  readonly tags: Coverage;
  /** Endpoints whose requests name no model; untouched without a test of one. */
  readonly endpoints: Coverage;
}

/** Compares the tests' questions with the contents of the configuration. */
export function testCoverage(config: Config, outcomes: readonly TestOutcome[]): TestCoverage {
  const models = new Set<string>();
  const deployments = new Set<string>();
  const tags = new Set<string>();
  const asked = new Set<string>();
  for (const { explanation } of outcomes) {
    if (explanation !== undefined) asked.add(explanation.question.endpoint);
    for (const { model, deployments: explained } of explanation?.models ?? []) {
      models.add(model);
      for (const { deployment, place } of explained) if (place !== null) deployments.add(deployment);
      for (const tag of explanation?.question.tags ?? []) tags.add(`${model} ${tag}`);
    }
  }
  const { models: routes } = routingTable(config);
  const all = [...config.models.values()];
  return {
    models: coverage(
      all.map(({ id }) => id),
      models,
    ),
    deployments: coverage(
      all.flatMap((model) => model.deployments.map(({ name }) => `${model.id}/${name}`)),
      deployments,
    ),
    tags: coverage(
      [...routes].flatMap(([id, route]) => route.tags.map((tag) => `${id} ${tag}`)),
      tags,
    ),
    endpoints: coverage(withoutModel(config), asked),
  };
}

/**
 * The endpoints that no test of a model can touch: those of stored objects that the file has, and those that it
 * declares.
 */
function withoutModel(config: Config): readonly string[] {
  const { stateful } = config;
  const set = endpointsOf(config);
  return set.names.filter((name) => {
    const endpoint = set.of(name);
    if (endpoint.answeredBy === 'backends') return stateful?.endpoints.includes(name) === true;
    return !isDeployed(endpoint);
  });
}

function coverage(all: readonly string[], touched: ReadonlySet<string>): Coverage {
  return { total: all.length, untouched: all.filter((name) => !touched.has(name)) };
}
