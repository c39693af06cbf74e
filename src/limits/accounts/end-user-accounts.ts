import { Account } from './account.ts';

/** So many end users of a key are remembered, */
export const mostEndUsers = 100_000;
/** and so many that were used least are looked at for one on which nothing counts any more. */
const mostLooked = 32;

/** Where one end user is counted. */
export interface EndUserAccount {
  readonly account: Account;
  /** It is that of all who are not named: there was no room for another. */
  readonly isShared: boolean;
  /** It is used now. */
  touch(): void;
}

/** One of those that are remembered, between those that were used before and after it. */
class Remembered extends Account implements EndUserAccount {
  readonly name: string;
  readonly #accounts: EndUserAccounts;
  older: Remembered | undefined;
  newer: Remembered | undefined;

  constructor(name: string, accounts: EndUserAccounts) {
    super();
    this.name = name;
    this.#accounts = accounts;
  }

  get account(): Account {
    return this;
  }

  get isShared(): boolean {
    return false;
  }

  touch(): void {
    this.#accounts.use(this);
  }
}

/** The accounts of the end users of one key. Who was used least is forgotten first, if nothing counts for it any more. */
export class EndUserAccounts {
  readonly #most: number;
  readonly #byName = new Map<string, Remembered>();
  #oldest: Remembered | undefined;
  #newest: Remembered | undefined;
  /** Of requests that name nobody. */
  readonly #unnamed = new Account();

  constructor(most: number = mostEndUsers) {
    this.#most = most;
  }

  get size(): number {
    return this.#byName.size;
  }

  open(name: string): EndUserAccount {
    if (name === '') return { account: this.#unnamed, isShared: false, touch() {} };
    const known = this.#byName.get(name);
    if (known !== undefined) {
      this.use(known);
      return known;
    }
    if (this.#byName.size >= this.#most && !this.#forgetIdle()) {
      return { account: this.#unnamed, isShared: true, touch() {} };
    }
    const account = new Remembered(name, this);
    this.#byName.set(name, account);
    this.#append(account);
    return account;
  }

  /** Whoever was used last is forgotten last. */
  use(account: Remembered): void {
    if (account === this.#newest || account.isClosed) return;
    this.#takeOut(account);
    this.#append(account);
  }

  #append(account: Remembered): void {
    account.older = this.#newest;
    account.newer = undefined;
    if (this.#newest === undefined) this.#oldest = account;
    else this.#newest.newer = account;
    this.#newest = account;
  }

  #takeOut({ older, newer }: Remembered): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }

  /** Whether there is room now. */
  #forgetIdle(): boolean {
    let one = this.#oldest;
    for (let looked = 0; one !== undefined && looked < mostLooked; looked += 1) {
      if (one.isIdle()) {
        one.isClosed = true;
        this.#byName.delete(one.name);
        this.#takeOut(one);
        return true;
      }
      one = one.newer;
    }
    return false;
  }
}
