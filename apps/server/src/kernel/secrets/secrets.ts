import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Database } from '#kernel/database/db';
import type { Digests, TrailDigests, Vault } from '#kernel/ports';
import { type DataKeys, type KeyNode, openDataKeys } from '#kernel/secrets/data-keys/data-keys';
import { KeyRing, type KeysOf, keyOf } from '#kernel/secrets/data-keys/key-ring';
import { firstKeys, keyPurposes } from '#kernel/secrets/data-keys/wrapping';
import type { KeyFiles } from '#kernel/secrets/key-files';
import { openVault } from '#kernel/secrets/vault';

/** The signing keys of sessions, each derived from its key id, so that no table contains one. */
export interface SessionSigning {
  /** A key id names the generation that it belongs to: after a turn a browser fetches another one. */
  keyIdOf(session: string): string;
  keyOf(keyId: string): Buffer;
}

/** The secrets of an installation: data keys, which stand in the database wrapped with the master key, and the first pepper, which is a file. */
export interface Secrets {
  /** Encrypts secrets in the database: private keys, outgoing messages, personal fields. */
  readonly vault: Vault;
  /** An input of every password hash, which names the generation. */
  readonly peppers: KeysOf;
  readonly digests: Digests;
  /** The digests of the audit trail's seals. */
  readonly trail: TrailDigests;
  readonly signing: SessionSigning;
  /** The data keys that this process has read. */
  readonly generations: readonly string[];
  /** Reads the data keys again, after one was added or dropped. */
  refresh(): Promise<void>;
}

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const digest = (key: KeyObject, purpose: string, value: string): Buffer => hmac(key, `${purpose}\n${value}`);

const trailOf = (keys: KeysOf): TrailDigests => ({
  get generation() {
    return keys.current.generation;
  },
  of(generation) {
    const key = keys.find(generation);
    return key === undefined ? undefined : { of: (purpose, value) => digest(key, purpose, value) };
  },
});

const signingOf = (keys: KeysOf): SessionSigning => ({
  keyIdOf(session) {
    const { generation } = keys.current;
    return generation === 1 ? session : `${session}.${generation}`;
  },
  keyOf: (keyId) => hmac(keys.current.key, keyId),
});

const secretsFrom = (keys: DataKeys, pepper: KeyObject): Secrets => {
  const { ring } = keys;
  const digests = ring.of('digests');
  return {
    vault: openVault(ring.of('vault')),
    peppers: ring.peppers(pepper),
    digests: { of: (purpose, value) => digest(digests.current.key, purpose, value) },
    trail: trailOf(ring.of('audit')),
    signing: signingOf(ring.of('signing')),
    get generations() {
      return keys.generations;
    },
    refresh: () => keys.refresh(),
  };
};

/** The secrets that two keys give without a database: those of its first start. */
export const secretsOf = (master: Buffer, pepper: Buffer): Secrets => {
  const first = firstKeys(master);
  const keys = keyPurposes.map((purpose) => ({ purpose, generation: 1, key: keyOf(first[purpose]), isInForce: true }));
  return secretsFrom(
    { ring: new KeyRing({ keys, isFirstPepperDropped: false }), generations: [], refresh: async () => undefined },
    createSecretKey(pepper),
  );
};

/** Opens the data keys of a database with the key files of its installation; `node` for a process that serves. */
export const openSecrets = async (
  database: Database,
  { folder, pepper }: KeyFiles,
  node: KeyNode | null = null,
): Promise<Secrets> => secretsFrom(await openDataKeys(database, folder, node), pepper);
