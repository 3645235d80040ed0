import { StartRefused } from '#kernel/setup/start-refused';

/** The form of backups that this version writes. */
export const backupForm = 1;

/** What a table held. @unit rows; sums of its amounts in fen, as digits */
export interface TableFacts {
  readonly rows: number;
  readonly sums: Readonly<Record<string, string>>;
}

/** A partition that was made while the product ran, which no migration makes. */
export interface PartitionShape {
  readonly name: string;
  readonly of: string;
  /** `for values …` as PostgreSQL prints it. */
  readonly bound: string;
  /** Its own checks, as PostgreSQL prints them. */
  readonly checks: readonly string[];
}

/** A piece of a backup as it lies in the target. */
export interface PartFacts {
  readonly name: string;
  /** @unit bytes, as it lies there */
  readonly bytes: number;
  /** SHA-256 in hex of these bytes. */
  readonly sha256: string;
}

/** The rows of one table, or of one partition: the parts one after another are what COPY wrote. */
export interface TableParts {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parts: readonly PartFacts[];
}

/** What a backup holds. It names nobody: figures, digests and names of tables. @source R14.5 */
export interface Manifest {
  readonly form: number;
  readonly id: string;
  /** The version of the product that wrote it. */
  readonly version: string;
  /** The newest migration of the database. */
  readonly migration: {
    readonly number: number;
    readonly name: string;
    readonly checksum: string;
    /** Those before it that the database did not have yet; absent in what versions before 0.9 wrote, which knew none. */
    readonly waiting?: readonly number[];
  };
  /** The moment of the snapshot. */
  readonly at: string;
  /** The public key to which the parts are encrypted; null where they are not. */
  readonly recipient: string | null;
  /** Tells apart whose keys open what is sealed in the rows. */
  readonly keys: string;
  readonly tables: Readonly<Record<string, TableFacts>>;
  readonly partitions: readonly PartitionShape[];
  readonly sequences: Readonly<Record<string, number>>;
  readonly rows: readonly TableParts[];
  /** The files that the rows name and that the target has, a key a line; never encrypted. */
  readonly fileList: readonly PartFacts[];
  readonly files: { readonly count: number; readonly missing: number };
  /** The end of the sealed audit chain, `number:digest`; null while nothing is sealed. */
  readonly auditHead: string | null;
}

/** `20261129T115300Z-3f9a1c`: they sort by their moment. */
export const backupIdOf = (at: Date, random: string): string =>
  `${at
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d{3}/, '')}-${random}`;

const idForm = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;
export const isBackupId = (text: string): boolean => idForm.test(text);

export const manifestName = (id: string): string => `backups/${id}/manifest.json`;

/** Where a file of the store lies; every backup of a target has it there, once. */
export const fileNameOf = (key: string, isSealed: boolean): string => `files/${key}.${isSealed ? 'zst.age' : 'zst'}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a manifest; one that this version cannot read is refused with a sentence. */
export const readManifest = (text: string): Manifest => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new StartRefused('备份清单已损坏，不是完整的 JSON：请换一份备份。');
  }
  if (!isRecord(read) || typeof read['form'] !== 'number') throw new StartRefused('这不是融惠的备份清单。');
  if (read['form'] !== backupForm)
    throw new StartRefused(
      `这份备份的格式是 ${read['form']}，本版本只能读取格式 ${backupForm}：请用写出它的版本（${String(read['version'])}）恢复。`,
    );
  const isComplete =
    isRecord(read['migration']) &&
    isRecord(read['tables']) &&
    isRecord(read['sequences']) &&
    Array.isArray(read['rows']);
  if (!isComplete) throw new StartRefused('备份清单不完整：请换一份备份。');
  // Written by `takeBackup`; whatever it names is compared with its digest before it is used.
  return read as unknown as Manifest;
};
