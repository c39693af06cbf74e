import assert from 'node:assert/strict';
import { chmodSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { AwsSource } from '../../../../src/config/types/credentials.ts';
import { AwsLibrary } from '../../../../src/credentials/sources/aws/library.ts';
import { RenewalFailure } from '../../../../src/credentials/sources/source.ts';
import { type Answer, json, startBackend } from '../../../helpers/backend.ts';
import { gate } from '../../../helpers/gate.ts';
import { freePort } from '../../../helpers/ports.ts';
import { stsError } from './amazon.ts';
import { fileIn, homeFolder, Renewing } from './renewing.ts';

const arn = 'arn:aws:iam::123456789012:role/llm';
const role = { arn, externalId: undefined, sessionName: 'gateway', durationMs: 900_000 };
const keys = { accessKey: 'AKIAEXAMPLEKEY000001', secretKey: 'canary-secret', sessionToken: undefined };

const html: Answer = (_seen, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>canary: sign in</html>');
};
const hang: Answer = () => {};
const redirect: Answer = (_seen, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:1/canary' }).end();
};

interface Bad {
  readonly what: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly source?: Partial<AwsSource>;
  /** The profile that is looked at. */
  readonly profile?: string;
  /** What its program prints or does, in the language of `sh`. */
  readonly program?: string;
  /** What answers as a container's endpoint, an instance's metadata or the token service. */
  readonly container?: Answer;
  readonly instance?: Answer;
  readonly sts?: Answer;
  /** Its time is up once it has got there. */
  readonly hangs?: true;
  readonly code: string;
  readonly isLasting?: boolean;
  readonly says: RegExp;
}

const ssoProfile =
  'sso_session = s\nsso_account_id = 123456789012\nsso_role_name = r\n' +
  '[sso-session s]\nsso_region = eu-central-1\nsso_start_url = https://canary.example/start';

const imdsOff = { AWS_EC2_METADATA_DISABLED: 'true' };

const bad: readonly Bad[] = [
  {
    what: 'nothing anywhere',
    env: imdsOff,
    code: 'no_keys',
    isLasting: true,
    says: /are found: set up one of these places \(environment: AWS_ACCESS_KEY_ID and .* not set; profile: "default" does not exist.*; web identity: AWS_WEB_IDENTITY_TOKEN_FILE .*; instance metadata: AWS_EC2_METADATA_DISABLED is set/,
  },
  {
    what: 'places of which none has keys',
    source: { from: ['env', 'web_identity', 'container'] },
    code: 'no_keys',
    isLasting: true,
    says: /environment: .*; web identity: .*; container's endpoint: neither AWS_CONTAINER_CREDENTIALS_FULL_URI nor /,
  },
  {
    what: 'a profile that names itself',
    env: imdsOff,
    profile: `role_arn = ${arn}\nsource_profile = llm`,
    code: 'profile_cycle',
    isLasting: true,
    says: /profile: "llm" leads back to itself by source_profile/,
  },
  {
    what: 'a profile that is not there',
    env: imdsOff,
    source: { profile: 'other' },
    profile: 'region = eu-central-1',
    code: 'no_keys',
    isLasting: true,
    says: /\(profile: "other" does not exist, or names no keys\)/,
  },
  {
    what: 'a profile with SSO in a file of its own',
    env: imdsOff,
    profile: ssoProfile,
    code: 'sso',
    isLasting: true,
    says: /profile: "llm" signs in by SSO, which .* AWS_CONFIG_FILE alone/,
  },
  {
    what: 'a program that fails',
    env: imdsOff,
    program: 'echo canary >&2; exit 3',
    code: 'program_failed',
    says: /profile: its credential_process failed: run it as the gateway's user/,
  },
  {
    what: 'a program that prints nothing',
    env: imdsOff,
    program: 'true',
    code: 'invalid_answer',
    says: /profile: what its credential_process printed are no keys/,
  },
  {
    what: 'a program that prints what is no JSON',
    env: imdsOff,
    program: 'echo canary',
    code: 'invalid_answer',
    says: /profile: what its credential_process printed are no keys/,
  },
  {
    what: 'a program that prints 2 MiB',
    env: imdsOff,
    program: 'head -c 2097152 /dev/zero',
    code: 'program_failed',
    says: /profile: its credential_process failed/,
  },
  {
    what: 'a program that prints keys of yesterday',
    env: imdsOff,
    program: `echo '{"Version":1,"AccessKeyId":"a","SecretAccessKey":"canary","Expiration":"2020-01-01T00:00:00Z"}'`,
    code: 'expired',
    says: /profile: its credential_process gave keys that have expired/,
  },
  {
    what: 'a program that hangs',
    env: imdsOff,
    program: 'touch "$0.runs"; exec sleep 5',
    hangs: true,
    code: 'timeout',
    says: /took too long, the last thing it did was to look at profile/,
  },
  {
    what: 'a container endpoint that answers HTML',
    container: html,
    code: 'invalid_answer',
    says: /container's endpoint: it answered with something else than keys/,
  },
  {
    what: 'a container endpoint that answers something else',
    container: json({ secret: 'canary' }),
    code: 'invalid_answer',
    says: /container's endpoint: it answered, but not with keys/,
  },
  {
    what: 'a container endpoint that refuses',
    container: json({ Code: 'canary', Message: 'canary' }, 403),
    code: 'refused',
    says: /container's endpoint: it answered with status 403/,
  },
  {
    what: 'a container endpoint that points elsewhere',
    container: redirect,
    code: 'refused',
    says: /container's endpoint: it answered with status 302/,
  },
  {
    what: 'a container endpoint that hangs',
    container: hang,
    hangs: true,
    code: 'timeout',
    says: /took too long, the last thing it did was to look at container/,
  },
  {
    what: 'a container endpoint somewhere in the network',
    env: { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://192.0.2.1/canary' },
    code: 'refused_address',
    isLasting: true,
    says: /container's endpoint: its address has to be https, on loopback, or/,
  },
  {
    what: "a container's token file that is not there",
    env: { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/not-there/token' },
    container: html,
    code: 'file_missing',
    says: /container's endpoint: \/not-there\/token cannot be read \(ENOENT\)/,
  },
  {
    what: 'metadata that answer HTML',
    instance: html,
    code: 'invalid_answer',
    says: /instance metadata: it answered with something else than keys/,
  },
  {
    what: 'metadata that do not answer, as with a hop limit of 1',
    instance: hang,
    code: 'no_keys',
    says: /instance metadata: no answer with keys; in a container a hop limit of 1 keeps it away: allow 2/,
  },
  {
    what: 'metadata alone that do not answer',
    source: { from: ['imds'] },
    instance: hang,
    code: 'timeout',
    says: /instance metadata: no answer with keys; in a container a hop limit of 1 keeps it away: allow 2/,
  },
  {
    what: 'metadata alone of a machine without a role',
    source: { from: ['imds'] },
    instance: json({}, 404),
    code: 'refused',
    says: /instance metadata: it answered with an error/,
  },
  {
    what: 'a web identity whose token is not there',
    env: { AWS_WEB_IDENTITY_TOKEN_FILE: '/not-there/token', AWS_ROLE_ARN: arn, ...imdsOff },
    code: 'file_missing',
    says: /web identity: \/not-there\/token cannot be read \(ENOENT\)/,
  },
  {
    what: 'a role that may not be assumed',
    source: { keys, role },
    sts: stsError('AccessDenied', 403),
    code: 'AccessDenied',
    isLasting: true,
    says: /the role arn:aws:iam::123456789012:role\/llm is not assumed: Amazon refused \(AccessDenied, status 403\): allow sts:AssumeRole/,
  },
  {
    what: 'keys that Amazon does not know',
    source: { keys, role },
    sts: stsError('InvalidClientTokenId', 403),
    code: 'InvalidClientTokenId',
    isLasting: true,
    says: /is not assumed: Amazon refused \(InvalidClientTokenId, status 403\)/,
  },
  {
    what: 'a token service in trouble',
    source: { keys, role },
    sts: stsError('ServiceUnavailable', 503),
    code: 'ServiceUnavailable',
    says: /is not assumed: Amazon refused \(ServiceUnavailable, status 503\)/,
  },
  {
    what: 'a token service that answers HTML',
    source: { keys, role },
    sts: html,
    code: 'invalid_answer',
    says: /is not assumed: it answered/,
  },
  {
    what: 'a token service that points elsewhere',
    source: { keys, role },
    sts: redirect,
    code: 'refused',
    says: /is not assumed: /,
  },
  {
    what: 'a token service that hangs',
    source: { keys, role },
    sts: hang,
    hangs: true,
    code: 'timeout',
    says: /took too long/,
  },
];

/** @param reached Told of each request. */
async function surroundings(t: TestContext, one: Bad, reached: () => void): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  const serve = async (answer: Answer) => {
    const { url } = await startBackend(t, (seen, response, request) => {
      reached();
      return answer(seen, response, request);
    });
    return url;
  };
  if (one.container !== undefined) {
    env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] = await serve(one.container);
  }
  if (one.instance !== undefined) {
    env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] = await serve(one.instance);
  }
  if (one.sts !== undefined) env['AWS_ENDPOINT_URL_STS'] = await serve(one.sts);
  return { ...env, ...one.env };
}

/**
 * The file with the profile that is looked at.
 *
 * @param runs Told when its program says so.
 */
function profileOf(t: TestContext, { profile, program }: Bad, runs: () => void): Partial<AwsSource> {
  if (profile === undefined && program === undefined) return {};
  const home = homeFolder(t);
  let text = profile;
  if (program !== undefined) {
    const path = fileIn(home, 'mint', `#!/bin/sh\n${program}\n`);
    chmodSync(path, 0o700);
    const watcher = watch(home, (_, name) => name === 'mint.runs' && runs());
    t.after(() => watcher.close());
    text = `credential_process = ${path}`;
  }
  return { profile: 'llm', configFile: fileIn(home, 'aws-config', `[profile llm]\n${text}\n`) };
}

// They wait for their processes most of the time.
describe('what is wrong is told in words of ours', { concurrency: 4 }, () => {
  for (const one of bad) {
    test(one.what, async (t) => {
      const { opened, open } = gate();
      const renewing = new Renewing(t, await surroundings(t, one, open));
      const source = { ...profileOf(t, one, open), ...one.source };
      const { code, message, isLasting } = await renewing.fail(source, one.hangs && opened);
      assert.match(message, one.says);
      assert.deepEqual([code, isLasting], [one.code, one.isLasting ?? false]);
      assert.doesNotMatch(message, /canary|\n/);
      assert.equal(renewing.errors, '');
    });
  }
});

test('a profile with SSO and nobody signed in says how to', async (t) => {
  const configFile = fileIn(homeFolder(t), 'aws-config', `[profile llm]\n${ssoProfile}\n`);
  const renewing = new Renewing(t, { AWS_CONFIG_FILE: configFile, AWS_PROFILE: 'llm', ...imdsOff });
  const { code, message } = await renewing.fail();
  assert.equal(code, 'sso');
  assert.match(message, /profile: it signs in by SSO, .*: run aws sso login as the gateway's user/);
});

test('where nobody listens that is told', async (t) => {
  const port = await freePort();
  const renewing = new Renewing(t, { AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}` });
  const { code, message } = await renewing.fail({ keys, role });
  assert.equal(code, 'unreachable');
  assert.match(message, /is not assumed: nobody listens there \(ECONNREFUSED\)/);
});

test("where Amazon's provider is not installed it says how to get it", (t) => {
  assert.throws(
    () => new AwsLibrary(join(homeFolder(t), 'gateway.js')),
    (error) =>
      error instanceof RenewalFailure &&
      error.code === 'library_missing' &&
      error.isLasting &&
      error.message ===
        'auth.aws needs @aws-sdk/credential-provider-node, which is not installed: npm i @aws-sdk/credential-provider-node@3.972.98',
  );
});
