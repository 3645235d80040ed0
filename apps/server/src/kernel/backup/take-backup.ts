import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Files } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';
import { copiedRows } from './copied-rows.ts';
import { type Sealer, sealerTo } from './encryption.ts';
import { copyFileKeys, fileKeyIn } from './file-keys.ts';
import {
  backupForm,
  backupIdOf,
  fileNameOf,
  type Manifest,
  manifestName,
  type TableFacts,
  type TableParts,
} from './manifest.ts';
import { putPart, putParts } from './parts.ts';
import {
  beginReading,
  copyOutOf,
  factsOf,
  findAuditHead,
  findMasterMark,
  findMigration,
  hiddenTables,
  listPartitions,
  listSequences,
  listTables,
  readAs,
  type TableShape,
} from './table-shapes.sql.ts';
import type { BackupTarget } from './target.ts';
import { withTempFolder, writeTemp } from './temp-folder.ts';

/** Dependencies of a backup. */
export interface TakeOptions {
  readonly target: BackupTarget;
  /** The database, as the owner of its tables. */
  readonly url: string;
  readonly files: Pick<Files, 'open'>;
  /** The version of the product. */
  readonly version: string;
  /** Tells apart whose keys open what is sealed in the rows, where they do not say it themselves. */
  readonly keys: string;
  /** The public key in the age format; null leaves the parts as they are. */
  readonly recipient: string | null;
  /** Called when all is written but the manifest, which is not when it rejects. */
  readonly beforeManifest?: () => Promise<void>;
}

const asOwnerOrService = (client: pg.ClientBase, { hasPolicies }: TableShape) =>
  readAs(client, hasPolicies ? 'service' : 'owner');

const added = (one: TableFacts | undefined, { rows, sums }: TableFacts): TableFacts => ({
  rows: (one?.rows ?? 0) + rows,
  sums: Object.fromEntries(
    Object.entries(sums).map(([column, sum]) => [column, String(BigInt(one?.sums[column] ?? 0) + BigInt(sum))]),
  ),
});

/**
 * Puts the files that the target does not have, and gives the list of what it has then; a file never changes, so its name is enough. What the store
 * has lost is counted.
 */
const putFiles = async function* (
  { target, files }: TakeOptions,
  seal: Sealer | null,
  { lines, counts }: { readonly lines: AsyncIterable<string>; readonly counts: { count: number; missing: number } },
): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    const { key } = fileKeyIn(line);
    const name = fileNameOf(key, seal !== null);
    if (!(await target.has(name))) {
      const found = await files.open(key);
      if (found === null) {
        counts.missing += 1;
        continue;
      }
      await putPart(target, seal, { name, bytes: found.body });
    }
    counts.count += 1;
    yield Buffer.from(`${key}\n`);
  }
};

/**
 * Writes a backup of an installation while it serves: all rows at one snapshot, then the files that they name, then the manifest, which alone makes
 * it one. Migrations may not run meanwhile, nor another backup into the target. A file that is removed after the snapshot may be missing; its row was about to go too.
 *
 * @throws StartRefused with a sentence: rows of a table would be left out
 * @source running 3.1
 */
export const takeBackup = (options: TakeOptions): Promise<Manifest> =>
  // The names of files may be many: they wait on the disk, so that the snapshot ends before the files are read.
  withTempFolder((folder) => writeBackup(options, join(folder, 'keys')));

/** Where the database is; between two steps of a migration no version could restore it. */
const migrationOf = async (client: pg.Client): Promise<Manifest['migration']> => {
  const found = await findMigration(client);
  if (found === undefined) throw new StartRefused('这个数据库还没有融惠的数据：没有可备份的内容。');
  const { underWay, ...migration } = found;
  if (underWay !== null) throw new StartRefused(`数据库迁移 ${underWay} 还没有执行完：请在它结束之后备份。`);
  return migration;
};

const writeBackup = async (options: TakeOptions, keysPath: string): Promise<Manifest> => {
  const { target, url, recipient } = options;
  const seal = recipient === null ? null : sealerTo(recipient);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_backup',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await writeTemp(() => writeFile(keysPath, ''));
    const at = await beginReading(client);
    const hidden = await hiddenTables(client);
    if (hidden.length > 0) throw new StartRefused(`数据表 ${hidden.join('、')} 的行不能全部读出，没有备份。`);
    const migration = await migrationOf(client);
    const id = backupIdOf(at, randomBytes(3).toString('hex'));
    const tables = await listTables(client);
    const facts: Record<string, TableFacts> = {};
    const rows: TableParts[] = [];
    for (const table of tables) {
      await asOwnerOrService(client, table);
      const own = await factsOf(client, table);
      const name = table.of ?? table.name;
      facts[name] = added(facts[name], own);
      const bytes = copiedRows(client, copyOutOf(table));
      const parts = await putParts(target, seal, { name: `backups/${id}/rows/${table.name}`, bytes });
      if (parts.length > 0) rows.push({ table: table.name, columns: table.columns, parts });
    }
    const partitions = await listPartitions(client);
    await readAs(client, 'service');
    const auditHead = await findAuditHead(client);
    // Of the same moment as the rows: the master key may be turned over while they are read.
    const keys = (await findMasterMark(client)) ?? options.keys;
    await writeTemp(() => pipeline(copyFileKeys(client, tables), createWriteStream(keysPath)));
    await readAs(client, 'owner');
    await client.query('commit');
    // A number that is given after the snapshot stays unused in what is restored.
    const sequences = await listSequences(client);
    const counts = { count: 0, missing: 0 };
    const listed = putFiles(options, seal, { lines: createInterface({ input: createReadStream(keysPath) }), counts });
    // Not encrypted: what no backup names any more is dropped by who has no private key. Names of files name nobody.
    const fileList = await putParts(target, null, { name: `backups/${id}/files`, bytes: listed });
    const manifest: Manifest = {
      form: backupForm,
      id,
      version: options.version,
      migration,
      at: at.toISOString(),
      recipient,
      keys,
      tables: facts,
      partitions,
      sequences,
      rows,
      fileList: fileList,
      files: counts,
      auditHead,
    };
    await options.beforeManifest?.();
    await target.put(manifestName(id), Readable.from([Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)]));
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
};
