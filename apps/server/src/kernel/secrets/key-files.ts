import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { chmod, chown, link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder, makeFolder, orNull } from '#kernel/files/local-files';
import { keyBytes, masterOf } from '#kernel/secrets/data-keys/wrapping';
import { StartRefused } from '#kernel/setup/start-refused';

/** The key files of a data folder, readable by their owner only. */
export interface KeyFiles {
  readonly folder: string;
  readonly pepper: KeyObject;
}

/** The master key in force. */
export const masterFile = 'master.key';
/** The one that is about to follow it, by its fingerprint: nobody takes another one for it. */
export const nextMasterFile = (fingerprint: string): string => `master.${fingerprint}.next.key`;
/** Those that never came into force, and what was about to become one. */
const nextName = /^master\.([0-9a-f]{16})\.next\.key(?:\.[0-9a-f]{12})?$/;
const pepperFile = 'pepper.key';

const textOf = (key: Uint8Array): string => `${Buffer.from(key).toString('base64url')}\n`;
const flushed = { mode: 0o600, flag: 'wx', flush: true } as const;

/** Files with an installation's keys that others bring, such as secrets that a platform mounts. */
export interface GivenKeyFiles {
  readonly master: string;
  readonly pepper: string;
}

/** Where keys come from that the folder lacks. */
export interface KeySources {
  readonly given?: GivenKeyFiles | null;
  /** Whether new ones may be made: not where rows of a database need those that there were. */
  readonly mayMake?: boolean;
}

const createOnce = async (file: string, key: Uint8Array): Promise<void> => {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, textOf(key), flushed);
  // A hard link is atomic and never replaces an existing file, so that two concurrent first starts agree on one key.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  await flushFolder(dirname(file));
};

/** The key of a text, refused where it is none; `name` says which in the sentence. */
export const parseKey = (text: string, name: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length < keyBytes) throw new StartRefused(`密钥文件 ${name} 过短或已损坏（需要 ${keyBytes} 字节）`);
  if (new Set(key).size < 8) throw new StartRefused(`密钥文件 ${name} 不是随机生成的`);
  return key;
};

const givenKey = async (file: string): Promise<Buffer> => {
  const text = await orNull(readFile(file, 'utf8'));
  if (text === null) throw new StartRefused(`密钥文件 ${file} 不能读取（MASTER_KEY_FILE、PEPPER_KEY_FILE）`);
  return parseKey(text, file);
};

const readKey = async (
  file: string,
  production: boolean,
  { given, mayMake }: { readonly given: Buffer | null; readonly mayMake: boolean },
): Promise<Buffer> => {
  const found = await stat(file).catch(() => null);
  if (found === null) {
    if (given === null && !mayMake)
      throw new StartRefused(
        `没有密钥文件 ${file}，而数据库中已有用密钥封存的内容：请从其他节点或密钥备份复制 secrets，或设置 MASTER_KEY_FILE 与 PEPPER_KEY_FILE。`,
      );
    await createOnce(file, given ?? randomBytes(keyBytes));
  } else if ((found.mode & 0o077) !== 0) {
    if (production) throw new StartRefused(`密钥文件 ${file} 可被其他用户读取，请执行 chmod 600 后重新启动`);
    await chmod(file, 0o600);
  }
  return parseKey(await readFile(file, 'utf8'), file);
};

/**
 * Reads `$DATA_DIR/secrets/{master,pepper}.key`. Missing ones are those that are given, or are made (0600 in a folder of 0700). A master key that was turned
 * over elsewhere is laid beside the one that is there: whichever the rows need is taken.
 *
 * @source security 4.10, running 1.7
 */
export const openKeyFiles = async (
  dataDir: string,
  production: boolean,
  { given = null, mayMake = true }: KeySources = {},
): Promise<KeyFiles> => {
  const folder = join(dataDir, 'secrets');
  await makeFolder(folder);
  const givenMaster = given === null ? null : await givenKey(given.master);
  const givenPepper = given === null ? null : await givenKey(given.pepper);
  // The master key is read when data keys are: no process keeps it.
  const master = await readKey(join(folder, masterFile), production, { given: givenMaster, mayMake });
  if (givenMaster !== null && !givenMaster.equals(master))
    await createOnce(join(folder, nextMasterFile(masterOf(givenMaster).fingerprint)), givenMaster);
  const pepper = await readKey(join(folder, pepperFile), production, { given: givenPepper, mayMake });
  if (givenPepper !== null && !givenPepper.equals(pepper))
    throw new StartRefused(`PEPPER_KEY_FILE 与 ${join(folder, pepperFile)} 不同：请只保留数据库所用的那一个。`);
  const kept = { folder, pepper: createSecretKey(pepper) };
  for (const key of [master, pepper, givenMaster, givenPepper]) key?.fill(0);
  return kept;
};

/** The bytes of a master key, which the caller clears; null where the file is not there. */
export const readMaster = async (folder: string, name: string): Promise<Buffer | null> => {
  const file = join(folder, name);
  const text = await orNull(readFile(file, 'utf8'));
  return text === null ? null : parseKey(text, file);
};

/**
 * Writes the master key that is about to follow, for the user whose keys these are, also where root turns them over. It is on the disk before this returns. Those that never came into
 * force go, but for the one that the rows need.
 */
export const writeNextMaster = async (
  folder: string,
  key: Uint8Array,
  { fingerprint, needed }: { readonly fingerprint: string; readonly needed: string },
): Promise<void> => {
  for (const name of await readdir(folder)) {
    const [, found] = nextName.exec(name) ?? [];
    if (found !== undefined && found !== needed) await rm(join(folder, name), { force: true });
  }
  const file = join(folder, nextMasterFile(fingerprint));
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, textOf(key), flushed);
  const { uid, gid } = await stat(join(folder, masterFile));
  if (process.getuid?.() === 0 && uid !== 0) await chown(fresh, uid, gid);
  await rename(fresh, file);
  await flushFolder(folder);
};

/** The next master key takes the place of the one in force; nothing where another process was first. */
export const promoteNextMaster = async (folder: string, fingerprint: string): Promise<void> => {
  await orNull(rename(join(folder, nextMasterFile(fingerprint)), join(folder, masterFile)));
  await flushFolder(folder);
};
