import type { BackendConfig } from './backends.ts';
import type { SourcePosition } from './source-position.ts';

/** Whose words a guard speaks, and what that takes. */
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

/** What a guard is shown. */
export type GuardDirection = 'requests' | 'answers';

/** A service that looks at what is said before anybody else gets it. */
export interface GuardConfig {
  readonly name: string;
  readonly at: SourcePosition;
  readonly form: GuardForm;
  /** Where it is asked, as a backend is; undefined for `chat`, whose model has backends of its own. */
  readonly server: BackendConfig | undefined;
  /** What stands before the path of its form. */
  readonly basePath: string;
  readonly looksAt: readonly GuardDirection[];
  /** Globs; all three have to match. `*` among groups takes keys without a group, too. */
  readonly appliesTo: {
    readonly keys: readonly string[];
    readonly groups: readonly string[];
    readonly models: readonly string[];
  };
  readonly scan: 'all' | 'new';
  /** What becomes of what it can't look at. */
  readonly unseen: 'refuse' | 'allow';
  readonly onHit: 'refuse' | 'log';
  readonly refusal: { readonly as: 'error' | 'stop'; readonly reason: 'hide' | 'show' };
  readonly onFailure: 'refuse' | 'allow';
  readonly onMask: 'refuse' | 'apply';
  /** How streams are held: bytes of UTF-8, for each choice and part. */
  readonly hold: { readonly bytes: number; readonly overlap: number; readonly waitMs: number };
  readonly maxTextBytes: number;
  /** How long a text that passed is not sent again; 0 for not at all. */
  readonly rememberMs: number;
  /** Requests that one worker may have under way there. */
  readonly concurrency: number;
  /** For one look, the wait for a place included. */
  readonly totalMs: number;
}
