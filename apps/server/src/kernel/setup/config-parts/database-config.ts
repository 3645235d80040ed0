import { isUrl, type Reader } from '#kernel/setup/config-reader';

/** Where the database is, and a standby of it that takes reads; null where there is none. */
interface DatabaseUrls {
  readonly databaseUrl: string | null;
  readonly databaseReadUrl: string | null;
}

const schemes = ['postgres:', 'postgresql:'];

/** Reads the addresses of the database. What only the servers can say of each other is checked once they answer. */
export const readDatabaseUrls = (read: Reader): DatabaseUrls => {
  const [databaseUrl, databaseReadUrl] = [read.secret('DATABASE_URL'), read.secret('DATABASE_READ_URL')];
  read.refuse(databaseUrl !== null && !isUrl(databaseUrl, schemes), 'DATABASE_URL 应为 postgres:// 连接串');
  read.refuse(
    databaseReadUrl !== null && !isUrl(databaseReadUrl, schemes),
    'DATABASE_READ_URL 应为 postgres:// 连接串 / DATABASE_READ_URL is an address of postgres://',
  );
  read.refuse(
    databaseReadUrl !== null && databaseUrl === null,
    'DATABASE_READ_URL 是 DATABASE_URL 的只读副本，须同时设置 DATABASE_URL / DATABASE_READ_URL is a replica of DATABASE_URL: set both',
  );
  read.refuse(
    databaseReadUrl !== null && databaseReadUrl === databaseUrl,
    'DATABASE_READ_URL 与 DATABASE_URL 相同：请改为它的流复制副本，或不设置 / DATABASE_READ_URL equals DATABASE_URL: name a streaming standby of it, or none',
  );
  return { databaseUrl, databaseReadUrl };
};
