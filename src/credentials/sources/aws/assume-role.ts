import type { AwsSource } from '../../../config/types/credentials.ts';
import { RenewalFailure } from '../source.ts';
import { type AwsIdentity, type AwsLibrary, boundedClient } from './library.ts';
import type { ProviderTrace } from './provider-trace.ts';
import { reasonOf } from './reasons.ts';

/** @throws RenewalFailure where Amazon does not give its keys */
export async function assumeRole(
  role: NonNullable<AwsSource['role']>,
  region: string,
  keys: AwsIdentity,
  library: AwsLibrary,
  trace: ProviderTrace,
): Promise<AwsIdentity> {
  const assume = library.roleAssumer({ ...boundedClient, region, credentialProviderLogger: trace.logger });
  try {
    return await assume(keys, {
      RoleArn: role.arn,
      RoleSessionName: role.sessionName,
      ExternalId: role.externalId,
      DurationSeconds: Math.round(role.durationMs / 1000),
    });
  } catch (error) {
    const { code, words, isLasting } = reasonOf(error) ?? {
      code: 'failed',
      words: 'it failed',
      isLasting: false,
    };
    throw new RenewalFailure(code, `the role ${role.arn} is not assumed: ${words}`, { isLasting });
  }
}
