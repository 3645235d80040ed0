import { proposalRanks } from '@ronghui/domain/receipt/proposal';
import { invalid, raced, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  billedFen,
  count,
  cursorFields,
  cursorPageOf,
  day,
  fen,
  fenSum,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  name,
  object,
  optional,
  paymentCode,
  text,
  version,
  word,
} from '../shapes.ts';
import { receiptFileOperations, receiptFilter } from './receipt/file.ts';
import { payerRuleOperations } from './receipt/payer-rule.ts';

export { payerRuleOperations };

/** Money that arrived; its amount is the sum of the four that follow it. */
const receiptFields = {
  receiptNo: id(),
  /** Whose money it is; absent where nobody is known. */
  tenantId: optional(id()),
  tenantName: optional(text(80, { min: 0 })),
  /** `hand`: staff registered it; `bank`: it is a line of a bank statement; `channel`: a payment channel reported it. */
  source: word(['hand', 'bank', 'channel']),
  /** A line of a bank statement is this money, or a channel's signed report. */
  isConfirmed: flag(),
  receivedOn: day(),
  serial: optional(text(64)),
  payerName: optional(text(80)),
  amount: fen({ min: 0 }),
  appliedAmount: fen({ min: 0 }),
  refundingAmount: fen({ min: 0 }),
  refundedAmount: fen({ min: 0 }),
  unappliedAmount: fen({ min: 0 }),
  createdAt: isoTime(),
  version: version(),
};

/** A receipt that staff registered without the bank's serial, and that may be the money of a line. */
const registeredReceipt = () =>
  object({
    receiptNo: id(),
    receivedOn: day(),
    tenantName: optional(text(80, { min: 0 })),
    payerName: optional(name(80)),
  });

/** Where a part of it went: a payment of a bill or an order, as it stands now. */
const application = () =>
  object({
    kind: word(['bill', 'order']),
    itemNo: id(),
    itemVersion: version(),
    /** Of a bill: the payment that `ops.bill.reversePayment` takes back. */
    stepNo: optional(count()),
    amount: fen({ min: 0 }),
    at: isoTime(),
    by: text(80, { min: 0 }),
    state: word(['applied', 'reversed', 'refunded']),
  });

/** What a receipt may pay, and why; nothing by its amount alone (receipts 2.4). */
const proposal = () =>
  object({
    rank: word(proposalRanks),
    tenantId: id(),
    tenantName: text(120, { min: 0 }),
    parts: list(object({ billNo: id(), amount: fen({ min: 0 }) }), { max: 200 }),
    reasons: list(text(200), { max: 10 }),
    /** The one press applies it, unless another receipt names one of its bills as well. */
    isExact: flag(),
  });

/** What the one press applies: how many receipts, what they come to, and the digest of them, their bills and versions. */
const exactFields = {
  count: count(),
  amount: fen({ min: 0 }),
  digest: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
};

/** Money in (R15.3, receipts 1). */
export const receiptOperations = {
  ...payerRuleOperations,
  ...receiptFileOperations,
  'ops.receipt.list': operation({
    path: '/ftc/ops/receipt/list',
    summary: '收款列表',
    who: 'ops',
    keys: ['ops.receipt.read'],
    /** The latest registered first. */
    request: object({ ...receiptFilter, ...cursorFields }),
    reply: cursorPageOf(object(receiptFields)),
    errors: { invalid },
  }),
  'ops.receipt.detail': operation({
    path: '/ftc/ops/receipt/detail',
    summary: '收款详情',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ receiptNo: id() }),
    reply: object({
      ...receiptFields,
      /** When on that day, and on which account of ours. */
      receivedTime: optional(text(5)),
      ownAccount: optional(text(40)),
      payerBank: optional(text(120)),
      remark: optional(text(500)),
      /** Who registered it before it paid anything. */
      registeredBy: optional(text(80, { min: 0 })),
      applications: list(application()),
      /** Of a registered one that a line was matched with by hand: the receipt of the line. */
      matchedNo: optional(id()),
      /** What was taken back of it because it never arrived: `amount` is less by it. */
      takenBack: list(
        object({ amount: fen({ min: 0 }), at: isoTime(), by: text(80, { min: 0 }), reason: text(500, { min: 0 }) }),
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.receipt.register': operation({
    path: '/ftc/ops/receipt/register',
    summary: '登记一笔到账的收款，留作未认款',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    request: object({
      /** Whose money it is; absent where nobody is known (待查款). */
      tenantId: optional(id()),
      receivedOn: day(),
      /** `09:30` on that day in Shanghai. */
      receivedTime: optional(text(5)),
      amount: billedFen({ min: 1 }),
      serial: optional(text(64)),
      /** Ours; the one that merchants pay to where it is absent. */
      ownAccount: optional(text(40)),
      payerName: optional(name(80)),
      payerBank: optional(name(120)),
      remark: optional(text(500)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ receiptNo: id(), version: version() }),
    /** `known`: the transfer of this serial and day is a receipt. */
    errors: { notFound: 'RHSY404', known: { code: 'RHRC001', data: object({ receiptNo: id() }) }, invalid },
  }),
  'ops.receipt.apply': operation({
    path: '/ftc/ops/receipt/apply',
    summary: '把未认款认到账单，可分几张',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    /** All parts or none; a part is taken back by `ops.bill.reversePayment`. */
    request: object({
      receiptNo: id(),
      version: version(),
      parts: list(object({ billNo: id(), amount: billedFen({ min: 1 }) }), { min: 1, max: 50 }),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({
      version: version(),
      unappliedAmount: fen({ min: 0 }),
      results: list(object({ billNo: id(), outcome: word(['paid', 'settled']), remainingAmount: fen({ min: 0 }) })),
    }),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'receiptNo'), invalid },
  }),
  'ops.receipt.proposals': operation({
    path: '/ftc/ops/receipt/proposals',
    summary: '一些收款可以认到哪些账单，与理由',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ receiptNos: list(id(), { min: 1, max: 100 }) }),
    /** Of receipts with unapplied money, the surest proposal first; of others none. */
    reply: object({
      items: list(
        object({
          receiptNo: id(),
          proposals: list(proposal(), { max: 10 }),
          /** Of a line's: the registered receipts that may be the same money. */
          registered: optional(list(registeredReceipt(), { max: 5 })),
        }),
        { max: 100 },
      ),
    }),
  }),
  'ops.receipt.exact': operation({
    path: '/ftc/ops/receipt/exact',
    summary: '一键认款会认哪些收款：笔数、金额与前几笔',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({}),
    reply: object({
      ...exactFields,
      items: list(
        object({
          receiptNo: id(),
          receivedOn: day(),
          payerName: optional(text(80)),
          tenantName: text(120, { min: 0 }),
          amount: fen({ min: 0 }),
          billNos: list(id(), { max: 200 }),
          reasons: list(text(200), { max: 10 }),
        }),
        { max: 100 },
      ),
    }),
  }),
  'ops.receipt.applyExact': operation({
    path: '/ftc/ops/receipt/applyExact',
    summary: '一键认款：凭证或附言码、金额与付款人都相符的',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    /** What `ops.receipt.exact` answered; `changed` where anything of it is otherwise by now. */
    request: object({ ...exactFields, idempotencyKey: idempotencyKey() }),
    reply: object({ count: count(), amount: fen({ min: 0 }), settled: count() }),
    errors: { changed: 'RHSY409' },
  }),
  'ops.receipt.takeBack': operation({
    path: '/ftc/ops/receipt/takeBack',
    summary: '撤回登记有误的未认款',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    /** Money that staff registered and that never arrived: what is unapplied of it; `notAllowed` where nothing is, or where the bank has confirmed it. */
    request: object({ receiptNo: id(), version: version(), reason: text(500), idempotencyKey: idempotencyKey() }),
    reply: object({ takenBackAmount: fen({ min: 0 }), version: version() }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'receiptNo'),
      notAllowed: raced('RHSY409', 'receiptNo'),
      invalid,
    },
  }),
  'receipt.paymentSet': operation({
    path: '/ftc/api/receipt/paymentSet',
    summary: '几张账单一并付款的附言码（缴款单）',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    writes: true,
    idempotent: true,
    /** Bills that the merchant pays, confirmed and approved; the same ones as they are have the same code. */
    request: object({ billNos: list(id(), { min: 1, max: 200 }), idempotencyKey: idempotencyKey() }),
    reply: object({ paymentCode: paymentCode(), amount: fen({ min: 0 }) }),
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409', tooOften, invalid },
  }),
  'receipt.unapplied': operation({
    path: '/ftc/api/receipt/unapplied',
    summary: '预收款：已到账、还没有抵付账单的款项',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object({}),
    reply: object({
      count: count(),
      amount: fenSum({ min: 0 }),
      /** Of payments that were taken back: the provider looks at whose money it is, and `amount` is without it. */
      inCheckAmount: fenSum({ min: 0 }),
      /** The latest first, as many as a page shows. */
      items: list(
        object({
          receiptNo: id(),
          receivedOn: day(),
          serial: optional(text(64)),
          amount: fen({ min: 0 }),
          unappliedAmount: fen({ min: 0 }),
          inCheck: flag(),
        }),
        { max: 20 },
      ),
    }),
  }),
} satisfies Record<string, OperationSpec>;
