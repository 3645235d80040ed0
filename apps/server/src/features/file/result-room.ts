import type { Db } from '#kernel/database/db';
import type { ResultRoom } from '#kernel/jobs/result/result-room';
import type { Limits } from '#kernel/ports';
import { lockFileQuota, sumFiles, sumResults } from './file.sql.ts';

const megabyte = 1024 * 1024;

/**
 * Files that jobs make count in the tenant's room beside what its people upload. They take half of it at most, so that no export keeps anybody from
 * handing in a voucher. @source security 4.8, decision 0098
 */
export const resultRoomOf = ({ tenantFilesMegabytes }: Pick<Limits, 'tenantFilesMegabytes'>): ResultRoom => {
  const room = tenantFilesMegabytes * megabyte;
  const leftOf = async (db: Db, tenantId: string, taken: number): Promise<number> =>
    Math.min(room - taken, Math.floor(room / 2) - (await sumResults(db, tenantId)));
  return {
    left: async (db, tenantId) => leftOf(db, tenantId, await sumFiles(db, tenantId)),
    lockLeft: async (tx, tenantId) => leftOf(tx, tenantId, await lockFileQuota(tx, tenantId)),
  };
};
