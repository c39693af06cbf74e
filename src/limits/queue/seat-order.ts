/** The facts that decide who goes first, for a store that gateways share. */
export interface SeatOrder {
  /** The rank of its class, 0 first. */
  readonly rank: number;
  /** The requests of its key in flight, divided by the key's weight. */
  readonly share: number;
}
