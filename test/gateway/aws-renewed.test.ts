import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startGateway as startEmbedded } from '../../src/embedded/embedded-gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { startAmazonServer } from '../credentials/aws/amazon-server.ts';
import type { AwsKeys } from '../credentials/aws/held-keys.ts';
import { Amazon } from '../credentials/sources/aws/amazon.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { isFull } from '../helpers/full.ts';
import { begin, configText, type LogLine, loadText, readReply } from '../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';

const lifetimeS = 4;
const lives = isFull ? 3 : 1;

/** All that may be given: each source has its own count of them. */
const known: readonly AwsKeys[] = Array.from({ length: 100 }, (_, index) => ({
  kind: 'aws_keys',
  accessKeyId: `ASIAEXAMPLEKEY${String(index + 1).padStart(6, '0')}`,
  secretAccessKey: `canary-secret-${index + 1}`,
  sessionToken: `canary-session-${index + 1}`,
}));

test(`keys of every place are renewed life after life, and no request is refused for them or waits`, async (t) => {
  const url = await startAmazonServer(t, known);
  const [container, instance, web, role] = Array.from({ length: 4 }, () => {
    const amazon = new Amazon();
    amazon.lifetimeS = lifetimeS;
    return amazon;
  }) as [Amazon, Amazon, Amazon, Amazon];
  const containers = await startBackend(t, container.container);
  const instances = await startBackend(t, instance.instance);
  const sts = await startBackend(t, (seen, response, request) =>
    (seen.body.includes('WebIdentity') ? web : role).sts(seen, response, request),
  );
  const folder = scratchFolder(t);
  const count = join(folder, 'count');
  writeFileSync(count, '');
  const program = shellProgram(
    t,
    `echo x >> ${count}; n=$(wc -l < ${count}); end=$(date -u -d "+${lifetimeS} seconds" +%Y-%m-%dT%H:%M:%S.%3NZ)
printf '{"Version":1,"AccessKeyId":"ASIAEXAMPLEKEY%06d","SecretAccessKey":"canary-secret-%d",' $n $n
printf '"SessionToken":"canary-session-%d","Expiration":"%s"}' $n $end`,
  );
  const configFile = join(folder, 'aws-config');
  writeFileSync(configFile, `[profile llm]\ncredential_process = ${program}\n`);
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'canary-web-token');
  Object.assign(process.env, {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: containers.url,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod-token',
    AWS_EC2_METADATA_SERVICE_ENDPOINT: instances.url,
    AWS_ENDPOINT_URL_STS: sts.url,
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/web',
  });
  /** When a session was first seen in a key that was made of it. */
  const sessions = new Map<string, number>();
  const keyed = await startBackend(t, (seen, response, request) => {
    const [, key = ''] = /^Bearer bedrock-api-key-(.+)$/.exec(seen.headers.authorization ?? '') ?? [];
    const query = new URL(`https://${Buffer.from(key, 'base64').toString()}`).searchParams;
    const session = query.get('X-Amz-Security-Token') ?? '';
    if (!sessions.has(session)) sessions.set(session, performance.now());
    const isGood =
      /^canary-session-\d+$/.test(session) && performance.now() - sessions.get(session)! < lifetimeS * 1000;
    return json(completion(isGood ? 'hi' : 'no'), isGood ? 200 : 403)(seen, response, request);
  });
  const sources = [
    'from: [container]',
    'from: [imds]',
    'from: [web_identity]',
    `from: [profile], profile: llm, config_file: ${configFile}`,
    'access_key: AKIAEXAMPLEKEY000001, secret_key: canary-secret-of-the-file, role: { arn: "arn:aws:iam::123456789012:role/llm" }',
    'from: [container], as: api_key',
  ];
  const urlOf = (source: string) => (source.includes('api_key') ? keyed.url : url);
  const names = sources.map((_, index) => `m${index}`);
  const serving = 'endpoints: { chat_completions: [] }';
  const text = configText({
    backends: `{ ${sources.map((source, index) => `b${index}: { url: "${urlOf(source)}", auth: { aws: { region: eu-central-1, ${source} } } }`).join(', ')} }`,
    models: `{ ${names.map((name, index) => `${name}: { deployments: [ { backend: b${index}, ${serving} } ] }`).join(', ')} }`,
  });
  const config = await loadText(`${text}\nstate: { dir: ${JSON.stringify(folder)} }\n`);
  const logs: LogLine[] = [];
  const log = openLog('trace', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const gateway = await startEmbedded(config, { log });
  t.after(() => gateway.stop());
  const { port } = gateway.address;
  const ca = readFileSync(gateway.caFile!, 'utf8');
  const given = () => [
    ...[container, instance, web, role].map((one) => one.given),
    readFileSync(count, 'utf8').length / 2,
  ];
  const fresh = given();
  const since = performance.now();
  let calls = 0;
  while (performance.now() - since < lives * lifetimeS * 1000 || given().some((one) => one <= lives)) {
    for (const model of names) {
      const body = { model, messages: [{ role: 'user', content: 'hello' }] };
      const reply = await readReply(await begin({ port, ca }, '/v1/chat/completions', { body }));
      assert.equal(reply.status, 200, `${model}: ${reply.text}\n${JSON.stringify(logs.slice(-3))}`);
      assert.equal(reply.headers['x-gateway-attempts'], '1');
      calls += 1;
    }
  }
  assert.ok(calls > 20);
  assert.ok(sessions.size > lives, `${sessions.size} keys were made`);
  assert.ok(
    given().every((one, index) => one > fresh[index]!),
    given().join(),
  );
  assert.doesNotMatch(JSON.stringify(logs), /canary|AWS4-HMAC|bedrock-api-key/);
});
