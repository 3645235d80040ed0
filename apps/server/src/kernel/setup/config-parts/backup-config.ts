import { join, resolve, sep } from 'node:path';
import type { Reader } from '#kernel/setup/config-reader';

/** Backups by the clock. @source running 3.3 */
export interface BackupPlan {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string;
  readonly everyHours: number;
  /** How many are kept. */
  readonly keep: number;
}

/** Where backups go by themselves, and to whose key they are encrypted. */
export interface BackupConfig {
  /** Null: none is taken by the clock. */
  readonly plan: BackupPlan | null;
  /** A public key in the age format; null leaves backups as they are. */
  readonly recipient: string | null;
}

/** A bucket and a prefix in it. */
export interface BucketPlace {
  readonly bucket: string;
  readonly prefix: string;
}

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.{0,500}))?$/;
const recipientForm = /^age1[02-9ac-hj-np-z]{50,4000}$/;
const standard = { everyHours: 24, keep: 14 } as const;
const most = { everyHours: 168, keep: 1000, path: 700 } as const;

/** The bucket that `s3://bucket/prefix` names; null where it names none. */
export const bucketPlaceOf = (text: string): BucketPlace | null => {
  const [, bucket, prefix = ''] = bucketForm.exec(text) ?? [];
  return bucket === undefined ? null : { bucket, prefix: prefix.replace(/\/$/, '') };
};

/** How a target is called wherever it is shown: a folder by its full path. */
export const placeOf = (to: string): string => {
  const found = bucketPlaceOf(to);
  return found === null ? resolve(to) : `s3://${found.bucket}/${found.prefix}`;
};

const readNumber = (read: Reader, name: string, bounds: { readonly standard: number; readonly most: number }) => {
  const text = read.text(name);
  const value = Number(text ?? bounds.standard);
  read.refuse(
    !Number.isInteger(value) || value < 1 || value > bounds.most,
    `${name} 应为 1 到 ${bounds.most} 的整数 (${name} takes a whole number from 1 to ${bounds.most})`,
  );
  return value;
};

const readTarget = (
  read: Reader,
  { to, dataDir, hasStore }: { readonly to: string; readonly dataDir: string; readonly hasStore: boolean },
): void => {
  if (to.startsWith('s3:')) {
    const found = bucketPlaceOf(to);
    read.refuse(
      found === null,
      'BACKUP_TO 应为文件夹，或 s3://桶/前缀 (BACKUP_TO takes a folder, or s3://bucket/prefix)',
    );
    read.refuse(
      found !== null && !hasStore,
      'BACKUP_TO 为 s3:// 时还需要 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY 与 S3_BUCKET (BACKUP_TO in a bucket needs S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET)',
    );
    return;
  }
  read.refuse(to.length > most.path, `BACKUP_TO 过长（最多 ${most.path} 个字符） (BACKUP_TO is too long)`);
  read.refuse(
    join(resolve(to), sep).startsWith(join(dataDir, sep)),
    'BACKUP_TO 不能在数据目录 DATA_DIR 之中：丢了它，备份也就丢了 (BACKUP_TO may not lie within DATA_DIR: both would be lost together)',
  );
};

/** Reads how backups are taken by themselves. @source running 3.3 */
export const readBackup = (
  read: Reader,
  { dataDir, hasStore }: { readonly dataDir: string; readonly hasStore: boolean },
): BackupConfig => {
  const [to, recipient] = [read.text('BACKUP_TO'), read.text('BACKUP_RECIPIENT')];
  const everyHours = readNumber(read, 'BACKUP_EVERY', { standard: standard.everyHours, most: most.everyHours });
  const keep = readNumber(read, 'BACKUP_KEEP', { standard: standard.keep, most: most.keep });
  read.refuse(
    recipient !== null && !recipientForm.test(recipient),
    'BACKUP_RECIPIENT 应为 age 公钥，形如 age1…（由 age-keygen 生成） (BACKUP_RECIPIENT takes a public key of age-keygen)',
  );
  if (to === null) {
    for (const name of ['BACKUP_EVERY', 'BACKUP_KEEP'])
      read.refuse(read.text(name) !== null, `设置了 ${name} 却没有 BACKUP_TO：不会有备份 (${name} needs BACKUP_TO)`);
    return { plan: null, recipient };
  }
  readTarget(read, { to, dataDir, hasStore });
  return { plan: { to, everyHours, keep }, recipient };
};
