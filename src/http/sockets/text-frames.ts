const finalText = 0x81;
const shortest = 126;
const longest16 = 0x10000;

/** Bytes of the head of an unmasked frame. */
function headBytes(length: number): number {
  if (length < shortest) return 2;
  return length < longest16 ? 4 : 10;
}

/**
 * Messages of text, each as one frame of a server (RFC 6455, 5.2), in one piece. Written one by one, as the library
 * does it, five short messages took a fifth of a turn more.
 */
export function textFrames(messages: readonly string[]): Buffer {
  const lengths = messages.map((message) => Buffer.byteLength(message));
  const frames = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + headBytes(length) + length, 0));
  let at = 0;
  for (const [index, message] of messages.entries()) {
    const length = lengths[index]!;
    frames[at] = finalText;
    if (length < shortest) frames[at + 1] = length;
    else if (length < longest16) {
      frames[at + 1] = 126;
      frames.writeUInt16BE(length, at + 2);
    } else {
      frames[at + 1] = 127;
      frames.writeBigUInt64BE(BigInt(length), at + 2);
    }
    at += headBytes(length);
    at += frames.write(message, at);
  }
  return frames;
}
