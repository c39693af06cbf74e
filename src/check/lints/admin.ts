import type { Inspect } from '../../config/inspection.ts';

/** Money is counted, and the listener that could show it has no token for anybody. */
export const adminWithoutToken: Inspect = ({ admin, models }, found) => {
  if (admin === undefined || (admin.token ?? admin.readToken ?? admin.oidc) !== undefined) return;
  for (const { deployments } of models.values()) {
    if (deployments.every(({ price }) => price === undefined)) continue;
    found.atKey(['admin'], 'admin_without_token', 'without a token only /livez and /readyz are there', {
      hint: 'add `read_token: ${READ_TOKEN}` (metrics, usage, dashboard), or `token` to change keys too',
    });
    return;
  }
};
