import { isLoopback } from '../addresses.ts';
import { hostOf, parseHttpUrl } from '../backend-url.ts';
import type { Notify } from '../schema/generated/file.generated.ts';
import type { HookConfig, NotifyConfig } from '../types/telemetry.ts';
import { type Context, isAbsent, wrong } from './context.ts';
import { checkOrigin } from './secrets.ts';

type WrittenHook = Notify['hooks'][number];

const prefix = 'whsec_';
/** Bytes that a secret has (Standard Webhooks 1.0.0, "Signature scheme"). */
const leastBytes = 24;
const mostBytes = 64;
const secretHint =
  'make one with `echo whsec_$(openssl rand -base64 32)`, and give it to the receiver of the messages';

/** `notify`. What is wrong is reported; what comes of it then is not served. */
export function resolveNotify(context: Context, { hooks }: Notify): NotifyConfig {
  const seen = new Set<string>();
  return {
    hooks: hooks.flatMap((hook, index) => {
      const path = ['notify', 'hooks', index];
      if (!context.intact(path)) return [];
      checkUrl(context, [...path, 'url'], hook, seen);
      return [{ url: hook.url, secret: secretOf(context, path, hook), form: hook.form, on: hook.on }];
    }),
  };
}

function checkUrl(
  context: Context,
  path: readonly (string | number)[],
  { url: text, form }: WrittenHook,
  seen: Set<string>,
): void {
  if (form !== 'json') checkOrigin(context, path);
  if (isAbsent(context, path)) return;
  const url = parseHttpUrl(text);
  if ('message' in url) return wrong(context, path, url.name, url.message, { hint: url.hint });
  if (url.protocol === 'http:' && !isLoopback(hostOf(url))) {
    wrong(context, path, 'bad_hook', 'must begin with https:// (http:// only on this host)');
  }
  if (seen.has(url.href))
    wrong(context, path, 'bad_hook', 'another hook has the same URL', {
      hint: 'write the events of both into one `on`',
    });
  seen.add(url.href);
}

/** In base64, without what stands before it. */
function secretOf(
  context: Context,
  hookPath: readonly (string | number)[],
  { secret, form }: WrittenHook,
): HookConfig['secret'] {
  const path = [...hookPath, 'secret'];
  if (secret === undefined) {
    if (form === 'json') {
      const message = 'needs a `secret`: the receiver of JSON has to verify the sender';
      wrong(context, hookPath, 'bad_hook', message, { hint: secretHint });
    }
    return undefined;
  }
  checkOrigin(context, path);
  if (isAbsent(context, path)) return undefined;
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const { length } = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || length < leastBytes || length > mostBytes) {
    const message = `must be ${prefix} and ${leastBytes} to ${mostBytes} bytes in base64`;
    wrong(context, path, 'secret_shape', message, { hint: secretHint });
  }
  return text;
}
