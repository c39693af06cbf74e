import type { AwsPlace } from '../../../config/types/credentials.ts';
import type { AwsLogger } from './library.ts';
import { noInstanceMetadata, type Reason, reasonOf } from './reasons.ts';

/** By what Amazon's provider says when it begins to look somewhere. */
const places: readonly (readonly [said: RegExp, place: AwsPlace])[] = [
  [/[:-] ?fromEnv$/, 'env'],
  [/[:-] ?(?:fromIni|fromProcess)$/, 'profile'],
  [/[:-] ?fromTokenFile$/, 'web_identity'],
  [/- fromHttp$/, 'container'],
  [/::fromInstanceMetadata$|Metadata Service access disabled$/, 'imds'],
];

/**
 * Follows where Amazon's provider looks for keys, and why it goes on: it tells its log, and in the end only that there were
 * none. Of what it says nothing is kept but which of the known cases it is.
 */
export class ProviderTrace {
  #place: AwsPlace | undefined;
  readonly #reasons = new Map<AwsPlace, Reason>();

  readonly logger: AwsLogger = {
    debug: (said) => this.#follow(String(said)),
    info() {},
    warn() {},
    error() {},
  };

  /** The last place that it looked at; undefined before the first. */
  get place(): AwsPlace | undefined {
    return this.#place;
  }

  /** It looks there now. */
  look(place: AwsPlace): void {
    this.#place = place;
  }

  /** It found nothing where it looks. */
  failed(error: unknown): void {
    const reason = this.#place && reasonOf(error);
    // The first message of a place is nearest to the cause.
    if (reason && !this.#reasons.has(this.#place!)) this.#reasons.set(this.#place!, reason);
  }

  /** It went on from where it looked last without saying why. */
  get isUntold(): boolean {
    return this.#place !== undefined && !this.#reasons.has(this.#place);
  }

  /** Why it has found nothing at all: what is set up and does not work, else what is not there. */
  get reasons(): readonly (readonly [AwsPlace, Reason])[] {
    if (this.#place === 'imds' && !this.#reasons.has('imds')) this.#reasons.set('imds', noInstanceMetadata);
    const all = [...this.#reasons];
    const broken = all.filter(([, { isSetUp }]) => isSetUp);
    return broken.length > 0 ? broken : all;
  }

  #follow(said: string): void {
    const found = places.find(([pattern]) => pattern.test(said));
    if (found !== undefined) this.look(found[1]);
    if (said.startsWith('@smithy/property-provider ')) this.failed({ message: said });
  }
}
