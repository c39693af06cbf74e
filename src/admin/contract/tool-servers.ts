import { drained } from './deployments.ts';
import { count, list, named, oneOf, orNull, type TypeOf, text, time, truth, whole } from './shape.ts';

/** A server of `mcp`, as the workers know it. */
export const toolServer = named(
  'ToolServer',
  whole({
    server: text(),
    /** `down` where no worker sends it requests, `partly` where some do not, `drained` where an operator took it out. */
    standing: oneOf('well', 'partly', 'down', 'drained'),
    workers_out: count(),
    /** The reason why it gets no requests; null where every worker may send it some. */
    out: orNull(text()),
    /** Its last failure; null where it has answered since, and before the first question. */
    last_error: orNull(whole({ at: time(), error: text() })),
    /** The revision of the protocol that it speaks; null until it is known. */
    revision: orNull(text()),
    /** When one of its lists was asked for last; null where none is kept. */
    listed: orNull(time()),
    /** The number of items in the list that is kept, as far as the file offers them; null where none is kept. */
    tools: orNull(count()),
    prompts: orNull(count()),
    resources: orNull(count()),
    templates: orNull(count()),
    /** With `pin: lock`: what is held back, since `tools.lock` does not have it as it is now; null for other servers. */
    held_back: orNull(
      whole({
        new: count(),
        changed: count(),
        /** The first hundred. */
        items: list(
          whole({
            kind: oneOf('tools', 'prompts', 'templates', 'instructions'),
            /** As the server calls it; empty for instructions. */
            name: text(),
            reason: oneOf('new', 'changed'),
          }),
        ),
      }),
    ),
    /** Somebody took the whole server out; null where nobody did. */
    drained: orNull(drained),
    /** Of its tools, prompts and resources, those that somebody took out, as patterns have them: `SERVER/TOOL`. */
    drained_tools: list(whole({ tool: text(), ...drained.fields })),
  }),
);
export type ToolServer = TypeOf<typeof toolServer>;

/** A server of `mcp` that some worker sends no requests. */
export const unwellToolServer = named(
  'UnwellToolServer',
  whole({ server: text(), reason: oneOf('health', 'circuit', 'credential'), workers_out: count() }),
);
export type UnwellToolServer = TypeOf<typeof unwellToolServer>;

export const toolServersAnswer = named('ToolServers', whole({ servers: list(toolServer) }));
export type ToolServersAnswer = TypeOf<typeof toolServersAnswer>;

/** The answer to draining or resuming a server of `mcp`, or something that it has. */
export const toolDrainAnswer = named(
  'ToolDrain',
  whole({
    tool: text(),
    /** Null once it is resumed. */
    drained: orNull(drained),
    /** False where the list of the server that is kept has no such tool; null where none is kept, and for what is no tool. */
    listed: orNull(truth()),
  }),
);
export type ToolDrainAnswer = TypeOf<typeof toolDrainAnswer>;

const meaning = oneOf('none', 'serving', 'drained');

/** The meaning of a name among deployments and among tools. */
export const drainMeanings = named('DrainMeanings', whole({ deployment: meaning, tool: meaning }));
export type DrainMeanings = TypeOf<typeof drainMeanings>;

/** Keys that have the same rights at a server of `mcp`. */
export const toolGrant = named(
  'ToolGrant',
  whole({
    /** Their own patterns that are about the server. */
    patterns: list(text()),
    /** The groups above them that do not allow everything, each of which has to allow a tool, too. */
    groups: list(whole({ group: text(), patterns: list(text()) })),
    /** The first of them. */
    keys: list(text()),
    /** The number of such keys. */
    total: count(),
  }),
);
export type ToolGrant = TypeOf<typeof toolGrant>;

/** The tools in the list of a server that is kept, and who may use each. */
export const offeredToolsAnswer = named(
  'OfferedTools',
  whole({
    server: text(),
    /** When the list was asked for; null where none is kept. */
    listed: orNull(time()),
    tools: list(
      whole({
        /** Its server's name of it. */
        name: text(),
        /** Somebody took it out, and not only the whole server. */
        drained: truth(),
        /** The indexes of those among `grants` that allow it. */
        grants: list(count()),
      }),
    ),
    grants: list(toolGrant),
    /** Grants that are left out. */
    more_grants: count(),
  }),
);
export type OfferedToolsAnswer = TypeOf<typeof offeredToolsAnswer>;
