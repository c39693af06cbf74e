import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { ContentPlace } from '../../config/types/contents.ts';
import { objectHeaders } from '../../credentials/aws/sign-object.ts';
import { batchName } from '../content-line.ts';
import type { ContentKeepingPlace, LinesOfDay } from './place.ts';
import { send } from './send-request.ts';

type BucketConfig = Extract<ContentPlace, { kind: 's3' }>;

const packed = promisify(gzip);

/** A bucket: an object for each batch, under its day. One that is sent again is the same object. */
export class S3Place implements ContentKeepingPlace {
  readonly #config: BucketConfig;

  constructor(config: BucketConfig) {
    this.#config = config;
  }

  async put({ day, lines }: LinesOfDay): Promise<void> {
    const { url: bucket, prefix } = this.#config;
    const written = Buffer.concat(lines);
    const body = await packed(written, { level: constants.Z_BEST_SPEED });
    const url = new URL(`${bucket}/${prefix}${day}/${batchName(written)}.jsonl.gz`);
    const headers = { 'content-type': 'application/gzip', ...objectHeaders(url, body, this.#config) };
    const { status, text } = await send('PUT', url, headers, body);
    if (status >= 200 && status < 300) return;
    // A bucket's answer is XML, whose code is enough; the rest may contain the signed text.
    const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
    throw new Error(`the bucket at ${url.host} answered ${status}${code === undefined ? '' : ` ${code}`}`);
  }
}
