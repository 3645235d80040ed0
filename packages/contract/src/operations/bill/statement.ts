import { billFields, billFilterFields, someBills } from '../../bill-shapes.ts';
import { invalid } from '../../declared-errors.ts';
import { lineFields } from '../../line-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  day,
  exactly,
  fen,
  fenSum,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  paymentCode,
  text,
  unusedPage,
  version,
  whole,
  word,
} from '../../shapes.ts';

const byStatus = () =>
  object({ pending: someBills(), disputed: someBills(), confirmed: someBills(), settled: someBills() });
const ofDirection = () =>
  object({
    count: count(),
    amount: fenSum({ min: 0 }),
    /** What is paid of it, or received. */
    paidAmount: fenSum({ min: 0 }),
    /** What is still to be paid, or received; a settled bill has nothing open, also where a rest was written off. */
    openAmount: fenSum({ min: 0 }),
    byStatus: byStatus(),
  });

/** What happened to a bill, as its timeline tells it; `amount` is the bill's after it. */
const event = () =>
  object({
    kind: word([
      'issued',
      'confirmed',
      'autoConfirmed',
      'approved',
      'autoApproved',
      'sentBack',
      'disputed',
      'reopened',
      'withdrawn',
      'adjusted',
      'kept',
      'paid',
      'settled',
      /** A payment that was registered by mistake was taken back: `reversedAmount` is open again, and `reason` says why. */
      'paymentReversed',
      /** What was open was given up, and is to be paid again: `writtenOffAmount`. */
      'writtenOff',
      'writeOffUndone',
      /** The provider sent a voucher back; the amount is the bill's at that time. */
      'voucherReturned',
    ]),
    by: text(80),
    at: isoTime(),
    amount: fen({ min: 0 }),
    fromAmount: optional(fen({ min: 0 })),
    /** `paid` and `settled`: what was paid. */
    paymentAmount: optional(fen({ min: 0 })),
    /** `paymentReversed`: what is open again, in a field of its own, so that what sums up payments does not count it. */
    reversedAmount: optional(fen({ min: 0 })),
    /** `paymentReversed`: when that payment was registered. */
    paymentAt: optional(isoTime()),
    writtenOffAmount: optional(fen({ min: 0 })),
    reason: optional(text(500)),
    feedbackNo: optional(id()),
    /** `confirmed`: a second person has to approve. */
    waits: optional(exactly(true)),
  });

/** A registered payment; `at` is when it was registered. */
export const settlementFields = {
  amount: fen({ min: 0 }),
  on: day(),
  serial: text(64),
  by: text(80),
  at: isoTime(),
};

/** A tier with what fills it and what is charged for it; without them what stands beside the tiers, such as 逐笔四舍五入. */
const tierPart = () =>
  object({ label: text(120), basis: optional(text(60)), charge: optional(text(60)), amount: fen() });

const account = () => object({ name: text(80), bank: text(120), accountNo: text(40) });

const detail = () =>
  object({
    ...billFields,
    /** The sum of the lines' bases: fen, or `unit`. */
    basis: whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    unit: nullable(text(20)),
    /** How the amount came about: lines, minimum, cap, adjustments; they add up to it. */
    sums: list(object({ label: text(120), amount: fen() })),
    adjustments: list(
      object({
        fromAmount: fen({ min: 0 }),
        toAmount: fen({ min: 0 }),
        reason: text(500),
        by: text(80),
        at: isoTime(),
        feedbackNo: id(),
        /** The chosen lines that it changed. */
        lines: list(object({ lineId: id(), loanNo: text(64), fromAmount: fen(), toAmount: fen() })),
      }),
    ),
    timeline: list(event()),
    confirmedBy: optional(text(80)),
    confirmedAt: optional(isoTime()),
    autoConfirmed: flag(),
    approvedBy: optional(text(80)),
    approvedAt: optional(isoTime()),
    autoApproved: flag(),
    /** It waits for an approval that this user may give: never the one who confirmed. */
    canApprove: flag(),
    payer: text(80),
    receiver: text(80),
    /** Whom to pay; null for a receivable bill. */
    payee: nullable(account()),
    /** 附言码: by which its payment is recognised in a bank's remark; a payable bill has one. */
    paymentCode: optional(paymentCode()),
    /** A channel of payment on line is on. */
    payOnline: optional(flag()),
    /** Where a receivable bill is paid to: the tenant's certified account, masked. */
    receivingAccount: nullable(account()),
    /** @unit millionths */
    taxRate: whole(0, 1_000_000),
    /** The versions of the rules that made it, in words with the numbers of this bill. */
    rules: list(
      object({
        ruleId: id(),
        version: version(),
        text: text(1000),
        share: text(500),
        lineCount: count(),
        amount: fen(),
        /** Of a version with tiers: the table by tier, and what is charged beside it; they add up to `amount`. Absent where it was not noted. */
        tiers: optional(list(tierPart())),
      }),
    ),
    /** Why it is more or less than the bill of the stage before; the parts add up to the difference. */
    /**
     * The minimum and the cap of the bill, and what its lines come to as answers have changed them: a claim on chosen lines moves the bill
     * within them. Absent where its rule has neither.
     */
    limits: optional(
      object({
        billMinimumAmount: optional(fen({ min: 0 })),
        billCapAmount: optional(fen({ min: 0 })),
        linesAmount: fen(),
      }),
    ),
    comparison: nullable(
      object({
        stageId: id(),
        stageName: text(60),
        billNo: id(),
        amount: fen({ min: 0 }),
        parts: list(object({ label: text(120), amount: fen() })),
      }),
    ),
    /** What was given up of a settled bill; it is no part of `paidAmount`. */
    writtenOffAmount: optional(fen({ min: 0 })),
    /** The payments that stand: they add up to `paidAmount`. */
    settlements: list(object(settlementFields)),
    /** Payments that were registered by mistake and taken back, each with why; absent where there is none. */
    reversedSettlements: optional(
      list(object({ ...settlementFields, reversed: object({ reason: text(500), by: text(80), at: isoTime() }) })),
    ),
    vouchers: list(
      object({
        voucherId: id(),
        paidAt: isoTime(),
        bankSerial: optional(text(64)),
        sentAt: isoTime(),
        by: text(80),
        billNos: list(id()),
        files: list(object({ fileId: id(), name: text(200) })),
        /** The provider could not find its transfer and sent it back; another one can be sent. */
        returned: optional(object({ reason: text(500), at: isoTime() })),
      }),
    ),
    /** Of the facts of the statement; `npm run bills:verify` reckons it again. */
    digest: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
  });

/** A version of a rule as the merchant of its bills reads it; `text` is its sentence with its numbers. */
const ruleVersion = () =>
  object({
    version: whole(1, Number.MAX_SAFE_INTEGER),
    holdsFrom: day(),
    text: text(1000),
    /** The provider, without the name of a member of staff. */
    by: text(80),
    at: isoTime(),
    /** What it made of the bill, with the bill's numbers; absent where it has no line of it. */
    inBill: optional(object({ text: text(500), lineCount: count(), amount: fen() })),
  });

/** A line of a bill, with its fee in words. */
const billLine = () =>
  object({
    ...lineFields,
    /** The computation as it was done. */
    computation: text(500),
    rule: object({ ruleId: id(), version: version() }),
    /** What stands of it after the answers to feedback, where they changed it. */
    adjustedAmount: optional(fen()),
  });

/** Bills as their merchant reads them (R10.3). */
export const statementOperations = {
  'bill.page': operation({
    path: '/ftc/api/bill/page',
    summary: '账单列表',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object({ ...billFilterFields, ...cursorFields }),
    reply: cursorPageOf(object(billFields)),
    errors: { invalid },
  }),
  'bill.sum': operation({
    path: '/ftc/api/bill/sum',
    summary: '账单合计',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object({ ...billFilterFields, ...unusedPage }),
    /** Over the whole filter. `totalAmount` and the outer `byStatus` add both directions: shown only where the filter names one. */
    reply: object({
      count: count(),
      totalAmount: fenSum({ min: 0 }),
      byStatus: byStatus(),
      byDirection: object({ payable: ofDirection(), receivable: ofDirection() }),
    }),
    errors: { invalid },
  }),
  'bill.detail': operation({
    path: '/ftc/api/bill/detail',
    summary: '账单详情',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    request: object({ billNo: id() }),
    reply: detail(),
    errors: { notFound: 'RHSY404' },
  }),
  'bill.lines': operation({
    path: '/ftc/api/bill/lines',
    summary: '账单明细',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    /** In the bill's order, by day and reference. */
    request: object({ billNo: id(), loanNo: optional(text(64)), ...cursorFields }),
    reply: cursorPageOf(billLine()),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'bill.rule': operation({
    path: '/ftc/api/bill/rule',
    summary: '账单的计费规则及历次版本',
    who: 'merchant',
    keys: ['bill.read'],
    certified: true,
    /** A rule that made a part of the bill. */
    request: object({ billNo: id(), ruleId: id() }),
    reply: object({
      ruleId: id(),
      productName: text(60),
      /** For the product whatever the organisation; or for one alone. */
      orgName: nullable(text(60)),
      /** Agreed with this merchant alone. */
      isOwn: flag(),
      /** Those that hold by now or made a part of the bill, the latest first. */
      versions: list(ruleVersion()),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
