import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AwsSource } from '../../../../src/config/types/credentials.ts';
import type { Renewed } from '../../../../src/credentials/sources/source.ts';
import { startBackend } from '../../../helpers/backend.ts';
import { Amazon } from './amazon.ts';
import { fileIn, homeFolder, Renewing } from './renewing.ts';

const role = {
  arn: 'arn:aws:iam::123456789012:role/llm',
  externalId: 'ext-1',
  sessionName: 'gateway',
  durationMs: 900_000,
};

/** Expects the keys that were given at the `count`th time, with what is left of so many seconds. */
function assertGiven({ value, lifetimeMs, warning }: Renewed, count: number, lifetimeS: number): void {
  assert.deepEqual(value, {
    kind: 'aws_keys',
    accessKeyId: `ASIAEXAMPLEKEY${String(count).padStart(6, '0')}`,
    secretAccessKey: `canary-secret-${count}`,
    sessionToken: `canary-session-${count}`,
  });
  assert.ok(lifetimeMs! <= lifetimeS * 1000 && lifetimeMs! > (lifetimeS - 10) * 1000, `${lifetimeMs}`);
  assert.equal(warning, undefined);
}

/** Three lives of a source, each of another length. */
async function livesThrice(renewing: Renewing, amazon: Amazon, source: Partial<AwsSource>): Promise<Renewed> {
  let last: Renewed | undefined;
  for (const lifetimeS of [900, 3600, 60]) {
    amazon.lifetimeS = lifetimeS;
    last = await renewing.renew(source);
    assertGiven(last, amazon.given, lifetimeS);
  }
  assert.equal(amazon.given, 3);
  assert.equal(renewing.errors, '');
  return last!;
}

/** Nothing of the machine that the test runs on. */
const nowhere = { AWS_EC2_METADATA_DISABLED: 'true' };

for (const from of [undefined, ['container']] as const) {
  test(`a container's endpoint gives keys to whoever has its token (from: ${from ?? 'the usual places'})`, async (t) => {
    const amazon = new Amazon();
    const server = await startBackend(t, amazon.container);
    const tokenFile = fileIn(homeFolder(t), 'token', 'pod-token');
    const renewing = new Renewing(t, {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    });
    const { subject } = await livesThrice(renewing, amazon, { from });
    assert.equal(subject, 'access key ...0003');
    assert.equal(server.seen[0]!.url, '/v1/credentials');
  });

  test(`an instance's metadata gives keys (from: ${from ?? 'the usual places'})`, async (t) => {
    const amazon = new Amazon();
    const server = await startBackend(t, amazon.instance);
    const renewing = new Renewing(t, { AWS_EC2_METADATA_SERVICE_ENDPOINT: server.url });
    await livesThrice(renewing, amazon, { from: from && ['web_identity', 'imds'] });
  });

  test(`a web identity assumes its role (from: ${from ?? 'the usual places'})`, async (t) => {
    const amazon = new Amazon();
    const server = await startBackend(t, amazon.sts);
    const home = homeFolder(t);
    const tokenFile = fileIn(home, 'token', 'web-token-1');
    const renewing = new Renewing(t, {
      AWS_ENDPOINT_URL_STS: server.url,
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ROLE_ARN: role.arn,
      AWS_ROLE_SESSION_NAME: 'pod',
      ...nowhere,
    });
    const source = { from: from && (['web_identity'] as const) };
    const { subject } = await livesThrice(renewing, amazon, source);
    assert.equal(subject, role.arn);
    const form = () => Object.fromEntries(new URLSearchParams(server.seen.at(-1)!.body.toString()));
    assert.deepEqual(
      [form()['Action'], form()['RoleArn'], form()['RoleSessionName'], form()['WebIdentityToken']],
      ['AssumeRoleWithWebIdentity', role.arn, 'pod', 'web-token-1'],
    );
    fileIn(home, 'token', 'web-token-2');
    await renewing.renew(source);
    assert.equal(form()['WebIdentityToken'], 'web-token-2');
  });

  test(`a profile's program gives keys (from: ${from ?? 'the usual places'})`, async (t) => {
    const home = homeFolder(t);
    const program = fileIn(home, 'mint', '');
    chmodSync(program, 0o700);
    const configFile = fileIn(home, 'aws-config', `[profile llm]\ncredential_process = ${program}\n`);
    const renewing = new Renewing(t, nowhere);
    const source = { profile: 'llm', configFile, from: from && (['env', 'profile'] as const) };
    const amazon = new Amazon();
    for (const lifetimeS of [900, 3600, 60]) {
      amazon.lifetimeS = lifetimeS;
      const { Token, ...keys } = amazon.next();
      const printed = JSON.stringify({ Version: 1, ...keys, SessionToken: Token });
      fileIn(home, 'mint', `#!/bin/sh\necho '${printed}'\n`);
      assertGiven(await renewing.renew(source), amazon.given, lifetimeS);
    }
  });

  test(`the environment has keys (from: ${from ?? 'the usual places'})`, async (t) => {
    const renewing = new Renewing(t, {
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEKEY000001',
      AWS_SECRET_ACCESS_KEY: 'canary-secret',
      AWS_ACCOUNT_ID: '123456789012',
    });
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(await renewing.renew({ from: from && ['env'] }), {
        value: { kind: 'aws_keys', accessKeyId: 'AKIAEXAMPLEKEY000001', secretAccessKey: 'canary-secret' },
        subject: 'access key ...0001 of account 123456789012',
      });
    }
    assert.equal(renewing.errors, '');
  });
}

test('a file of keys is read again at each renewal, and says nothing of how long they live', async (t) => {
  const home = homeFolder(t);
  const renewing = new Renewing(t, nowhere);
  for (const count of [1, 2, 3]) {
    const credentialsFile = fileIn(
      home,
      'aws-credentials',
      `[default]\naws_access_key_id = AKIAEXAMPLEKEY00000${count}\naws_secret_access_key = canary-secret-${count}\n`,
    );
    const { value, lifetimeMs, subject } = await renewing.renew({ credentialsFile });
    assert.deepEqual(value, {
      kind: 'aws_keys',
      accessKeyId: `AKIAEXAMPLEKEY00000${count}`,
      secretAccessKey: `canary-secret-${count}`,
    });
    assert.equal(lifetimeMs, undefined);
    assert.equal(subject, `access key ...000${count}`);
  }
});

test('a profile may assume a role with another one, in its own region', async (t) => {
  const amazon = new Amazon();
  const server = await startBackend(t, amazon.sts);
  const configFile = fileIn(
    homeFolder(t),
    'aws-config',
    `[profile base]\naws_access_key_id = AKIAEXAMPLEKEY000001\naws_secret_access_key = canary-secret\n` +
      `[profile llm]\nrole_arn = ${role.arn}\nsource_profile = base\nrole_session_name = mine\nregion = eu-west-1\n`,
  );
  const renewing = new Renewing(t, { AWS_ENDPOINT_URL_STS: server.url, ...nowhere });
  await livesThrice(renewing, amazon, { profile: 'llm', configFile });
  const { headers, body } = server.seen[0]!;
  assert.match(headers.authorization!, /Credential=AKIAEXAMPLEKEY000001\/\d{8}\/eu-west-1\/sts\//);
  assert.equal(new URLSearchParams(body.toString()).get('RoleSessionName'), 'mine');
});

test('keys of the file assume the role that the file names, in the region of the source', async (t) => {
  const amazon = new Amazon();
  const server = await startBackend(t, amazon.sts);
  const renewing = new Renewing(t, { AWS_ENDPOINT_URL_STS: server.url });
  const keys = { accessKey: 'AKIAEXAMPLEKEY000001', secretKey: 'canary-secret', sessionToken: undefined };
  const { subject } = await livesThrice(renewing, amazon, { keys, role });
  assert.equal(subject, role.arn);
  const { headers, body } = server.seen[0]!;
  assert.match(headers.authorization!, /Credential=AKIAEXAMPLEKEY000001\/\d{8}\/eu-central-1\/sts\//);
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  assert.deepEqual(form, {
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: role.arn,
    RoleSessionName: 'gateway',
    ExternalId: 'ext-1',
    DurationSeconds: '900',
  });
});

test('what is found anywhere assumes the role, too', async (t) => {
  const amazon = new Amazon();
  const server = await startBackend(t, (seen, response, request) =>
    (seen.method === 'POST' ? amazon.sts : amazon.container)(seen, response, request),
  );
  const renewing = new Renewing(t, {
    AWS_ENDPOINT_URL_STS: server.url,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod-token',
  });
  assertGiven(await renewing.renew({ role }), 2, 3600);
  assert.match(server.seen[1]!.headers.authorization!, /Credential=ASIAEXAMPLEKEY000001\//);
  assert.equal(server.seen[1]!.headers['x-amz-security-token'], 'canary-session-1');
});

test('places are looked at in the order that is written, and no others', async (t) => {
  const amazon = new Amazon();
  const server = await startBackend(t, amazon.container);
  const renewing = new Renewing(t, {
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEKEY000001',
    AWS_SECRET_ACCESS_KEY: 'canary-secret',
    AWS_CONTAINER_CREDENTIALS_FULL_URI: server.url,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod-token',
  });
  const found = async (from: AwsSource['from']) => (await renewing.keys({ from })).accessKeyId;
  assert.equal(await found(undefined), 'AKIAEXAMPLEKEY000001');
  assert.equal(await found(['container', 'env']), 'ASIAEXAMPLEKEY000001');
  assert.equal(await found(['web_identity', 'env', 'container']), 'AKIAEXAMPLEKEY000001');
  assert.equal(server.seen.length, 1);
});

test('keys that stand in the file need nobody, and do not run out', async (t) => {
  const renewing = new Renewing(t, { HOME: join(homeFolder(t), 'not-there') });
  const keys = {
    accessKey: 'AKIAEXAMPLEKEY000001',
    secretKey: 'canary-secret',
    sessionToken: 'canary-session',
  };
  assert.deepEqual(await renewing.renew({ keys }), {
    value: {
      kind: 'aws_keys',
      accessKeyId: 'AKIAEXAMPLEKEY000001',
      secretAccessKey: 'canary-secret',
      sessionToken: 'canary-session',
    },
    subject: 'access key ...0001',
  });
});

for (const [what, expiration] of [
  ['has passed', '2020-01-01T00:00:00Z'],
  ['is none', 'next week'],
] as const) {
  test(`an end of life that ${what} is told, and the keys are tried`, async (t) => {
    const renewing = new Renewing(t, {
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEKEY000001',
      AWS_SECRET_ACCESS_KEY: 'canary-secret',
      AWS_CREDENTIAL_EXPIRATION: expiration,
    });
    const { value, lifetimeMs, warning } = await renewing.renew();
    assert.equal(value.kind, 'aws_keys');
    assert.equal(lifetimeMs, undefined);
    assert.match(warning!, /time to live is over, or is no time/);
  });
}
