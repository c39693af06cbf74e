/**
 * `never:` and `survives:`. Names of keys are not looked up: keys come and go by command, and a file must not become
 * invalid by one that goes; the prover warns of an assertion that is about none.
 */
import type { EndpointSet } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { parseToolPattern } from '../derived/tool-patterns.ts';
import type { Never, Survives } from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { ModelConfig } from '../types/models.ts';
import type { NeverAssertion, SurvivesAssertion } from '../types/tests.ts';
import { type Context, placeOf, wrong } from './context.ts';
import { endpointNamed } from './endpoints/endpoint-names.ts';
import { resolveTags } from './keys.ts';
import { checkToolPattern } from './mcp/tool-patterns.ts';
import { checkReference, type Known } from './names.ts';
import { checkDeployment } from './tests.ts';

export interface AssertionReferences {
  readonly backends: Known;
  readonly models: Known;
  readonly guards: Known;
  readonly mcpServers: Known;
  /** Undefined where they could not be read. */
  readonly byId: ReadonlyMap<string, ModelConfig> | undefined;
  readonly capabilities: ReadonlySet<string>;
  readonly endpoints: EndpointSet;
}

export function resolveNever(
  context: Context,
  index: number,
  written: Never,
  references: AssertionReferences,
): NeverAssertion {
  const path = ['never', index];
  const { key, model, models, tags } = written.request;
  const endpoint = endpointNamed(
    context,
    [...path, 'request', 'endpoint'],
    written.request.endpoint,
    references.endpoints,
  );
  const { without_guard: withoutGuard } = written;
  const said = (['reaches', 'kept', 'without_guard'] as const).filter(
    (field) => written[field] !== undefined,
  );
  if (said.length !== 1) {
    const message =
      said.length > 1
        ? `has ${said.map((field) => `\`${field}\``).join(' and ')}`
        : 'needs `reaches`, `kept` or `without_guard`';
    wrong(context, path, 'wrong_value', message, {
      hint: 'write `reaches: { backend: ... }`, `kept: true` or `without_guard: NAME`',
    });
  }
  if (withoutGuard !== undefined)
    checkReference(
      context,
      [...path, 'without_guard'],
      withoutGuard,
      references.guards,
      'unknown_guard',
      'guard',
    );
  if (written.lenient === true && withoutGuard === undefined)
    wrong(context, [...path, 'lenient'], 'wrong_value', 'works only with `without_guard`');
  const { backend, deployment, tool } = written.reaches ?? {};
  if (tool !== undefined) checkTool(context, path, written, tool, references);
  checkNames(context, [...path, 'request'], written.request, references);
  // A pattern may come to match something later.
  if (backend !== undefined && !backend.includes('*')) {
    const at = [...path, 'reaches', 'backend'];
    checkReference(context, at, backend, references.backends, 'unknown_backend', 'backend');
  }
  if (deployment !== undefined && !deployment.includes('*')) {
    checkDeployment(context, [...path, 'reaches', 'deployment'], deployment, {
      models: references.byId,
      backends: references.backends,
    });
  }
  return {
    index,
    name: written.name,
    at: placeOf(context, path),
    request: { key, endpoint, model, models, tags },
    kept: written.kept === true,
    withoutGuard,
    lenient: written.lenient === true,
    reaches: { backend, deployment, tool },
  };
}

/** Tools are granted to keys: nothing else of a request bears on them. */
function checkTool(
  context: Context,
  path: Path,
  { request, reaches }: Never,
  tool: string,
  { mcpServers }: AssertionReferences,
): void {
  const at = [...path, 'reaches', 'tool'];
  if (reaches?.backend !== undefined || reaches?.deployment !== undefined)
    wrong(context, at, 'wrong_value', 'is not allowed beside `backend` or `deployment`', {
      hint: 'write an assertion of its own for it',
    });
  for (const field of ['endpoint', 'model', 'models', 'tags'] as const) {
    if (request[field] === undefined) continue;
    const message = 'has no effect on `reaches.tool`: only keys have tools';
    context.report.atKey(context.tree, [...path, 'request', field], 'wrong_value', message, {
      hint: 'take it out',
    });
  }
  checkToolPattern(context, at, tool);
  const server = parseToolPattern(tool)?.server;
  if (server !== undefined && !server.includes('*'))
    checkReference(context, at, server, mcpServers, 'unknown_mcp_server', 'server of `mcp`');
}

export function resolveSurvives(
  context: Context,
  index: number,
  written: Survives,
  references: AssertionReferences,
): SurvivesAssertion {
  const path = ['survives', index];
  const { key, model, models, tags } = written.request;
  const endpoint = endpointNamed(
    context,
    [...path, 'request', 'endpoint'],
    written.request.endpoint,
    references.endpoints,
  );
  checkNames(context, [...path, 'request'], written.request, references);
  return {
    index,
    name: written.name,
    at: placeOf(context, path),
    request: { key, endpoint, model, models, tags },
    outages: written.outages,
    of: written.of,
  };
}

/** Unlike in a test an unknown name shows nothing here: what can't be asked for is never reached, and never served. */
function checkNames(
  context: Context,
  path: Path,
  { model, models = [], tags = [] }: Never['request'],
  references: AssertionReferences,
): void {
  const check = (at: Path, name: string) =>
    checkReference(context, at, name, references.models, 'unknown_model', 'model');
  if (model !== undefined) check([...path, 'model'], model);
  for (const [place, name] of models.entries()) check([...path, 'models', place], name);
  resolveTags(context, [...path, 'tags'], tags, references);
}
