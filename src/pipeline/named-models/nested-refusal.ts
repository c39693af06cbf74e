import { refusedAt } from '../../api/body/nested-models.ts';
import { GatewayError } from '../../errors.ts';
import type { NestedRefusal } from '../../routing/nested-models.ts';

/** The error of a request for a model that its body names. */
export function nestedRefused({ item, path, type, why }: NestedRefusal): GatewayError {
  return new GatewayError('nested_model_refused', refusedAt(item, type, why), { param: path });
}
