import { type ClosingCondition, canClose, closingConditions } from '@ronghui/domain/account-closing';
import { closeUser, lockDueClosing, withdrawClosing } from '#features/account/account.steps';
import { countUnsettledBills } from '#features/bill/bill.reads';
import { releaseCertification } from '#features/certification/certification.steps';
import { deleteNoticeSettings, leaveNotice } from '#features/notice/notice.steps';
import { listOwnedTenants } from '#features/tenant/tenant.reads';
import { leaveTenants, withdrawInvitations } from '#features/tenant/tenant.steps';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import type { Db, Tx } from '#kernel/database/db';
import type { JobContext } from '#kernel/jobs/jobs';
import { endJobsOfUser } from '#kernel/jobs/sent-job.sql';
import { systemAuthor } from '#kernel/observe/audit';
import { findClosingObstacles } from './safety.sql.ts';

/** The current state of the conditions for closing an account. @source R10.9 */
export const findConditions = async (db: Db, userId: string): Promise<ClosingCondition[]> => {
  const obstacles = await findClosingObstacles(db, userId);
  const unsettledBills = await countUnsettledBills(db, userId);
  return closingConditions({ ...obstacles, unsettledBills });
};

const auditClosing = (tx: Tx, userId: string, result: { readonly event: string; readonly after: object }): void =>
  systemAuthor.record(tx, { ...result, object: userId, userId });

/** Closes the next account whose waiting time has passed, or keeps it when a condition is no longer met; false when none is left. */
export const closeNext = ({ database, ports }: JobContext): Promise<boolean> =>
  database.transact('service', async (tx) => {
    const due = await lockDueClosing(tx);
    if (due === undefined) return false;
    const { user_id: userId } = due;
    const unmet = (await findConditions(tx, userId)).filter(({ met }) => !met);
    if (!canClose(unmet)) {
      await withdrawClosing(tx, userId);
      const text = `注销没有生效：${unmet.map((condition) => condition.text).join('')}办结后可以重新申请。`;
      leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '账号未注销', text, place: 'safety' });
      auditClosing(tx, userId, { event: 'job.account.kept', after: { unmet: unmet.map(({ key }) => key) } });
      return true;
    }
    await closeUser(tx, { userId, maskSealed: ports.vault.seal(due.mobile_masked) });
    await leaveTenants(tx, userId);
    await deleteNoticeSettings(tx, userId);
    for (const tenantId of await listOwnedTenants(tx, userId)) {
      await releaseCertification(tx, tenantId);
      await withdrawInvitations(tx, tenantId, userId);
    }
    await endUserSessions(tx, userId, null);
    await endJobsOfUser(tx, userId);
    auditClosing(tx, userId, { event: 'job.account.closed', after: { status: 'cancelled' } });
    return true;
  });
