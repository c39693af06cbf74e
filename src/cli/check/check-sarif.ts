import { relative, resolve } from 'node:path';
import { problemCatalog } from '../../config/problem-codes.ts';
import { packageVersion } from '../../process/package-paths.ts';
import type { FileReport } from './check-report.ts';
import type { Finding } from './finding.ts';

const levels = { error: 'error', warning: 'warning', note: 'note' } as const;

/**
 * A log in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0), which code scanning of several forges
 * reads. Paths are relative to the working directory, as its `uriBaseId`.
 */
export function sarifReport(reports: readonly FileReport[]): string {
  const specs = Object.entries(problemCatalog);
  const rules = specs.map(([name, { code, severity, meaning }]) => ({
    id: code,
    name,
    shortDescription: { text: meaning },
    help: { text: `gateway check --explain ${code}` },
    defaultConfiguration: { level: levels[severity] },
  }));
  const indices = new Map(rules.map(({ id }, index) => [id as string, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gateway', version: packageVersion(), rules } },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(({ findings }) => findings.map((finding) => result(finding, indices))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function result(finding: Finding, indices: ReadonlyMap<string, number>): object {
  const { code, severity, file, line, column, endLine, endColumn, path, message, hint, why } = finding;
  const said = [path === '' ? message : `${path}: ${message}`, hint, why].filter(
    (part) => part !== undefined,
  );
  return {
    ruleId: code,
    ruleIndex: indices.get(code),
    level: levels[severity],
    message: { text: said.join('\n') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}

/** Relative references may not hold some characters that file names may. */
function uriOf(file: string): string {
  const below = file.startsWith('<') ? file.slice(1, -1) : relative('.', resolve(file));
  return below.split('/').map(encodeURIComponent).join('/');
}
