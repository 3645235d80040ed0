import { takenFilters } from '@ronghui/domain/desk';
import { feedbackActions } from '@ronghui/domain/feedback';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { feedbackDetailFields, feedbackFields, feedbackStatus, feedbackWords } from '../../feedback-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  billedFen,
  count,
  cursorFields,
  cursorPageOf,
  day,
  exactly,
  fen,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  lastStep,
  list,
  nullable,
  object,
  optional,
  text,
  version,
  word,
} from '../../shapes.ts';
import { lineAmounts, proposal } from './proposal-shape.ts';

const opsFields = {
  tenantId: id(),
  tenantName: text(80, { min: 0 }),
  /** An answer waits for a second member of staff. */
  awaitsRelease: flag(),
};

/** One of the chosen lines as the bill has it. */
const explainedLine = () =>
  object({
    lineId: id(),
    loanNo: text(64),
    occurredOn: day(),
    /** Its fee, and the computation as it was done. */
    amount: fen(),
    computation: text(500),
    /** What stands of it now. */
    standingAmount: fen(),
  });

const noFeedback = { notFound: 'RHSY404' } as const;
const reads = { who: 'ops', keys: ['ops.feedback.read'] } as const;

const answerFields = {
  feedbackNo: id(),
  action: word(feedbackActions),
  /** With `adjust`: what stands from now on of what was claimed. */
  newAmount: optional(billedFen()),
  /** With `adjust` of several chosen lines: an amount for each of them; they add up to `newAmount`. Of one line it is `newAmount`. */
  lineAmounts: optional(lineAmounts()),
};

/** The provider's side (R4.10, R11.6). An answer with an amount needs `ops.billing.write`, a rejection `ops.feedback.write`. */
export const feedbackOpsOperations = {
  'feedback.handle': operation({
    path: '/ftc/api/feedback/handle',
    summary: '答复差异反馈',
    who: 'ops',
    keys: ['ops.feedback.write', 'ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      ...answerFields,
      reason: feedbackWords(),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    /** `inProgress`: the answer exceeds what one may give alone, and waits for its release. */
    reply: object({ status: feedbackStatus() }),
    errors: {
      ...noFeedback,
      invalid,
      forbidden: 'RHSY403',
      changed: raced('RHSY409', 'feedbackNo'),
      answered: raced('RHFE002', 'feedbackNo'),
      notAcceptable: 'RHFE007',
      proposed: raced('RHFE010', 'feedbackNo'),
    },
  }),
  'ops.feedback.page': operation({
    path: '/ftc/ops/feedback/page',
    summary: '差异反馈列表，等待答复的按期限先后',
    ...reads,
    /**
     * `queue`: what waits for an answer, 待处理 before 处理中 and the first answer-by first, or what waits for its release; without one all, newest
     * first. `billNo` and `feedbackNo` may be the beginning of a number.
     */
    request: object({
      queue: optional(word(['answer', 'release'])),
      status: optional(feedbackStatus()),
      late: optional(exactly(true)),
      tenantId: optional(id()),
      stageId: optional(id()),
      billNo: optional(id()),
      feedbackNo: optional(id()),
      /** What was answered, and what of it changed its bill. */
      outcome: optional(word(['answered', 'adjusted'])),
      taken: optional(word(takenFilters)),
      /** Days in Shanghai on which they were opened, both included. */
      from: optional(day()),
      to: optional(day()),
      ...cursorFields,
    }),
    reply: cursorPageOf(object({ ...feedbackFields, ...opsFields, takenBy: optional(text(60, { min: 0 })) })),
    errors: { invalid },
  }),
  'ops.feedback.detail': operation({
    path: '/ftc/ops/feedback/detail',
    summary: '差异反馈、它的账单与待复核的答复',
    ...reads,
    request: object({ feedbackNo: id() }),
    reply: object({
      ...feedbackDetailFields,
      ...opsFields,
      /** Counts everything that was done to the case, also what the merchant does not see. */
      revision: count(),
      /** The bill as it is now; `dueOn` is expected as long as it is not confirmed. */
      billTaxAmount: fen({ min: 0 }),
      billPaidAmount: fen({ min: 0 }),
      billDueOn: day(),
      confirmBy: isoTime(),
      /** What stands now of what was claimed: a former answer may have changed it. */
      standsAmount: fen(),
      explainedLines: list(explainedLine()),
      /** The proposal that waits; null without one. */
      proposal: nullable(proposal()),
      /** Those that were decided on, the newest first. */
      formerProposals: list(proposal(), { max: 50 }),
      last: lastStep(),
    }),
    errors: noFeedback,
  }),
  'ops.feedback.watch': operation({
    path: '/ftc/ops/feedback/watch',
    summary: '谁也打开着这条反馈，以及它是否已变化',
    ...reads,
    passive: true,
    request: object({ feedbackNo: id() }),
    reply: object({ revision: count(), others: list(text(60, { min: 0 })), last: lastStep() }),
    errors: noFeedback,
  }),
  'ops.feedback.phrases': operation({
    path: '/ftc/ops/feedback/phrases',
    summary: '常用的驳回说明',
    who: 'ops',
    keys: ['ops.feedback.write'],
    request: object({}),
    /** What was written at the last rejections, the most frequent first. */
    reply: object({ phrases: list(feedbackWords(), { max: 9 }) }),
  }),
  'ops.feedback.add': operation({
    path: '/ftc/ops/feedback/add',
    summary: '回复差异反馈',
    who: 'ops',
    keys: ['ops.feedback.write'],
    writes: true,
    idempotent: true,
    request: object({ feedbackNo: id(), content: feedbackWords(), idempotencyKey: idempotencyKey() }),
    reply: object({ status: feedbackStatus() }),
    errors: { ...noFeedback, invalid, answered: raced('RHFE002', 'feedbackNo'), tooMany: 'RHFE009' },
  }),
  'ops.feedback.preview': operation({
    path: '/ftc/ops/feedback/preview',
    summary: '答复对账单金额的影响',
    ...reads,
    request: object(answerFields),
    /** Of the bill; `toAmount` below 0 cannot be given. */
    reply: object({
      fromAmount: fen({ min: 0 }),
      toAmount: fen(),
      differenceAmount: fen(),
      fromTaxAmount: fen(),
      toTaxAmount: fen(),
      /** Were it given now. */
      confirmBy: isoTime(),
      fromDueOn: day(),
      toDueOn: day(),
      /** What it changes of the chosen lines. */
      lines: list(object({ lineId: id(), loanNo: text(64), fromAmount: fen(), toAmount: fen() })),
      /** It is proposed to a second member of staff. */
      needsRelease: flag(),
      /** Why it cannot be given; absent where it can. */
      obstacle: optional(text(120)),
    }),
    errors: { ...noFeedback, invalid },
  }),
  'ops.feedback.download': operation({
    path: '/ftc/ops/feedback/download',
    summary: '下载差异反馈的附件',
    ...reads,
    request: object({ feedbackNo: id(), fileId: id() }),
    reply: file(),
    errors: { ...noFeedback, storage: storageDown, tooOften },
  }),
} satisfies Record<string, OperationSpec>;
