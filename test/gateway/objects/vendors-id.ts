import { IdSigner } from '../../../src/api/signed-ids/id-signer.ts';
import { keptIdsKey } from '../../../src/process/id-secrets.ts';
import { stateDir } from '../../helpers/inside.ts';

/** What the vendor calls an object, by its signed id; undefined where no gateway of these tests signed it. */
export function vendorsId(id: string): string | undefined {
  return new IdSigner({ secret: keptIdsKey(stateDir), previous: [] }, [], {}).show(id)?.id;
}
