import { channels } from '@ronghui/domain/intent/channel';
import { tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  billedFen,
  count,
  fen,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  text,
  version,
  word,
} from '../shapes.ts';

const statuses = ['created', 'shown', 'unknown', 'paid', 'closed'] as const;

const intentFields = {
  intentNo: id(),
  channel: word(channels),
  billNo: id(),
  amount: fen({ min: 0 }),
  /** By the clock: past its end nothing is known until the channel says it. */
  status: word(statuses),
  createdAt: isoTime(),
  endsAt: isoTime(),
  /** Of one that is paid: its receipt. */
  receiptNo: optional(id()),
};

/** A payment on line as its merchant sees it. */
const intent = () =>
  object({
    ...intentFields,
    /** What is scanned, or the channel's page; while it can be paid. */
    codeUrl: optional(text(2000)),
    formUrl: optional(text(8000)),
    /** Of one that is paid: the bill is paid by it; otherwise the money is unapplied. */
    isApplied: optional(flag()),
  });

/** Payment on line (R15.3, receipts 4). */
export const intentOperations = {
  'intent.ofBill': operation({
    path: '/ftc/api/intent/ofBill',
    summary: '一张账单能用哪些方式在线付款，与最近一笔',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    request: object({ billNo: id() }),
    reply: object({
      /** None where nothing is to be paid, or no channel is on for as much. */
      channels: list(word(channels), { max: 10 }),
      openAmount: fen({ min: 0 }),
      intent: optional(intent()),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'intent.create': operation({
    path: '/ftc/api/intent/create',
    summary: '发起一张账单的在线付款',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    writes: true,
    idempotent: true,
    /** A part, or all that is open. One that stands is shown again; another one is first closed at its channel. */
    request: object({
      billNo: id(),
      channel: word(channels),
      amount: optional(billedFen({ min: 1 })),
      idempotencyKey: idempotencyKey(),
    }),
    reply: intent(),
    /** `off`: the channel is not on, or not for as much; `changed`: the bill cannot be paid, or not as much; `underWay`: a former one may still be paid. */
    errors: { notFound: 'RHSY404', changed: 'RHSY409', off: 'RHRC006', underWay: 'RHRC007', tooOften },
  }),
  'intent.state': operation({
    path: '/ftc/api/intent/state',
    summary: '一笔在线付款的状态',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    request: object({ intentNo: id() }),
    reply: intent(),
    errors: { notFound: 'RHSY404' },
  }),
  'intent.close': operation({
    path: '/ftc/api/intent/close',
    summary: '取消一笔还没有付的在线付款',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    writes: true,
    /** Without a key: closed twice it is closed. */
    request: object({ intentNo: id() }),
    /** Closed where the channel says so; paid where somebody was faster. */
    reply: intent(),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.intent.ofBill': operation({
    path: '/ftc/ops/intent/ofBill',
    summary: '一张账单的在线付款，与支付通道的报告',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ billNo: id() }),
    /** The latest first. */
    reply: object({
      items: list(
        object({
          ...intentFields,
          version: version(),
          tries: count(),
          facts: list(
            object({
              source: word(['create', 'query', 'close', 'notice']),
              kind: word(['shown', 'notPaid', 'noTrade', 'closed', 'tradeClosed', 'paid', 'refund', 'lost']),
              at: isoTime(),
              receivedAt: isoTime(),
              amount: optional(fen({ min: 0 })),
              transaction: optional(text(64)),
              refundNo: optional(text(64)),
              /** Why it counts for nothing. */
              refusal: optional(text(200)),
            }),
            { max: 100 },
          ),
        }),
        { max: 20 },
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
