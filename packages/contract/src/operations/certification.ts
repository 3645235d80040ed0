import { certificationStatuses, transferFen } from '@ronghui/domain/certification';
import { certificationSecrets, companyTypes } from '@ronghui/domain/certification-form';
import { accepted } from '../content-shapes.ts';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  fen,
  flag,
  id,
  idempotencyKey,
  isoTime,
  kid,
  nullable,
  object,
  optional,
  sealed,
  text,
  typedName,
  whole,
  word,
} from '../shapes.ts';
import { certificationDay, divisionCode, draftFields, fieldReasons, shownForm } from './certification/form-shape.ts';
import { certificationReviewOperations } from './certification/review.ts';

export { certificationReviewOperations };

/** The form's fields that are not sensitive; the domain validates them (contract 5). */
const openFields = {
  companyType: word(companyTypes),
  companyName: typedName(100),
  uscc: text(40),
  licenseFileId: id(),
  licenseValidTo: nullable(certificationDay()),
  provinceCode: divisionCode(),
  cityCode: divisionCode(),
  address: text(200),
  legalName: typedName(60),
  legalIdFrontFileId: id(),
  legalIdBackFileId: id(),
  legalIdValidTo: nullable(certificationDay()),
  isAgent: flag(),
  bankName: typedName(100),
  bankBranch: typedName(100),
};
const agentFields = { agentName: optional(typedName(60)), authorizationLetterFileId: optional(id()) };

/** Absent where the stored number is kept. */
const sealedFields = {
  legalIdNo: optional(sealed('residentId')),
  agentIdNo: optional(sealed('residentId')),
  bankAccountNo: optional(sealed('bankAccount')),
  kid: optional(kid()),
};

const certification = () =>
  object({
    status: word(certificationStatuses),
    /** Certified already, regardless of a submission under review. */
    isCertified: flag(),
    submissionNo: nullable(id()),
    /** For users who may certify, null for others. After a pass it is the form in force, otherwise the draft or submission. */
    form: nullable(shownForm()),
    /** The draft of a change that has not been sent, while `form` is the one in force. */
    draft: optional(shownForm()),
    reasons: fieldReasons(),
    triesLeft: optional(whole(0, 9)),
    transferBy: optional(isoTime()),
    submittedAt: nullable(isoTime()),
    reviewedAt: nullable(isoTime()),
  });

/** What the merchant does: draft, submission, transfer, and reading the masked fields in plain text. */
export const merchantCertificationOperations = {
  'certification.get': operation({
    path: '/ftc/api/certification/get',
    summary: '查询企业认证',
    who: 'merchant',
    request: object({}),
    reply: certification(),
  }),
  'certification.saveDraft': operation({
    path: '/ftc/api/certification/saveDraft',
    summary: '保存认证草稿',
    who: 'merchant',
    keys: ['certification.write'],
    writes: true,
    idempotent: true,
    request: object({ ...draftFields, ...sealedFields, idempotencyKey: idempotencyKey() }),
    reply: certification(),
    errors: { notAllowed: 'RHSY409', notFound: 'RHSY404' },
  }),
  'certification.submit': operation({
    path: '/ftc/api/certification/submit',
    summary: '提交企业认证',
    who: 'merchant',
    keys: ['certification.write'],
    writes: true,
    idempotent: true,
    request: object({
      ...openFields,
      ...agentFields,
      ...sealedFields,
      agreements: accepted(),
      /** A step-up proof, required where a certification is in force already (decision 0019). */
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: certification(),
    errors: {
      notAllowed: 'RHSY409',
      notFound: 'RHSY404',
      invalid,
      taken: 'RHCE001',
      agreementsChanged: 'RHAG001',
      scanning: 'RHFI002',
      moreProof: 'RHAC003',
    },
  }),
  'certification.abandonChange': operation({
    path: '/ftc/api/certification/abandonChange',
    summary: '放弃认证变更',
    who: 'merchant',
    keys: ['certification.write'],
    writes: true,
    idempotent: true,
    request: object({ idempotencyKey: idempotencyKey() }),
    reply: certification(),
    errors: { notAllowed: 'RHSY409' },
  }),
  'certification.verifyTransfer': operation({
    path: '/ftc/api/certification/verifyTransfer',
    summary: '回填打款金额',
    who: 'merchant',
    keys: ['certification.write'],
    writes: true,
    idempotent: true,
    request: object({ amount: fen(transferFen), idempotencyKey: idempotencyKey() }),
    reply: certification(),
    errors: { notAllowed: 'RHSY409', taken: 'RHCE001' },
  }),
  'personal.reveal': operation({
    path: '/ftc/api/personal/reveal',
    summary: '查看完整信息',
    who: 'merchant',
    keys: ['certification.write'],
    writes: true,
    request: object({
      kind: word(['certification']),
      id: id(),
      field: word(certificationSecrets),
      /** A step-up proof (decision 0019); without one nothing is shown. */
      stepTicket: optional(id()),
    }),
    reply: object({ value: text(64) }),
    errors: { notFound: 'RHSY404', moreProof: 'RHAC003' },
  }),
} satisfies Record<string, OperationSpec>;

/** Certification of a company (R4.11, R5.4, R10.8, R11.4). */
export const certificationOperations = {
  ...merchantCertificationOperations,
  ...certificationReviewOperations,
} satisfies Record<string, OperationSpec>;
