import type { Db, Tx } from '#kernel/database/db';
import { JobFailed } from '#kernel/jobs/sent-job';

/** The room that a tenant has left for results of its jobs. @source security 4.8 */
export interface ResultRoom {
  /** @unit bytes */
  left(db: Db, tenantId: string): Promise<number>;
  /** The same, and until the transaction ends nobody else takes of it. */
  lockLeft(tx: Tx, tenantId: string): Promise<number>;
}

/** Why a result that finds no room is not kept, for its user. */
export const noRoomFor = (keptDays: number): JobFailed =>
  new JobFailed(
    `文件空间不足，这份文件存不下，没有保留。已生成的文件满 ${keptDays} 天后自动清理；请缩小范围后重试，或联系我们扩容。`,
  );
