import type { ExplainQuestion } from '../../check/explain/question.ts';
import type { ProofOutcome } from '../../check/prove/prove.ts';
import type { TestOutcome } from '../../check/routing-tests.ts';
import { problemCatalog } from '../../config/problem-codes.ts';
import type { Problem } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import type { SourcePosition } from '../../config/types/source-position.ts';
import type { TestBody } from '../../config/types/tests.ts';
import { shellWord } from '../../lib/shell-word.ts';

/** A finding of `check`: a problem of the file, a failed one of its `tests:`, or a broken assertion. */
export interface Finding extends Problem {
  /** For a failed test and a broken assertion: how the request is routed, several lines; empty where there is none. */
  readonly why?: string;
}

/** The finding about a test that failed. `file` is the configuration as it was named. */
export function failedTest(outcome: TestOutcome, file: string): Finding {
  const { test, name, at, expected, actual, why } = outcome;
  const shown = why.trimEnd();
  return {
    code: problemCatalog.test_failed.code,
    severity: 'error',
    ...placeOf(at),
    path: `tests[${test.index}]`,
    message: `${JSON.stringify(name)} expects ${expected}, but the outcome is ${actual}`,
    hint:
      'request' in test
        ? `correct the routing or the expectation; to ask again: ${explainLine({ ...test.request, body: test.body, down: test.down }, file)}`
        : 'tool' in test
          ? 'correct the `tools` or the expectation'
          : 'correct the price or the expectation',
    frame: shown.replace(/^(?=.)/gm, '    '),
    why: shown,
  };
}

const codes = {
  never: problemCatalog.never_broken.code,
  survives: problemCatalog.survives_broken.code,
} as const;

/** The finding about an assertion that is not proved, or not of every body; undefined for one that is. */
export function unproved(outcome: ProofOutcome, file: string): Finding | undefined {
  const { kind, assertion, name, at, verdict, message, onlyTold, counterexample, why } = outcome;
  if (verdict === 'proved' && onlyTold === '') return undefined;
  const place = { ...placeOf(at), path: `${kind}[${assertion.index}]` };
  if (verdict === 'proved') {
    const { code, severity } = problemCatalog.survives_when_told;
    return {
      code,
      severity,
      ...place,
      message: `${JSON.stringify(name)} holds for bodies that can be told in the dialects of its translated deployments; for others ${onlyTold}`,
      hint: 'see what becomes of a body of yours: a test with `body` and `down`, or `gateway explain --body FILE --down BACKEND`',
    };
  }
  if (verdict === 'empty') {
    return {
      code: problemCatalog.proves_nothing.code,
      severity: 'warning',
      ...place,
      message: `${JSON.stringify(name)} proves nothing: ${message}`,
      hint: 'correct the pattern, or take the assertion out',
    };
  }
  const shown = why.trimEnd();
  const asking = counterexample && `; to see it: ${explainLine(counterexample, file)}`;
  return {
    code: codes[kind],
    severity: 'error',
    ...place,
    message: `${JSON.stringify(name)} does not hold: ${message}`,
    hint: `correct the routing, the keys, the guards or the assertion${asking ?? ''}`,
    ...(shown !== '' && { frame: shown.replace(/^(?=.)/gm, '    ') }),
    why: shown,
  };
}

type Place = Pick<Finding, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

function placeOf({ file, line, column }: SourcePosition): Place {
  return { file: file === '-' ? '<stdin>' : shownPath(file), line, column, endLine: line, endColumn: column };
}

/** A question, of which a body may tell the rest. */
type Asked = ExplainQuestion & { readonly body?: TestBody | undefined };

/** The `explain` that asks a question. */
function explainLine(
  { endpoint, model, models, tags, key, claims, asActive, down, body, socket }: Asked,
  file: string,
): string {
  const words = ['gateway', 'explain', '--config', file, '--endpoint', endpoint];
  // With `models` alone the first of them takes the place of `model`.
  const [first, ...rest] = model === undefined ? models : [model, ...models];
  if (first !== undefined) words.push('--model', first);
  if (rest.length > 0) words.push('--models', rest.join(','));
  if (body !== undefined) words.push('--body', body.kind === 'file' ? shownPath(body.file) : '-');
  if (tags.length > 0) words.push('--tags', tags.join(','));
  if (key !== undefined) words.push('--key', key);
  if (claims !== undefined) words.push('--claims', JSON.stringify(claims));
  if (asActive === true) words.push('--as-active');
  if (socket !== undefined) words.push('--socket');
  if (socket?.origin !== undefined) words.push('--origin', socket.origin);
  if (down.length > 0) words.push('--down', ...down);
  const line = words.map(shellWord).join(' ');
  return body?.kind === 'json' ? `echo ${shellWord(body.text)} | ${line}` : line;
}
