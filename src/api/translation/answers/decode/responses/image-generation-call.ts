import type { JsonObject } from '../../../../../lib/json.ts';
import { dataUrl } from '../media.ts';
import type { ItemTeller } from './item.ts';

/** An image that the model made, known when it is complete. */
export class ImageItem {
  readonly #teller: ItemTeller;
  #isTold = false;

  constructor(teller: ItemTeller) {
    this.#teller = teller;
  }

  /** @param item Undefined where the answer ends without it. */
  itemDone(item: JsonObject | undefined): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const { result, output_format: format } = item ?? {};
    const type = `image/${typeof format === 'string' ? format : 'png'}`;
    const url = typeof result === 'string' ? dataUrl(type, result) : undefined;
    this.#teller.take({ is: 'media', kind: 'images', ...(url !== undefined && { url }) });
  }
}
