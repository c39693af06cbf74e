import type { Inspect } from '../../config/inspection.ts';
import { ModelNames } from './model-names.ts';

const dayMs = 86_400_000;
/** Milliseconds: long enough to hand out a new key, short enough to be urgent. */
const soonMs = 14 * dayMs;

/** A key without a secret, which no rule leads to. */
export const unreachableKeys: Inspect = ({ keys, identity, listen }, found) => {
  const led = new Set([...identity.issuers.values()].flatMap(({ rules }) => rules.map((rule) => rule.key)));
  for (const { id, disabled } of keys.values()) {
    const has = (field: string) => found.has(['keys', id, field]);
    if (disabled || led.has(id) || has('hash') || has('secret')) continue;
    if (has('certificate')) {
      if (listen.clientCertificates !== undefined) continue;
      found.atValue(
        ['keys', id, 'certificate'],
        'unreachable_key',
        'nothing leads to this key: no client is asked for a certificate',
        { hint: '`listen.tls.client_ca` names the authorities of valid certificates' },
      );
      continue;
    }
    found.atKey(
      ['keys', id],
      'unreachable_key',
      'nothing leads to this key: it has no `hash`, no `secret` and no `certificate`, and no rule of `identity` names it',
      {
        hint: 'give it a `hash`, which `gateway key hash` makes, or name it in a rule of an issuer',
      },
    );
  }
};

/** A key whose patterns match no model. */
export const idleKeys: Inspect = ({ keys, models }, found) => {
  const names = new ModelNames(models.keys());
  const matchesAny = new Map<string, boolean>();
  for (const { id, models: patterns } of keys.values()) {
    if (patterns === undefined) continue;
    const isUsed = patterns.some((pattern) => {
      const known = matchesAny.get(pattern) ?? names.matching(pattern).length > 0;
      matchesAny.set(pattern, known);
      return known;
    });
    if (isUsed) continue;
    found.atValue(
      ['keys', id, 'models'],
      'key_matches_nothing',
      'no model matches, so the key may use none',
      {
        hint: '`*` matches any characters; without `models` a key may use all',
      },
    );
  }
};

/** Keys that have expired or soon will; disabled ones are out of use already. */
export const endingKeys: Inspect = ({ keys }, found) => {
  for (const { id, expires, disabled } of keys.values()) {
    const at = ['keys', id, 'expires'];
    if (expires === undefined || disabled || found.isAbsent(at)) continue;
    const day = new Date(expires).toISOString().slice(0, 10);
    if (expires <= found.now) {
      found.atValue(at, 'key_expired', `the key expired on ${day}; it no longer works`, {
        hint: 'take it out, or give it a later date',
      });
    } else if (expires - found.now < soonMs) {
      found.atValue(at, 'key_expires_soon', `the key expires on ${day}`, {
        hint: 'give its users a new key in time, or this one a later date',
      });
    }
  }
};
