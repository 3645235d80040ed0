import { generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#kernel/database/db';
import type { Clock, Vault } from '#kernel/ports';
import { insertCryptoKey, listCryptoKeys, lockCryptoKeys, retireCryptoKeys } from '#kernel/secrets/crypto-key.sql';
import { newSecret } from '#kernel/setup/ids';
import { StartRefused } from '#kernel/setup/start-refused';

/** The public key in the start-up reply: its id, and base64 SPKI. */
export interface PublicKey {
  readonly kid: string;
  readonly publicKey: string;
}

/** The installation's RSA keys (contract 3). */
export interface CryptoKeys {
  current(): Promise<PublicKey>;
  /** The private key of a kid, or null if it is unknown or was retired more than a day ago. */
  find(kid: string): Promise<webcrypto.CryptoKey | null>;
  /** Makes a new current key; the old one decrypts for another 24 hours. */
  rotate(): Promise<PublicKey>;
}

interface KnownKey extends PublicKey {
  readonly privateKey: webcrypto.CryptoKey;
  readonly createdAtMs: number;
  readonly retiredAtMs: number | null;
}

const modulusBits = 3072;
const maxAgeMs = 90 * 86_400_000;
const graceMs = 86_400_000;
const rereadMs = 60_000;
const generate = promisify(generateKeyPair);

const importPrivate = (pkcs8: Buffer) =>
  webcrypto.subtle.importKey('pkcs8', Uint8Array.from(pkcs8), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'decrypt',
  ]);

/** Keys in the database, their private parts encrypted with the master key, rotated after 90 days. @source security 4.3 */
export const createCryptoKeys = (database: Database, vault: Vault, clock: Clock): CryptoKeys => {
  const known = new Map<string, KnownKey>();
  let newest: KnownKey | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let replacing: Promise<PublicKey> | null = null;

  const read = async (): Promise<void> => {
    const rows = await listCryptoKeys(database.reading('service'));
    for (const row of rows) {
      let pkcs8: Buffer;
      try {
        pkcs8 = Buffer.from(vault.open(row.sealed_private), 'base64');
      } catch (cause) {
        throw new StartRefused(
          '数据库中的私钥不是用此数据目录的主密钥封存的：请从同一份备份恢复 secrets/master.key 与 secrets/pepper.key',
          { cause },
        );
      }
      known.set(row.kid, {
        kid: row.kid,
        publicKey: row.public_spki.toString('base64'),
        privateKey: known.get(row.kid)?.privateKey ?? (await importPrivate(pkcs8)),
        createdAtMs: row.created_at.getTime(),
        retiredAtMs: row.retired_at?.getTime() ?? null,
      });
    }
    newest = [...known.values()].find((key) => key.retiredAtMs === null && key.kid === rows[0]?.kid) ?? null;
    readAtMs = clock.now().getTime();
  };

  const fresh = async (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    await reading;
  };

  const isDue = () => newest === null || clock.now().getTime() - newest.createdAtMs >= maxAgeMs;

  const replace = async (onlyIfDue: boolean): Promise<PublicKey> => {
    const pair = await generate('rsa', {
      modulusLength: modulusBits,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    await database.transact('service', async (tx) => {
      await lockCryptoKeys(tx);
      const [present] = await listCryptoKeys(tx);
      const isYoung = present?.retired_at === null && clock.now().getTime() - present.created_at.getTime() < maxAgeMs;
      // Another node has rotated already.
      if (onlyIfDue && isYoung) return;
      await retireCryptoKeys(tx);
      const kid = newSecret(12);
      const sealed = vault.seal(pair.privateKey.toString('base64'));
      await insertCryptoKey(tx, { kid, public_spki: pair.publicKey, sealed_private: sealed });
    });
    await read();
    if (newest === null) throw new Error('no present key after a rotation');
    return newest;
  };

  /** Generating a pair takes a second of a core: concurrent callers share one. */
  const replaceIfDue = (): Promise<PublicKey> => {
    replacing ??= replace(true).finally(() => {
      replacing = null;
    });
    return replacing;
  };

  return {
    async current() {
      if (newest === null || Math.abs(clock.now().getTime() - readAtMs) > rereadMs) await fresh();
      return newest === null || isDue() ? replaceIfDue() : newest;
    },
    async find(kid) {
      let key = known.get(kid);
      if (key === undefined && kid.length === 16 && Math.abs(clock.now().getTime() - readAtMs) > 1000) {
        await fresh();
        key = known.get(kid);
      }
      if (key === undefined) return null;
      const isOver = key.retiredAtMs !== null && clock.now().getTime() - key.retiredAtMs >= graceMs;
      return isOver ? null : key.privateKey;
    },
    rotate: () => replace(false),
  };
};
