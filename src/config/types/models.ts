import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Accepts, Translations } from '../translation-settings.ts';
import type { CapacityLimits } from './limits.ts';
import type { PriceConfig } from './prices.ts';
import type { QueueConfig } from './queues.ts';
import type { SourcePosition } from './source-position.ts';

/** The strategies, by the words of the file. */
export type BalanceName = 'least_busy' | 'weighted' | 'lowest_latency' | 'lowest_cost' | 'sticky';

/** A model's entry for Codex. */
export interface CodexEntry {
  readonly baseInstructions: string;
  /** Tokens; undefined where nobody knows. */
  readonly contextWindow: number | undefined;
  readonly efforts: readonly string[];
  readonly parallelTools: boolean;
  readonly images: boolean;
}

export interface ModelConfig {
  readonly id: string;
  readonly at: SourcePosition;
  readonly ownedBy: string;
  /** The model's texts for people in the list of models. */
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  /** Unix seconds. */
  readonly created: number;
  readonly balance: BalanceName;
  /** Undefined where Codex is told nothing of it. */
  readonly codex: CodexEntry | undefined;
  /** The places of a request's session, the first match counts: headers in lower case, and a field of the body. */
  readonly sessionFrom: readonly string[];
  /** The multiple of the mean load at which a deployment is passed over, with `balance: sticky`; undefined for any. */
  readonly spill: number | undefined;
  /** The waiting room of the model; undefined for none. */
  readonly queue: QueueConfig | undefined;
  readonly fallbacks: readonly string[];
  /** The mirror of some of its requests; undefined for none. */
  readonly mirror: MirrorConfig | undefined;
  readonly deployments: readonly DeploymentConfig[];
}

/** Copies of requests for another model or deployment, whose answers nobody gets. */
export interface MirrorConfig {
  /** The id of a model, or one deployment as `MODEL/NAME`. */
  readonly to: string;
  readonly share: number;
}

export interface DeploymentConfig {
  /** The deployment's own name: its `id`, else its backend's name. From outside `MODEL/NAME`. */
  readonly name: string;
  readonly at: SourcePosition;
  /** Id of the model it serves. */
  readonly model: string;
  readonly backend: string;
  /** The name that the backend knows the model by. */
  readonly upstreamModel: string;
  /** Undefined for any amount. */
  readonly limits: CapacityLimits | undefined;
  readonly priority: number;
  readonly weight: number;
  /** No request is tried on it. */
  readonly disabled: boolean;
  /** `VENDOR/ID` in the price list, which stands in where the file says nothing of its price. */
  readonly catalogue: string | undefined;
  readonly price: PriceConfig | undefined;
  /** The guarantees on each endpoint it serves, common capabilities included. An absent endpoint is not served. */
  readonly endpoints: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  /** The translations of its endpoints; undefined if its backend itself has all of them. */
  readonly translations: Translations | undefined;
  /** Those of them whose turns go over a socket to the backend; undefined where none do. */
  readonly relays: readonly EndpointName[] | undefined;
  /** The features of its dialects that its model takes; undefined for all. */
  readonly accepts: Accepts | undefined;
}
