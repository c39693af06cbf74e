import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shownPath } from '../../config/text/files.ts';
import { hashSecret, newSecret } from '../../keys/key-secret.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { makeCertificates } from '../../lib/tls/dev-cert.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { starterFile, starterKeys, tokenFile } from './starter.ts';

/**
 * Writes a folder to start from: `gateway.yaml`, `keys.yaml` with a first key, the token of the dashboard, with `devCert` also a certificate.
 * The secret of the key is printed and kept nowhere. Throws, before anything is written, where one of the files is
 * there already.
 */
export async function init(
  dir: string,
  { devCert }: { readonly devCert: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const secret = newSecret();
  const files: NewFile[] = [
    { name: 'gateway.yaml', content: starterFile({ devCert }), mode: 0o644 },
    { name: 'keys.yaml', content: starterKeys(hashSecret(secret)), mode: 0o600 },
    { name: tokenFile, content: `${randomBytes(32).toString('base64url')}\n`, mode: 0o600 },
  ];
  if (devCert) {
    const { ca, cert, key } = await makeCertificates();
    files.push(
      { name: 'dev-ca.pem', content: ca, mode: 0o644 },
      { name: 'dev-cert.pem', content: cert, mode: 0o644 },
      { name: 'dev-key.pem', content: key, mode: 0o600 },
    );
  }
  const taken = files.map(({ name }) => join(dir, name)).filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new Error(
      `${taken.join(' and ')} ${taken.length === 1 ? 'exists' : 'exist'}; init overwrites nothing, choose another folder`,
    );
  await mkdir(dir, { recursive: true });
  // `wx`: what appears in the meantime is not overwritten either.
  for (const { name, content, mode } of files)
    await writeFile(join(dir, name), content, { flag: 'wx', mode });

  const file = shellWord(shownPath(join(dir, 'gateway.yaml')));
  terminal.out(
    [
      `wrote ${files.map(({ name }) => shownPath(join(dir, name))).join(', ')}`,
      '',
      'the secret of the key "first", shown this once:',
      `  export YOUR_KEY=${secret}`,
      ...(devCert ? trustLines(resolve(dir, 'dev-ca.pem')) : []),
      '',
      'next:',
      `  gateway check ${file}`,
      `  gateway serve --config ${file}`,
      '',
      `then the dashboard is at http://127.0.0.1:9901/dashboard; sign in with the token in ${shownPath(join(dir, tokenFile))}`,
      '',
    ].join('\n'),
  );
  return exitCodes.good;
}

interface NewFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/** The way to make each kind of client trust an authority. */
const trust = [
  [
    'NODE_EXTRA_CA_CERTS',
    'Node.js: the openai and Anthropic SDKs, Claude Code, opencode; set before the program starts',
  ],
  [
    'SSL_CERT_FILE',
    'OpenSSL, Go, Rust, Python httpx: Codex, the Python SDKs; in place of the public authorities',
  ],
  ['CODEX_CA_CERTIFICATE', 'Codex alone'],
  ['REQUESTS_CA_BUNDLE', 'Python requests; in place of the public authorities'],
  ['CURL_CA_BUNDLE', 'curl; or --cacert for one call'],
] as const;

function trustLines(caFile: string): readonly string[] {
  const lines = trust.flatMap(([variable, clients]) => [
    `  # ${clients}`,
    `  export ${variable}=${shellWord(caFile)}`,
  ]);
  return ['', 'clients on this machine trust the certificate when one of these is set:', ...lines];
}
