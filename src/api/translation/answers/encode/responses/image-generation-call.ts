import { newId } from '../../../shared/call-ids.ts';
import type { ResponseTeller } from './items.ts';

/** The content of a data URL in base64; undefined for every other URL. */
export function imageIn(url: string | undefined): string | undefined {
  const comma = url?.indexOf(',') ?? -1;
  return comma !== -1 && /^data:[^,]*;base64$/i.test(url!.slice(0, comma))
    ? url!.slice(comma + 1)
    : undefined;
}

/** Tells an image as this dialect has those that a model makes. What its item is. */
export function imageItem(teller: ResponseTeller, index: number, result: string): object {
  const id = newId('ig_');
  const item = { id, type: 'image_generation_call' };
  const place = { output_index: index, item_id: id };
  teller.event('response.output_item.added', {
    output_index: index,
    item: { ...item, status: 'in_progress', result: null },
  });
  teller.event('response.image_generation_call.completed', place);
  const done = { ...item, status: 'completed', result };
  teller.event('response.output_item.done', { output_index: index, item: done });
  return done;
}
