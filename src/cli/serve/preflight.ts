/** The facts that `serve` checks before it starts. */
export interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options that were given to node itself. */
  readonly execArgv: readonly string[];
  /** Without the leading `v`. */
  readonly nodeVersion: string;
  /** Undefined where the system has no such thing. */
  readonly userId: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Preflight {
  /** Why it must not start: each undoes a promise that the gateway makes. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
}

/** Last days of the release lines that ever had long-term support (the Node.js release schedule). */
const endOfLife: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const newestKnown = 26;

/** Judges the process that the gateway is to run in. */
export function preflight(facts: ProcessFacts): Preflight {
  const { env, execArgv, nodeVersion, userId, now } = facts;
  const nodeOptions = optionsIn(env['NODE_OPTIONS'] ?? '');
  const has = (options: readonly string[], name: string) =>
    options.some((option) => option === name || option.startsWith(`${name}=`));

  const refusals: string[] = [];
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    refusals.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of every backend; unset it, and give backends with a CA of their own `tls.ca`',
    );
  }
  if (has([...nodeOptions, ...execArgv.map(asNodeNames)], '--insecure-http-parser')) {
    refusals.push('--insecure-http-parser lets smuggled requests through; take it out of NODE_OPTIONS');
  }
  if (has([...nodeOptions, ...execArgv.map(asNodeNames)], '--tls-keylog')) {
    refusals.push(
      '--tls-keylog writes down the keys of every connection, with which all that clients and backends say can be read; take it out of NODE_OPTIONS',
    );
  }
  if (nodeOptions.some((option) => /^--inspect(-brk|-wait)?(=|$)/.test(option))) {
    refusals.push('--inspect in NODE_OPTIONS opens a port that controls this process; take it out');
  }

  const warnings: string[] = [];
  const major = Number.parseInt(nodeVersion, 10);
  const lastDay = endOfLife[major];
  if (lastDay === undefined ? major < newestKnown : now > Date.parse(`${lastDay}T23:59:59Z`)) {
    warnings.push(
      `Node.js ${nodeVersion} is out of support and gets no security fixes; use Node.js 24 or 26`,
    );
  }
  if (userId === 0) {
    warnings.push('running as root; use a user of its own, and CAP_NET_BIND_SERVICE for ports below 1024');
  }
  return { refusals, warnings };
}

/** The options in NODE_OPTIONS as Node.js takes them: quotes keep blanks together, a backslash in them what follows. */
function optionsIn(text: string): readonly string[] {
  const words = text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/gs) ?? [];
  const bare = (word: string) =>
    word.replace(/"((?:\\.|[^"\\])*)"?/gs, (_, inner: string) => inner.replace(/\\(.)/gs, '$1'));
  return words.map((word) => asNodeNames(bare(word)));
}

/** In the names of options `_` is the same as `-`. */
function asNodeNames(option: string): string {
  const [name = ''] = option.split('=', 1);
  return name.replaceAll('_', '-') + option.slice(name.length);
}
