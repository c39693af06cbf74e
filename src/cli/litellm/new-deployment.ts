import type { BuiltInName } from '../../api/endpoints/index.ts';
import type { Noted } from './litellm-backends.ts';
import type { NewTranslation } from './translated.ts';

/** A deployment as it is written to the new file. */
export interface NewDeployment extends Noted {
  readonly backend: string;
  readonly id: string | undefined;
  readonly model: string;
  readonly weight: number | undefined;
  readonly priority: number | undefined;
  readonly price: string | undefined;
  /** The model of the price list that has its price in place of one of its own. */
  readonly catalogue: string | undefined;
  /** The whole value of `rate_limit`, as YAML. */
  readonly rateLimit: string | undefined;
  readonly capabilities: readonly string[];
  readonly endpoints: readonly BuiltInName[];
  readonly translation: NewTranslation;
}
