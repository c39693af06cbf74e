import { realtimeClientSecrets } from '../../api/endpoints/realtime/realtime-client-secrets.ts';

/** A list of endpoints that holds for somebody; undefined allows all there are. */
interface Granted {
  readonly endpoints: readonly string[] | undefined;
}

/** Whether an endpoint may be called. Client secrets are never meant by a word for several. */
export function mayCall({ endpoints }: Granted, endpoint: string): boolean {
  return endpoints === undefined ? endpoint !== realtimeClientSecrets.name : endpoints.includes(endpoint);
}
