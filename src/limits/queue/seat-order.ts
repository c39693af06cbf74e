/** What decides who goes first, told to a store that gateways share. */
export interface SeatOrder {
  /** Of its class, 0 first. */
  readonly rank: number;
  /** What its key has under way for its weight. */
  readonly share: number;
}
