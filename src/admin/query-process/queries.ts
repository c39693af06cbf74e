import type { FileChange } from '../../check/change-faults.ts';
import type { Explanation } from '../../check/explain/explanation.ts';
import type { ExplainQuestion } from '../../check/explain/question.ts';
import type { RateLimit } from '../../config/types/limits.ts';
import type { CallTarget } from '../api/call-line.ts';
import type {
  Deployment,
  DeploymentAttempts,
  DeploymentState,
  DeploymentTranslations,
} from '../contract/deployments.ts';
import type { ConfigAnswer } from '../contract/gateway.ts';
import type { Key } from '../contract/keys.ts';
import type { Model } from '../contract/models.ts';
import type { NamesAnswer } from '../contract/routing.ts';
import type { ToolGrant } from '../contract/tool-servers.ts';

/** A part of a list: those whose name holds a text, and no more than so many. */
export interface Excerpt {
  readonly search: string;
  readonly limit: number;
  /** Only the one with that very name. */
  readonly exact?: boolean;
}

/** The model as the files describe it; the caller adds the live values. */
export type WrittenModel = Omit<Model, 'requests' | 'deployments'> & {
  readonly deployments: readonly Omit<
    Deployment,
    | 'state'
    | 'replicas'
    | 'drained'
    | 'requests'
    | 'failed'
    | keyof DeploymentAttempts
    | keyof DeploymentTranslations
  >[];
};

export type WrittenKey = Omit<Key, 'requests_last_hour' | 'last_used' | 'never_used' | 'limits'>;

/** Every question that needs the whole configuration, with its answer. */
export interface Queries {
  readonly models: {
    readonly question: Excerpt;
    readonly answer: { readonly total: number; readonly models: readonly WrittenModel[] };
  };
  /** True for a deployment of the configuration, as `MODEL/NAME`, and for a replica of one, as `MODEL/NAME@REPLICA`. */
  readonly deployment: { readonly question: { readonly name: string }; readonly answer: boolean };
  /** The keys that may use some tools of a server of `mcp`. */
  readonly tool_users: {
    readonly question: { readonly server: string; readonly tools: readonly string[] };
    readonly answer: {
      readonly grants: readonly ToolGrant[];
      /** Grants that are left out. */
      readonly more_grants: number;
      /** Of each tool the indexes of those among `grants` that allow it. */
      readonly users: readonly (readonly number[])[];
    };
  };
  readonly keys: {
    readonly question: Excerpt;
    readonly answer: {
      readonly total: number;
      readonly keys: readonly WrittenKey[];
      /** Of those among them that have some. */
      readonly limits: ReadonlyMap<string, RateLimit>;
      readonly rate_limits: readonly string[];
    };
  };
  readonly key: { readonly question: { readonly id: string }; readonly answer: WrittenKey | null };
  readonly names: { readonly question: Record<never, never>; readonly answer: NamesAnswer };
  readonly explain: {
    readonly question: {
      readonly ask: ExplainQuestion;
      readonly states: ReadonlyMap<string, DeploymentState> | undefined;
    };
    readonly answer: { readonly explanation: Explanation } | { readonly problems: readonly string[] };
  };
  /** A model and an endpoint that a key may call, for a line that shows how. */
  readonly call: {
    readonly question: { readonly key: string };
    readonly answer: CallTarget | null;
  };
  /** The problems that a change to one file would add; empty without new problems. */
  readonly change: {
    readonly question: { readonly file: string; readonly change: FileChange };
    readonly answer: readonly string[];
  };
  /** The files as text, masked: only where they still are what was taken. */
  readonly text: {
    readonly question: { readonly file: string };
    readonly answer: Pick<ConfigAnswer, 'files' | 'unavailable'>;
  };
}

export type Kind = keyof Queries;

/** One of them, as the process is asked it. */
export interface Query {
  readonly about: Kind;
  readonly question: unknown;
}
