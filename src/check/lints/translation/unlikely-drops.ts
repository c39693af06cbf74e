import { requestFields } from '../../../api/translation/requests/decode/index.ts';
import type { Inspect } from '../../../config/inspection.ts';
import type { TranslatedEndpoint, Translations } from '../../../config/translation-settings.ts';
import { nearest } from '../../../lib/suggest.ts';
import { listed } from '../../../routing/wording.ts';

/** A field under `drop` whose name differs a little from that of requests: the intended field is refused. */
export const unlikelyDrops: Inspect = ({ models }, found) => {
  for (const { id, deployments } of models.values()) {
    for (const [place, { translations }] of deployments.entries()) {
      if (translations === undefined) continue;
      const { clients, drop } = droppedBy(translations);
      const known = clients.flatMap((client) => requestFields[client]);
      for (const [index, path] of drop.entries()) {
        const field = path.split(/[.[]/, 1)[0]!;
        // Unknown fields are allowed here; but a nearly known name is mostly a spelling mistake.
        const meant = known.includes(field) ? undefined : nearest(field, known);
        if (meant === undefined) continue;
        const message = `requests of ${listed(clients, 'and')} have no field named "${field}" (did you mean "${meant}"?)`;
        found.atValue(
          ['models', id, 'deployments', place, 'translation', 'drop', index],
          'unlikely_drop',
          message,
        );
      }
    }
  }
};

/** All translations of a deployment drop the same fields. */
function droppedBy(translations: Translations): {
  readonly clients: readonly TranslatedEndpoint[];
  readonly drop: readonly string[];
} {
  const drop = Object.values(translations)[0]?.drop ?? [];
  return { clients: Object.keys(translations) as TranslatedEndpoint[], drop };
}
