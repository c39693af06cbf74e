import type { Frame } from '../simulated-dialect.ts';
import type { Turn } from '../turn.ts';
import { failure, type Run } from './fault.ts';

/** Faults that break an answer off: a place (`midway`, `afterFrames`, `atByte`) and a way (the objects below). */

/** The event at the place. */
export interface Way {
  /** A whole answer must be chunked for it. */
  readonly chunked: boolean;
  readonly act: (turn: Turn) => void | Promise<void>;
}

/** Comments, or blanks where JSON was asked for, come so often. */
const heartbeatMs = 50;

/** The connection is closed (FIN) as if the answer were complete. */
export const fin: Way = { chunked: false, act: ({ wire }) => wire.fin() };

/** The connection is reset (RST). */
export const reset: Way = { chunked: false, act: ({ wire }) => wire.reset() };

/** A chunk whose size is no number; then a FIN. */
export const badChunk: Way = {
  chunked: true,
  async act({ wire }) {
    await wire.flush();
    await wire.raw('not-a-size\r\n\r\n');
    await wire.fin();
  },
};

/** Nothing more comes, and the connection stays open. */
export const stall: Way = {
  chunked: false,
  async act({ wire }) {
    await wire.flush();
    await wire.hold();
  },
};

/** The same where a whole answer would be complete without its last chunk being missed. */
export const stallUnended: Way = { ...stall, chunked: true };

/** Comments for ever. */
export const heartbeat: Way = {
  chunked: true,
  async act({ asked, wire }) {
    for (;;) {
      // Framed streams have no empty frames.
      if (wire.dialect.streamType === undefined || !asked.stream)
        await wire.write(asked.stream ? ': heartbeat\n\n' : ' ');
      await wire.wait(heartbeatMs);
    }
  },
};

/** The backend reports an error of its own inside the answer, and ends it properly. */
export const reportedError: Way = {
  chunked: true,
  act({ asked, wire }) {
    const requestId = `req_${wire.requestId}`;
    const { dialect } = wire;
    wire.end(
      asked.stream
        ? dialect.errorEvent(failure, requestId)
        : JSON.stringify(dialect.error(failure, requestId)),
    );
  },
};

/** The same in a stream as in a whole answer: JSON that is no event. */
export const bareError: Way = {
  chunked: true,
  act: ({ wire }) => wire.end(JSON.stringify(wire.dialect.error(failure, `req_${wire.requestId}`))),
};

/** The answer ends properly, as far as HTTP goes. */
export const cleanEnd: Way = { chunked: true, act: ({ wire }) => wire.end() };

/** Breaks off after half of the content. */
export function midway(way: Way): Run {
  return (turn) => breakOff(turn, turn.frames.slice(0, middle(turn.frames)), way);
}

/** Breaks off after so many events, or eighths of a whole body; 0 is right after the head. */
export function afterFrames(way: Way): Run {
  return (turn, count = 0) => breakOff(turn, turn.frames.slice(0, count), way);
}

/** Breaks off after so many bytes of the body, chunk sizes not counted. A shorter answer is not touched. */
export function atByte(way: Way): Run {
  return (turn, offset = 0) => {
    const body = Buffer.concat(turn.frames.map(({ data }) => Buffer.from(data)));
    if (offset > body.length) return turn.answerWell();
    return breakOff(turn, [{ data: body.subarray(0, offset), phase: 'content', tokens: 0 }], way);
  };
}

/** Breaks off when all but the frames of some phases have been sent; a whole answer loses its last eighth. */
export function without(phases: readonly Frame['phase'][], way: Way): Run {
  return (turn) => {
    const { asked, frames } = turn;
    // A body has no reason for its end apart from its last piece, so without the mark alone it is complete.
    const left = asked.stream || phases.includes('finish') ? phases : [];
    return breakOff(
      turn,
      frames.filter(({ phase }) => !left.includes(phase)),
      way,
    );
  };
}

async function breakOff(turn: Turn, frames: readonly Frame[], way: Way): Promise<void> {
  turn.open({ chunked: way.chunked });
  const some = frames.filter(({ data }) => data.length > 0);
  await turn.play(some, turn.msPerToken);
  await way.act(turn);
}

function middle(frames: readonly Frame[]): number {
  const content = [...frames.keys()].filter((index) => frames[index]?.phase === 'content');
  return (content[Math.floor((content.length - 1) / 2)] ?? 0) + 1;
}
