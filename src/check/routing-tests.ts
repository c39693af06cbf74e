import { fileFault, readRegular, shownPath } from '../config/text/files.ts';
import type { Config } from '../config/types/gateway.ts';
import type { SourcePosition } from '../config/types/source-position.ts';
import type { PriceTest, RoutingTest, TestBody, ToolTest } from '../config/types/tests.ts';
import { catalog, GatewayError } from '../errors.ts';
import { explainer } from './explain/explain.ts';
import type { ExplainedDeployment, Explanation } from './explain/explanation.ts';
import { type ExplainQuestion, questionProblems } from './explain/question.ts';
import { type RequestTranslation, requestTranslation } from './explain/request-translation.ts';
import { explanationText } from './explain/text/explain-text.ts';
import { askedWithBody } from './explain/turn-question.ts';

/** The outcome of one entry of `tests:`. */
export interface TestOutcome {
  readonly test: RoutingTest | PriceTest | ToolTest;
  readonly name: string;
  readonly at: SourcePosition;
  readonly passed: boolean;
  /** The expected and the actual outcome; as `deployment openai` or `status 503, code 503`. */
  readonly expected: string;
  readonly actual: string;
  /** For a failed test the explanation of its request, several lines; otherwise empty. */
  readonly why: string;
  /** The question and its answer; undefined for a test that could not be run. */
  readonly explanation: Explanation | undefined;
}

/** Runs routing tests, by default those of the configuration, through the routing that serves requests. */
export function runRoutingTests(
  config: Config,
  wallNow: () => number = Date.now,
  tests: readonly RoutingTest[] = config.tests,
): readonly TestOutcome[] {
  if (tests.length === 0) return [];
  const explain = explainer(config, wallNow);
  return tests.map((test) => {
    const { name, at } = test;
    const wanted = Object.entries(expectations(test)).map(([field, value]) => said(field, value));
    const expected = wanted.join(', ');
    const unfit = (why: string): TestOutcome => {
      const actual = 'the test can not be run';
      return { test, name, at, passed: false, expected, actual, why, explanation: undefined };
    };
    const asked = askedBy(test, config);
    if (typeof asked === 'string') return unfit(asked);
    const { question, requestTranslation } = asked;
    const problems = questionProblems(config, question);
    if (problems.length > 0) return unfit(problems.join('\n'));
    const explanation = guarded(explain(question, requestTranslation), test, config);
    const actual = results(explanation);
    const passed = meets(test, explanation);
    const why = passed ? '' : explanationText(explanation);
    return { test, name, at, passed, expected, actual: actualFor(test, actual), why, explanation };
  });
}

/** The outcome of a served request, changed by its guards. */
function guarded(
  explanation: Explanation,
  { guards: answers }: RoutingTest,
  { guards }: Config,
): Explanation {
  if (explanation.outcome.status !== 200) return explanation;
  const looking = (explanation.guards ?? []).filter(({ looksAt }) => looksAt.includes('requests'));
  const saying = (answer: 'refuse' | 'fail') =>
    looking.map(({ name }) => guards.get(name)!).filter(({ name }) => answers[name] === answer);
  const refusing = saying('refuse').find(({ onHit }) => onHit === 'refuse');
  const failing = saying('fail').find(({ onFailure }) => onFailure === 'refuse');
  const code = refusing !== undefined ? 'guard_refused' : failing && 'guard_unavailable';
  if (code === undefined) return explanation;
  const { status, meaning } = catalog[code];
  const { name } = (refusing ?? failing)!;
  return { ...explanation, outcome: { status, code, message: `the guard ${name}: ${meaning}` } };
}

/** The most that `listen.max_body` allows. */
const maxBodyBytes = 256 * 1024 * 1024;

interface Asked {
  readonly question: ExplainQuestion;
  /** The translation of its body. */
  readonly requestTranslation: RequestTranslation | undefined;
}

/** The question of a test; a sentence if its body can't be read or would be refused. */
function askedBy({ request, body: written, down }: RoutingTest, config: Config): Asked | string {
  if (written === undefined) return { question: { ...request, down }, requestTranslation: undefined };
  const shown = written.kind === 'file' ? `the body file ${shownPath(written.file)}` : 'the body';
  const bytes = bytesOf(written);
  if (typeof bytes === 'string') return `${shown} ${bytes}`;
  try {
    const { body, socket, bytes: sent } = askedWithBody(bytes, request.endpoint, config, request.socket);
    const question = {
      ...body,
      endpoint: request.endpoint,
      model: request.model ?? body.model,
      models: request.models.length > 0 ? request.models : body.models,
      tags: request.tags.length > 0 ? request.tags : (body.tags ?? []),
      key: request.key,
      claims: request.claims,
      down,
      socket,
    };
    return { question, requestTranslation: requestTranslation(sent, request.endpoint) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return `${shown} would be answered with ${error.spec.status}: ${error.message}`;
  }
}

/** The bytes of a body, or the fault of its file. */
function bytesOf(body: TestBody): Buffer | string {
  if (body.kind === 'json') return Buffer.from(body.text);
  const content = readRegular(body.file, maxBodyBytes);
  return content.kind === 'content' ? content.bytes : fileFault(content.kind, maxBodyBytes);
}

type Field = keyof RoutingTest['expect'];
type Values = Partial<Record<Field, string | number | readonly string[]>>;

function expectations({ expect }: RoutingTest): Values {
  return Object.fromEntries(Object.entries(expect).filter(([, value]) => value !== undefined));
}

/** Everything that a test could expect, with the actual values. */
function results(explanation: Explanation): Values {
  const { outcome } = explanation;
  const tried = explanation.models
    .flatMap(({ deployments }) => deployments)
    .filter(({ place }) => place !== null)
    .map(({ deployment }) => deployment);
  const common = { order: tried, eligible: eligibleOf(explanation), status: outcome.status };
  if (!('deployment' in outcome)) {
    const { code, param } = outcome;
    return { ...common, code, ...(param !== undefined && { param }) };
  }
  const { deployment } = outcome;
  const slash = deployment.lastIndexOf('/');
  // A stored object belongs to no model.
  const model = slash >= 0 && { model: deployment.slice(0, slash) };
  const first = explanation.models.flatMap(({ deployments }) => deployments).find(({ place }) => place === 1);
  const { via = 'native', dropped = [], changed = [] } = first ?? {};
  return { ...common, deployment, ...model, via, dropped, changed };
}

/** Up or down: the deployments that nothing but an outage excludes. */
function eligibleOf({ models }: Explanation): readonly string[] {
  const isEligible = ({ reasons }: ExplainedDeployment) => reasons.every(({ kind }) => kind === 'down');
  return models
    .flatMap(({ deployments }) => deployments)
    .filter(isEligible)
    .map(({ deployment }) => deployment);
}

function meets({ expect }: RoutingTest, explanation: Explanation): boolean {
  const actual = results(explanation);
  const { order, eligible } = actual as { order: readonly string[]; eligible: readonly string[] };
  const haveSame = (field: 'dropped' | 'changed') =>
    expect[field] === undefined || isSameSet(expect[field], (actual[field] ?? []) as readonly string[]);
  return (
    (expect.deployment === undefined ||
      (typeof actual.deployment === 'string' && isNamed(actual.deployment, expect.deployment))) &&
    (expect.order === undefined || areNamed(order, expect.order)) &&
    (expect.eligible === undefined || areNamedInAnyOrder(eligible, expect.eligible)) &&
    (expect.model === undefined || expect.model === actual.model) &&
    (expect.status === undefined || expect.status === actual.status) &&
    (expect.code === undefined || expect.code === actual.code) &&
    (expect.via === undefined || expect.via === actual.via) &&
    (expect.param === undefined || expect.param === actual.param) &&
    haveSame('dropped') &&
    haveSame('changed')
  );
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** A deployment's names are `MODEL/NAME`, and its own name, which holds no slash. */
function isNamed(deployment: string, name: string): boolean {
  return deployment === name || deployment.slice(deployment.lastIndexOf('/') + 1) === name;
}

function areNamed(deployments: readonly string[], names: readonly string[]): boolean {
  return (
    deployments.length === names.length &&
    deployments.every((deployment, index) => isNamed(deployment, names[index] ?? ''))
  );
}

/** Each name matches at least one, and each one is named. */
function areNamedInAnyOrder(deployments: readonly string[], names: readonly string[]): boolean {
  return (
    names.every((name) => deployments.some((deployment) => isNamed(deployment, name))) &&
    deployments.every((deployment) => names.some((name) => isNamed(deployment, name)))
  );
}

/** The actual values of the things that the test is about. */
function actualFor({ expect }: RoutingTest, actual: Values): string {
  const fields = (['order', 'eligible'] as const).filter((field) => expect[field] !== undefined);
  const translated = (['via', 'dropped', 'changed', 'param'] as const).filter(
    (field) => expect[field] !== undefined && actual[field] !== undefined,
  );
  const wantsMore = expect.deployment ?? expect.model ?? expect.status ?? expect.code;
  const parts = [...fields, ...translated].map((field) => said(field, actual[field] ?? []));
  if (wantsMore !== undefined || parts.length === 0) {
    if (actual.deployment === undefined)
      parts.push(said('status', actual.status ?? 0), said('code', actual.code ?? ''));
    else parts.push(said('deployment', actual.deployment));
  }
  return parts.join(', ');
}

function said(field: string, value: string | number | readonly string[]): string {
  return `${field} ${typeof value === 'object' ? `[${value.join(', ')}]` : value}`;
}
