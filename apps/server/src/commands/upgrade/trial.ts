import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Manifest } from '#kernel/backup/manifest';
import { fillAsItWas, findManifest, gatherStatistics } from '#kernel/backup/restore-backup';
import { migrate } from '#kernel/database/migrate';
import { startThrowawayDatabase } from '#kernel/embedded/throwaway';
import { StartRefused } from '#kernel/setup/start-refused';
import { productVersion } from '#kernel/setup/version';
import { checkBackup, type RestoreAsked } from '../backup.ts';
import type { Printing } from '../end-command.ts';
import { sizeText } from './upgrade.ts';

const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const secondsOf = (ms: number): string => seconds.format(ms / 1000);

/** What a trial works on. */
export type TrialAsked = Omit<RestoreAsked, 'keysPath'>;

/** What an empty server takes, with its write-ahead log. @unit bytes */
const emptyBytes = 256 * 1024 ** 2;
/** What a row takes with its indexes and its share of the log: 772,000 rows of all tables took 1.5 GB (docs/operations.md). @unit bytes */
const rowBytes = 2048;
/** What is stored packed takes at least so much more: pictures hardly, texts more. */
const unpacking = 3;

/** About how much a throw-away database of a backup takes. @unit bytes */
export const roomOf = ({ tables, rows }: Pick<Manifest, 'tables' | 'rows'>): number => {
  const count = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const packed = rows.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);
  return emptyBytes + count * rowBytes + packed * unpacking;
};

const freeOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Refuses before anything is read or written what would not fit. */
const refuseNoRoom = async (manifest: Manifest, find: typeof freeOf): Promise<void> => {
  const folder = tmpdir();
  const [needed, free] = [roomOf(manifest), await find(folder)];
  if (free > needed) return;
  throw new StartRefused(
    `磁盘空间不足：试升级约需 ${sizeText(needed)}，${folder} 可用 ${sizeText(free)}，没有改动任何内容；请腾出空间，或用 TMPDIR 指定另一个目录。 / No room for the trial: about ${sizeText(needed)} needed, ${sizeText(free)} free in ${folder}; nothing was changed.`,
  );
};

/**
 * Tries the upgrade on a backup: compared part by part with its manifest, restored into a throw-away database as it was, its rows compared as well, and
 * migrated to this version; prints how long each migration took. Touches neither the installation nor the backup.
 *
 * @param find asks for the free bytes of a folder
 * @throws StartRefused with a sentence: the disk has no room for it, the backup is not as it was written, is encrypted and no private key was given, or a migration fails on it
 * @source running 4.3
 */
export const printTrial = async (asked: TrialAsked, print: Printing, find = freeOf): Promise<number> => {
  await refuseNoRoom(await findManifest(asked.target, asked.id), find);
  const { manifest, opener } = await checkBackup(asked);
  if (opener === null) throw new StartRefused('这份备份是加密的：请用 --identity 指明私钥文件（由 age-keygen 生成）。');
  const server = await startThrowawayDatabase();
  try {
    const beganMs = performance.now();
    await fillAsItWas({ target: asked.target, manifest, open: opener.open, url: server.adminUrl });
    await gatherStatistics(server.adminUrl);
    const { id, at, version, migration } = manifest;
    print.out(
      `备份 ${id}（${at}，版本 ${version}，${migration.name}）恢复到临时数据库：${secondsOf(performance.now() - beganMs)} 秒`,
    );
    let [count, sumMs] = [0, 0];
    await migrate({
      url: server.adminUrl,
      isAlone: true,
      onMigrated: (name, ms) => {
        [count, sumMs] = [count + 1, sumMs + ms];
        print.out(`  ${name}  ${secondsOf(ms)} 秒`);
      },
    });
    const took = secondsOf(sumMs);
    print.out(
      `试升级到 ${productVersion} 成功：${count} 个迁移，共 ${took} 秒；临时数据库不等磁盘写完，也没有别人读写，实际会更久。 / Tried on the backup: ${count} migrations to ${productVersion} took ${took} s; the installation itself takes longer.`,
    );
    return 0;
  } finally {
    await server.stop();
  }
};
