import type { Config } from '../config/types.ts';
import { routingTable } from '../routing/routing-table.ts';
import type { TestOutcome } from './routing-tests.ts';

/** How much of one kind of thing tests touch, and which they don't. */
export interface Coverage {
  readonly total: number;
  readonly untouched: readonly string[];
}

/** What routing tests leave out. */
export interface TestCoverage {
  /** Untouched where no test has the model in its chain. */
  readonly models: Coverage;
  /** `MODEL/NAME`; untouched where no test leads to it, first or later. */
  readonly deployments: Coverage;
  /** `MODEL TAG` for every tag of the model list; untouched where no test asks the model for it. */
  readonly tags: Coverage;
}

/** Compares what the tests asked with what the configuration has. */
export function testCoverage(config: Config, outcomes: readonly TestOutcome[]): TestCoverage {
  const models = new Set<string>();
  const deployments = new Set<string>();
  const tags = new Set<string>();
  for (const { explanation } of outcomes) {
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
  };
}

function coverage(all: readonly string[], touched: ReadonlySet<string>): Coverage {
  return { total: all.length, untouched: all.filter((name) => !touched.has(name)) };
}
