import { createHmac, type KeyObject } from 'node:crypto';
import type { Database } from '#kernel/database/db';
import { keepPepperDigest } from '#kernel/secrets/pepper-check.sql';
import { StartRefused } from '#kernel/setup/start-refused';

/** No password contains a line break, so the stored digest is no password's. */
const text = 'pepper\ncheck';

/**
 * Refuses a pepper other than the one that hashed this database's passwords: a lost file is generated again, and every
 * right password would then be wrong. @source security 4.10
 */
export const checkPepper = async (database: Database, pepper: KeyObject): Promise<void> => {
  const digest = createHmac('sha256', pepper).update(text).digest();
  const kept = await database.transact('service', (tx) => keepPepperDigest(tx, digest));
  if (kept.equals(digest)) return;
  throw new StartRefused(
    '数据库中的密码不是用此数据目录的密钥计算的：请从同一份备份恢复 secrets/pepper.key 与 secrets/master.key',
  );
};
