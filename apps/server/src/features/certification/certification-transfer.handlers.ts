import type { certificationOperations } from '@ronghui/contract';
import { stepCertification } from '@ronghui/domain/certification';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { lockCertification, type Move, storeMove } from './certification.sql.ts';
import { recordOf } from './certification-form.ts';
import { noTransfer, passing } from './certification-pass.ts';

/** The reason of a submission that failed because the amount was typed wrongly too often. */
const wrongTooOften = { field: 'bankAccountNo', reason: '回填的到账金额多次不符，请核对对公账户后重新提交' } as const;

/** The amount of the transfer, typed back by the merchant (R4.11). */
export const transferHandlers: HandlersFor<Pick<typeof certificationOperations, 'certification.verifyTransfer'>> = {
  'certification.verifyTransfer': async ({ amount, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, ports, now, fail } = context;
    return context.transactAsService(async (tx) => {
      const row = await lockCertification(tx, tenantId);
      if (row === undefined || row.transfer_sealed === null || row.tries_left === null) return fail('notAllowed');
      if (row.transfer_sent_at === null || row.transfer_by === null || row.transfer_by <= now)
        return fail('notAllowed');
      const isRight = Number(ports.vault.open(row.transfer_sealed)) === amount;
      const triesLeft = row.tries_left - 1;
      const step = stepCertification(
        row.status,
        isRight ? { kind: 'transferRight' } : { kind: 'transferWrong', triesLeft },
      );
      if (!step.ok) return fail('notAllowed');
      const over: Move['changes'] =
        step.to === 'rejected' ? { ...noTransfer, reviewed_at: now } : { tries_left: triesLeft };
      const changes = isRight ? await passing(tx, row) : over;
      if (changes === null) return fail('taken');
      const reasons = step.to === 'rejected' ? [wrongTooOften] : [];
      await storeMove(tx, row, {
        event: isRight ? 'transferRight' : 'transferWrong',
        to: step.to,
        actor: 'merchant',
        userId,
        byName: null,
        submissionNo: row.submission_no ?? '',
        reasons,
        changes,
      });
      context.audit({
        object: row.submission_no ?? '',
        before: { status: row.status, triesLeft: row.tries_left },
        after: { status: step.to, isRight },
      });
      return recordOf({ ...row, status: step.to, reasons, ...changes }, true);
    });
  },
};
