import { createHmac } from 'node:crypto';

/** The scope of a signature: one day, one region, one service. */
export interface SigningScope {
  /** `YYYYMMDD`, in UTC. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
}

export function scopeText({ day, region, service }: SigningScope): string {
  return `${day}/${region}/${service}/aws4_request`;
}

/** Derives what signs for a scope, so that the secret itself signs nothing. It is a secret too. */
export function signingKey(secretAccessKey: string, { day, region, service }: SigningScope): Buffer {
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const part of [day, region, service, 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  return key as Buffer;
}
