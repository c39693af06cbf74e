import { crc32 } from 'node:zlib';

/** In front of the headers: two lengths and their sum. */
const preludeBytes = 12;
const sumBytes = 4;
const textType = 7;

/** A frame of Amazon's event stream, whose headers are all texts. */
export function amazonFrame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const frame = Buffer.alloc(preludeBytes + head.length + body.length + sumBytes);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(head.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, preludeBytes);
  body.copy(frame, preludeBytes + head.length);
  const sumAt = frame.length - sumBytes;
  frame.writeUInt32BE(crc32(frame.subarray(0, sumAt)), sumAt);
  return frame;
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([textType]),
    length,
    Buffer.from(value),
  ]);
}

/** Amazon fills events up, so that their length says nothing of what is in them. */
const filling = 'abcdefghijklmnopqrstuvwxyz';

/** An event, its payload filled up. */
export function eventFrame(type: string, payload: object): Buffer {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' };
  const p = filling.slice(0, JSON.stringify(payload).length % filling.length);
  return amazonFrame(headers, { ...payload, p });
}

export function exceptionFrame(type: string, payload: object): Buffer {
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return amazonFrame(headers, payload);
}
