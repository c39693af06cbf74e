import { relative, resolve } from 'node:path';
import { type ClientReport, isServed } from '../../check/clients/client-check.ts';
import { clientText } from '../../check/clients/client-text.ts';
import type { Coverage, TestCoverage } from '../../check/coverage.ts';
import { keptText } from '../../check/explain/text/stored-objects-text.ts';
import type { ProofOutcome } from '../../check/prove/prove.ts';
import type { TestOutcome } from '../../check/routing-tests.ts';
import { formatProblems } from '../../config/problems.ts';
import type { Tree } from '../../config/text/tree.ts';
import type { Config } from '../../config/types/gateway.ts';
import { counted, painter } from '../terminal.ts';
import { urlLines } from './check-urls.ts';
import type { Finding } from './finding.ts';

/** The findings of `check` on one file. */
export interface FileReport {
  readonly shown: string;
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
  /** The results of all routing tests, in the file and beside it. */
  readonly outcomes: readonly TestOutcome[];
  /** The number of failed tests; each is among the findings. */
  readonly failed: number;
  /** The results of `never` and `survives`; an assertion that is not proved is among the findings. */
  readonly proofs: readonly ProofOutcome[];
  readonly isValid: boolean;
  readonly isUnreadable: boolean;
  /** The stages of the pipeline, where they are asked for. */
  readonly stages: readonly string[];
  /** Present on request. */
  readonly coverage: TestCoverage | undefined;
  /** The experience of client programs; present on request. */
  readonly clients: readonly ClientReport[] | undefined;
  readonly trees: readonly Tree[];
  /** Absolute paths of all that the report depends on. */
  readonly sources: readonly string[];
}

export interface ReportOptions {
  readonly coverage?: boolean;
  readonly client?: readonly unknown[];
  readonly strict?: boolean;
  readonly verbose?: boolean;
}

/** For people: every finding with its place and a way out, then a line per file. */
export function textReport(reports: readonly FileReport[], options: ReportOptions, color: boolean): string {
  const blocks = reports.map((report) => {
    const lines = summary(report, options, color).join('\n');
    if (report.findings.length === 0) return `${lines}\n`;
    const findings = options.verbose ? report.findings : report.findings.map(shortNote);
    return `${formatProblems(findings, { color })}\n\n${lines}\n`;
  });
  return blocks.join(blocks.some((block) => block.includes('\n\n')) ? '\n' : '');
}

/** A note without frame and hint: what is not there in CI must not bury what is wrong. */
function shortNote(finding: Finding): Finding {
  if (finding.severity !== 'note') return finding;
  const { hint: _hint, ...note } = finding; // a copy has no frame
  return note;
}

/**
 * For programs: an array with one object per finding. Whether the files are valid is what the exit code says. With the
 * coverage, or with clients, an object that has all of it, for each file that could be loaded.
 */
export function jsonReport(
  reports: readonly FileReport[],
  { coverage: withCoverage = false, client }: ReportOptions = {},
): string {
  const findings = reports.flatMap((report) => report.findings);
  const coverage = reports.flatMap((report) =>
    report.coverage === undefined ? [] : { file: report.shown, ...report.coverage },
  );
  const clients = reports.flatMap(({ shown, clients = [] }) =>
    clients.map((report) => ({ file: shown, ...clientJson(report) })),
  );
  const answer =
    withCoverage || client !== undefined
      ? { findings, ...(withCoverage && { coverage }), ...(client !== undefined && { clients }) }
      : findings;
  return `${JSON.stringify(answer, null, 2)}\n`;
}

/**
 * Workflow commands that GitHub shows at the line of a pull request ("Workflow commands for GitHub Actions"), then
 * the line per file. `workspace` is the checkout, to which the paths of annotations are relative.
 */
export function githubReport(
  reports: readonly FileReport[],
  options: ReportOptions,
  workspace: string | undefined,
): string {
  const lines = reports.flatMap((report) => [
    ...report.findings.map((finding) => annotation(finding, workspace)),
    ...summary(report, options, false),
  ]);
  return `${lines.join('\n')}\n`;
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

function annotation(finding: Finding, workspace: string | undefined): string {
  const { severity, file, line, column, endLine, endColumn, code, path, message, hint, why } = finding;
  const place = {
    file: workspace === undefined ? file : relative(workspace, resolve(file)),
    line,
    col: column,
    endLine,
    endColumn,
    title: code,
  };
  const properties = Object.entries(place).map(
    ([name, value]) => `${name}=${escapedProperty(String(value))}`,
  );
  const said = [path === '' ? message : `${path}: ${message}`, hint, why].filter(
    (part) => part !== undefined,
  );
  return `::${commands[severity]} ${properties.join(',')}::${escapedData(said.join('\n'))}`;
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The number of findings of each severity; failed tests are errors. */
export function counts(findings: readonly Finding[]): { errors: number; warnings: number; notes: number } {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), notes: count('note') };
}

function summary(report: FileReport, options: ReportOptions, color: boolean): readonly string[] {
  const { shown, config, isValid, isUnreadable, stages } = report;
  if (isUnreadable) return [`${shown}: ${painter(color)('red', 'can not be read')}`];
  const verdict = isValid ? painter(color)('green', 'valid') : painter(color)('red', 'not valid');
  const parts = [
    `${shown}: ${verdict}`,
    ...(isValid && config ? contents(config, report) : faults(report, options)),
  ];
  const { warnings, notes } = counts(report.findings);
  if (isValid && warnings > 0) parts.push(counted(warnings, 'warning'));
  if (isValid && notes > 0) parts.push(counted(notes, 'note'));
  for (const client of report.clients ?? []) {
    if (!isServed(client)) parts.push(painter(color)('red', `${client.recording.client} would be refused`));
  }
  const lines = [parts.join(', ')];
  if (options.verbose && config !== undefined) {
    lines.push(`  backends: ${[...config.backends.keys()].join(', ')}`, `  stages: ${stages.join(', ')}`);
    for (const name of config.stateful?.endpoints ?? []) lines.push(`  ${keptText(config, name)}`);
    lines.push(...urlLines(config, report.trees).map((line) => `  ${line}`));
  }
  if (report.coverage !== undefined) lines.push(...coverageLines(report.coverage));
  for (const client of report.clients ?? []) lines.push(...clientText(client).trimEnd().split('\n'));
  return lines;
}

function coverageLines({ models, deployments, tags, endpoints }: TestCoverage): readonly string[] {
  const line = (what: string, { total, untouched }: Coverage, more = '') =>
    `  tests touch ${total - untouched.length} of ${counted(total, what)}${more}${untouched.length === 0 ? '' : `; not ${untouched.join(', ')}`}`;
  const lines = [line('model', models), line('deployment', deployments), line('tag', tags)];
  return endpoints.total === 0 ? lines : [...lines, line('endpoint', endpoints, ' without a model')];
}

function contents(config: Config, { outcomes, proofs }: FileReport): readonly string[] {
  const deployments = [...config.models.values()].flatMap((model) => model.deployments);
  const parts = [
    counted(config.models.size, 'model'),
    counted(deployments.length, 'deployment'),
    counted(config.keys.size, 'key'),
  ];
  if (outcomes.length > 0) parts.push(`${counted(outcomes.length, 'test')} passed`);
  const proved = countOf(proofs, 'proved');
  if (proved > 0) parts.push(`${counted(proved, 'assertion')} proved`);
  return parts;
}

function clientJson({ recording, cases, notes, leftOut }: ClientReport): object {
  const { client, version } = recording;
  return { client, version, cases, notes, left_out: leftOut };
}

function faults(
  { outcomes, findings, failed, proofs }: FileReport,
  { strict }: ReportOptions,
): readonly string[] {
  const { errors, warnings } = counts(findings);
  const parts: string[] = [];
  const broken = countOf(proofs, 'broken');
  const others = errors - failed - broken;
  if (others > 0) parts.push(counted(others, 'error'));
  if (warnings > 0) parts.push(`${counted(warnings, 'warning')}${strict ? ' (--strict)' : ''}`);
  if (failed > 0) parts.push(`${failed} of ${counted(outcomes.length, 'test')} failed`);
  if (broken > 0) parts.push(`${broken} of ${counted(proofs.length, 'assertion')} broken`);
  return parts;
}

function countOf(proofs: readonly ProofOutcome[], verdict: ProofOutcome['verdict']): number {
  return proofs.filter((proof) => proof.verdict === verdict).length;
}
