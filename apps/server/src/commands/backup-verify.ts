import type { Manifest } from '#kernel/backup/manifest';
import { checkFiles, fillDatabase } from '#kernel/backup/restore-backup';
import { openDatabase } from '#kernel/database/db';
import { startThrowawayDatabase } from '#kernel/embedded/throwaway';
import { readConfig } from '#kernel/setup/config';
import { printVerifiedTrail } from './audit-verify.ts';
import { checkBackup, findFingerprint, type RestoreAsked } from './backup.ts';
import { printVerifiedBills } from './bills-verify.ts';
import type { Printing } from './end-command.ts';
import { printVerifiedRuns } from './recon-verify.ts';

/** The last line, for a monitor. */
const lineOf = (
  { id, at, tables, files }: Manifest,
  { how, ok }: { readonly how: 'digests' | 'restored'; readonly ok: boolean },
) =>
  JSON.stringify({
    event: 'backupVerified',
    id,
    at,
    how,
    ok,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
  });

const otherKeys =
  '这份备份需要它那时的密钥，而数据目录中的主密钥不是那一个（备份之后换过主密钥，或属于另一套安装）：请把那时的 secrets/master.key 与 secrets/pepper.key（npm run backup -- keys 写出的那一份）放进数据目录的副本，用 DATA_DIR 指明它再核验。备份的各个部分与清单一致，没有恢复其中的内容。';

/**
 * Proves a backup: every part is the one that was written; restored into a throw-away database it has the rows and sums of its manifest, and its bills,
 * reconciliations and audit trail are verified there. Without the private key of an encrypted one, or without the keys of its time, its parts alone.
 *
 * @source running 3.3
 */
export const printVerifiedBackup = async (asked: Omit<RestoreAsked, 'keysPath'>, print: Printing): Promise<number> => {
  const { manifest, opener } = await checkBackup(asked);
  if (opener === null) {
    print.out('没有私钥：只核对了备份的各个部分与清单一致，没有恢复其中的内容。');
    print.out(lineOf(manifest, { how: 'digests', ok: true }));
    return 0;
  }
  if ((await findFingerprint(readConfig().dataDir)) !== manifest.keys) {
    print.err(otherKeys);
    print.out(lineOf(manifest, { how: 'digests', ok: false }));
    return 1;
  }
  const server = await startThrowawayDatabase();
  try {
    const options = { target: asked.target, manifest, open: opener.open, url: server.adminUrl };
    await fillDatabase(options);
    const missing = await checkFiles(options);
    if (missing.length > 0) print.err(`备份中缺 ${missing.length} 个文件：${missing.slice(0, 5).join('、')}`);
    const database = openDatabase({ url: server.adminUrl, poolSize: 2, onError: () => undefined });
    try {
      const codes = [
        await printVerifiedBills(database, [], print),
        await printVerifiedRuns(database, [], print),
        await printVerifiedTrail(
          database,
          { heads: manifest.auditHead === null ? [] : [manifest.auditHead], isOlder: true },
          print,
        ),
      ];
      const ok = codes.every((code) => code === 0) && missing.length === manifest.files.missing;
      print.out(lineOf(manifest, { how: 'restored', ok }));
      return ok ? 0 : 1;
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
};
