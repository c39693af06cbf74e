import { deploymentName } from '../../config/derived/model-names.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';

/** The most names of a list in a note. */
const mostNames = 5;

/** A model that works with the program, and the deployments that its requests go to. */
export interface ServedModel {
  readonly model: string;
  readonly to: readonly (string | undefined)[];
}

/** The things that a client program does not show or learn of its models, by its name on the command line. */
export function notesFor(client: string, config: Config, served: readonly ServedModel[]): readonly string[] {
  return client === 'claude-code' ? claudeCodeNotes(config, served) : [];
}

/**
 * The sources are in "Gateway protocol reference" of Claude Code: "Model discovery" for the ids that it lists,
 * "Response headers" for the headers that it reads.
 */
function claudeCodeNotes({ models, backends }: Config, served: readonly ServedModel[]): readonly string[] {
  const notes: string[] = [];
  const unlisted = [...new Set(served.map(({ model }) => model))].filter(
    (id) => !id.includes('claude') && !id.includes('anthropic'),
  );
  if (unlisted.length > 0) {
    notes.push(
      `/model lists ids with \`claude\` or \`anthropic\` in them alone, older versions those that begin so: not ${named(unlisted)}, which \`ANTHROPIC_MODEL\` names`,
    );
  }
  const called = new Set(served.flatMap(({ to }) => to));
  const asked = [...models.values()].flatMap(({ deployments }) =>
    deployments.filter(({ model, name }) => called.has(deploymentName(model, name))),
  );
  const silent = [...new Set(asked.map(({ backend }) => backend))].filter((name) =>
    tellsNothing(backends.get(name)!),
  );
  if (silent.length > 0) {
    notes.push(
      `${named(silent)}: when a quota of the account is back does not reach it without \`forward_answer_headers: ["anthropic-ratelimit-unified-*"]\``,
    );
  }
  return notes;
}

/** Anthropic's own API tells it in headers, which are kept back. */
function tellsNothing({ address, forwardAnswerHeaders }: BackendConfig): boolean {
  const isAnthropic = address.kind === 'url' && address.hostname === 'api.anthropic.com';
  return (
    isAnthropic &&
    !forwardAnswerHeaders.some((one) => 'anthropic-ratelimit-unified-'.startsWith(one.replace('*', '')))
  );
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}
