import type { Inspect } from '../../config/inspection.ts';

/** Costs are counted, and the listener that could show them has no token. */
export const adminWithoutToken: Inspect = ({ admin, models }, found) => {
  if (
    admin === undefined ||
    (admin.token ?? admin.readToken ?? admin.contentToken ?? admin.oidc) !== undefined
  )
    return;
  for (const { deployments } of models.values()) {
    if (deployments.every(({ price }) => price === undefined)) continue;
    found.atKey(['admin'], 'admin_without_token', 'without a token only /livez and /readyz are there', {
      hint: 'add `read_token: ${READ_TOKEN}` (metrics, usage, dashboard), or `token` to change keys too',
    });
    return;
  }
};

/** A reader's token that may change everything. */
export const equalTokens: Inspect = ({ admin }, found) => {
  const at = ['admin', 'read_token'];
  if (admin?.token === undefined || admin.token !== admin.readToken) return;
  if (found.isAbsent(at) || found.isAbsent(['admin', 'token'])) return;
  found.atValue(at, 'equal_tokens', 'is the same as `token`, so every reader may change things, too', {
    hint: 'give it a token of its own (openssl rand -hex 24 makes one), or take it out',
  });
};
