import { resolve } from 'node:path';
import { lockFileOf } from '../../check/capability-lock/capability-lock.ts';
import { isServed } from '../../check/clients/client-check.ts';
import { testCoverage } from '../../check/coverage.ts';
import { runPriceTests } from '../../check/price-tests.ts';
import { prove } from '../../check/prove/prove.ts';
import { runRoutingTests, type TestOutcome } from '../../check/routing-tests.ts';
import { runToolTests } from '../../check/tools/tool-tests.ts';
import { loadTests } from '../../config/load-tests.ts';
import { type ProblemSpec, problemCatalog } from '../../config/problem-codes.ts';
import { type Problem, sortProblems } from '../../config/problems.ts';
import { parseDuration } from '../../config/resolve/units.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { type LoadedFile, loadFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import type { ClientOptions } from './check-clients.ts';
import { counts, type FileReport, githubReport, jsonReport, textReport } from './check-report.ts';
import { failedTest, unproved } from './finding.ts';
import type { CheckRun } from './watched.ts';

export type CheckFormat = 'text' | 'json' | 'github' | 'sarif' | 'junit';

export interface CheckOptions extends ClientOptions {
  readonly format?: CheckFormat;
  /** Warnings fail. */
  readonly strict?: boolean;
  readonly requireSecrets?: boolean;
  /** Programs of the file are run for their secrets. */
  readonly runPrograms?: boolean;
  /** Codes of warnings and notes that are not told. */
  readonly ignore?: readonly string[];
  /** Files with further routing tests, for every configuration that is checked. */
  readonly tests?: readonly string[];
  /** Also say what the tests leave out. */
  readonly coverage?: boolean;
  /** Check again whenever a file changes, until a signal comes. */
  readonly watch?: boolean;
  /** Print the configuration with its defaults instead of a report. */
  readonly print?: boolean;
  /** Print the page on a finding, by its code. */
  readonly explain?: string;
  /** Maximum age of the proof in `capabilities.lock` for everything that deployments declare: `30d`, `12h`. */
  readonly requireProof?: string;
  /** Also list backends, stages and the URL of each backend and endpoint. */
  readonly verbose?: boolean;
}

/** Checks files, runs their `tests:`, proves what they assert, and reports on `out`. Throws where there is no file to check. */
export async function check(
  files: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.explain !== undefined) {
    const { explainFinding } = await import('./explain-finding.ts');
    return explainFinding(options.explain, terminal);
  }
  if (files.length === 0) throw new Error('no file to check; name one, or - for standard input');
  if (files.filter((file) => file === '-').length > 1)
    throw new Error('standard input (-) can be read only once');
  for (const code of options.ignore ?? []) checkIgnored(code);
  checkClientOptions(options);
  if (options.requireProof !== undefined) {
    ageOf(options.requireProof);
    if (files.includes('-')) {
      throw new Error('--require-proof: capabilities.lock lies beside the file, so name one in place of -');
    }
  }
  if (options.watch) {
    if (files.includes('-')) throw new Error('standard input (-) can not be watched; name a file');
    const { watched } = await import('./watched.ts');
    return watched((terminal) => checkOnce(files, options, terminal), terminal);
  }
  return (await checkOnce(files, options, terminal)).exitCode;
}

async function checkOnce(
  files: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<CheckRun> {
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await checkFile(file, options, terminal));
  const report = await written(reports, options, terminal);
  if (options.print) {
    const { effectiveText } = await import('./effective-text.ts');
    for (const { config, trees } of reports) if (config !== undefined) terminal.out(effectiveText(trees));
    terminal.err(report);
  } else terminal.out(report);
  const isValid = reports.every(({ isValid, clients = [] }) => isValid && clients.every(isServed));
  const exitCode = reports.some((report) => report.isUnreadable)
    ? exitCodes.couldNotRun
    : isValid
      ? exitCodes.good
      : exitCodes.notValid;
  return { exitCode, sources: reports.flatMap(({ sources }) => sources) };
}

async function checkFile(file: string, options: CheckOptions, terminal: Terminal): Promise<FileReport> {
  const requireSecrets = options.requireSecrets ?? false;
  const loaded = await loadFile(
    file,
    { requireSecrets, runsPrograms: options.runPrograms ?? false },
    terminal,
  );
  const { shown, config, isUnreadable, trees } = loaded;
  const ownFiles = (options.tests ?? []).map((path) => ({
    path,
    ...(config === undefined
      ? { tests: [], priceTests: [], toolTests: [], problems: [] }
      : loadTests(path, config, terminal.env)),
  }));
  const tests = [...(config?.tests ?? []), ...ownFiles.flatMap((own) => own.tests)];
  const priceTests = [...(config?.priceTests ?? []), ...ownFiles.flatMap((own) => own.priceTests)];
  const toolTests = [...(config?.toolTests ?? []), ...ownFiles.flatMap((own) => own.toolTests)];
  const outcomes =
    config === undefined
      ? []
      : [
          ...runRoutingTests(config, Date.now, tests),
          ...runPriceTests(config, priceTests),
          ...runToolTests(config, Date.now(), toolTests),
        ];
  const failed = outcomes.filter(({ passed }) => !passed).map((outcome) => failedTest(outcome, file));
  const proofs = config === undefined ? [] : prove(config);
  const broken = proofs.flatMap((outcome) => unproved(outcome, file) ?? []);
  const problems = sortProblems([
    ...loaded.problems,
    ...ownFiles.flatMap((own) => own.problems),
    ...(await lackingProof(file, loaded, options)),
  ]);
  const ignored = new Set(options.ignore);
  const findings = [
    ...[...problems, ...broken].filter(({ code, severity }) => severity === 'error' || !ignored.has(code)),
    ...failed,
  ];
  const { errors, warnings } = counts(findings);
  const clients = await clientsOf(options, config);
  return {
    shown,
    config,
    findings,
    outcomes,
    failed: failed.length,
    proofs,
    isValid: config !== undefined && errors === 0 && !(options.strict && warnings > 0),
    clients,
    isUnreadable,
    stages: await stagesOf(options, config),
    coverage: options.coverage && config ? testCoverage(config, outcomes) : undefined,
    trees,
    sources: [
      ...loaded.sources,
      ...(options.tests ?? []),
      ...bodies(outcomes),
      ...(options.requireProof === undefined ? [] : [lockFileOf(resolve(file))]),
    ],
  };
}

/** Refuses options that only people see beside output for programs. */
function checkClientOptions({ client, key, model, format }: CheckOptions): void {
  if (client === undefined) {
    if (key !== undefined || model !== undefined)
      throw new Error('--key and --model narrow --client; name one');
  } else if (format === 'sarif' || format === 'junit') {
    throw new Error(`--client reports as text, github or json, not as ${format}`);
  }
}

async function clientsOf(
  options: CheckOptions,
  config: FileReport['config'],
): Promise<FileReport['clients']> {
  if (options.client === undefined || config === undefined) return undefined;
  const { clientReports } = await import('./check-clients.ts');
  return clientReports(config, options);
}

/** The unproven capabilities of deployments, if the options ask for them. */
async function lackingProof(
  file: string,
  { config, trees }: LoadedFile,
  { requireProof }: CheckOptions,
): Promise<readonly Problem[]> {
  if (requireProof === undefined || config === undefined) return [];
  const { proofProblems } = await import('../../check/capability-lock/require-proof.ts');
  const maxAgeMs = ageOf(requireProof);
  return proofProblems(config, trees, { maxAgeMs, shownAge: requireProof, file, now: Date.now() });
}

/** A duration as the file has them, such as `30d`, in milliseconds. @throws Error for anything else */
function ageOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms === 0) {
    throw new Error(`--require-proof ${text}: give how old a proof may be, such as 30d or 12h`);
  }
  return ms;
}

/** The stages are known to the composition root, which brings the whole gateway along. */
async function stagesOf({ verbose }: CheckOptions, config: FileReport['config']): Promise<readonly string[]> {
  return verbose && config ? (await import('../../embedded/embedded-gateway.ts')).stagesOf(config) : [];
}

/** The files that tests read. */
function bodies(outcomes: readonly TestOutcome[]): readonly string[] {
  return outcomes.flatMap(({ test }) => {
    if ('answer' in test) return test.answer?.file ?? [];
    return 'body' in test && test.body?.kind === 'file' ? test.body.file : [];
  });
}

/** Only what does not make a file invalid can be passed over. */
function checkIgnored(code: string): void {
  const specs: readonly ProblemSpec[] = Object.values(problemCatalog);
  const spec = specs.find((known) => known.code === code);
  if (spec === undefined) {
    const codes: readonly string[] = specs.map((known) => known.code);
    throw new Error(`--ignore ${code}: there is no such finding${didYouMean(code, codes)}`);
  }
  if (spec.severity === 'error' && spec.isMild !== true)
    throw new Error(`--ignore ${code}: this is an error, and errors can not be ignored`);
}

async function written(
  reports: readonly FileReport[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<string> {
  switch (options.format ?? (terminal.env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'text')) {
    case 'json':
      return jsonReport(reports, options);
    case 'github':
      return githubReport(reports, options, terminal.env['GITHUB_WORKSPACE']);
    case 'sarif':
      return (await import('./check-sarif.ts')).sarifReport(reports);
    case 'junit':
      return (await import('./check-junit.ts')).junitReport(reports);
    case 'text':
      return textReport(reports, options, terminal.colorOut);
  }
}
