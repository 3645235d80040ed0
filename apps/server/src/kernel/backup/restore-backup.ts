import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import pg from 'pg';
import { CopyIn } from '#kernel/database/copy-in';
import { migrate } from '#kernel/database/migrate';
import type { Files } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';
import type { Opener } from './encryption.ts';
import { copyFileKeys, type FileKey, fileKeyIn } from './file-keys.ts';
import { fileNameOf, isBackupId, type Manifest, manifestName, readManifest, type TableParts } from './manifest.ts';
import { openPart, readParts } from './parts.ts';
import {
  beginFilling,
  copyInto,
  endFilling,
  findStoreId,
  hasContent,
  quieten,
  setSequences,
} from './restored-tables.sql.ts';
import { factsOf, listTables, readAs } from './table-shapes.sql.ts';
import type { BackupTarget } from './target.ts';

/** The ids of the complete backups of a target, oldest first. */
export const listBackups = async (target: BackupTarget): Promise<string[]> => {
  const names = await Array.fromAsync(target.list('backups/'));
  return names
    .flatMap((name) => /^backups\/([^/]+)\/manifest\.json$/.exec(name)?.[1] ?? [])
    .filter(isBackupId)
    .toSorted();
};

/** The manifest of a backup, or of the newest. */
export const findManifest = async (target: BackupTarget, asked: string | null): Promise<Manifest> => {
  const id = asked ?? (await listBackups(target)).at(-1);
  if (id === undefined) throw new StartRefused(`${target.place} 中没有完整的备份。`);
  const body = isBackupId(id) ? await target.get(manifestName(id)) : null;
  if (body === null) throw new StartRefused(`${target.place} 中没有备份 ${id}。`);
  const pieces = await Array.fromAsync(body);
  return readManifest(Buffer.concat(pieces).toString('utf8'));
};

/** Dependencies of a restore into a database; its files are `restoreFiles`'. */
export interface FillOptions {
  readonly target: BackupTarget;
  readonly manifest: Manifest;
  readonly open: Opener | null;
  /** The empty database, as a user that may make tables. */
  readonly url: string;
}

const noWatch = { begin: () => undefined, end: () => undefined };

const copyTable = async (client: pg.ClientBase, { target, open }: FillOptions, table: TableParts): Promise<void> => {
  const copying = new CopyIn(copyInto(table), readParts(target, open, table.parts), noWatch);
  // Its class is `pg`'s own, which the types of `query` do not know.
  client.query(copying as unknown as pg.Submittable);
  await copying.result;
};

/** The tables whose rows or sums are not those of the manifest. */
const differing = async (client: pg.ClientBase, { tables }: Manifest): Promise<string[]> => {
  const found = new Map<string, { rows: number; sums: Map<string, bigint> }>();
  for (const table of await listTables(client)) {
    const { rows, sums } = await factsOf(client, table);
    const all = found.get(table.of ?? table.name) ?? { rows: 0, sums: new Map<string, bigint>() };
    all.rows += rows;
    for (const [column, sum] of Object.entries(sums)) all.sums.set(column, (all.sums.get(column) ?? 0n) + BigInt(sum));
    found.set(table.of ?? table.name, all);
  }
  return Object.entries(tables).flatMap(([name, { rows, sums }]) => {
    const there = found.get(name);
    const isSame =
      there?.rows === rows &&
      Object.entries(sums).every(([column, sum]) => (there.sums.get(column) ?? 0n) === BigInt(sum));
    return isSame ? [] : [name];
  });
};

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_restore',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Whether a database has been used. */
export const isUsed = async (url: string): Promise<boolean> => {
  const client = await connect(url);
  try {
    return await hasContent(client);
  } finally {
    await client.end();
  }
};

/** Without statistics the first reads of large tables are planned as if these were empty, and verifying a backup takes hours. */
export const gatherStatistics = async (url: string): Promise<void> => {
  const client = await connect(url);
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
};

/**
 * Fills an unused database with the rows of a backup: migrated to where the backup was, filled in one transaction, compared with the manifest. One that
 * ends early leaves an unused database.
 *
 * @throws StartRefused with a sentence: a part was changed or is missing, rows that the database refuses
 * @source running 3.2
 */
export const fillAsItWas = async (options: FillOptions): Promise<void> => {
  const { manifest, url } = options;
  await migrate({ url, until: manifest.migration });
  const client = await connect(url);
  try {
    const kept = await beginFilling(client, manifest);
    for (const table of manifest.rows) await copyTable(client, options, table);
    await setSequences(client, manifest.sequences);
    const wrong = await differing(client, manifest);
    if (wrong.length > 0) throw new StartRefused(`恢复出的数据与清单不符：${wrong.join('、')}。没有恢复。`);
    await endFilling(client, kept);
    await client.query('commit');
  } finally {
    // A transaction that is open ends with its connection.
    await client.end().catch(() => undefined);
  }
};

/** The same, migrated on to this version. @source running 3.2 */
export const fillDatabase = async (options: FillOptions): Promise<void> => {
  await fillAsItWas(options);
  await migrate({ url: options.url });
  await gatherStatistics(options.url);
};

/** Ends what may not go on where the backup found it. */
export const quietenDatabase = async (url: string): Promise<{ readonly storeId: string | null }> => {
  const client = await connect(url);
  try {
    await quieten(client);
    return { storeId: await findStoreId(client) };
  } finally {
    await client.end();
  }
};

/** A file of the target, opened; it ends with a refusal where its bytes are not those that a row has the digest of. */
const readFile = async function* (
  { target, open }: Pick<FillOptions, 'target' | 'open'>,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  for await (const piece of openPart(target, open, name)) {
    digest.update(piece);
    yield piece;
  }
  if (sha256 !== '' && digest.digest('hex') !== sha256)
    throw new StartRefused(`备份中的 ${name} 不是登记时的文件（被改动或已损坏）：没有恢复它。`);
};

/** The files that the restored rows name, in what they have to be. */
const filesOf = async function* (url: string): AsyncGenerator<FileKey> {
  const client = await connect(url);
  try {
    const tables = await listTables(client);
    await client.query('begin');
    await readAs(client, 'service');
    const input = Readable.from(copyFileKeys(client, tables), { objectMode: false });
    for await (const line of createInterface({ input })) yield fileKeyIn(line);
  } finally {
    await client.end();
  }
};

/**
 * Puts the files of a backup into a store, those that are there already left out.
 *
 * @returns the keys of files that the target does not have
 * @throws StartRefused for a file that is not the one that was backed up
 */
export const restoreFiles = async (options: FillOptions, files: Pick<Files, 'has' | 'receive'>): Promise<string[]> => {
  const missing: string[] = [];
  for await (const { key, sha256 } of filesOf(options.url)) {
    if (await files.has(key)) continue;
    const name = fileNameOf(key, options.open !== null);
    if (!(await options.target.has(name))) {
      missing.push(key);
      continue;
    }
    const incoming = await files.receive();
    try {
      await incoming.write(readFile(options, { name, sha256 }));
      await incoming.keep(key);
    } finally {
      await incoming.drop();
    }
  }
  return missing;
};

/** Reads every file that the restored rows name, and compares it. @returns the keys of files that the target does not have */
export const checkFiles = async (options: FillOptions): Promise<string[]> => {
  const missing: string[] = [];
  for await (const { key, sha256 } of filesOf(options.url)) {
    const name = fileNameOf(key, options.open !== null);
    if (!(await options.target.has(name))) missing.push(key);
    else for await (const _ of readFile(options, { name, sha256 })) void _;
  }
  return missing;
};
