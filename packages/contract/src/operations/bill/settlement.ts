import { takenFilters } from '@ronghui/domain/desk';
import { billDimensionFields, billDirection } from '../../bill-shapes.ts';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  day,
  fen,
  fenSum,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  text,
  version,
  whole,
  word,
} from '../../shapes.ts';
import { settlementFields, statementOperations } from './statement.ts';

/**
 * What is to be settled of the bills of all tenants: all of it, what has a voucher to check, what is past its due day, what a write-off is proposed of; or
 * what is settled.
 */
const queue = () => word(['open', 'check', 'overdue', 'release', 'settled']);

const filterFields = {
  direction: optional(billDirection()),
  tenantId: optional(id()),
  stageId: optional(id()),
  /** The number, or its beginning. */
  billNo: optional(id()),
  /** Days on which bills are due, both included. */
  dueFrom: optional(day()),
  dueTo: optional(day()),
  taken: optional(word(takenFilters)),
};

/** A confirmed or settled bill, with what is open of it. */
const settledBill = () =>
  object({
    billNo: id(),
    tenantId: id(),
    tenantName: text(80, { min: 0 }),
    direction: billDirection(),
    ...billDimensionFields,
    amount: fen({ min: 0 }),
    paidAmount: fen({ min: 0 }),
    remainingAmount: fen({ min: 0 }),
    status: word(['confirmed', 'settled']),
    dueOn: day(),
    isOverdue: flag(),
    /** A voucher waits to be checked: no registered payment has followed it. */
    inCheck: flag(),
    settledAt: optional(isoTime()),
    takenBy: optional(text(60, { min: 0 })),
    version: version(),
  });

const openSum = () =>
  object({
    count: count(),
    /** What is still to be paid, or received. */
    remainingAmount: fenSum({ min: 0 }),
    overdueCount: count(),
    overdueAmount: fenSum({ min: 0 }),
    inCheckCount: count(),
  });

const reads = { who: 'ops', keys: ['ops.billing.read'] } as const;

/** The settlement desk: what is open, the statement of a bill, and the files of its vouchers (R4.9, R11.6). */
export const settlementOperations = {
  'ops.bill.toSettle': operation({
    path: '/ftc/ops/bill/toSettle',
    summary: '待结算的账单，有凭证待核对的在前，到期早的在前',
    ...reads,
    /** Without a queue everything that is open. Settled ones come the last settled first. */
    request: object({ queue: optional(queue()), ...filterFields, ...cursorFields }),
    reply: cursorPageOf(settledBill()),
    errors: { invalid },
  }),
  'ops.bill.toSettleSum': operation({
    path: '/ftc/ops/bill/toSettleSum',
    summary: '待结算的合计，应付与应收各自成列',
    ...reads,
    request: object({ queue: optional(word(['open', 'check', 'overdue', 'release'])), ...filterFields }),
    /** The two directions stand side by side and are never netted (billing.md, bills). */
    reply: object({ payable: openSum(), receivable: openSum() }),
    errors: { invalid },
  }),
  'ops.bill.detail': operation({
    path: '/ftc/ops/bill/detail',
    summary: '账单及其收付、凭证与办理经过',
    ...reads,
    request: object({ billNo: id() }),
    reply: object({
      ...statementOperations['bill.detail'].reply.properties,
      tenantId: id(),
      tenantName: text(80, { min: 0 }),
      remainingAmount: fen({ min: 0 }),
      isOverdue: flag(),
      /** Confirmed, and not waiting for its second person: payments can be registered. */
      canSettle: flag(),
      /** The payments that stand, each with the number of its step, by which it is taken back. */
      settlements: list(object({ ...settlementFields, stepNo: count() })),
      /** The invoice that was applied for or issued for it: none of its payments is taken back. */
      invoiceNo: optional(id()),
      /** A write-off that waits for a second member of staff. */
      writeOffProposal: optional(
        object({
          proposalNo: count(),
          amount: fen({ min: 0 }),
          reason: text(500),
          by: text(80, { min: 0 }),
          at: isoTime(),
          /** It is the reader's own, who may only take it back. */
          isOwn: flag(),
        }),
      ),
      /** The vouchers that can be sent back: no registered payment has followed them. */
      returnable: list(id()),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bill.lines': operation({
    path: '/ftc/ops/bill/lines',
    summary: '账单或草稿的明细，逐条带计算过程',
    ...reads,
    /** In the bill's order, by day and reference. A bill is named by its number, a draft by its tenant and `billId`. */
    request: object({
      billNo: optional(id()),
      tenantId: optional(id()),
      billId: optional(id()),
      /** The reference or its beginning. */
      loanNo: optional(text(64)),
      ...cursorFields,
    }),
    /** What the merchant reads of an issued bill; of a draft `amount` is what the line would cost. */
    reply: statementOperations['bill.lines'].reply,
    errors: { notFound: 'RHSY404', invalid },
  }),
  'ops.bill.returnVoucher': operation({
    path: '/ftc/ops/bill/returnVoucher',
    summary: '退回账单的付款凭证，写明原因，账单状态不变',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /** A voucher of several bills is sent back for all of them; `version` is that of the bill that was looked at. */
    request: object({
      billNo: id(),
      voucherId: id(),
      reason: text(500),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ version: version() }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'billNo'),
      notAllowed: raced('RHBI004', 'billNo'),
      invalid,
    },
  }),
  'ops.bill.reversePayment': operation({
    path: '/ftc/ops/bill/reversePayment',
    summary: '撤销误登记的一笔收付款，写明原因，账单恢复为未结清',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /** The payment by its `stepNo`; `version` is that of the bill that was looked at. */
    request: object({
      billNo: id(),
      stepNo: whole(1, 2_147_483_647),
      reason: text(500),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ version: version(), remainingAmount: fen({ min: 0 }) }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'billNo'),
      reversed: raced('RHBI009', 'billNo'),
      invoiced: 'RHBI010',
      writtenOff: 'RHBI012',
      invalid,
    },
  }),
  'ops.bill.watch': operation({
    path: '/ftc/ops/bill/watch',
    summary: '谁也打开着这张账单，以及它是否已变化',
    who: 'ops',
    keys: ['ops.billing.read'],
    passive: true,
    request: object({ billNo: id() }),
    reply: object({ version: count(), others: list(text(60, { min: 0 })) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bill.download': operation({
    path: '/ftc/ops/bill/download',
    summary: '查看账单的付款凭证，留有记录',
    ...reads,
    request: object({ billNo: id(), fileId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', storage: storageDown, tooOften },
  }),
} satisfies Record<string, OperationSpec>;
