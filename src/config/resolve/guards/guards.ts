/** `guards`: services that look at what is said. */
import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Environment } from '../../proxy-url.ts';
import type { Guard } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { GuardConfig, GuardForm } from '../../types/guards.ts';
import type { ModelConfig } from '../../types/models.ts';
import { type Context, duration, isAbsent, placeOf, size, wrong } from '../context.ts';
import { checkReference, type Known } from '../names.ts';
import { resolveGuardServer } from './guard-server.ts';

export interface GuardReferences {
  readonly models: Known;
  /** Undefined where they could not be read. */
  readonly byId: ReadonlyMap<string, ModelConfig> | undefined;
  readonly groups: Known;
  readonly endpoints: EndpointSet;
  readonly env: Environment;
}

/** The guards of a file, by name; one whose place can't be used is left out, which is reported. */
export function resolveGuards(
  context: Context,
  written: Readonly<Record<string, Guard>>,
  references: GuardReferences,
): ReadonlyMap<string, GuardConfig> {
  const guards = new Map<string, GuardConfig>();
  for (const [name, guard] of Object.entries(written)) {
    const resolved = context.intact(['guards', name])
      ? resolveGuard(context, name, guard, references)
      : undefined;
    if (resolved !== undefined) guards.set(name, resolved);
  }
  return guards;
}

/** Fields that one form has, or some. */
const ofForms: Readonly<Partial<Record<keyof Guard, readonly Guard['form'][]>>> = {
  guardrail: ['bedrock'],
  version: ['bedrock'],
  project: ['lakera'],
  model: ['openai_moderation', 'chat'],
  prompt: ['chat'],
  refuse_if: ['chat'],
  pass_if: ['chat'],
};

/** Fields that are about a server of its own. */
const ofServers = ['url', 'auth', 'proxy', 'health'] as const;

/** Forms that judge a text by what is around it: that it passed once says nothing of the next time. */
const judgeContext: ReadonlySet<Guard['form']> = new Set(['lakera', 'chat']);

/** Forms that give back texts which they changed. */
const changeTexts: ReadonlySet<Guard['form']> = new Set(['agentgateway', 'litellm', 'bedrock']);

function resolveGuard(
  context: Context,
  name: string,
  guard: Guard,
  references: GuardReferences,
): GuardConfig | undefined {
  const path = ['guards', name];
  const form = resolveForm(context, path, guard, references);
  const connectMs = duration(context, [...path, 'timeouts', 'connect'], guard.timeouts.connect);
  const totalMs = duration(context, [...path, 'timeouts', 'total'], guard.timeouts.total);
  const waitMs = duration(context, [...path, 'hold', 'wait'], guard.hold.wait);
  const maxTextBytes = size(context, [...path, 'max_text'], guard.max_text);
  const rememberMs = resolveRemember(context, path, guard);
  checkScope(context, path, guard.applies_to, references);
  if (guard.hold.overlap >= guard.hold.bytes) {
    wrong(context, [...path, 'hold', 'overlap'], 'bad_guard', 'must be less than `bytes`, or no window ends');
  }
  if (guard.on_mask === 'apply' && !changeTexts.has(guard.form)) {
    const message = `a guard of \`form: ${guard.form}\` gives no text back changed`;
    wrong(context, [...path, 'on_mask'], 'bad_guard', message);
  }
  const at =
    form?.kind === 'chat'
      ? undefined
      : resolveGuardServer(context, path, name, guard, { connectMs, totalMs }, references);
  if (form === undefined || (form.kind !== 'chat' && at === undefined)) return undefined;
  return {
    name,
    at: placeOf(context, path),
    form,
    server: at?.server,
    basePath: at?.basePath ?? '',
    looksAt: guard.looks_at,
    appliesTo: guard.applies_to,
    scan: guard.scan,
    unseen: guard.unseen,
    onHit: guard.on_hit,
    refusal: guard.refusal,
    onFailure: guard.on_failure,
    onMask: guard.on_mask,
    hold: { bytes: guard.hold.bytes, overlap: guard.hold.overlap, waitMs },
    maxTextBytes,
    rememberMs,
    concurrency: guard.concurrency,
    totalMs,
  };
}

function resolveForm(
  context: Context,
  path: Path,
  guard: Guard,
  { models, byId }: GuardReferences,
): GuardForm | undefined {
  const { form } = guard;
  for (const [field, forms] of Object.entries(ofForms)) {
    if (guard[field as keyof Guard] === undefined || forms.includes(form)) continue;
    const message = `\`form: ${form}\` has no \`${field}\``;
    context.report.atKey(context.tree, [...path, field], 'bad_guard', message);
  }
  if (form === 'chat') {
    for (const field of ofServers) {
      if (guard[field] === undefined) continue;
      const message = '`form: chat` uses the place of its model';
      context.report.atKey(context.tree, [...path, field], 'bad_guard', message);
    }
  } else if (guard.url === undefined) needs(context, path, form, 'url');
  switch (form) {
    case 'agentgateway':
    case 'litellm':
      return { kind: form };
    case 'openai_moderation':
      return { kind: form, model: guard.model };
    case 'lakera':
      return { kind: form, project: guard.project };
    case 'bedrock':
      return resolveBedrock(context, path, guard);
    case 'chat': {
      const { model, refuse_if: refuseIf, prompt = '{text}', pass_if: passIf = 'safe' } = guard;
      if (model === undefined) needs(context, path, form, 'model');
      else checkChatModel(context, [...path, 'model'], model, models, byId);
      if (refuseIf === undefined) needs(context, path, form, 'refuse_if');
      if (prompt.split('{text}').length !== 2) {
        wrong(
          context,
          [...path, 'prompt'],
          'bad_guard',
          'must hold {text} once: the place of the checked text',
        );
      }
      if (refuseIf !== undefined && passIf.toLowerCase().startsWith(refuseIf.toLowerCase())) {
        const at = guard.pass_if === undefined ? 'refuse_if' : 'pass_if';
        wrong(context, [...path, at], 'bad_guard', 'an answer that passes would refuse, too');
      }
      if (model === undefined || refuseIf === undefined) return undefined;
      return { kind: form, model, prompt, refuseIf, passIf };
    }
  }
}

function needs(context: Context, path: Path, form: Guard['form'], field: string): void {
  context.report.atKey(context.tree, path, 'bad_guard', `\`form: ${form}\` needs \`${field}\``);
}

function resolveBedrock(context: Context, path: Path, guard: Guard): GuardForm | undefined {
  const { guardrail, version, auth } = guard;
  if (guardrail === undefined) needs(context, path, guard.form, 'guardrail');
  if (version === undefined) needs(context, path, guard.form, 'version');
  if (auth === undefined) needs(context, path, guard.form, 'auth');
  if (
    guardrail !== undefined &&
    !isAbsent(context, [...path, 'guardrail']) &&
    !guardrailForm.test(guardrail)
  ) {
    wrong(context, [...path, 'guardrail'], 'bad_guard', 'must be the id of a guardrail, or its ARN');
  }
  if (version !== undefined && !isAbsent(context, [...path, 'version']) && !versionForm.test(version)) {
    wrong(context, [...path, 'version'], 'bad_guard', 'must be a number, or DRAFT');
  }
  return guardrail === undefined || version === undefined
    ? undefined
    : { kind: 'bedrock', guardrail, version };
}

/** As Amazon's reference has them (ApplyGuardrail, "URI Request Parameters"). */
const guardrailForm =
  /^(?:[a-z0-9]+|arn:aws(?:-[^:]+)?:bedrock:[a-z0-9-]{1,20}:[0-9]{12}:guardrail\/[a-z0-9]+)$/;
const versionForm = /^(?:[1-9][0-9]{0,7}|DRAFT)$/;

/** It is asked as chat completions, which some deployment has to serve. */
function checkChatModel(
  context: Context,
  path: Path,
  model: string,
  models: Known,
  byId: ReadonlyMap<string, ModelConfig> | undefined,
): void {
  if (!checkReference(context, path, model, models, 'unknown_model', 'model')) return;
  const found = byId?.get(model);
  if (found === undefined || found.deployments.some(({ endpoints }) => endpoints['chat_completions'])) return;
  wrong(context, path, 'bad_guard', 'no deployment of it serves chat_completions, which it is asked as');
}

function resolveRemember(context: Context, path: Path, { remember, form }: Guard): number {
  if (typeof remember === 'number') return 0;
  const ms = duration(context, [...path, 'remember'], remember);
  return judgeContext.has(form) ? 0 : ms;
}

/** Names that are not there are slips; a pattern may come to match something later, and keys come and go by command. */
function checkScope(
  context: Context,
  path: Path,
  { groups, models }: Guard['applies_to'],
  references: GuardReferences,
): void {
  for (const [index, name] of groups.entries()) {
    if (!name.includes('*'))
      checkReference(
        context,
        [...path, 'applies_to', 'groups', index],
        name,
        references.groups,
        'unknown_group',
        'group',
      );
  }
  for (const [index, name] of models.entries()) {
    if (!name.includes('*'))
      checkReference(
        context,
        [...path, 'applies_to', 'models', index],
        name,
        references.models,
        'unknown_model',
        'model',
      );
  }
}
