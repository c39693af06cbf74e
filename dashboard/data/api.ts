import type { ErrorAnswer } from '../../src/admin/contract/error.ts';
import type { Reads } from '../../src/admin/contract/generated/reads.generated.ts';

/** The API refused, or could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer at all. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Called when the session is over, or is not what it was. */
let onSignedOut: () => void = () => {};
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

/** After so long without a hand on the page its questions don't keep the session open. */
const attendedMs = 5 * 60_000;
let touchedAt = performance.now();
for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, () => (touchedAt = performance.now()), { passive: true });
}

/** Reads. Rejects with an ApiError. */
export function get<Path extends keyof Reads>(path: Path, query: Query = {}): Promise<Reads[Path]> {
  const words = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(words.map(([name, value]) => [name, String(value ?? '')])).toString();
  return call<Reads[Path]>('GET', search === '' ? path : `${path}?${search}`);
}

/** Empty parameters are omitted; null sends an empty one. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Changes something. Rejects with an ApiError. */
export function change<Answer>(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<Answer> {
  return call<Answer>(method, path, body);
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const isAttended = performance.now() - touchedAt < attendedMs;
  const response = await fetch(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isAttended ? {} : { 'x-gateway-unattended': '1' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => {
    throw new ApiError(0, 'The gateway does not answer.');
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer;
  const refused = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  const code = refused?.error.code;
  if (code === 'sign_in_required' || code === 'read_only') onSignedOut();
  throw new ApiError(response.status, refused?.error.message ?? `The gateway answered ${response.status}.`);
}
