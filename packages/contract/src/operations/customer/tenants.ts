import { certificationEvents, certificationStatuses } from '@ronghui/domain/certification';
import { invoiceStatuses } from '@ronghui/domain/invoice';
import { leadSources } from '@ronghui/domain/lead';
import { noticeKinds } from '@ronghui/domain/notice';
import { memberRoles } from '../../auth-keys.ts';
import { billDirection, billStatus, someBills } from '../../bill-shapes.ts';
import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { orderStatus } from '../../order-shapes.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  dayOrTime,
  fen,
  fenSum,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  word,
} from '../../shapes.ts';
import { userLogin, userStatus } from './account-shapes.ts';

const certificationStatus = () => word(certificationStatuses);

/** A merchant in the list. */
const listed = () =>
  object({
    tenantId: id(),
    name: text(120, { min: 0 }),
    /** Of the certification that was passed. */
    uscc: optional(text(18)),
    certificationStatus: certificationStatus(),
    memberCount: count(),
    ownerName: text(60, { min: 0 }),
    ownerMobileMasked: text(20, { min: 0 }),
    createdAt: isoTime(),
  });

const member = () =>
  object({
    userId: id(),
    name: text(60, { min: 0 }),
    mobileMasked: text(20),
    role: word(memberRoles),
    status: userStatus(),
    joinedAt: isoTime(),
    /** Which notices this person has sent on, by SMS or by mail; all others stay in the portal. */
    sentOn: list(object({ kind: word(noticeKinds), sms: flag(), mail: flag() })),
  });

const certification = () =>
  object({
    /** The last submission; null before the first. */
    submissionNo: nullable(id()),
    submittedAt: optional(isoTime()),
    reviewedAt: optional(isoTime()),
    /** A certification is in force, whatever became of a later submission. */
    isInForce: flag(),
    /** The transfer whose amount the merchant types back: when it was sent, until when, and how many tries are left. */
    transfer: nullable(object({ sentAt: optional(isoTime()), by: optional(isoTime()), triesLeft: count() })),
  });

/** The bills of one direction: never added to those of the other. */
const bills = () =>
  object({ ...someBills().properties, paidAmount: fenSum({ min: 0 }), toConfirm: count(), disputed: count() });

/** What happened to the merchant: its certification, and who joined, changed or left; newest first. */
const event = () =>
  object({
    at: isoTime(),
    kind: word(['registered', ...certificationEvents, 'joined', 'roleChanged', 'removed']),
    by: text(80, { min: 0 }),
    /** Whom it happened to. */
    of: optional(text(80, { min: 0 })),
    fromRole: optional(word(memberRoles)),
    toRole: optional(word(memberRoles)),
    submissionNo: optional(id()),
  });

/** The merchants, for the provider's staff (R11.4). */
export const tenantReviewOperations = {
  'ops.tenant.page': operation({
    path: '/ftc/ops/tenant/page',
    summary: '商户列表',
    who: 'ops',
    keys: ['ops.customer.read'],
    /** `keyword` is a part of the name, or the beginning of the credit code. */
    request: object({
      keyword: optional(text(60)),
      certification: optional(certificationStatus()),
      from: optional(dayOrTime()),
      to: optional(dayOrTime()),
      ...cursorFields,
    }),
    reply: cursorPageOf(listed()),
    errors: { invalid },
  }),
  'ops.tenant.detail': operation({
    path: '/ftc/ops/tenant/detail',
    summary: '一个商户的全部情况',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ tenantId: id() }),
    /** The newest few of each; orders, bills, invoices and feedback for those alone who hold the keys of their pages. */
    reply: object({
      tenantId: id(),
      name: text(120, { min: 0 }),
      uscc: optional(text(18)),
      industry: optional(text(60)),
      place: text(60, { min: 0 }),
      address: optional(text(200)),
      contactName: text(60, { min: 0 }),
      contactEmailMasked: text(120, { min: 0 }),
      secondApprover: flag(),
      certificationStatus: certificationStatus(),
      createdAt: isoTime(),
      certification: certification(),
      memberCount: count(),
      members: list(member(), { max: 50 }),
      orders: optional(
        list(
          object({
            orderNo: id(),
            productName: text(60),
            skuName: text(60),
            totalAmount: fen({ min: 0 }),
            status: orderStatus(),
            createdAt: isoTime(),
          }),
          { max: 5 },
        ),
      ),
      bills: optional(
        object({
          payable: bills(),
          receivable: bills(),
          recent: list(
            object({
              billNo: id(),
              direction: billDirection(),
              stageName: text(60),
              productName: text(60),
              amount: fen({ min: 0 }),
              status: billStatus(),
              issuedAt: isoTime(),
            }),
            { max: 5 },
          ),
        }),
      ),
      feedback: optional(
        object({
          open: count(),
          recent: list(
            object({
              feedbackNo: id(),
              billNo: id(),
              claimedAmount: fen({ min: 0 }),
              answerBy: isoTime(),
              late: flag(),
            }),
            { max: 5 },
          ),
        }),
      ),
      invoices: optional(
        list(
          object({
            invoiceNo: id(),
            titleName: text(120),
            amount: fen({ min: 0 }),
            status: word(invoiceStatuses),
            appliedAt: isoTime(),
          }),
          { max: 5 },
        ),
      ),
      consents: object({
        inForce: count(),
        recent: list(
          object({
            recordId: id(),
            /** Which agreement it is. */
            agreementId: id(),
            title: text(120, { min: 0 }),
            orgName: optional(text(60)),
            grantedAt: isoTime(),
            isInForce: flag(),
          }),
          { max: 5 },
        ),
      }),
      /** What staff noted about the merchant, newest first, and out of which conversation. */
      notes: list(object({ at: isoTime(), by: text(80, { min: 0 }), content: text(2000), conversationId: id() }), {
        max: 20,
      }),
      logins: list(
        object({ ...userLogin().properties, userId: id(), userName: text(60, { min: 0 }), mobileMasked: text(20) }),
        { max: 10 },
      ),
      /** The leads that became this merchant. */
      leads: list(object({ ticketNo: id(), source: word(leadSources), createdAt: isoTime() }), { max: 5 }),
      history: list(event(), { max: 20 }),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
