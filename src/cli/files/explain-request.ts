import { readFile } from 'node:fs/promises';
import { endpointsOf, isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, type EndpointName, endpoints } from '../../api/endpoints/index.ts';
import { explain } from '../../check/explain/explain.ts';
import type { Explanation } from '../../check/explain/explanation.ts';
import { type ExplainQuestion, questionProblems } from '../../check/explain/question.ts';
import { queryOf } from '../../check/explain/question-query.ts';
import { type RequestTranslation, requestTranslation } from '../../check/explain/request-translation.ts';
import { explanationText } from '../../check/explain/text/explain-text.ts';
import { keptText } from '../../check/explain/text/stored-objects-text.ts';
import { askedWithBody } from '../../check/explain/turn-question.ts';
import type { Config } from '../../config/types/gateway.ts';
import { claimsFault, leadOf } from '../../identity/key-for-claims.ts';
import { lacksForModels } from '../../identity/protected-resources.ts';
import type { Claims } from '../../lib/claims.ts';
import { parseObject } from '../../lib/json.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { requireFile } from '../config-file.ts';
import { type AdminOptions, adminAccess } from '../running/admin-access.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface ExplainOptions extends AdminOptions {
  /** Needed without `admin`; with it, the token is taken from there. */
  readonly config?: string;
  readonly model?: string;
  readonly models?: readonly string[];
  readonly endpoint: EndpointName;
  readonly tags?: readonly string[];
  readonly key?: string;
  /** Claims of a token, as JSON, or a file with them; needs `config`. */
  readonly claims?: string;
  readonly asActive?: true;
  readonly down?: readonly string[];
  /** It is asked on a WebSocket, and by a page of this site. */
  readonly socket?: true;
  readonly origin?: string;
  /** A name of an MCP server, in place of a request. */
  readonly tool?: string;
  /** A file with the body of a request, `-` for standard input; the other options go before what it says. */
  readonly body?: string;
  readonly format: 'text' | 'json';
}

/**
 * Prints where a request would go and why nowhere else. Throws where the options name a key, backend or deployment
 * that the file doesn't have; unknown models and tags are answered as a client's would be.
 */
export async function explainRequest(options: ExplainOptions, terminal: Terminal): Promise<ExitCode> {
  const { config: file, format, admin } = options;
  if (file === undefined && admin === undefined) {
    throw new Error('say what to ask: --config FILE, or --admin URL for a running gateway');
  }
  let config: Config | undefined;
  if (file !== undefined) {
    const loaded = await requireFile(file, { requireSecrets: false }, terminal);
    if (loaded.config === undefined) return loaded.exitCode;
    config = loaded.config;
  }
  if (options.tool !== undefined) {
    if (config === undefined)
      throw new Error('--tool needs --config FILE, which has the servers and the keys');
    const { explainTool } = await import('./explain-tool.ts');
    const claims = options.claims === undefined ? undefined : await claimsIn(options.claims);
    return explainTool(config, { ...options, tool: options.tool, claims }, terminal);
  }
  if (config !== undefined && format === 'text' && isKept(options.endpoint)) {
    return explainKept(config, options, terminal);
  }
  const { question, body } = await questionOf(options, config, terminal);
  const explanation =
    admin === undefined
      ? explained(config!, question, body && requestTranslation(body, question.endpoint))
      : await asked(options, withKeyOf(question, config), config, terminal);
  terminal.out(
    format === 'json' ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation),
  );
  return exitCodes.good;
}

/** Such requests name no model, and no tags: where they go stands in the file. */
function explainKept(config: Config, { endpoint, key }: ExplainOptions, terminal: Terminal): ExitCode {
  const told = key === undefined ? undefined : config.keys.get(key);
  if (key !== undefined && told === undefined) throw new Error(`no key is named "${key}"`);
  const isGranted = told?.endpoints === undefined || told.endpoints.includes(endpoint);
  terminal.out(`${keptText(config, endpoint)}\n`);
  if (!isGranted) terminal.out(`the key "${key}" may not use ${endpoint}: 403 endpoint_not_allowed\n`);
  return exitCodes.good;
}

/** A running gateway is asked for the key that the claims lead to by the file. */
function withKeyOf({ claims, ...question }: ExplainQuestion, config: Config | undefined): ExplainQuestion {
  if (claims === undefined) return question;
  if (config === undefined) throw new Error('--claims needs --config FILE, which has the rules');
  const fault = claimsFault(config.identity, claims);
  if (fault !== undefined) throw new Error(fault);
  const lead = leadOf(config.identity, claims, lacksForModels(config));
  if (lead.kind === 'refused') throw new Error(`the claims lead to no key: ${lead.why}`);
  return { ...question, key: lead.key };
}

function explained(
  config: Config,
  question: ExplainQuestion,
  said: RequestTranslation | undefined,
): Explanation {
  const problems = questionProblems(config, question);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return explain(config, question, said);
}

/** The answer of a running gateway, with its health and load at the moment. */
async function asked(
  options: AdminOptions,
  question: ExplainQuestion,
  config: Config | undefined,
  terminal: Terminal,
): Promise<Explanation> {
  const { askGateway } = await import('../running/ask-gateway.ts');
  const access = adminAccess(config?.admin, options, terminal)!; // it was named
  return await askGateway(access, `/api/explain?${queryOf(question)}`, isExplanation);
}

/** True for an endpoint of objects that backends keep: its requests name no model. */
function isKept(endpoint: EndpointName): boolean {
  return endpoints[endpoint as BuiltInName]?.answeredBy === 'backends';
}

/** Without the file a running gateway says whether it knows one. */
function requireEndpoint(endpoint: EndpointName, config: Config | undefined): void {
  if (config === undefined) return;
  const { names } = endpointsOf(config);
  if (names.includes(endpoint)) return;
  throw new Error(
    `--endpoint ${endpoint}${didYouMean(endpoint, names)}: Allowed choices are ${names.join(', ')}.`,
  );
}

/** The request in the options, completed from its body. */
async function questionOf(
  options: ExplainOptions,
  config: Config | undefined,
  terminal: Terminal,
): Promise<{ readonly question: ExplainQuestion; readonly body: Buffer | undefined }> {
  const { body: file, model, models, tags, key, asActive, down = [] } = options;
  if (key !== undefined && options.claims !== undefined)
    throw new Error('--claims lead to a key themselves: leave --key out');
  const { endpoint } = options;
  requireEndpoint(endpoint, config);
  const claims = options.claims === undefined ? undefined : await claimsIn(options.claims);
  if (options.origin !== undefined && options.socket !== true)
    throw new Error('--origin is of the page that opens a WebSocket: say --socket, too');
  const opened = options.socket && { origin: options.origin };
  const given = file === undefined ? undefined : await bytesOf(file, terminal);
  const asked = given && askedWithBody(given, endpoint, config, opened);
  const { body, socket, bytes } = asked ?? { socket: opened };
  const question = {
    ...body,
    endpoint,
    model:
      model ?? body?.model ?? (models === undefined ? config?.endpoints[endpoint]?.defaultModel : undefined),
    models: models ?? body?.models ?? [],
    tags: tags ?? body?.tags ?? [],
    key,
    ...(claims && { claims }),
    ...(asActive && { asActive }),
    ...(socket && { socket }),
    down,
  };
  // A running gateway knows its own declared endpoints.
  const isKnown = config !== undefined || Object.hasOwn(endpoints, endpoint);
  const needsModel = isKnown && isDeployed(endpointsOf(config ?? { declaredEndpoints: [] }).of(endpoint));
  if (isKnown && !needsModel && !isKept(endpoint) && (question.model ?? question.models[0]) !== undefined)
    throw new Error(`requests to ${endpoint} name no model: leave --model out`);
  if (needsModel && question.model === undefined && question.models.length === 0) {
    throw new Error('name the model of the request with --model, or give its --body');
  }
  return { question, body: bytes };
}

/** Claims as they stand on the command line, or in the file that is named there. */
async function claimsIn(given: string): Promise<Claims> {
  const isText = given.trimStart().startsWith('{');
  let text = given;
  try {
    if (!isText) text = await readFile(given, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`can't read the claims from ${given} (${code})`, { cause: error });
  }
  const claims = parseObject(text);
  if (claims === undefined) throw new Error(`the claims${isText ? '' : ` in ${given}`} are no JSON object`);
  return claims;
}

async function bytesOf(file: string, terminal: Terminal): Promise<Buffer> {
  if (file === '-') return Buffer.from(await terminal.readInput());
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`can't read the body from ${file} (${code})`, { cause: error });
  }
}

function isExplanation(answer: unknown): answer is Explanation {
  if (typeof answer !== 'object' || answer === null) return false;
  const { outcome, models } = answer as Partial<Record<keyof Explanation, unknown>>;
  return typeof outcome === 'object' && outcome !== null && Array.isArray(models);
}
