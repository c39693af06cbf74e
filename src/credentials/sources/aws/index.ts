import type { AwsSource } from '../../../config/types/credentials.ts';
import { type Renew, RenewalFailure, type Renewed } from '../source.ts';
import { assumeRole } from './assume-role.ts';
import { bedrockApiKey, longestKeyMs } from './bedrock-api-key.ts';
import { findKeys } from './find-keys.ts';
import { type AwsIdentity, AwsLibrary } from './library.ts';
import { ProviderTrace } from './provider-trace.ts';

interface Resolved {
  readonly keys: AwsIdentity;
  readonly subject: string;
}

/**
 * Keys of Amazon: those of the file, or what Amazon's own provider finds, the role assumed with them, and Bedrock's key made
 * of them. What the provider has begun cannot be stopped, and goes on after its time is up: it ends with the process.
 */
export const renewAws: Renew<AwsSource> = async (source, signal) => {
  const trace = new ProviderTrace();
  const { keys, subject } = await untilAborted(resolve(source, trace), signal, trace);
  return renewed(source, keys, subject, Date.now());
};

async function resolve(source: AwsSource, trace: ProviderTrace): Promise<Resolved> {
  if (source.keys !== undefined && source.role === undefined) {
    const keys = ofFile(source.keys);
    return { keys, subject: keyName(keys) };
  }
  const library = new AwsLibrary();
  const found =
    source.keys === undefined
      ? await findKeys(source, library, trace)
      : { keys: ofFile(source.keys), place: undefined };
  if (source.role !== undefined) {
    const keys = await assumeRole(source.role, source.region, found.keys, library, trace);
    return { keys, subject: source.role.arn };
  }
  const role = found.place === 'web_identity' ? process.env['AWS_ROLE_ARN'] : undefined;
  return { keys: found.keys, subject: role ?? keyName(found.keys) };
}

function ofFile({ accessKey, secretKey, sessionToken }: NonNullable<AwsSource['keys']>): AwsIdentity {
  return {
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken !== undefined && { sessionToken }),
  };
}

function keyName({ accessKeyId, accountId }: AwsIdentity): string {
  const account = accountId === undefined ? '' : ` of account ${accountId}`;
  return `access key ...${accessKeyId.slice(-4)}${account}`;
}

function renewed(source: AwsSource, keys: AwsIdentity, subject: string, nowMs: number): Renewed {
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = keys;
  const leftMs = expiration === undefined ? undefined : expiration.getTime() - nowMs;
  const isOdd = leftMs !== undefined && !(leftMs > 0);
  const lifetimeMs = isOdd ? undefined : leftMs;
  const warning = isOdd ? 'Amazon gave keys whose time to live is over, or is no time' : undefined;
  if (source.as === 'signature') {
    const value = { kind: 'aws_keys', accessKeyId, secretAccessKey, sessionToken } as const;
    return { value, lifetimeMs, subject, warning };
  }
  const token = bedrockApiKey(keys, source.region, lifetimeMs ?? longestKeyMs, nowMs);
  // Nobody knows how long a session lasts that does not say so; keys without one outlive what is made of them.
  const ofKeyMs = lifetimeMs ?? (sessionToken === undefined ? longestKeyMs : undefined);
  return {
    value: { kind: 'token', token },
    lifetimeMs: ofKeyMs === undefined ? undefined : Math.min(ofKeyMs, longestKeyMs),
    subject,
    warning,
  };
}

/** @throws RenewalFailure once the time is up, saying where it was spent */
async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  trace: ProviderTrace,
): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(timedOut(trace));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function timedOut({ place }: ProviderTrace): RenewalFailure {
  const where = place === undefined ? '' : `, the last thing it did was to look at ${place}`;
  return new RenewalFailure('timeout', `Amazon's provider took too long${where}`);
}
