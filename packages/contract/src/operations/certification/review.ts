import { certificationEvents, certificationStatuses } from '@ronghui/domain/certification';
import { certificationFieldNames, certificationPersonal } from '@ronghui/domain/certification-form';
import { takenFilters } from '@ronghui/domain/desk';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  day,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  version,
  word,
} from '../../shapes.ts';
import { fieldReasons, shownForm } from './form-shape.ts';

const status = () => word(certificationStatuses);

/** The last submission of a tenant, in the list. */
const listed = () =>
  object({
    submissionNo: id(),
    tenantId: id(),
    companyName: text(100, { min: 0 }),
    uscc: text(18),
    status: status(),
    submittedAt: isoTime(),
    reviewedAt: optional(isoTime()),
    /** Which one of the tenant's submissions it is. */
    ordinal: count(),
    /** A certification is in force, and this is a change of it. */
    isCertified: flag(),
    version: version(),
    /** Who of the staff has taken it. */
    takenBy: optional(text(60, { min: 0 })),
  });

/** A submission as it was sent. */
const submission = () => ({
  submissionNo: id(),
  submittedAt: isoTime(),
  form: shownForm(),
  /** Province and city by their names. */
  place: text(60, { min: 0 }),
});

const step = () =>
  object({
    submissionNo: id(),
    event: word(certificationEvents),
    to: status(),
    by: text(80, { min: 0 }),
    at: isoTime(),
    reasons: fieldReasons(),
  });

const decision = () => ({ submissionNo: id(), version: version(), idempotencyKey: idempotencyKey() });
const decided = () => object({ status: status(), version: version() });
const written = { who: 'ops', keys: ['ops.customer.write'], writes: true } as const;
const refusals = {
  notFound: 'RHSY404',
  /** Decided, or sent again, since it was read. */
  changed: raced('RHSY409', 'submissionNo'),
} as const;

/** The review of certifications by the provider's staff (R4.11, R11.4). */
export const certificationReviewOperations = {
  'ops.certification.page': operation({
    path: '/ftc/ops/certification/page',
    summary: '企业认证列表，等待审核的最早在前',
    who: 'ops',
    keys: ['ops.customer.read'],
    /** `keyword` is a part of the company's name, or the beginning of its code or of the submission's number. What waits comes oldest first, anything else newest first. */
    request: object({
      status: optional(status()),
      taken: optional(word(takenFilters)),
      keyword: optional(text(60)),
      /** Days of the submission in Shanghai, both included. */
      from: optional(day()),
      to: optional(day()),
      ...cursorFields,
    }),
    reply: cursorPageOf(listed()),
    errors: { invalid },
  }),
  'ops.certification.detail': operation({
    path: '/ftc/ops/certification/detail',
    summary: '一份认证申请，及与上一次的不同',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ submissionNo: id() }),
    reply: object({
      ...listed().properties,
      ...submission(),
      /** The tenant has sent a later one; this one is history. */
      isLatest: flag(),
      submittedBy: text(80, { min: 0 }),
      files: list(
        object({
          field: word(certificationFieldNames),
          fileId: id(),
          name: text(200),
          mime: text(100),
          isScanning: flag(),
        }),
      ),
      /** The submission before, where there is one, and the fields that differ from it, numbers included. */
      previous: nullable(object({ ...submission(), reasons: fieldReasons() })),
      changed: list(word(certificationFieldNames)),
      /** Consents of the submission that were withdrawn: it cannot pass. */
      endedConsents: count(),
      /** Another tenant is certified with the code: it cannot pass. */
      isTakenElsewhere: flag(),
      transferBy: optional(isoTime()),
      /** When the bank last refused the transfer, which is tried again each minute. */
      transferFailedAt: optional(isoTime()),
      steps: list(step()),
      /** Its place among those that wait, and its neighbours there. */
      queue: object({ place: count(), waiting: count(), previousNo: nullable(id()), nextNo: nullable(id()) }),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.certification.watch': operation({
    path: '/ftc/ops/certification/watch',
    summary: '谁也打开着这份申请，以及它是否已变化',
    who: 'ops',
    keys: ['ops.customer.read'],
    passive: true,
    request: object({ submissionNo: id() }),
    reply: object({ status: status(), version: version(), isLatest: flag(), others: list(text(60, { min: 0 })) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.certification.phrases': operation({
    path: '/ftc/ops/certification/phrases',
    summary: '各字段常用的退回原因',
    who: 'ops',
    keys: ['ops.customer.write'],
    request: object({}),
    /** What was written at the last rejections, the most frequent first. */
    reply: object({
      items: list(object({ field: word(certificationFieldNames), phrases: list(text(200), { max: 9 }) })),
    }),
  }),
  'ops.certification.approve': operation({
    path: '/ftc/ops/certification/approve',
    summary: '通过企业认证',
    ...written,
    idempotent: true,
    request: object(decision()),
    reply: decided(),
    errors: { ...refusals, consentGone: 'RHCE003', taken: 'RHCE004' },
  }),
  'ops.certification.reject': operation({
    path: '/ftc/ops/certification/reject',
    summary: '退回企业认证，逐项写明原因',
    // Also while its transfer is awaited, which the bank may refuse for good.
    ...written,
    idempotent: true,
    request: object({
      ...decision(),
      reasons: list(object({ field: word(certificationFieldNames), reason: text(200) }), { min: 1, max: 20 }),
    }),
    reply: decided(),
    errors: { ...refusals, invalid },
  }),
  'ops.certification.reveal': operation({
    path: '/ftc/ops/certification/reveal',
    summary: '查看认证资料里的完整姓名或号码，留有记录',
    ...written,
    request: object({ submissionNo: id(), field: word(certificationPersonal) }),
    reply: object({ value: text(64) }),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.certification.download': operation({
    path: '/ftc/ops/certification/download',
    summary: '查看认证资料的证照，留有记录',
    who: 'ops',
    keys: ['ops.customer.write'],
    request: object({ submissionNo: id(), fileId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', scanning: 'RHFI002', storage: storageDown, tooOften },
  }),
} satisfies Record<string, OperationSpec>;
