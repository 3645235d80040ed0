import { type certificationOperations, keysOfRole, type MemberRole } from '@ronghui/contract';
import { acceptedAgreements } from '@ronghui/domain/agreement';
import { isFormOpen, stepCertification } from '@ronghui/domain/certification';
import { certificationFaults } from '@ronghui/domain/certification-form';
import { isCityOf } from '@ronghui/domain/company/division';
import { shanghaiTime } from '@ronghui/domain/csv';
import { fileKinds } from '@ronghui/domain/file-kind';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { insertConsents } from '#features/authorization/authorization.steps';
import { listFiles } from '#features/file/file.reads';
import { restrictFiles } from '#features/file/file.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import type { Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import {
  findInForce,
  findSubmission,
  holdDraft,
  insertSubmission,
  isCertifiedElsewhere,
  type LockedCertification,
  lockCertification,
  type NewSubmission,
  storeMove,
  updateDraft,
} from './certification.sql.ts';
import { abandonHandlers } from './certification-abandon.handlers.ts';
import { filesOf, mergeDraft, openSecrets, recordOf, submissionOf } from './certification-form.ts';
import { findCertificationNow } from './certification-overdue.ts';
import { transferHandlers } from './certification-transfer.handlers.ts';
import { certificationReviewHandlers } from './review/review.handlers.ts';

const mayCertify = (role: MemberRole): boolean => keysOfRole(role).includes('certification.write');

/** Whether a fresh proof came with the call; it is used up. @source security 4.1 */
const isProved = ({ ports, session }: MerchantContext, ticket: string | undefined): Promise<boolean> =>
  ticket === undefined
    ? Promise.resolve(false)
    : spendTicket(ports, { purpose: 'step', sessionId: session.sessionId }, ticket);

const documentTypes: ReadonlySet<string> = new Set(
  [fileKinds.pdf, fileKinds.png, fileKinds.jpeg].map(({ mime }) => mime),
);

/**
 * Whether a form's files are the tenant's own, and documents; from now on they are sensitive. `scanning`: one of them is not
 * scanned yet; a draft may name it, a submission may not.
 */
const takeFiles = async (
  tx: Tx,
  tenantId: string,
  fileIds: readonly string[],
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: 'scanning' | 'notFound' }> => {
  const files = await listFiles(tx, tenantId, fileIds);
  if (files.length < fileIds.length || !files.every(({ mime }) => documentTypes.has(mime))) {
    return { ok: false, reason: 'notFound' };
  }
  await restrictFiles(tx, tenantId, fileIds);
  return files.some(({ status }) => status === 'scanning') ? { ok: false, reason: 'scanning' } : { ok: true };
};

/** Stores a submission under a new number. */
const keep = (tx: Tx, { ports }: MerchantContext, submission: Omit<NewSubmission, 'submissionNo'>): Promise<string> =>
  underFreeNumber(
    () => ports.ids.number('RZ'),
    (submissionNo) => insertSubmission(tx, { ...submission, submissionNo }),
  );

/** The certification of the caller's tenant, inserted where there is none, and locked. */
const begin = async (tx: Tx, tenantId: string): Promise<LockedCertification> => {
  await holdDraft(tx, tenantId);
  const row = await lockCertification(tx, tenantId);
  if (row === undefined) throw new Error('a certification that was begun is gone');
  return row;
};

/** Certification of a company: draft, submission, transfer (R4.11, R5.4, R10.8). */
export const certificationHandlers: HandlersFor<typeof certificationOperations> = {
  ...transferHandlers,

  'certification.get': async (_input, context) => {
    const { db, role } = context;
    const row = await findCertificationNow(context);
    const inForce = row?.status === 'passed' && mayCertify(role) ? await findInForce(db, row) : undefined;
    return recordOf(row, mayCertify(role), inForce);
  },

  'certification.saveDraft': async (input, context) => {
    const { tenantId, ports, fail } = context;
    return context.transact(async (tx) => {
      const row = await holdDraft(tx, tenantId);
      if (!isFormOpen(row.status)) return fail('notAllowed');
      const draft = mergeDraft(row, input, ports.vault);
      const named = filesOf(input);
      const taken = await takeFiles(tx, tenantId, named);
      if (!taken.ok && taken.reason === 'notFound') return fail(taken.reason);
      await updateDraft(tx, tenantId, draft);
      context.audit({ object: tenantId, after: { fields: Object.keys(input).filter((name) => name !== 'kid') } });
      return recordOf({ ...row, ...draft }, true, await findInForce(tx, row));
    });
  },

  // The service's transaction: a code is looked up across tenants, and a tenant's role may not write its own status.
  'certification.submit': async ({ agreements: accepted, stepTicket, ...input }, context) => {
    const { tenantId, userId, ports, now, fail, address, requestId } = context;
    return context.transactAsService(async (tx) => {
      const row = await begin(tx, tenantId);
      const step = stepCertification(row.status, { kind: 'submit' });
      if (!step.ok) return fail('notAllowed');
      const { form, sealed, masks, secrets } = submissionOf(row.sealed, input, ports.vault);
      const taken = await takeFiles(tx, tenantId, filesOf(form));
      if (!taken.ok) return fail(taken);
      const faults = certificationFaults({ ...form, ...secrets }, { today: shanghaiTime(now).slice(0, 10), isCityOf });
      if (faults.length > 0) return fail('invalid', { fields: [...faults] });
      const uscc = form.uscc ?? '';
      if (await isCertifiedElsewhere(tx, tenantId, uscc)) return fail('taken');
      const asked = (await listCurrentAgreements(tx)).filter(({ scene }) => scene === 'certification');
      const agreements = acceptedAgreements(asked, accepted);
      if (agreements === null) return fail('agreementsChanged');
      if (row.certified_no !== null && !(await isProved(context, stepTicket))) return fail('moreProof');
      const consents = agreements.map((each) => ({ ...each, recordId: ports.ids.id(), validTo: null }));
      const consentIds = consents.map(({ recordId }) => recordId);
      const submissionNo = await keep(tx, context, { tenantId, form, sealed, masks, uscc, userId, consentIds });
      await updateDraft(tx, tenantId, { form, sealed, masks });
      await insertConsents(tx, { tenantId, userId, address, requestId }, consents);
      const changes = { submission_no: submissionNo, submitted_at: now, reviewed_at: null };
      await storeMove(tx, row, {
        event: 'submit',
        to: step.to,
        actor: 'merchant',
        userId,
        byName: null,
        submissionNo,
        reasons: [],
        changes,
      });
      await ports.outbox.enqueue(tx, {
        kind: 'mail',
        to: ports.config.providerMail,
        subject: `企业认证 ${submissionNo} 待审核`,
        text: `企业：${form.companyName ?? ''}\n统一社会信用代码：${uscc}`,
      });
      context.audit({
        object: submissionNo,
        before: { status: row.status },
        after: { status: step.to, uscc, consentIds, fileIds: filesOf(form) },
      });
      return recordOf({ ...row, form, masks, status: step.to, reasons: [], ...changes }, true);
    });
  },

  ...abandonHandlers,
  ...certificationReviewHandlers,

  // Certifications are the only kind.
  'personal.reveal': async ({ kind: _, id, field, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, ports, fail } = context;
    return context.transact(async (tx) => {
      const submission = await findSubmission(tx, tenantId, id);
      const value = submission && openSecrets(ports.vault, submission.sealed)[field];
      if (value === undefined) return fail('notFound');
      if (!(await isProved(context, stepTicket))) return fail('moreProof');
      context.audit({ object: id, after: { field } });
      return { value };
    });
  },
};
