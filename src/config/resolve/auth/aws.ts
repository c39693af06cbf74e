import { awsLibrary, awsLibraryVersion } from '../../../lib/packages/aws-library.ts';
import { credentialHeaders } from '../../derived/credential-header-names.ts';
import type { AuthAws } from '../../schema/generated/file.generated.ts';
import type { AwsSource, CredentialConfig } from '../../types/credentials.ts';
import { duration, isAbsent, shown } from '../context.ts';
import { type AuthPlace, missingVariable, refuse, refuseIdle } from './place.ts';
import { checkProof } from './secret.ts';
import { tokenCredential } from './token.ts';
import { fileOfField } from './watched-file.ts';

/** `aws`: requests are signed, or carry a key that is made of Amazon's credentials. */
export function resolveAwsAuth(place: AuthPlace): CredentialConfig {
  const aws = place.auth.aws!;
  const keys = resolveKeys(place, aws);
  const source: AwsSource = {
    kind: 'aws',
    region: resolveRegion(place, aws.region),
    service: aws.service ?? (/^bedrock-mantle\b/i.test(place.hostname ?? '') ? 'bedrock-mantle' : 'bedrock'),
    as: aws.as,
    keys,
    profile: aws.profile,
    configFile: resolveFile(place, 'config_file', aws.config_file),
    credentialsFile: resolveFile(place, 'credentials_file', aws.credentials_file),
    role: resolveRole(place, aws.role),
    from: aws.from,
  };
  if (keys === undefined || source.role !== undefined) needLibrary(place);
  const signature = { kind: 'aws_signature', source } as const;
  if (source.as === 'signature') return signature;
  return tokenCredential(place, source, { withheld: credentialHeaders(signature) });
}

/** The form of a region, with its last part: `eu-central-1`, `us-gov-west-1`, `us-isob-east-1`. */
const regionForm = /^[a-z]{2,}(?:-[a-z0-9]+)+-\d{1,2}$/;

function resolveRegion(place: AuthPlace, written: string | undefined): string {
  const { context, path, env, hostname } = place;
  const ofHost = hostname === undefined ? undefined : regionOfHost(hostname);
  if (written !== undefined) {
    const at = [...path, 'aws', 'region'];
    if (!regionForm.test(written))
      refuse(place, ['aws', 'region'], 'wrong_value', 'must be a region, such as eu-central-1');
    else if (ofHost !== undefined && ofHost !== written && !isAbsent(context, at)) {
      const message = `the host of \`url\` takes signatures for ${ofHost} only, not for ${shown(context, at, written)}`;
      refuse(place, ['aws', 'region'], 'wrong_value', message, { hint: `write ${ofHost}` });
    }
    return written;
  }
  if (ofHost !== undefined) return ofHost;
  const variable = ['AWS_REGION', 'AWS_DEFAULT_REGION'].find((name) => env[name]);
  if (variable !== undefined) {
    const region = env[variable]!;
    if (!regionForm.test(region)) {
      refuse(place, ['aws'], 'wrong_value', `the variable ${variable} is no region, such as eu-central-1`);
    }
    return region;
  }
  // A URL from an unset variable has no host yet.
  if (hostname !== undefined) {
    const message = 'the region is missing: neither `region`, nor the host of `url`, nor AWS_REGION names it';
    missingVariable(place, 'aws', message, { hint: 'write `region` in `aws`, or set AWS_REGION' });
  }
  return 'unset';
}

/** The region in a host of Amazon's, `bedrock-runtime.eu-central-1.amazonaws.com` or `bedrock-mantle.us-east-1.api.aws`. */
function regionOfHost(hostname: string): string | undefined {
  if (!/\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\.?$/i.test(hostname)) return undefined;
  return hostname
    .toLowerCase()
    .split('.')
    .find((label) => regionForm.test(label) && !label.startsWith('vpce-'));
}

function resolveKeys(place: AuthPlace, aws: AuthAws): AwsSource['keys'] {
  const { access_key: accessKey, secret_key: secretKey, session_token: sessionToken } = aws;
  if (accessKey === undefined || secretKey === undefined) {
    if (aws.from !== undefined && !aws.from.includes('profile')) {
      const message = '`from` leaves the shared files out';
      for (const field of ['profile', 'config_file', 'credentials_file']) {
        refuseIdle(place, ['aws', field], message, 'take it out, or add profile to `from`');
      }
    }
    return undefined;
  }
  checkProof(place, ['aws', 'access_key'], accessKey);
  checkProof(place, ['aws', 'secret_key'], secretKey);
  if (sessionToken !== undefined) checkProof(place, ['aws', 'session_token'], sessionToken);
  else if (accessKey.startsWith('ASIA')) {
    const message = 'a key that begins with ASIA belongs to a session: it needs `session_token` beside it';
    refuse(place, ['aws', 'access_key'], 'bad_auth', message);
  }
  const message = 'the keys are in the file, so no other source is used';
  for (const field of ['profile', 'config_file', 'credentials_file', 'from']) {
    refuseIdle(place, ['aws', field], message, 'take it out, or take out the keys');
  }
  return { accessKey, secretKey, sessionToken };
}

function resolveFile(place: AuthPlace, field: string, named: string | undefined): string | undefined {
  return named === undefined ? undefined : fileOfField(place, ['aws', field], named).file;
}

function resolveRole(place: AuthPlace, role: AuthAws['role']): AwsSource['role'] {
  if (role === undefined) return undefined;
  if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(role.arn)) {
    const message = 'must be the ARN of a role, such as arn:aws:iam::111122223333:role/gateway';
    refuse(place, ['aws', 'role', 'arn'], 'wrong_value', message);
  }
  if (!/^[\w+=,.@-]{2,64}$/.test(role.session_name)) {
    const message = 'must be 2 to 64 letters, digits and _ + = , . @ -';
    refuse(place, ['aws', 'role', 'session_name'], 'wrong_value', message);
  }
  return {
    arn: role.arn,
    externalId: role.external_id,
    sessionName: role.session_name,
    durationMs: duration(place.context, [...place.path, 'aws', 'role', 'duration'], role.duration),
  };
}

function needLibrary({ context, path }: AuthPlace): void {
  if (context.isInstalled(awsLibrary)) return;
  const message = `auth.aws needs the optional package ${awsLibrary}, which is not installed`;
  context.report.atKey(context.tree, [...path, 'aws'], 'missing_package', message, {
    hint: `npm i ${awsLibrary}@${awsLibraryVersion}`,
    severity: context.requireSecrets ? 'error' : 'note',
  });
}
