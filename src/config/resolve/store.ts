import type { State } from '../schema/generated/file.generated.ts';
import type { RedisConfig } from '../types/state.ts';
import { type Context, isAbsent, pem, wrong } from './context.ts';

const path = ['state', 'redis'];

/** The uses of a file's server. */
export interface StoreUses {
  /** The store that counts limits for all gateways; undefined counts on this host. */
  readonly limits: RedisConfig | undefined;
  /** The store that keeps keys for all gateways. */
  readonly keys: Pick<RedisConfig, 'url' | 'prefix' | 'tls'> | undefined;
}

const none: StoreUses = { limits: undefined, keys: undefined };

/** @param keepsKeys Whether the file has a `keys_store`. */
export function resolveStore(context: Context, { store, redis }: State, keepsKeys: boolean): StoreUses {
  const counts = store === 'redis';
  if (redis === undefined) {
    if (counts) {
      wrong(context, ['state', 'store'], 'missing_store', 'redis needs `state.redis` with its `url`');
    } else if (keepsKeys) {
      wrong(context, ['keys_store'], 'missing_store', 'redis needs `state.redis` with its `url`');
    }
    return none;
  }
  if (!counts && !keepsKeys) {
    wrong(context, path, 'missing_store', 'is not used while limits are counted in memory', {
      hint: 'set `state.store` to redis, or remove it',
    });
    return none;
  }
  checkUrl(context, redis.url);
  if (counts && redis.on_failure === 'local' && redis.gateways === undefined) {
    wrong(
      context,
      path,
      'missing_store',
      'needs `gateways` for `on_failure: local`: each applies its share',
      {
        hint: 'write `gateways: 2` beside `url`, or as many as use this store',
      },
    );
  }
  const { tls } = redis;
  const resolved: RedisConfig = {
    url: redis.url,
    onFailure: redis.on_failure,
    gateways: redis.gateways ?? 1,
    prefix: redis.prefix,
    tls: {
      ca: tls.ca === undefined ? undefined : pem(context, [...path, 'tls', 'ca'], tls.ca, 'certificate'),
      serverName: tls.server_name,
      cert:
        tls.cert === undefined ? undefined : pem(context, [...path, 'tls', 'cert'], tls.cert, 'certificate'),
      key: tls.key === undefined ? undefined : pem(context, [...path, 'tls', 'key'], tls.key, 'key'),
    },
  };
  const { url, prefix } = resolved;
  return {
    limits: counts ? resolved : undefined,
    keys: keepsKeys ? { url, prefix, tls: resolved.tls } : undefined,
  };
}

function checkUrl(context: Context, text: string): void {
  const at = [...path, 'url'];
  if (isAbsent(context, at)) return;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return wrong(context, at, 'bad_store', 'must be a URL such as redis://redis.internal:6379');
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') {
    wrong(context, at, 'bad_store', 'must begin with redis:// or, for TLS, rediss://');
  } else if (url.hostname === '') {
    wrong(context, at, 'bad_store', 'the host is missing, as in redis://redis.internal:6379');
  }
}
