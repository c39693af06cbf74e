import type { FileReport } from './check-report.ts';
import type { Finding } from './finding.ts';

/**
 * The form of test reports that CI systems read, as JUnit's XML report writes it: a suite for each file, with a case
 * for the file itself and one for each routing test and assertion.
 */
export function junitReport(reports: readonly FileReport[]): string {
  const suites = reports.map(suite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suite({ shown, findings, outcomes, proofs, isValid, failed }: FileReport): string {
  const problems = findings.filter(({ why }) => why === undefined);
  const fails = !isValid && problems.some(({ severity }) => severity !== 'note');
  const broken = proofs.filter(({ verdict }) => verdict === 'broken');
  const name = escaped(shown);
  const lines = [
    `  <testsuite name="${name}" tests="${outcomes.length + proofs.length + 1}" failures="${failed + broken.length + (fails ? 1 : 0)}">`,
    ...testCase(name, 'the file is valid', problems, fails),
  ];
  for (const { name: title, at, passed, expected, actual, why } of outcomes) {
    const failure: Failure = { message: `expects ${expected}, but the outcome is ${actual}`, detail: why };
    lines.push(...opened(name, `${title} (line ${at.line})`, passed ? undefined : failure));
  }
  for (const { kind, name: title, at, verdict, message, why } of proofs) {
    const failure = verdict === 'broken' ? { message: `does not hold: ${message}`, detail: why } : undefined;
    lines.push(...opened(name, `${kind}: ${title} (line ${at.line})`, failure));
  }
  return `${lines.join('\n')}\n  </testsuite>\n`;
}

interface Failure {
  readonly message: string;
  readonly detail: string;
}

function testCase(
  suite: string,
  title: string,
  problems: readonly Finding[],
  fails: boolean,
): readonly string[] {
  const said = problems.map(
    ({ file, line, column, code, severity, path, message }) =>
      `${file}:${line}:${column}  ${severity} ${code}  ${path === '' ? message : `${path}: ${message}`}`,
  );
  // The first of the worst: notes come from what is absent where this runs, and made nothing fail.
  const worst = ['error', 'warning'].map((wanted) =>
    problems.findIndex(({ severity }) => severity === wanted),
  );
  const message = said[worst.find((index) => index >= 0) ?? 0] ?? '';
  return opened(suite, title, fails ? { message, detail: said.join('\n') } : undefined);
}

function opened(suite: string, title: string, failure: Failure | undefined): readonly string[] {
  const head = `    <testcase classname="${suite}" name="${escaped(title)}"`;
  if (failure === undefined) return [`${head}/>`];
  const { message, detail } = failure;
  return [
    `${head}>`,
    `      <failure message="${escaped(message)}">${escaped(detail)}</failure>`,
    '    </testcase>',
  ];
}

/** For attributes and text alike. XML 1.0 has no way to write most control characters at all. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
