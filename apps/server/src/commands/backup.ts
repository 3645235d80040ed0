import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createBackupFolder } from '#adapters/backup-folder';
import { type Opener, openerWith, sealerTo } from '#kernel/backup/encryption';
import type { Manifest } from '#kernel/backup/manifest';
import { checkPart } from '#kernel/backup/parts';
import { rowsOf, takeRecordedBackup } from '#kernel/backup/recorded-backup';
import { fillDatabase, findManifest, isUsed, quietenDatabase, restoreFiles } from '#kernel/backup/restore-backup';
import { markRestoring, readRestoring, unmarkRestoring } from '#kernel/backup/restore-marker';
import type { BackupTarget } from '#kernel/backup/target';
import { makeFolder, orNull } from '#kernel/files/local-files';
import { errorCodeOf } from '#kernel/refusal';
import { masterOf } from '#kernel/secrets/data-keys/wrapping';
import { masterFile, openKeyFiles, readMaster } from '#kernel/secrets/key-files';
import type { Config } from '#kernel/setup/config';
import { bucketPlaceOf } from '#kernel/setup/config-parts/backup-config';
import { StartRefused } from '#kernel/setup/start-refused';
import { openFiles } from '../open-files.ts';
import type { Printing } from './end-command.ts';

/** What a command of backups works on. */
export interface BackupSetting {
  readonly config: Pick<Config, 'dataDir' | 'environment' | 's3' | 'filesDir' | 'keyFiles' | 'backup'>;
  /** The database, as the owner of its tables. */
  readonly url: string;
  /** The version of the product. */
  readonly version: string;
}

const keyNames = ['master.key', 'pepper.key'] as const;

/** The target that was typed: a folder, or a bucket of the store that `S3_…` names, with a prefix. */
export const targetOf = async ({ s3 }: Pick<Config, 's3'>, place: string | undefined): Promise<BackupTarget> => {
  if (place === undefined || place === '')
    throw new StartRefused('请写明备份放在哪里：一个文件夹，或 s3://桶/前缀。如 npm run backup -- /backup/ronghui');
  if (!place.startsWith('s3:')) return createBackupFolder(resolve(place));
  const found = bucketPlaceOf(place);
  if (found === null) throw new StartRefused(`${place} 不是 s3://桶/前缀。`);
  if (s3 === null) throw new StartRefused('备份到桶需要 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY 与 S3_BUCKET。');
  // The library takes a while to load.
  const { createBackupBucket } = await import('#adapters/backup-bucket');
  return createBackupBucket({ ...s3, bucket: found.bucket }, found.prefix);
};

/** How many backups are kept, as it was typed; null keeps all. */
export const keepOf = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new StartRefused('--keep 应为正整数：保留最近多少份备份。');
  return keep;
};

/** Tells apart whose keys open what is sealed in the rows, and tells nothing of them; null where the data folder has none. */
export const findFingerprint = async (dataDir: string): Promise<string | null> => {
  const bytes = await readMaster(join(dataDir, 'secrets'), masterFile);
  if (bytes === null) return null;
  const { fingerprint } = masterOf(bytes);
  bytes.fill(0);
  return fingerprint;
};

/** The same of an installation that has keys from here on. */
const fingerprintOf = async ({ config }: Pick<BackupSetting, 'config'>): Promise<string> => {
  await openKeyFiles(config.dataDir, config.environment === 'production', { given: config.keyFiles });
  return (await findFingerprint(config.dataDir)) ?? '';
};

/** Takes a backup and keeps so many; prints what it holds. */
export const printBackup = async (
  { config, url, version }: BackupSetting,
  {
    target,
    recipient,
    keep,
  }: { readonly target: BackupTarget; readonly recipient: string | null; readonly keep: number | null },
  print: Printing,
): Promise<number> => {
  const files = await openFiles(config);
  const keys = await fingerprintOf({ config });
  const manifest = await takeRecordedBackup({ target, url, files, version, keys, recipient, keep });
  const { count, missing } = manifest.files;
  print.out(
    `备份 ${manifest.id} 已完成：${rowsOf(manifest).toLocaleString('en-US')} 行，${count.toLocaleString('en-US')} 个文件，${recipient === null ? '没有加密' : '已加密'}。`,
  );
  if (missing > 0) print.err(`文件存储中缺 ${missing} 个登记在册的文件，备份中也没有它们。`);
  return 0;
};

/** Writes the installation's keys to a file of their own. */
export const printKeys = async (
  { config }: Pick<BackupSetting, 'config'>,
  { path, recipient }: { readonly path: string | undefined; readonly recipient: string | null },
  print: Printing,
): Promise<number> => {
  if (path === undefined)
    throw new StartRefused('请写明密钥备份到哪个文件，如 npm run backup -- keys /safe/ronghui-keys');
  await openKeyFiles(config.dataDir, config.environment === 'production', { given: config.keyFiles });
  const texts = await Promise.all(keyNames.map((name) => readFile(join(config.dataDir, 'secrets', name), 'utf8')));
  const plain = Buffer.from(
    `${JSON.stringify(Object.fromEntries(keyNames.map((name, at) => [name, texts[at]?.trim()])))}\n`,
  );
  const pieces = recipient === null ? [plain] : await Array.fromAsync(sealerTo(recipient)(piecesOf(plain)));
  try {
    await writeFile(path, Buffer.concat(pieces), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') throw new StartRefused(`${path} 已经存在：没有覆盖它。`);
    throw error;
  }
  print.out(`密钥已写入 ${path}（${recipient === null ? '没有加密，请妥善保管' : '已加密'}），请与备份分开存放。`);
  return 0;
};

const piecesOf = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
};

/** Which backup, and what opens it. */
export interface RestoreAsked {
  readonly target: BackupTarget;
  readonly id: string | null;
  /** A file of `age-keygen`; null where the backup is not encrypted. */
  readonly identityPath: string | null;
  /** What `printKeys` wrote; null where the keys are in place. */
  readonly keysPath: string | null;
}

/** How a backup's parts are opened, as its manifest says. */
const openerOf = async ({ recipient }: Manifest, identityPath: string | null): Promise<Opener | null> => {
  if (recipient === null) return null;
  if (identityPath === null)
    throw new StartRefused('这份备份是加密的：请用 --identity 指明私钥文件（由 age-keygen 生成）。');
  const text = await orNull(readFile(identityPath, 'utf8'));
  if (text === null) throw new StartRefused(`没有私钥文件 ${identityPath}。`);
  const { recipient: own, open } = await openerWith(text);
  if (own !== recipient) throw new StartRefused(`私钥不是这份备份的：它加密给 ${recipient}。`);
  return open;
};

/** Keys may be encrypted where a backup is not. */
const keysOpener = async (identityPath: string | null): Promise<Opener | null> => {
  const text = identityPath === null ? null : await orNull(readFile(identityPath, 'utf8'));
  return text === null ? null : (await openerWith(text)).open;
};

const hasKeys = async (dataDir: string): Promise<boolean> =>
  (await orNull(readFile(join(dataDir, 'secrets', keyNames[0])))) !== null;

/** Puts keys that `printKeys` wrote into an installation that has none */
const putKeys = async (dataDir: string, path: string, open: Opener | null): Promise<void> => {
  const stored = await orNull(readFile(path));
  if (stored === null) throw new StartRefused(`没有密钥文件 ${path}。`);
  let keys: Record<string, unknown>;
  try {
    const isSealed = stored.subarray(0, 3).toString('latin1') === 'age';
    const pieces = isSealed && open !== null ? await Array.fromAsync(open(piecesOf(stored))) : [stored];
    keys = Object(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    throw new StartRefused(`${path} 不是 npm run backup -- keys 写出的密钥，或者打不开。`);
  }
  await makeFolder(join(dataDir, 'secrets'));
  for (const name of keyNames) {
    const key = keys[name];
    if (typeof key !== 'string') throw new StartRefused(`${path} 中没有 ${name}。`);
    await writeFile(join(dataDir, 'secrets', name), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
};

/** Makes an installation of a backup; one that ended early is gone on with. */
export const printRestored = async (
  { config, url }: BackupSetting,
  { target, id, identityPath, keysPath }: RestoreAsked,
  print: Printing,
): Promise<number> => {
  const { dataDir } = config;
  const begun = await readRestoring(dataDir);
  if (begun !== null && id !== null && begun !== id)
    throw new StartRefused(`备份 ${begun} 还没有恢复完：请先把它恢复完，或换一个空的数据目录与数据库。`);
  const manifest = await findManifest(target, begun ?? id);
  const open = await openerOf(manifest, identityPath);
  const used = await isUsed(url);
  if (used && begun === null)
    throw new StartRefused('这里已经有数据：只能恢复到空的数据库与数据目录。没有改动任何内容。');
  if (!(await hasKeys(dataDir))) {
    if (keysPath === null)
      throw new StartRefused(
        '数据目录中没有密钥：请用 --keys 指明 npm run backup -- keys 写出的文件。没有密钥，证件号、手机号等内容无法读出。',
      );
    await putKeys(dataDir, keysPath, await keysOpener(identityPath));
  }
  if ((await fingerprintOf({ config })) !== manifest.keys)
    throw new StartRefused('密钥与这份备份不符：恢复后证件号、手机号等内容将无法读出。没有改动任何内容。');
  await markRestoring(dataDir, manifest.id);
  if (!used) await fillDatabase({ target, manifest, open, url });
  const files = await openFiles(config);
  const missing = await restoreFiles({ target, manifest, open, url }, files);
  const { storeId } = await quietenDatabase(url);
  if (storeId !== null) await files.setMark(storeId);
  await unmarkRestoring(dataDir);
  print.out(
    `已恢复备份 ${manifest.id}（${manifest.at}）：${rowsOf(manifest).toLocaleString('en-US')} 行，${manifest.files.count.toLocaleString('en-US')} 个文件。`,
  );
  print.out('所有人需重新登录；待发的短信与邮件都已停下，请核对后逐条发出或作废：npm run ops -- outbox list。');
  if (missing.length > 0) print.err(`备份中缺 ${missing.length} 个文件：${missing.slice(0, 5).join('、')}`);
  return missing.length === 0 ? 0 : 1;
};

/** The manifest of a backup whose parts were compared with it, and how they are opened: null where they are encrypted and no private key was given. */
export const checkBackup = async ({
  target,
  id,
  identityPath,
}: Pick<RestoreAsked, 'target' | 'id' | 'identityPath'>): Promise<{
  readonly manifest: Manifest;
  readonly opener: { readonly open: Opener | null } | null;
}> => {
  const manifest = await findManifest(target, id);
  const parts = [...manifest.rows.flatMap((table) => table.parts), ...manifest.fileList];
  for (const part of parts) await checkPart(target, part);
  const isShut = manifest.recipient !== null && identityPath === null;
  return { manifest, opener: isShut ? null : { open: await openerOf(manifest, identityPath) } };
};
