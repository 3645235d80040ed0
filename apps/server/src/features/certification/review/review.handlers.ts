import type { certificationReviewOperations } from '@ronghui/contract';
import { type CertificationField, isCertificationField } from '@ronghui/domain/certification-form';
import { countConsentsNotInForce } from '#features/authorization/authorization.reads';
import { findFile, listFiles } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { nameOfStaff } from '#features/staff/staff.reads';
import { countDocumentLook, countLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { type AskedDecision, type DecisionResult, decideCertification } from '../certification.review.ts';
import { filesOf } from '../certification-form.ts';
import {
  findFormer,
  findNeighbours,
  findReview,
  findWatched,
  listedOf,
  listPhrases,
  listReviews,
  listSteps,
} from './review.sql.ts';
import { detailOf, personalOf } from './review-record.ts';

/** How many phrases a field offers: one for each digit key. */
const phrasesPerField = 9;

type Decision = Extract<AskedDecision, { readonly kind: 'approve' | 'reject' }>;
type Refused = Extract<DecisionResult, { readonly ok: false }>['reason'];

/** Decides in one transaction against the version that was seen; `refuse` ends the call with the operation's own error. */
const decide = (context: OpsContext, asked: Decision, refuse: (reason: Refused) => never) =>
  context.transact(async (tx) => {
    const result = await decideCertification(tx, context.ports, context.author, asked);
    return result.ok ? { status: result.status, version: result.version } : refuse(result.reason);
  });

/** The review of certifications (R4.11, R11.4): reading, deciding, and looking at what is masked, which leaves a trace. */
export const certificationReviewHandlers: HandlersFor<typeof certificationReviewOperations> = {
  'ops.certification.page': async (asked, { db, ports, staffId, fail }) => {
    const { status, taken, keyword, from, to, ...input } = asked;
    const { range, wrong } = rangeOf({ from, to });
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf(input, ports.limits);
    const part = await listReviews(db, {
      filter: { status, taken: taken && { who: taken, staffId }, keyword, ...range },
      listing,
    });
    const frame = pageFrame(listing, part, (row) => ({
      at: row.submitted_at ?? new Date(0),
      key: row.submission_no,
    }));
    return { items: part.rows.slice(0, listing.pageSize).map(listedOf), ...frame };
  },

  'ops.certification.detail': async ({ submissionNo }, { db, ports, transact, fail }) => {
    const row = await findReview(db, submissionNo);
    if (row === undefined) return fail('notFound');
    const { tenant_id: tenantId } = row;
    const [former, steps, files, neighbours, endedConsents] = await Promise.all([
      findFormer(db, row),
      listSteps(db, tenantId),
      listFiles(db, tenantId, filesOf(row.form)),
      findNeighbours(db, row),
      transact((tx) => countConsentsNotInForce(tx, tenantId, row.consent_ids)),
    ]);
    return detailOf(ports.vault, { row, former, steps, files, neighbours, endedConsents });
  },

  'ops.certification.watch': async ({ submissionNo }, { db, ports, staffId, now, fail }) => {
    const [row, name] = await Promise.all([findWatched(db, submissionNo), nameOfStaff(db, staffId)]);
    if (row === undefined) return fail('notFound');
    const record = `certification:${submissionNo}`;
    const others = await noteOpen(ports.fast, { record, staffId, name, nowMs: now.getTime() });
    return { status: row.status, version: row.version, isLatest: row.last_no === submissionNo, others: [...others] };
  },

  'ops.certification.phrases': async (_input, { db }) => {
    const byField = new Map<CertificationField, string[]>();
    for (const { field, reason } of await listPhrases(db)) {
      if (!isCertificationField(field)) continue;
      const phrases = byField.get(field) ?? [];
      if (phrases.length < phrasesPerField) byField.set(field, [...phrases, reason]);
    }
    return { items: [...byField].map(([field, phrases]) => ({ field, phrases })) };
  },

  'ops.certification.approve': async ({ submissionNo, version, ...rest }, context) => {
    allTaken(rest);
    const { fail } = context;
    return decide(context, { kind: 'approve', submissionNo, version }, (reason) => {
      if (reason === 'notFound' || reason === 'taken' || reason === 'consentGone') return fail(reason);
      return fail('changed');
    });
  },

  'ops.certification.reject': async ({ submissionNo, version, reasons, ...rest }, context) => {
    allTaken(rest);
    const trimmed = reasons.map(({ field, reason }) => ({ field, reason: reason.trim() }));
    const empty = trimmed.findIndex(({ reason }) => reason === '');
    if (empty >= 0) return context.fail('invalid', wrongField(`reasons.${empty}.reason`, '请写明这一项为什么退回'));
    if (new Set(trimmed.map(({ field }) => field)).size < trimmed.length)
      return context.fail('invalid', wrongField('reasons', '同一项只写一个原因'));
    return decide(context, { kind: 'reject', submissionNo, version, reasons: trimmed }, (reason) =>
      context.fail(reason === 'notFound' ? reason : 'changed'),
    );
  },

  'ops.certification.reveal': async ({ submissionNo, field, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, author, fail } = context;
    await countLook(context);
    return transact(async (tx) => {
      const row = await findReview(tx, submissionNo);
      const value = row && personalOf(ports.vault, row, field);
      if (row === undefined || value === undefined) return fail('notFound');
      author.record(tx, {
        event: 'ops.certification.reveal',
        tenantId: row.tenant_id,
        object: submissionNo,
        after: { field },
      });
      return { value };
    });
  },

  'ops.certification.download': async ({ submissionNo, fileId }, context) => {
    const { db, fail, audit } = context;
    await countDocumentLook(context);
    const row = await findReview(db, submissionNo);
    if (row === undefined || !filesOf(row.form).includes(fileId)) return fail('notFound');
    const file = await findFile(db, row.tenant_id, fileId);
    if (file === undefined) return fail('notFound');
    if (file.status === 'scanning') return fail('scanning');
    const opened = await openStored(file, context);
    // Every look at an identity card is audited.
    audit({ object: submissionNo, tenantId: row.tenant_id, after: { fileId } });
    return opened;
  },
};
