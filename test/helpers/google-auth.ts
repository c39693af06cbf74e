import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** Debian's: the packages of its Python are of no other. */
const python = '/usr/bin/python3';

const program = `
import json, sys
from google.auth.transport import _http_client
given = json.load(sys.stdin)
key, scopes = given['key'], given['scopes']
if key['type'] == 'service_account':
    from google.oauth2 import service_account
    credentials = service_account.Credentials.from_service_account_info(key, scopes=scopes)
else:
    from google.oauth2.credentials import Credentials
    credentials = Credentials(None, refresh_token=key['refresh_token'], token_uri=key['token_uri'],
                              client_id=key['client_id'], client_secret=key['client_secret'])
credentials.refresh(_http_client.Request())
print(credentials.token)
`;

/**
 * Has Google's own library for Python (python3-google-auth) get a token with a key, at the key's `token_uri` on loopback.
 * Where it is not installed the test is skipped and undefined comes back.
 */
export async function tokenByGoogleAuth(
  t: TestContext,
  key: Readonly<Record<string, unknown>>,
  scopes: readonly string[],
): Promise<string | undefined> {
  if ((await run('import google.auth', '')).code !== 0) {
    t.skip('python3-google-auth is not installed');
    return undefined;
  }
  const { code, output } = await run(program, JSON.stringify({ key, scopes }));
  if (code !== 0) throw new Error(`google-auth failed:\n${output}`);
  return output.trim();
}

async function run(
  text: string,
  input: string,
): Promise<{ readonly code: unknown; readonly output: string }> {
  const child = spawn(python, ['-c', text]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  child.stdin.on('error', () => {}); // it may have ended before it read all
  child.stdin.end(input);
  const [code] = await once(child, 'close').catch((error: unknown) => [error]);
  return { code, output };
}
