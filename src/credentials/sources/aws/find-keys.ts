import type { AwsPlace, AwsSource } from '../../../config/types/credentials.ts';
import { RenewalFailure } from '../source.ts';
import {
  type AwsIdentity,
  type AwsLibrary,
  boundedClient,
  type MakeProvider,
  type ProviderOptions,
} from './library.ts';
import type { ProviderTrace } from './provider-trace.ts';

export interface FoundKeys {
  readonly keys: AwsIdentity;
  readonly place: AwsPlace | undefined;
}

/**
 * Asks Amazon's provider for keys, at all places in its own order, or at those that the source names.
 *
 * @param trace Follows it.
 * @throws RenewalFailure that says why there are none
 */
export async function findKeys(
  source: AwsSource,
  library: AwsLibrary,
  trace: ProviderTrace,
): Promise<FoundKeys> {
  const options: ProviderOptions = {
    ...(source.profile !== undefined && { profile: source.profile }),
    ...(source.configFile !== undefined && { configFilepath: source.configFile }),
    ...(source.credentialsFile !== undefined && { filepath: source.credentialsFile }),
    ignoreCache: true,
    maxRetries: 0,
    logger: trace.logger,
    clientConfig: boundedClient,
    parentClientConfig: { region: source.region },
  };
  const keys =
    source.from === undefined
      ? await foundByChain(library, options, trace)
      : await firstFound(source.from, library, options, trace);
  if (keys !== undefined) return { keys, place: trace.place };
  throw noKeys(trace);
}

async function foundByChain(
  library: AwsLibrary,
  options: ProviderOptions,
  trace: ProviderTrace,
): Promise<AwsIdentity | undefined> {
  const keys = await foundBy(library.chain, options, trace);
  if (keys !== undefined || trace.place !== 'container' || !trace.isUntold) return keys;
  // Only a direct question shows the endpoint's answer.
  return foundBy(library.container, options, trace);
}

async function firstFound(
  from: readonly AwsPlace[],
  library: AwsLibrary,
  options: ProviderOptions,
  trace: ProviderTrace,
): Promise<AwsIdentity | undefined> {
  for (const place of from) {
    trace.look(place);
    const keys = await foundBy(providerOf(place, library), options, trace);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

async function foundBy(
  make: MakeProvider,
  options: ProviderOptions,
  trace: ProviderTrace,
): Promise<AwsIdentity | undefined> {
  try {
    return await make(options)();
  } catch (error) {
    trace.failed(error);
    return undefined;
  }
}

function providerOf(place: AwsPlace, library: AwsLibrary): MakeProvider {
  switch (place) {
    case 'env':
      return library.env;
    case 'profile':
      return library.profile;
    case 'web_identity':
      return library.webIdentity;
    case 'container':
      return library.container;
    case 'imds':
      return library.instance;
  }
}

const nameOf: Readonly<Record<AwsPlace, string>> = {
  env: 'environment',
  profile: 'profile',
  web_identity: 'web identity',
  container: "container's endpoint",
  imds: 'instance metadata',
};

function noKeys(trace: ProviderTrace): RenewalFailure {
  const { reasons } = trace;
  const told = reasons.map(([place, { words }]) => `${nameOf[place]}: ${words}`).join('; ');
  const mend = reasons.some(([, { isSetUp }]) => isSetUp) ? '' : ': set up one of these places';
  return new RenewalFailure(
    reasons[0]?.[1].code ?? 'no_keys',
    `no keys of Amazon are found${mend} (${told})`,
    {
      isLasting: reasons.every(([, { isLasting }]) => isLasting),
    },
  );
}
