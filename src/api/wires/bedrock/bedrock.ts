import { wireHeaders } from '../../../config/derived/wire-headers.ts';
import type { RequestEdits, WireConfig } from '../../../config/types/backends.ts';
import { Remembered } from '../../../lib/remembered.ts';
import type { BodyEdits } from '../../body/body-edits.ts';
import { composedEdits } from '../composed-edits.ts';
import type { Wire } from '../wire.ts';
import { errorBody, judgedStatus } from './bedrock-errors.ts';
import { BedrockStream } from './bedrock-stream.ts';

/**
 * Messages as InvokeModel of Amazon Bedrock takes them: the path has the model and says whether the answer streams, the
 * body has the version, and the betas of the client's header. A stream is Amazon's event stream.
 */
export function bedrockWire(
  { anthropicVersion, betas }: Extract<WireConfig, { kind: 'bedrock' }>,
  own: RequestEdits | undefined,
): Wire {
  const edits = (anthropicBeta?: readonly string[]): BodyEdits =>
    composedEdits(
      {
        remove: ['model', 'stream'],
        defaults: {
          anthropic_version: anthropicVersion,
          ...(anthropicBeta === undefined ? {} : { anthropic_beta: anthropicBeta }),
        },
      },
      own,
    );
  const withoutBetas = edits();
  /** By the value of the header: a program sends the same with each of its requests. */
  const byHeader = new Remembered<BodyEdits>({ maxTexts: 256, maxLength: 1024 });
  return {
    withheld: wireHeaders.bedrock,
    writesModel: false,
    bodyEdits(header) {
      const value = header('anthropic-beta');
      if (value === undefined) return withoutBetas;
      const known = byHeader.get(value);
      if (known !== undefined) return known;
      const names = [...new Set(value.split(',').map((name) => name.trim()))].filter(
        (name) => name !== '' && betas?.includes(name) !== false,
      );
      const made = names.length === 0 ? withoutBetas : edits(names);
      byHeader.keep(value, made);
      return made;
    },
    judgedStatus,
    frames: { mediaType: 'application/vnd.amazon.eventstream', decoder: () => new BedrockStream() },
    errorBody,
  };
}
