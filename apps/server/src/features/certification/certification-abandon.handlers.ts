import type { certificationOperations } from '@ronghui/contract';
import { stepCertification } from '@ronghui/domain/certification';
import type { HandlersFor } from '#kernel/calls/context';
import { findInForce, lockCertification, storeMove, updateDraft } from './certification.sql.ts';
import { recordOf } from './certification-form.ts';

/** The merchant gives up a change: the form shows what is in force again, and a rejection of the change no longer counts (R4.11). */
export const abandonHandlers: HandlersFor<Pick<typeof certificationOperations, 'certification.abandonChange'>> = {
  'certification.abandonChange': async (_input, context) => {
    const { tenantId, userId, fail } = context;
    return context.transactAsService(async (tx) => {
      const row = await lockCertification(tx, tenantId);
      const inForce = row && (await findInForce(tx, row));
      if (row === undefined || inForce === undefined) return fail('notAllowed');
      const { form, sealed, masks } = inForce;
      const step = stepCertification(row.status, { kind: 'abandon', isCertified: true });
      if (!step.ok) return fail('notAllowed');
      await updateDraft(tx, tenantId, { form, sealed, masks });
      const changes = {
        submission_no: inForce.submission_no,
        submitted_at: inForce.submitted_at,
        reviewed_at: inForce.approved_at,
      };
      await storeMove(tx, row, {
        event: 'abandon',
        to: step.to,
        actor: 'merchant',
        userId,
        byName: null,
        submissionNo: row.submission_no ?? '',
        reasons: [],
        changes,
      });
      context.audit({ object: row.submission_no ?? '', before: { status: row.status }, after: { status: step.to } });
      return recordOf({ ...row, form, masks, status: step.to, reasons: [], ...changes }, true, inForce);
    });
  },
};
