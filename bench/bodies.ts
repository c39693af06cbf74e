import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files with the bodies of requests. */
export interface Bodies {
  /** A conversation of 1 KB. */
  readonly small: string;
  /** The same with `tags` in it, which do not go on to the backend. */
  readonly tagged: string;
  /** A text and an image in base64, 1 MB and 20 MB. */
  readonly image: string;
  readonly images: string;
  /** A stream of 100 events, 10 ms apart; one of three events; one that stays open. */
  readonly stream: string;
  readonly shortStream: string;
  readonly idleStream: string;
}

const prose =
  'The quick brown fox jumps over the lazy dog, and then it sits down to think about what it has done. ';

/** Writes them all into a folder. */
export function writeBodies(dir: string): Bodies {
  const write = (name: string, body: object): string => {
    const file = join(dir, `${name}.json`);
    writeFileSync(file, JSON.stringify(body));
    return file;
  };
  const messages = conversation(8);
  const small = { model: 'bench', messages, temperature: 0.7, max_tokens: 256 };
  const streamed = (user: string) => ({ model: 'bench', stream: true, user, messages: conversation(2) });
  return {
    small: write('small', small),
    tagged: write('tagged', {
      model: 'bench',
      tags: ['streaming', 'function_calling'],
      messages,
      temperature: 0.7,
      max_tokens: 256,
    }),
    image: write('image', withImage(1_000_000)),
    images: write('images', withImage(20_000_000)),
    stream: write('stream', streamed('100:10')),
    shortStream: write('short-stream', streamed('3:1')),
    idleStream: write('idle-stream', streamed('idle')),
  };
}

function conversation(turns: number): object[] {
  const messages: object[] = [{ role: 'system', content: 'You are a helpful assistant.' }];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push({ role: turn % 2 === 0 ? 'user' : 'assistant', content: prose.slice(0, 80 + turn) });
  }
  return messages;
}

function withImage(bytes: number): object {
  let image = Buffer.alloc((bytes * 3) / 4);
  for (let index = 0; index < image.length; index += 1) image[index] = (index * 7919) >>> 3;
  const url = `data:image/png;base64,${image.toString('base64')}`;
  image = Buffer.alloc(0);
  const content = [
    { type: 'text', text: 'What is in this image?' },
    { type: 'image_url', image_url: { url } },
  ];
  return { model: 'bench', messages: [{ role: 'user', content }], max_tokens: 256 };
}
