import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder, makeFolder } from '#kernel/files/local-files';
import type { Digests, Vault } from '#kernel/ports';
import { openVault } from '#kernel/secrets/vault';
import { StartRefused } from '#kernel/setup/start-refused';

/** The secrets of an installation: generated at the first run, readable by their owner only, never in the database. */
export interface Secrets {
  /** Encrypts secrets in the database: private keys, outgoing messages, personal fields. */
  readonly vault: Vault;
  /** An input of every password hash, stored apart from the hashes. */
  readonly pepper: KeyObject;
  readonly digests: Digests;
  /** The signing key of a session, derived from its key id, so that no table contains one. */
  signKeyOf(keyId: string): Buffer;
}

const keyBytes = 32;

const createOnce = async (file: string): Promise<void> => {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${randomBytes(keyBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  // A hard link is atomic and never replaces an existing file, so that two concurrent first starts agree on one key.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  await flushFolder(dirname(file));
};

const readKey = async (file: string, production: boolean): Promise<Buffer> => {
  const found = await stat(file).catch(() => null);
  if (found === null) await createOnce(file);
  else if ((found.mode & 0o077) !== 0) {
    if (production) throw new StartRefused(`密钥文件 ${file} 可被其他用户读取，请执行 chmod 600 后重新启动`);
    await chmod(file, 0o600);
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  if (key.length < keyBytes) throw new StartRefused(`密钥文件 ${file} 过短或已损坏（需要 ${keyBytes} 字节）`);
  if (new Set(key).size < 8) throw new StartRefused(`密钥文件 ${file} 不是随机生成的`);
  return key;
};

const hmac = (key: KeyObject | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Builds the secrets from their two keys. */
export const secretsOf = (master: Buffer, pepper: Buffer): Secrets => {
  const digestKey = createSecretKey(hmac(master, 'digests'));
  const signRoot = createSecretKey(hmac(master, 'session signing keys'));
  return {
    vault: openVault(master),
    pepper: createSecretKey(pepper),
    digests: { of: (purpose, value) => hmac(digestKey, `${purpose}\n${value}`) },
    signKeyOf: (keyId) => hmac(signRoot, keyId),
  };
};

/** Reads `$DATA_DIR/secrets/{master,pepper}.key` and generates missing ones (0600 in a folder of 0700). @source security 4.10 */
export const openSecrets = async (dataDir: string, production: boolean): Promise<Secrets> => {
  const folder = join(dataDir, 'secrets');
  await makeFolder(folder);
  const master = await readKey(join(folder, 'master.key'), production);
  const pepper = await readKey(join(folder, 'pepper.key'), production);
  return secretsOf(master, pepper);
};
