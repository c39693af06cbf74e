import { type ProblemName, problemCatalog } from './problem-codes.ts';
import { type Problem, type Severity, sortProblems } from './problems.ts';
import { codeFrame } from './text/code-frame.ts';
import { type Scrub, scrubOf } from './text/redact-secrets.ts';
import { secretSpans } from './text/secret-spans.ts';
import { secretsInUnparsedText } from './text/secrets-in-unparsed-text.ts';
import { positionAt, type Source } from './text/source.ts';
import { keySpan, type Path, pathText, type Span, type Tree, valueSpan } from './text/tree.ts';

export interface Extra {
  readonly hint?: string | undefined;
  /** Overrides the catalogue with a milder severity. */
  readonly severity?: Severity;
}

interface Finding extends Extra {
  readonly name: ProblemName;
  readonly source: Source;
  readonly span: Span | undefined;
  readonly path: string;
  readonly message: string;
}

/** Gathers what is found on the way, so that one run tells everything. */
export class Report {
  readonly #findings: Finding[] = [];
  readonly #trees = new Map<Source, Tree>();
  readonly #partial = new Set<Source>();

  /**
   * Makes the file's secrets known, so that messages and frames can mask them. Of a tree that is not whole they are looked
   * for in the text, too.
   */
  parsed(tree: Tree, isWhole = true): void {
    this.#trees.set(tree.source, tree);
    if (!isWhole) this.#partial.add(tree.source);
  }

  /** At a stretch of text; without one, about the file as a whole. */
  inText(
    source: Source,
    span: Span | undefined,
    name: ProblemName,
    message: string,
    extra: Extra = {},
  ): void {
    this.#findings.push({ ...extra, name, source, span, path: '', message });
  }

  atValue(tree: Tree, path: Path, name: ProblemName, message: string, extra: Extra = {}): void {
    this.#findings.push({
      ...extra,
      name,
      source: tree.source,
      span: valueSpan(tree, path),
      path: pathText(path),
      message,
    });
  }

  atKey(tree: Tree, path: Path, name: ProblemName, message: string, extra: Extra = {}): void {
    this.#findings.push({
      ...extra,
      name,
      source: tree.source,
      span: keySpan(tree, path),
      path: pathText(path),
      message,
    });
  }

  /** Takes over what another one has, its errors with a severity of their own, and with a hint where they have none. */
  adopt(other: Report, severity: Severity, hint?: string): void {
    for (const finding of other.#findings) {
      const isError = severityOf(finding) === 'error';
      this.#findings.push(isError ? { ...finding, severity, hint: finding.hint ?? hint } : finding);
    }
    for (const tree of other.#trees.values()) this.parsed(tree, !other.#partial.has(tree.source));
  }

  /** True if there is already a finding about a place. */
  hasAt(tree: Tree, path: Path): boolean {
    const shown = pathText(path);
    return this.#findings.some((finding) => finding.path === shown && finding.source === tree.source);
  }

  /** The same of a place and of all that is in it. */
  hasWithin(tree: Tree, path: Path): boolean {
    const shown = pathText(path);
    return this.#findings.some(
      ({ path: found, source }) =>
        source === tree.source && found.startsWith(shown) && /^(?:[.[]|$)/.test(found.slice(shown.length)),
    );
  }

  hasErrors(): boolean {
    return this.#findings.some((finding) => severityOf(finding) === 'error');
  }

  /** All of them, in the order of the text, each once (an alias shows the same text at several paths). */
  problems(): readonly Problem[] {
    const once = new Map<string, Problem>();
    const secrets = new Map<Source, Secrets>();
    const secretsIn = (source: Source): Secrets => {
      const known = secrets.get(source) ?? this.#secretsOf(source);
      secrets.set(source, known);
      return known;
    };
    for (const finding of this.#findings) {
      const problem = problemOf(finding, secretsIn(finding.source));
      const identity = `${problem.file}\n${problem.line}:${problem.column}\n${problem.code}\n${problem.message}`;
      if (!once.has(identity)) once.set(identity, problem);
    }
    return sortProblems([...once.values()]);
  }

  #secretsOf(source: Source): Secrets {
    const tree = this.#trees.get(source);
    const unparsed = tree !== undefined && !this.#partial.has(source) ? [] : secretsInUnparsedText(source);
    const spans = apart([...(tree === undefined ? [] : secretSpans(tree)), ...unparsed]);
    return { spans, scrub: scrubOf(source, spans) };
  }
}

/** The parts of a file that may be secret, and messages without them. */
interface Secrets {
  readonly spans: readonly Span[];
  readonly scrub: Scrub;
}

/** In the order of the text, those that touch each other as one. */
function apart(spans: readonly Span[]): readonly Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function severityOf(finding: Finding): Severity {
  return finding.severity ?? problemCatalog[finding.name].severity;
}

function problemOf(finding: Finding, { spans, scrub }: Secrets): Problem {
  const { source, span, message, path, hint } = finding;
  const start = positionAt(source, span?.start ?? 0);
  const end = positionAt(source, span?.end ?? 0);
  const problem: Problem = {
    code: problemCatalog[finding.name].code,
    severity: severityOf(finding),
    file: source.shown,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    path: scrub(path),
    message: scrub(message),
    ...(hint === undefined ? {} : { hint: scrub(hint) }),
  };
  if (span === undefined || source.text === '') return problem;
  // Made for those that are shown: there may be thousands, and a line may be as long as the file.
  return Object.defineProperty(problem, 'frame', { get: () => codeFrame(source, span, spans) });
}
