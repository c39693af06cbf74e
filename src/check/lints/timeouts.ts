import { serversByPath } from '../../config/derived/all-servers.ts';
import { durationText } from '../../config/derived/duration-text.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { BackendConfig } from '../../config/types/backends.ts';

const phases: readonly (readonly [field: string, phase: keyof BackendConfig['timeouts']])[] = [
  ['connect', 'connectMs'],
  ['first_byte', 'firstByteMs'],
  ['answer', 'answerMs'],
  ['idle', 'idleMs'],
  ['progress', 'progressMs'],
];

/** A time limit of one phase that the limit of the whole request always precedes. */
export const idleTimeouts: Inspect = (config, found) => {
  for (const [path, { timeouts }] of serversByPath(config)) {
    for (const [field, phase] of phases) {
      const at = [...path, 'timeouts', field];
      const limitMs = timeouts[phase] ?? 0;
      if (limitMs <= timeouts.totalMs || !found.has(at)) continue;
      const total = durationText(timeouts.totalMs);
      const message = `\`${field}\` never runs out: a whole request may take ${total} (\`total\`)`;
      found.atValue(at, 'idle_timeout', message, {
        hint: `write ${total}, or give \`total\` ${durationText(limitMs)}`,
      });
    }
  }
};

/** Milliseconds that the SDKs of OpenAI and Anthropic wait for an answer by default: 10 minutes. */
const sdkTimeoutMs = 600_000;

/** A wait that is longer than clients wait, or than the whole request may take. */
export const longWaits: Inspect = (config, found) => {
  const { models, rateLimits, backends } = config;
  const told = (path: readonly (string | number)[], waitMs: number, totalMs = Number.POSITIVE_INFINITY) => {
    if (waitMs < sdkTimeoutMs && waitMs < totalMs) return;
    const message =
      waitMs >= totalMs
        ? `a request has ${durationText(totalMs)} in all (\`timeouts.total\`), its wait included`
        : 'the SDKs of OpenAI and Anthropic wait 10 minutes for an answer by default';
    found.atValue(path, 'wait_too_long', message, {
      hint: `write ${durationText(Math.min(sdkTimeoutMs, totalMs) / 2)}, which leaves time to answer`,
    });
  };
  for (const model of models.values()) {
    if (model.queue === undefined) continue;
    const totals = model.deployments.flatMap(({ backend }) => backends.get(backend)?.timeouts.totalMs ?? []);
    told(['models', model.id, 'queue', 'wait'], model.queue.waitMs, Math.min(...totals));
  }
  for (const [name, { waitMs }] of rateLimits)
    if (waitMs !== undefined) told(['rate_limits', name, 'wait'], waitMs);
};
