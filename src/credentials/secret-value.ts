import { inspect } from 'node:util';

const shown = '[secret]';

/** Holds what may stand in no log, answer or page: wherever it is printed, it prints itself as `[secret]`. */
export class SecretValue<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** For whoever sends it on. */
  reveal(): Value {
    return this.#value;
  }

  toJSON(): string {
    return shown;
  }

  toString(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
