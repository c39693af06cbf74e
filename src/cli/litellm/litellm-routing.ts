/** The tries, waits and choices of LiteLLM's router, in the words of our file. */
import { capabilityNames } from '../../config/capability-names.ts';
import { durationOf } from './litellm-backends.ts';
import { balanceNames } from './litellm-providers.ts';
import { type Fields, isTrue, type LitellmConfig, number, text } from './read-litellm.ts';

/** `balance` of models with several deployments; undefined is the usual one. */
export function balanceOf(router: Fields, notes: string[]): string | undefined {
  const strategy = text(router['routing_strategy']);
  if (strategy === undefined) return 'weighted'; // LiteLLM's default: simple-shuffle
  const balance = balanceNames.get(strategy);
  if (balance === undefined)
    notes.push(`routing_strategy ${strategy} has no equal; requests go to the least busy`);
  return balance;
}

/** Lines of `routing`. */
export function routingOf({ router, settings }: LitellmConfig): readonly string[] {
  const lines: string[] = [];
  const retries = number(router['num_retries']) ?? number(settings['num_retries']);
  if (retries !== undefined) lines.push(`max_attempts: ${Math.min(6, Math.max(1, Math.round(retries) + 1))}`);
  const failures = number(router['allowed_fails']) ?? number(settings['allowed_fails']);
  const cooldown = number(router['cooldown_time']) ?? number(settings['cooldown_time']);
  const circuit = [
    ...(failures === undefined ? [] : [`failures: ${Math.max(1, Math.round(failures) + 1)}`]),
    ...(cooldown === undefined ? [] : openFor(Math.min(3600, Math.max(0.1, cooldown)))),
  ];
  if (circuit.length > 0) lines.push(`circuit: { ${circuit.join(', ')} }`);
  return lines;
}

const usualMostOpenSeconds = 120;

/** A time that doubles with each failure needs a maximum no shorter than its first value. */
function openFor(seconds: number): readonly string[] {
  const open = durationOf(seconds);
  return [`open: ${open}`, ...(seconds > usualMostOpenSeconds ? [`max_open: ${open}`] : [])];
}

/** True if requests choose deployments by `tags`. */
export function isByTags({ router, general, settings }: LitellmConfig): boolean {
  return [router, general, settings].some((section) => isTrue(section['enable_tag_filtering']));
}

/** The tags of an entry that capabilities are made of. */
export function tagsOf(params: Fields): readonly string[] {
  const { tags } = params;
  return Array.isArray(tags) ? [...new Set(tags.filter(isTag))] : [];
}

/** Names of our own capabilities mean what they say, and a colon stands behind an endpoint. */
function isTag(tag: unknown): tag is string {
  return (
    typeof tag === 'string' &&
    /^[A-Za-z][\w.-]*$/.test(tag) &&
    !(capabilityNames as readonly string[]).includes(tag)
  );
}
