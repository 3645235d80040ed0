import { randomInt } from 'node:crypto';
import { type CertificationStatus, type FieldReason, transferFen } from '@ronghui/domain/certification';
import {
  type CertificationChanges,
  type CertificationDecision,
  namesFields,
  needsLiveConsents,
  reviewCertification,
} from '@ronghui/domain/certification-review';
import { countConsentsNotInForce } from '#features/authorization/authorization.reads';
import type { Tx } from '#kernel/database/db';
import { type Author, staffIn } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import {
  findLastMove,
  findSubmission,
  type LockedCertification,
  lockCertification,
  lockSubmission,
  type Move,
  storeMove,
} from './certification.sql.ts';
import { noticeOfMove, notifyCertifiers } from './certification-notice.ts';
import { noTransfer, passing } from './certification-pass.ts';

/** The submission that is decided on, in the version that was read; tests compare none. */
interface Seen {
  readonly submissionNo: string;
  readonly version?: number;
}

/** A decision of staff on a submission, or of time on a tenant's transfer. */
export type AskedDecision =
  | ({ readonly kind: 'approve' } & Seen)
  | ({ readonly kind: 'reject'; readonly reasons: readonly FieldReason[] } & Seen)
  | { readonly kind: 'transferOverdue'; readonly tenantId: string };

/** The result; a repeated decision changes nothing and says so, with other reasons it is `changed`. */
export type DecisionResult =
  | {
      readonly ok: true;
      readonly tenantId: string;
      readonly status: CertificationStatus;
      readonly version: number;
      readonly changed: boolean;
    }
  | {
      readonly ok: false;
      readonly reason:
        | 'notFound'
        | 'notAllowed'
        | 'reasonMissing'
        | 'unknownField'
        | 'taken'
        | 'notDue'
        | 'consentGone'
        | 'changed';
      readonly status?: CertificationStatus;
    };

const names = { ops: '平台运营', job: '系统' } as const;

/** A transfer of less than one yuan that waits to be sent; its deadline begins when it is sent. @source R4.11 */
const newTransfer = (ports: Pick<Ports, 'vault'>, triesLeft: number | null): Move['changes'] => ({
  transfer_sealed: ports.vault.seal(String(randomInt(transferFen.min, transferFen.max + 1))),
  transfer_by: null,
  transfer_sent_at: null,
  transfer_failed_at: null,
  tries_left: triesLeft,
});

/** The columns that a step sets beside the status; null when another tenant is certified with the code by now. */
const columnsOf = async (
  tx: Tx,
  ports: Pick<Ports, 'vault'>,
  { row, to, changes }: { row: LockedCertification; to: CertificationStatus; changes: CertificationChanges },
): Promise<Move['changes'] | null> => {
  const reviewed = { reviewed_at: changes.reviewedAt };
  if (to === 'passed') {
    const passed = await passing(tx, row);
    return passed && { ...passed, ...reviewed };
  }
  return { ...(changes.transfer === 'new' ? newTransfer(ports, changes.triesLeft) : noTransfer), ...reviewed };
};

/** How many of the consents of a submission are no longer in force. @source R10.6 */
const countEndedConsents = async (tx: Tx, { tenant_id, submission_no }: LockedCertification): Promise<number> => {
  const submission = await findSubmission(tx, tenant_id, submission_no ?? '');
  return countConsentsNotInForce(tx, tenant_id, submission?.consent_ids ?? []);
};

const store = async (tx: Tx, author: Author, { row, move }: { row: LockedCertification; move: Move }) => {
  await storeMove(tx, row, move);
  author.record(tx, {
    event: `${move.actor}.certification.${move.event}`,
    tenantId: row.tenant_id,
    object: move.submissionNo,
    before: { status: row.status },
    after: { status: move.to, reasons: move.reasons },
  });
  const notice = noticeOfMove(move);
  if (notice !== null) notifyCertifiers(tx, row.tenant_id, notice);
};

const decisionOf = (asked: AskedDecision): CertificationDecision =>
  asked.kind === 'reject' ? { kind: 'reject', reasons: asked.reasons } : { kind: asked.kind };

const textOf = (reasons: readonly FieldReason[]): string =>
  reasons
    .map(({ field, reason }) => JSON.stringify([field, reason.trim()]))
    .toSorted()
    .join();

const areSameReasons = (given: readonly FieldReason[], stored: readonly FieldReason[]): boolean =>
  textOf(given) === textOf(stored);

/** Whether something has happened since the version that was seen. */
const isStale = (asked: AskedDecision, version: number): boolean =>
  asked.kind !== 'transferOverdue' && asked.version !== undefined && asked.version !== version;

/**
 * Decides on a certification: the row is locked, the domain decides, and status, history, the tenant's record, audit and notice are part of the
 * caller's transaction. After a step to `pendingTransfer` a job sends the transfer within a minute.
 *
 * @reason taken  another tenant is certified with the code
 * @reason changed  the certification is not in the version that was seen
 * @source R4.11, R4.12, R11.4
 */
export const decideCertification = async (
  tx: Tx,
  ports: Pick<Ports, 'vault' | 'clock' | 'config'>,
  author: Author,
  asked: AskedDecision,
): Promise<DecisionResult> => {
  const { kind } = asked;
  const decision = decisionOf(asked);
  if (!namesFields(decision)) return { ok: false, reason: 'unknownField' };
  const row = await (asked.kind === 'transferOverdue'
    ? lockCertification(tx, asked.tenantId)
    : lockSubmission(tx, asked.submissionNo));
  if (row === undefined) return { ok: false, reason: 'notFound' };
  const { status, tenant_id: tenantId, version } = row;
  if (isStale(asked, version)) return { ok: false, reason: 'changed', status };
  const reviewed = {
    status,
    transferCheck: ports.config.certificationTransfer,
    transferSentAt: row.transfer_sent_at,
    transferBy: row.transfer_by,
    endedConsents: needsLiveConsents(kind) ? await countEndedConsents(tx, row) : 0,
  };
  const review = reviewCertification(reviewed, decision, ports.clock.now());
  if (!review.ok) {
    const mayBeRepeated = review.reason === 'notAllowed' || review.reason === 'reasonMissing';
    const last = mayBeRepeated ? await findLastMove(tx, row) : undefined;
    if (last?.event !== kind) return { ok: false, reason: review.reason, status };
    // The merchant has read the first reason.
    if (decision.kind === 'reject' && !areSameReasons(decision.reasons, last.reasons))
      return { ok: false, reason: 'changed', status };
    return { ok: true, tenantId, status, version, changed: false };
  }
  const { to, reasons } = review;
  const changes = await columnsOf(tx, ports, { row, to, changes: review.changes });
  if (changes === null) return { ok: false, reason: 'taken', status };
  const actor = author.actor.kind === 'system' ? 'job' : 'ops';
  const submissionNo = row.submission_no ?? '';
  const who = { actor, userId: null, byName: names[actor], staffId: staffIn(author) } as const;
  const move = { event: kind, to, ...who, submissionNo, reasons, changes };
  await store(tx, author, { row, move });
  return { ok: true, tenantId, status: to, version: version + 1, changed: true };
};
