/**
 * `npm run bench:identity`: what it costs a worker to find out who calls, by a key, by a token that it remembers and by one
 * that is new. Prints a line each, and exits with 1 where something costs more than it may.
 */
import { generateKeyPairSync, verify } from 'node:crypto';
import { exit, stdout } from 'node:process';
import { exportJWK, SignJWT } from 'jose';
import { HeldKeySets } from '../src/identity/held-key-sets.ts';
import { keySetId } from '../src/identity/key-set-sources.ts';
import { tokenIn } from '../src/identity/read-jwt.ts';
import { digestToken, TokenCheck } from '../src/identity/token-check.ts';
import { hashSecret, newSecret, presentedSecret } from '../src/keys/key-secret.ts';
import { keyring } from '../src/keys/keyring.ts';
import { publishedKeys } from '../src/lib/tokens/key-set.ts';
import { keyConfig } from '../test/routing/configs.ts';

const issuer = 'https://login.example.com';
const audience = 'https://llm.example.com';
const source = { kind: 'url', url: 'https://login.example.com/keys' } as const;
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sets = new HeldKeySets();
const keys = publishedKeys({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] })!;
sets.take([{ id: keySetId(source), keys, generation: 1, isAsking: false, problem: undefined }]);
const rules = [{ when: [{ claim: 'groups', values: ['staff'] }], key: 'people', each: undefined }];
const config = { name: 'login', issuer, audiences: [audience], keySet: source, clockSkewMs: 30_000, rules };
const check = new TokenCheck(
  { resource: undefined, issuers: new Map([['login', { ...config, algorithms: ['ES256'] as const }]]) },
  sets,
);

/** Of the size that logins give. */
function token(number: number): Promise<string> {
  const claims = { groups: ['a', 'b', 'staff'], email: 'somebody@example.com', name: 'Some Body', number };
  return new SignJWT({ ...claims, scope: 'openid profile email' })
    .setProtectedHeader({ alg: 'ES256', kid: 'a', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(`user-${number}`)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);
}

/** Microseconds of one round, the best of several runs: what the machine does beside is not what is measured. */
function best(rounds: number, one: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run += 1) {
    const began = performance.now();
    for (let round = 0; round < rounds; round += 1) one();
    least = Math.min(least, ((performance.now() - began) * 1000) / rounds);
  }
  return least;
}

let misses = 0;
function measured(what: string, us: number, mostUs: number): void {
  if (us > mostUs) misses += 1;
  stdout.write(`${us > mostUs ? 'MISS' : 'ok  '}  ${what}: ${us.toFixed(1)} us (at most ${mostUs})\n`);
}

const secret = newSecret();
const digits = hashSecret(secret).slice('sha256:'.length);
const ring = keyring(new Map([['people', keyConfig('people', { hashes: [digits] })]]));
const headers = (value: string) => ({
  authorization: `Bearer ${value}`,
  authorizationCount: 1,
  apiKey: undefined,
});
const ofKey = headers(secret);
const key = best(20_000, () => {
  const presented = presentedSecret(ofKey);
  if (presented.kind !== 'secret' || ring.find(presented.secret, Date.now()) === undefined)
    throw new Error('a key');
});
stdout.write(`      a key: ${key.toFixed(1)} us\n`);

const known = await token(0);
const verdict = await check.check(known, digestToken(known), Date.now());
if (verdict.kind !== 'known') throw new Error(JSON.stringify(verdict));
const ofToken = headers(known);
const remembered = best(20_000, () => {
  const found = tokenIn(ofToken.authorization)!;
  const leads = check.remembered(digestToken(found), Date.now());
  if (leads === undefined || ring.named(leads.key) === undefined) throw new Error('a token');
});
measured(`a remembered token of ${known.length} bytes, beyond a key`, remembered - key, 8);

const fresh = await Promise.all(Array.from({ length: 2000 }, (_, index) => token(index + 1)));
const spans: number[] = [];
for (const one of fresh.slice(0, 1000)) {
  const began = performance.now();
  const { kind } = await check.check(one, digestToken(one), Date.now());
  if (kind !== 'known') throw new Error(kind);
  spans.push((performance.now() - began) * 1000);
}
spans.sort((a, b) => a - b);
stdout.write(`      a new token until it is known: ${spans[500]!.toFixed(0)} us in the middle\n`);
/** Of all threads together, the best of several batches: what waits for a core is not counted. */
let cpuUs = Number.POSITIVE_INFINITY;
const batch = 50;
for (let from = 1000; from < fresh.length; from += batch) {
  const began = process.cpuUsage();
  const some = fresh.slice(from, from + batch);
  await Promise.all(some.map((one) => check.check(one, digestToken(one), Date.now())));
  const { user, system } = process.cpuUsage(began);
  cpuUs = Math.min(cpuUs, (user + system) / batch);
}
measured('a new token, processor time of all threads', cpuUs, 150);
const bytes = Buffer.from(fresh[0]!.slice(0, fresh[0]!.lastIndexOf('.')));
const signature = Buffer.from(fresh[0]!.slice(fresh[0]!.lastIndexOf('.') + 1), 'base64url');
const signed = best(200, () => {
  if (!verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature))
    throw new Error('signature');
});
stdout.write(`      of that the signature, in the thread pool: ${signed.toFixed(0)} us\n`);
exit(misses === 0 ? 0 : 1);
