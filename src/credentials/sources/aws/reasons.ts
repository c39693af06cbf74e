/**
 * Why Amazon's provider found no keys at a place, in words of our own: its own texts quote what programs and servers
 * printed.
 */

export interface Reason {
  /** As of a RenewalFailure. */
  readonly code: string;
  readonly words: string;
  readonly isLasting: boolean;
  /** Somebody set the place up, and it does not work; otherwise there is just nothing. */
  readonly isSetUp: boolean;
}

function absent(words: string): Reason {
  return { code: 'no_keys', words, isLasting: true, isSetUp: false };
}

function broken(code: string, words: string, isLasting = false): Reason {
  return { code, words, isLasting, isSetUp: true };
}

const hopLimit =
  'in a container a hop limit of 1 keeps it away: allow 2 (aws ec2 modify-instance-metadata-options --http-put-response-hop-limit 2)';

/** The reason if the machine's metadata gave nothing, and the provider does not explain it. */
export const noInstanceMetadata: Reason = {
  code: 'unreachable',
  words: `no answer with keys; ${hopLimit}`,
  isLasting: false,
  isSetUp: false,
};

/** The form of a profile's name that may be repeated. */
const profile = '([\\w./@+-]{1,128})';

/** By what the provider says. Undefined where that is only that there is more to look at. */
const said: readonly (readonly [pattern: RegExp, reason: (group: string) => Reason | undefined])[] = [
  [/skipping fromEnv|Skipping SSO|from any providers|checking config file next/, () => undefined],
  [/find environment variable/, () => absent('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set')],
  [
    /Web identity configuration not specified/,
    () => absent('AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN are not set'),
  ],
  [
    /No HTTP credential provider host/,
    () =>
      absent('neither AWS_CONTAINER_CREDENTIALS_FULL_URI nor AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is set'),
  ],
  [/Metadata Service access disabled/, () => absent('AWS_EC2_METADATA_DISABLED is set')],
  [/Unable to connect to instance metadata/, () => noInstanceMetadata],
  [/TimeoutError from instance metadata/, () => ({ ...noInstanceMetadata, code: 'timeout' })],
  [/Error response received from instance metadata/, () => broken('refused', 'it answered with an error')],
  [
    new RegExp(`Detected a cycle attempting to resolve credentials for profile ${profile}\\. Profiles`),
    (name) =>
      broken('profile_cycle', `"${name}" leads back to itself by source_profile: fix the profiles`, true),
  ],
  [
    new RegExp(`using profile: \\[${profile}\\]|Profile ${profile} (?:could not be found|did not contain)`),
    (name) => ({ ...absent(`"${name}" does not exist, or names no keys`), isSetUp: name !== 'default' }),
  ],
  [
    /credential_process returned expired/,
    () => broken('expired', 'its credential_process gave keys that have expired'),
  ],
  [
    /credential_process (?:returned invalid|did not return)/,
    () => broken('invalid_answer', 'what its credential_process printed are no keys (JSON of Version 1)'),
  ],
  [
    /Command failed|maxBuffer/,
    () => broken('program_failed', "its credential_process failed: run it as the gateway's user to see why"),
  ],
  [
    new RegExp(`Profile ${profile} was not found`),
    (name) =>
      broken(
        'sso',
        `"${name}" signs in by SSO, which Amazon's provider looks up in ~/.aws/config or the file of AWS_CONFIG_FILE alone: have it stand there`,
        true,
      ),
  ],
  [
    /\bSSO\b|sso login/,
    () =>
      broken(
        'sso',
        "it signs in by SSO, and no session of it holds: run aws sso login as the gateway's user",
      ),
  ],
  [/multi-factor/, () => broken('mfa', 'it asks for a second factor, which nobody is there to give', true)],
  [
    /URL not accepted/,
    () =>
      broken(
        'refused_address',
        'its address has to be https, on loopback, or that of the container service',
        true,
      ),
  ],
  [
    /not of the required format|Invalid response (?:received|from)/,
    () => broken('invalid_answer', 'it answered, but not with keys'),
  ],
  [
    /Server responded with status: (\d{3})/,
    (status) => broken('refused', `it answered with status ${status}`),
  ],
];

/** Of the operating system. */
const ofSystem: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'it is out of reach',
  ENETUNREACH: 'it is out of reach',
  ETIMEDOUT: 'it did not answer in time',
};

/** The form of Amazon's error names. */
const errorName = /^[A-Za-z]{1,64}$/;

export function reasonOf(error: unknown): Reason | undefined {
  const { name, message, code, path, status } = factsOf(error);
  for (const [pattern, reason] of said) {
    const match = pattern.exec(message);
    if (match !== null) return reason(match.slice(1).find((group) => group !== undefined) ?? '');
  }
  const unreachable = ofSystem[code];
  if (unreachable !== undefined) return broken('unreachable', `${unreachable} (${code})`);
  if (path !== undefined) return broken('file_missing', `${path} cannot be read (${code})`);
  if (name === 'TimeoutError') return broken('timeout', 'it did not answer in time');
  // Amazon's services, which say what is wrong by a name.
  if (status !== undefined) return ofService(name, status);
  // The answer is neither JSON nor usable as a part of the next request.
  if (name === 'SyntaxError' || /^ERR_(?:UNESCAPED|INVALID)_CHAR/.test(code))
    return broken('invalid_answer', 'it answered with something else than keys');
  return broken('failed', `it failed (${name})`);
}

function ofService(name: string, status: number): Reason {
  if (name === 'Unknown' || name === 'UnknownError')
    return broken('refused', `it answered with status ${status}`);
  const words = `Amazon refused (${name}, status ${status})`;
  if (name === 'AccessDenied' || name === 'AccessDeniedException') {
    const mend = 'allow sts:AssumeRole on the role, and this identity in its trust policy';
    return broken(name, `${words}: ${mend}`, true);
  }
  return broken(name, words, status >= 400 && status < 500 && name !== 'ExpiredTokenException');
}

interface Facts {
  readonly name: string;
  readonly message: string;
  /** Of the operating system; empty for none. */
  readonly code: string;
  /** Of the file that could not be read. */
  readonly path: string | undefined;
  /** That a service of Amazon's answered with. */
  readonly status: number | undefined;
}

function factsOf(error: unknown): Facts {
  const {
    name,
    message,
    code,
    path,
    $metadata: metadata,
  } = error as Partial<Record<'name' | 'message' | 'code' | 'path', unknown>> & {
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return {
    name: typeof name === 'string' && errorName.test(name) ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
    path: typeof path === 'string' ? path : undefined,
    status: metadata?.httpStatusCode,
  };
}
