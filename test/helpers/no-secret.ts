import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { RenewalFailure } from '../../src/credentials/sources/source.ts';

/** Holds that nothing that can be made of an error, by a log or a person, has one of the secrets in it. */
export function assertNoSecret(error: Error, secrets: readonly string[]): void {
  const shown = [
    error.message,
    error.stack ?? '',
    String(error),
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyDescriptors(error)),
    inspect(error, { depth: Infinity, showHidden: true, maxArrayLength: null, maxStringLength: null }),
  ].join('\n');
  for (const secret of secrets) {
    assert.ok(secret.length >= 4, 'too short to be looked for');
    for (const form of [secret, encodeURIComponent(secret), hex(secret), JSON.stringify(secret).slice(1, -1)])
      assert.ok(!shown.includes(form), `a secret is in: ${shown}`);
  }
}

/** As Node.js prints bytes. */
function hex(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replace(/..(?!$)/g, '$& ');
}

/** What a renewal fails with, which must be a failure for operators without a secret in it. */
export async function failureOf(
  renewal: Promise<unknown>,
  secrets: readonly string[],
): Promise<RenewalFailure> {
  const failure = await renewal.then(
    () => assert.fail('it was renewed'),
    (error: unknown) => error,
  );
  if (!(failure instanceof RenewalFailure)) throw failure;
  assert.match(failure.code, /^[a-z][a-z0-9_]*$/);
  assertNoSecret(failure, secrets);
  return failure;
}
