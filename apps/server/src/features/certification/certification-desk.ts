import { randomInt } from 'node:crypto';
import {
  type CertificationEvent,
  type CertificationStatus,
  type FieldReason,
  stepCertification,
  transferFen,
  transferTries,
} from '@ronghui/domain/certification';
import { isCertificationField } from '@ronghui/domain/certification-form';
import { countNotHolding } from '#features/authorization/authorization.reads';
import type { Database, Tx } from '#kernel/database/db';
import { insertAuditEvent } from '#kernel/observe/audit.sql';
import type { Ports } from '#kernel/ports';
import {
  findMoved,
  findSubmission,
  type LockedCertification,
  lockCertification,
  lockSubmission,
  type Move,
  storeMove,
} from './certification.sql.ts';
import { newsOfMove, tellCertifiers } from './certification-news.ts';
import { noTransfer, passing } from './certification-pass.ts';

/** What the desk decides on a submission, or a job on a tenant's. */
export type DeskDecision =
  | { readonly kind: 'approve'; readonly submissionNo: string }
  | { readonly kind: 'reject'; readonly submissionNo: string; readonly reasons: readonly FieldReason[] }
  | { readonly kind: 'transferOverdue'; readonly tenantId: string };

/** What came of it; a repeated decision changes nothing and says so. */
export type DeskResult =
  | { readonly ok: true; readonly status: CertificationStatus; readonly changed: boolean }
  | {
      readonly ok: false;
      readonly reason:
        | 'notFound'
        | 'notAllowed'
        | 'reasonMissing'
        | 'unknownField'
        | 'taken'
        | 'notDue'
        | 'consentGone';
      readonly status?: CertificationStatus;
    };

const names = { ops: '平台运营', job: '系统' } as const;
const overdue: FieldReason = { field: 'bankAccountNo', reason: '打款验证没有在期限内完成，请核对对公账户后重新提交' };

const eventOf = (decision: DeskDecision, transferCheck: boolean): CertificationEvent =>
  decision.kind === 'approve' ? { kind: 'approve', transferCheck } : decision;

/** A transfer of under one yuan that waits to be sent; its days begin when it is. @source R4.11 */
const newTransfer = (ports: Ports): Move['changes'] => ({
  transfer_sealed: ports.vault.seal(String(randomInt(transferFen.min, transferFen.max + 1))),
  transfer_by: null,
  transfer_sent_at: null,
  tries_left: transferTries,
});

/** What the step sets beside the status; null when the code is another tenant's by now. */
const changesOf = async (
  tx: Tx,
  ports: Ports,
  { row, to, now }: { readonly row: LockedCertification; readonly to: CertificationStatus; readonly now: Date },
): Promise<Move['changes'] | null> => {
  if (to === 'passed') {
    const changes = await passing(tx, row);
    return changes && { ...changes, reviewed_at: now };
  }
  return { ...(to === 'pendingTransfer' ? newTransfer(ports) : noTransfer), reviewed_at: now };
};

/** Whether every consent that a submission was made with still holds. @source R10.6 */
const standsOnConsent = async (tx: Tx, { tenant_id }: LockedCertification, submissionNo: string): Promise<boolean> => {
  const submission = await findSubmission(tx, tenant_id, submissionNo);
  return (await countNotHolding(tx, tenant_id, submission?.consent_ids ?? [])) === 0;
};

const store = async (tx: Tx, { row, move }: { row: LockedCertification; move: Move }): Promise<void> => {
  await storeMove(tx, row, move);
  await insertAuditEvent(tx, {
    event: `${move.actor}.certification.${move.event}`,
    operation: '',
    result: 'ok',
    tenant_id: row.tenant_id,
    user_id: null,
    session_id: null,
    address: '',
    object: move.submissionNo,
    before: JSON.stringify({ status: row.status }),
    after: JSON.stringify({ status: move.to, reasons: move.reasons }),
    request_id: '',
  });
  const news = newsOfMove(move);
  if (news !== null) tellCertifiers(tx, row.tenant_id, news);
};

/**
 * Decides on a certification: it is held, the domain decides, and status, history, the tenant's record, audit and news are one transaction.
 *
 * @reason unknownField  a reason names no field of the form
 * @reason consentGone   what the submission stands on was withdrawn
 * @reason taken         another tenant is certified with the code
 * @reason notDue        a job came before its time
 * @source R4.11, R4.12, R11.4
 */
export const decideCertification = (ports: Ports, database: Database, decision: DeskDecision): Promise<DeskResult> => {
  const { kind } = decision;
  if (kind === 'reject' && !decision.reasons.every(({ field }) => isCertificationField(field))) {
    return Promise.resolve({ ok: false, reason: 'unknownField' });
  }
  return database.transact('service', async (tx): Promise<DeskResult> => {
    const row = await (kind === 'transferOverdue'
      ? lockCertification(tx, decision.tenantId)
      : lockSubmission(tx, decision.submissionNo));
    if (row === undefined) return { ok: false, reason: 'notFound' };
    const { status } = row;
    const event = eventOf(decision, ports.config.certificationTransfer);
    const step = stepCertification(status, event);
    if (!step.ok) {
      const wasTaken = await findMoved(tx, row, kind);
      return wasTaken ? { ok: true, status, changed: false } : { ok: false, reason: step.reason, status };
    }
    const now = ports.clock.now();
    const isLate = row.transfer_sent_at !== null && row.transfer_by !== null && row.transfer_by <= now;
    if (kind === 'transferOverdue' && !isLate) return { ok: false, reason: 'notDue', status };
    if (kind === 'approve' && !(await standsOnConsent(tx, row, decision.submissionNo))) {
      return { ok: false, reason: 'consentGone', status };
    }
    const { to } = step;
    const changes = await changesOf(tx, ports, { row, to, now });
    if (changes === null) return { ok: false, reason: 'taken', status };
    const actor = kind === 'transferOverdue' ? 'job' : 'ops';
    const reasons = kind === 'reject' ? decision.reasons : kind === 'transferOverdue' ? [overdue] : [];
    const submissionNo = row.submission_no ?? '';
    const move = {
      event: kind,
      to,
      actor,
      userId: null,
      byName: names[actor],
      submissionNo,
      reasons,
      changes,
    } as const;
    await store(tx, { row, move });
    return { ok: true, status: to, changed: true };
  });
};
