import type { TestOutcome } from '../../check/routing-tests.ts';
import { problemCatalog } from '../../config/problem-codes.ts';
import type { Problem } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import type { RoutingTest } from '../../config/types.ts';
import { shellWord } from '../../lib/shell-word.ts';

/** What `check` reports: a problem of the file, or one of its `tests:` that failed. */
export interface Finding extends Problem {
  /** For a failed test: how its request is routed, several lines. */
  readonly why?: string;
}

/** The finding about a test that failed. `file` is the configuration as it was named. */
export function failedTest(outcome: TestOutcome, file: string): Finding {
  const { test, name, at, expected, actual, why } = outcome;
  const shown = why.trimEnd();
  return {
    code: problemCatalog.test_failed.code,
    severity: 'error',
    file: at.file === '-' ? '<stdin>' : shownPath(at.file),
    line: at.line,
    column: at.column,
    endLine: at.line,
    endColumn: at.column,
    path: `tests[${test.index}]`,
    message: `${JSON.stringify(name)} expects ${expected}, but the outcome is ${actual}`,
    hint: `correct the routing or the expectation; to ask again: ${explainLine(test, file)}`,
    frame: shown.replace(/^(?=.)/gm, '    '),
    why: shown,
  };
}

/** The `explain` that asks what the test asks. */
function explainLine({ request, body, down }: RoutingTest, file: string): string {
  const { endpoint, model, models, tags, key } = request;
  const words = ['gateway', 'explain', '--config', file, '--endpoint', endpoint];
  // With `models` alone the first of them takes the place of `model`.
  const [first, ...rest] = model === undefined ? models : [model, ...models];
  if (first !== undefined) words.push('--model', first);
  if (rest.length > 0) words.push('--models', rest.join(','));
  if (body !== undefined) words.push('--body', shownPath(body));
  if (tags.length > 0) words.push('--tags', tags.join(','));
  if (key !== undefined) words.push('--key', key);
  if (down.length > 0) words.push('--down', ...down);
  return words.map(shellWord).join(' ');
}
