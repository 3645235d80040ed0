import { invalid, raced, storageDown, tooOften } from '../declared-errors.ts';
import { feedbackDetailFields, feedbackFields, feedbackStatus, feedbackWords } from '../feedback-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  billedFen,
  cursorFields,
  cursorPageOf,
  file,
  flag,
  id,
  idempotencyKey,
  list,
  object,
  optional,
  uploadFields,
  word,
} from '../shapes.ts';
import { fourEyesOperations } from './feedback/four-eyes.ts';
import { feedbackOpsOperations } from './feedback/ops.ts';

export { feedbackOpsOperations, fourEyesOperations };

const fileIds = () => optional(list(id(), { min: 1, max: 5 }));
const lineIds = () => list(id(), { min: 1, max: 500 });

const write = { who: 'merchant', keys: ['feedback.write'], certified: true, writes: true, idempotent: true } as const;
const read = { who: 'merchant', keys: ['feedback.read'], certified: true } as const;
const files = { scanning: 'RHFI002' } as const;
const noFeedback = { notFound: 'RHSY404' } as const;

/** The merchant's side of a feedback (R4.10, R10.4). */
export const merchantFeedbackOperations = {
  'bill.varianceFeedback': operation({
    path: '/ftc/api/bill/varianceFeedback',
    summary: '对账单提出差异反馈',
    ...write,
    request: object({
      billNo: id(),
      /** What the merchant holds to be right: for the whole bill, or for the chosen lines together. */
      claimedAmount: billedFen(),
      reason: feedbackWords(),
      lineIds: optional(lineIds()),
      fileIds: fileIds(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ feedbackNo: id() }),
    errors: {
      ...noFeedback,
      ...files,
      invalid,
      notPending: 'RHFE001',
      tooMany: 'RHFE008',
      closed: 'RHFE004',
    },
  }),
  'feedback.add': operation({
    path: '/ftc/api/feedback/add',
    summary: '补充差异反馈，或再次提出',
    ...write,
    request: object({
      feedbackNo: id(),
      content: feedbackWords(),
      fileIds: fileIds(),
      reopen: optional(flag()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ status: feedbackStatus() }),
    errors: {
      ...noFeedback,
      ...files,
      invalid,
      answered: raced('RHFE002', 'feedbackNo'),
      tooMany: 'RHFE009',
      notAnswered: 'RHFE003',
      alreadyReopened: 'RHFE004',
      settled: 'RHFE005',
      otherOpen: 'RHFE006',
    },
  }),
  'feedback.withdraw': operation({
    path: '/ftc/api/feedback/withdraw',
    summary: '撤回差异反馈',
    ...write,
    request: object({ feedbackNo: id(), idempotencyKey: idempotencyKey() }),
    reply: object({ status: feedbackStatus() }),
    errors: { ...noFeedback, answered: raced('RHFE002', 'feedbackNo') },
  }),
  'feedback.rate': operation({
    path: '/ftc/api/feedback/rate',
    summary: '评价差异反馈的答复',
    ...write,
    request: object({
      feedbackNo: id(),
      helpful: flag(),
      comment: optional(feedbackWords()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ status: feedbackStatus() }),
    errors: { ...noFeedback, notAnswered: 'RHFE003' },
  }),
  'feedback.page': operation({
    path: '/ftc/api/feedback/page',
    summary: '差异反馈列表',
    ...read,
    request: object({
      billNo: optional(id()),
      status: optional(feedbackStatus()),
      /** Those that wait for an answer: open and in progress; or those of them whose answer is late. */
      awaiting: optional(word(['answer', 'lateAnswer'])),
      ...cursorFields,
    }),
    reply: cursorPageOf(object(feedbackFields)),
  }),
  'feedback.detail': operation({
    path: '/ftc/api/feedback/detail',
    summary: '差异反馈详情',
    ...read,
    request: object({ feedbackNo: id() }),
    reply: object(feedbackDetailFields),
    errors: noFeedback,
  }),
  'feedback.upload': operation({
    path: '/ftc/api/feedback/upload',
    summary: '上传差异反馈的附件',
    who: 'merchant',
    keys: ['feedback.write'],
    certified: true,
    writes: true,
    upload: true,
    request: object(uploadFields),
    reply: object({ fileId: id() }),
    errors: { invalid, tooLarge: 'RHSY413', noRoom: 'RHFI001', storage: storageDown, tooOften },
  }),
  'feedback.download': operation({
    path: '/ftc/api/feedback/download',
    summary: '下载差异反馈的附件',
    ...read,
    request: object({ feedbackNo: id(), fileId: id() }),
    reply: file(),
    errors: { ...noFeedback, storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;

/** Variance feedback (差异反馈): a claim against a bill, its conversation and its answer. */
export const feedbackOperations = {
  ...merchantFeedbackOperations,
  ...feedbackOpsOperations,
  ...fourEyesOperations,
} satisfies Record<string, OperationSpec>;
