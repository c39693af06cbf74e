/** The reasons for which a tool server is sent no requests. */
export const toolServerOuts = ['drained', 'health', 'circuit', 'credential'] as const;
export type ToolServerOut = (typeof toolServerOuts)[number];

/** The lists of a tool server. */
export const toolLists = ['tools', 'prompts', 'resources', 'templates'] as const;
export type ToolListName = (typeof toolLists)[number];

/** A list that a worker keeps. */
export interface KeptList {
  /** Milliseconds since the epoch: when the server was asked. */
  readonly at: number;
  /** The number of its items that the file offers. */
  readonly items: number;
}

/** The reasons why something of a server is held back: `tools.lock` does not have it, or has it otherwise. */
export const heldReasons = ['new', 'changed'] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Things that a server offers and no client gets. */
export interface HeldBack {
  /** The number of things for each reason. */
  readonly counts: Readonly<Record<HeldReason, number>>;
  /** The first of them. */
  readonly items: readonly {
    readonly kind: Exclude<ToolListName, 'resources'> | 'instructions';
    /** As the server calls it; empty for instructions. */
    readonly name: string;
    readonly reason: HeldReason;
  }[];
}

/** One worker's knowledge of a tool server, as operators are shown it. */
export interface ToolServerReport {
  readonly server: string;
  /** Undefined where it may be sent requests. */
  readonly out: { readonly reason: ToolServerOut; readonly text: string } | undefined;
  /** Its last failure, in milliseconds since the epoch and in words; undefined where it answered since. */
  readonly lastError: { readonly at: number; readonly text: string } | undefined;
  /** The revision of the protocol that it speaks; undefined until that is known. */
  readonly revision: string | undefined;
  /** Its lists, as far as they are kept. */
  readonly lists: Readonly<Partial<Record<ToolListName, KeptList>>>;
  /** Its own names of the tools that the file offers. */
  readonly tools: readonly string[];
  /** Undefined for a server without `pin: lock`. */
  readonly held: HeldBack | undefined;
}
