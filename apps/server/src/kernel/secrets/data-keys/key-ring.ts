import { createSecretKey, type KeyObject } from 'node:crypto';
import { type KeyPlace, type KeyPurpose, keyPurposes } from '#kernel/secrets/data-keys/wrapping';

/** The keys of one purpose. */
export interface KeysOf {
  /** The one in force, with the number that what it makes is stored with. */
  readonly current: { readonly generation: number; readonly key: KeyObject };
  /** Undefined for a generation that was dropped, or that this process has not read. */
  find(generation: number): KeyObject | undefined;
}

/** A data key in the memory of this process. */
export interface RingKey extends KeyPlace {
  readonly key: KeyObject;
  readonly isInForce: boolean;
}

/** A key of its bytes, which are cleared. */
export const keyOf = (bytes: Buffer): KeyObject => {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
};

const keysOf = (keys: readonly RingKey[], purpose: KeyPurpose): KeysOf => {
  const own = keys.filter((key) => key.purpose === purpose);
  const current = own.filter(({ isInForce }) => isInForce).toSorted((a, b) => b.generation - a.generation)[0];
  if (current === undefined) throw new Error(`there is no data key of ${purpose}`);
  const byGeneration = new Map(own.map(({ generation, key }) => [generation, key]));
  return { current, find: (generation) => byGeneration.get(generation) };
};

const allOf = (keys: readonly RingKey[]): ReadonlyMap<KeyPurpose, KeysOf> =>
  new Map(keyPurposes.map((purpose) => [purpose, keysOf(keys, purpose)]));

/** The data keys that this process knows; what was handed out follows when they are read again. */
export class KeyRing {
  #byPurpose: ReadonlyMap<KeyPurpose, KeysOf>;

  constructor(keys: readonly RingKey[]) {
    this.#byPurpose = allOf(keys);
  }

  set(keys: readonly RingKey[]): void {
    this.#byPurpose = allOf(keys);
  }

  of(purpose: KeyPurpose): KeysOf {
    const now = (): KeysOf => {
      const found = this.#byPurpose.get(purpose);
      if (found === undefined) throw new Error(`there is no data key of ${purpose}`);
      return found;
    };
    return {
      get current() {
        return now().current;
      },
      find: (generation) => now().find(generation),
    };
  }
}
