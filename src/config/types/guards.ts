import type { BackendConfig } from './backends.ts';
import type { SourcePosition } from './source-position.ts';

/** The protocol of a guard, and its settings. */
export type GuardForm =
  | { readonly kind: 'agentgateway' }
  | { readonly kind: 'litellm' }
  | { readonly kind: 'bedrock'; readonly guardrail: string; readonly version: string }
  | { readonly kind: 'openai_moderation'; readonly model: string | undefined }
  | { readonly kind: 'lakera'; readonly project: string | undefined }
  /** A model of the file, which is asked as a client would ask it. */
  | {
      readonly kind: 'chat';
      readonly model: string;
      /** With `{text}` once. */
      readonly prompt: string;
      readonly refuseIf: string;
      readonly passIf: string;
    };

/** The texts that a guard sees. */
export type GuardDirection = 'requests' | 'answers';

/** A service that looks at what is said before anybody else gets it. */
export interface GuardConfig {
  readonly name: string;
  readonly at: SourcePosition;
  readonly form: GuardForm;
  /** Its server, in the form of a backend; undefined for `chat`, whose model has backends of its own. */
  readonly server: BackendConfig | undefined;
  /** The part before the path of its form. */
  readonly basePath: string;
  readonly looksAt: readonly GuardDirection[];
  /** Globs; all three have to match. `*` among groups takes keys without a group, too. */
  readonly appliesTo: {
    readonly keys: readonly string[];
    readonly groups: readonly string[];
    readonly models: readonly string[];
  };
  readonly scan: 'all' | 'new';
  /** The action on content that it can't see. */
  readonly unseen: 'refuse' | 'allow';
  readonly onHit: 'refuse' | 'log';
  readonly refusal: { readonly as: 'error' | 'stop'; readonly reason: 'hide' | 'show' };
  readonly onFailure: 'refuse' | 'allow';
  readonly onMask: 'refuse' | 'apply';
  /** The held part of streams: bytes of UTF-8, for each choice and part. */
  readonly hold: { readonly bytes: number; readonly overlap: number; readonly waitMs: number };
  readonly maxTextBytes: number;
  /** The time in which a text that passed is not sent again; 0 for none. */
  readonly rememberMs: number;
  /** Requests that one worker may have in flight there. */
  readonly concurrency: number;
  /** For one look, the wait for a place included. */
  readonly totalMs: number;
}
