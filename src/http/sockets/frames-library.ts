type FramesLibrary = typeof import('ws');

let library: FramesLibrary | undefined;

/** Loads what reads and writes frames, with the first socket: a worker that never has one does not hold it. */
export async function loadFrames(): Promise<void> {
  library ??= await import('ws');
}

/** The library. `loadFrames` comes before. */
export function frames(): FramesLibrary {
  return library!;
}
