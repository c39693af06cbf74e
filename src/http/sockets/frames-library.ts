type FramesLibrary = typeof import('ws');

let library: FramesLibrary | undefined;

/** Loads the library that reads and writes frames, with the first socket: a worker without sockets does not hold it. */
export async function loadFrames(): Promise<void> {
  library ??= await import('ws');
}

/** The library. Call `loadFrames` first. */
export function frames(): FramesLibrary {
  return library!;
}
