import { wrong } from '../asked-fields.ts';
import { asList } from '../json-values.ts';
import { filesIn } from '../multipart-form.ts';
import type { Dialect } from '../simulated-dialect.ts';
import { images } from './images.ts';

const mostImages = 16;

/** `POST /v1/images/edits`, after OpenAI's API reference: as images are made, of those that come as files or as references. */
export const imageEdits: Dialect = {
  ...images,
  read(body, path) {
    const count = filesIn(body, 'image').length + asList(body['images']).length;
    if (count === 0 || count > mostImages) throw wrong('image', `give 1 to ${mostImages} images`);
    if (body['mask'] !== undefined && Array.isArray(body['mask'])) throw wrong('mask', 'give one mask');
    return images.read(body, path);
  },
  frames: (asked, answer, body) =>
    images.frames(asked, answer, body).map((frame) => ({
      ...frame,
      data: frame.data.toString().replaceAll('image_generation.', 'image_edit.'),
    })),
};

/** `POST /v1/images/variations`: of one image, without a prompt. */
export const imageVariations: Dialect = {
  ...images,
  read(body, path) {
    const [image, more] = filesIn(body, 'image');
    if (image === undefined || more !== undefined) throw wrong('image', 'give one image');
    return images.read({ ...body, prompt: image.filename }, path);
  },
  whole: (asked, answer, body) => images.whole(asked, answer, { ...body, prompt: 'a variation' }),
};
