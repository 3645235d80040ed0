import { ageBands, postingKinds } from '@ronghui/domain/account-statement';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
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
  isoTime,
  list,
  object,
  optional,
  text,
  word,
} from '../shapes.ts';

const directions = ['payable', 'receivable'] as const;

/** The days of a statement, both included; it does not reach beyond today. */
const span = { from: day(), to: day() };

/** One direction of a statement, changes of amounts up and down apart: opening + flows = closing, and closing = the sum of its bands. */
const side = () =>
  object({
    openingAmount: fenSum(),
    flows: list(object({ kind: word(postingKinds), count: count(), amount: fenSum() }), {
      max: postingKinds.length + 1,
    }),
    closingAmount: fenSum(),
    /** Of what is open at the end of the last day, by the days since it was due. */
    ages: list(object({ band: word(ageBands), count: count(), amount: fenSum() }), { max: ageBands.length }),
    /** What of it its merchant has not confirmed yet, and what is disputed. */
    pendingAmount: fenSum(),
    disputedAmount: fenSum(),
  });

/** The sums of a statement (receipts 3.1). */
const sums = () =>
  object({
    ...span,
    /** What the merchant pays, and what is paid to it; never netted. */
    payable: side(),
    receivable: side(),
    /** Unapplied money (预收款), beside the balance: opening + in − applied − refunded = closing. */
    unapplied: object({
      openingAmount: fenSum(),
      inAmount: fenSum(),
      appliedAmount: fenSum(),
      refundedAmount: fenSum(),
      closingAmount: fenSum(),
      /** What of the last is of payments that were taken back, whose owner is looked for, as it is now. */
      inCheckAmount: fenSum(),
    }),
    /** The last day is over, and what was begun on it is stored: nothing of the span changes any more. */
    isFinal: flag(),
    /** Of both directions together. */
    postings: count(),
    /** Of the merchant, the days, the balances, unapplied money and all postings: `statement:verify` reckons it again. */
    sha256: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
  });

/** Postings of one direction, the earliest first. */
const postings = { ...span, direction: word(directions), ...cursorFields };

const posting = () =>
  object({
    /** The day of our act, and its moment. */
    day: day(),
    at: isoTime(),
    kind: word(postingKinds),
    itemKind: word(['bill', 'order']),
    itemNo: id(),
    title: text(300, { min: 0 }),
    /** Below 0 where it lowers the balance. */
    amount: fen(),
    /** After it. */
    balanceAmount: fenSum(),
    /** Of a payment and its reversal: the day on which the money moved, the bank's serial, and its receipt. */
    valueOn: optional(day()),
    serial: optional(text(64)),
    receiptNo: optional(id()),
    /** Of an issue: where its bill stands now. */
    billStatus: optional(word(['pending', 'disputed', 'confirmed', 'settled'])),
  });

/** Statements of account (R15.3, receipts 3). */
export const accountStatementOperations = {
  'accountStatement.sum': operation({
    path: '/ftc/api/accountStatement/sum',
    summary: '对账单：一段日子的期初、发生、期末、账龄与预收款',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object(span),
    reply: sums(),
    errors: { invalid },
  }),
  'accountStatement.page': operation({
    path: '/ftc/api/accountStatement/page',
    summary: '对账单的发生额，逐笔',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object(postings),
    reply: cursorPageOf(posting()),
    errors: { invalid },
  }),
  'ops.accountStatement.sum': operation({
    path: '/ftc/ops/accountStatement/sum',
    summary: '一个商户的对账单',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ tenantId: id(), ...span }),
    reply: sums(),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'ops.accountStatement.page': operation({
    path: '/ftc/ops/accountStatement/page',
    summary: '一个商户的对账单的发生额，逐笔',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ tenantId: id(), ...postings }),
    reply: cursorPageOf(posting()),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'ops.accountStatement.export': operation({
    path: '/ftc/ops/accountStatement/export',
    summary: '一个商户的对账单文件，留有记录',
    who: 'ops',
    keys: ['ops.receipt.read'],
    /** Both directions, at most 20,000 postings. */
    request: object({ tenantId: id(), ...span }),
    reply: file(),
    errors: { notFound: 'RHSY404', invalid },
  }),
} satisfies Record<string, OperationSpec>;
