/** Entries of `tests:` about what was used of a deployment. */
import type { EndpointName } from '../../../api/endpoints/index.ts';
import { columnOf, counters, usageOf } from '../../../observe/usage.ts';
import type { RoutingTest as WrittenTest } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { DeploymentConfig } from '../../types/models.ts';
import type { PriceTest } from '../../types/tests.ts';
import { type Context, fileAt, isAbsent, placeOf, wrong } from '../context.ts';
import { endpointNamed } from '../endpoints/endpoint-names.ts';
import { checkDeployment, type TestReferences } from '../tests.ts';

type Used = NonNullable<WrittenTest['usage']>;

/** Other parts of a test that mean nothing here. */
const ofRequests = ['request', 'body'] as const;

/** A test of what something costs; undefined where a field is wrong, which is reported. */
export function resolvePriceTest(
  context: Context,
  index: number,
  test: WrittenTest & { readonly usage: Used },
  references: TestReferences,
): PriceTest | undefined {
  const path: Path = ['tests', index];
  const { usage, expect } = test;
  let faults = 0;
  const fault = (at: Path, message: string, hint?: string) => {
    faults += 1;
    wrong(context, [...path, ...at], 'bad_price_test', message, { hint });
  };
  for (const field of ofRequests)
    if (test[field] !== undefined) fault([field], `has no effect beside \`usage\``, 'make two tests of it');
  const { cost, ...others } = expect;
  for (const field of Object.keys(others)) fault(['expect', field], 'does not belong to a test of a `cost`');
  const nanoUsd = cost === undefined ? 0 : nanoUsdIn(cost);
  if (nanoUsd === undefined && !isAbsent(context, [...path, 'expect', 'cost']))
    fault(['expect', 'cost'], 'must be an amount such as 0.0021 USD, to the billionth of a dollar');
  if (cost === undefined) fault(['expect'], 'needs `cost` beside `usage`, such as `cost: 0.0021 USD`');
  const at = [...path, 'usage', 'deployment'];
  checkDeployment(context, at, usage.deployment, references);
  const found = references.models === undefined ? [] : deploymentsNamed(usage.deployment, references);
  if (found.length > 1) {
    const names = found.map(({ model, name }) => `${model}/${name}`);
    fault(['usage', 'deployment'], `is the name of ${found.length} deployments`, `write ${names[0]}`);
  }
  const [deployment] = found;
  if (deployment === undefined) return undefined;
  if (deployment.price === undefined)
    fault(['usage', 'deployment'], 'is a deployment without a price', 'give it a `price`');
  const place = [...path, 'usage', 'endpoint'];
  const endpoint =
    endpointNamed(context, place, usage.endpoint, references.endpoints) ?? onlyEndpoint(deployment);
  if (usage.answer !== undefined) {
    const counts = Object.keys(usage).filter(
      (field) => !['deployment', 'answer', 'endpoint'].includes(field),
    );
    for (const field of counts)
      fault(['usage', field], 'has no effect beside `answer`, which reports the usage');
    if (endpoint === undefined)
      fault(['usage', 'answer'], 'may be of several endpoints', 'name the one with `endpoint`');
  } else if (usage.endpoint !== undefined) fault(['usage', 'endpoint'], 'has no effect without `answer`');
  if (faults > 0 || nanoUsd === undefined) return undefined;
  return {
    index,
    name: test.name,
    at: placeOf(context, path),
    model: deployment.model,
    deployment: deployment.name,
    answer:
      usage.answer === undefined ? undefined : { file: fileAt(context, usage.answer), endpoint: endpoint! },
    usage: usedIn(usage),
    costNanoUsd: nanoUsd,
  };
}

/** `0.1316 USD` in billionths of a dollar; undefined for anything else. */
function nanoUsdIn(cost: string): number | undefined {
  const [, usd] = /^(\d{1,6}(?:\.\d{1,9})?) USD$/.exec(cost) ?? [];
  return usd === undefined ? undefined : Math.round(Number(usd) * 1e9);
}

function deploymentsNamed(name: string, { models }: TestReferences): readonly DeploymentConfig[] {
  const all = [...(models?.values() ?? [])].flatMap(({ deployments }) => deployments);
  return all.filter((one) => (name.includes('/') ? `${one.model}/${one.name}` : one.name) === name);
}

function onlyEndpoint({ endpoints }: DeploymentConfig): EndpointName | undefined {
  const served = Object.keys(endpoints);
  return served.length === 1 ? (served[0] as EndpointName) : undefined;
}

function usedIn(usage: Used) {
  const counts = counters.flatMap((counter) => {
    const field = columnOf[counter].replace(/_tokens$/, '');
    const count = usage[field as keyof Used];
    return typeof count === 'number' ? [[counter, count] as const] : [];
  });
  return usageOf({
    ...Object.fromEntries(counts),
    namedUnits: usage.units,
    toolCalls: usage.tool_calls,
    imageKind: usage.image_kind,
    serviceTier: usage.service_tier,
  });
}
