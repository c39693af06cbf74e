import { deploymentName } from '../../config/derived/model-names.ts';
import { requestFamilies } from '../../observe/metrics/metric-families.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import type { DeploymentTranslations } from '../contract/deployments.ts';

/**
 * The requests that deployments served through another dialect since the gateway started, and the fields that they
 * lost.
 */
export interface Translations {
  /** `MODEL/NAME` of those that served any, in the order of names. */
  readonly names: readonly string[];
  of(name: string): DeploymentTranslations;
}

interface Counted {
  translated: number;
  /** By names that clients made up. */
  readonly dropped: Map<string, number>;
}

/** The labels of a metric are one text. */
const between = '\n';

/** @param metrics Of all workers; undefined where none answers. */
export function translationsOf(metrics: WorkerMetrics | undefined): Translations {
  const counted = new Map<string, Counted>();
  const at = (model: string, deployment: string): Counted => {
    const name = deploymentName(model, deployment);
    const known = counted.get(name) ?? { translated: 0, dropped: new Map() };
    counted.set(name, known);
    return known;
  };
  for (const [labels, [requests = 0]] of metrics?.get(requestFamilies.translated.name) ?? []) {
    const [model, deployment] = labels.split(between) as [string, string];
    at(model, deployment).translated += requests;
  }
  for (const [labels, [times = 0]] of metrics?.get(requestFamilies.translationDropped.name) ?? []) {
    const [model, deployment, field] = labels.split(between) as [string, string, string];
    at(model, deployment).dropped.set(field, times);
  }
  return {
    names: [...counted.keys()].sort(),
    of(name) {
      const { translated = 0, dropped = [] } = counted.get(name) ?? {};
      return { translated, dropped: Object.fromEntries(dropped) };
    },
  };
}
