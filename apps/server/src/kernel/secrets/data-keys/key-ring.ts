import { createSecretKey, type KeyObject } from 'node:crypto';
import { type FirstPurpose, type KeyPlace, type KeyPurpose, keyPurposes } from '#kernel/secrets/data-keys/wrapping';

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

/** Data keys as they were read. */
export interface ReadKeys {
  readonly keys: readonly RingKey[];
  /** Whether nothing is verified any more with the first pepper, which is a key file. */
  readonly isFirstPepperDropped: boolean;
}

/** Those of a purpose that have rows; there may be none in force. */
const storedOf = (keys: readonly RingKey[], purpose: KeyPurpose) => {
  const own = keys.filter((key) => key.purpose === purpose);
  const current = own.filter(({ isInForce }) => isInForce).toSorted((a, b) => b.generation - a.generation)[0];
  const byGeneration = new Map(own.map(({ generation, key }) => [generation, key]));
  return { current, find: (generation: number) => byGeneration.get(generation) };
};

const keysOf = (keys: readonly RingKey[], purpose: FirstPurpose): KeysOf => {
  const { current, find } = storedOf(keys, purpose);
  if (current === undefined) throw new Error(`there is no data key of ${purpose}`);
  return { current, find };
};

const allOf = ({ keys, isFirstPepperDropped }: ReadKeys) => ({
  byPurpose: new Map<FirstPurpose, KeysOf>(keyPurposes.map((purpose) => [purpose, keysOf(keys, purpose)])),
  peppers: storedOf(keys, 'pepper'),
  isFirstPepperDropped,
});

/** The data keys that this process knows; what was handed out follows when they are read again. */
export class KeyRing {
  #all: ReturnType<typeof allOf>;

  constructor(read: ReadKeys) {
    this.#all = allOf(read);
  }

  set(read: ReadKeys): void {
    this.#all = allOf(read);
  }

  /** The peppers, of which the first is that of the key file. */
  peppers(first: KeyObject): KeysOf {
    const now = () => this.#all;
    return {
      get current() {
        return now().peppers.current ?? { generation: 1, key: first };
      },
      find(generation) {
        const { peppers, isFirstPepperDropped } = now();
        if (generation !== 1) return peppers.find(generation);
        return isFirstPepperDropped ? undefined : first;
      },
    };
  }

  of(purpose: FirstPurpose): KeysOf {
    const now = (): KeysOf => {
      const found = this.#all.byPurpose.get(purpose);
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
