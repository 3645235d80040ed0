import { lineNoteKinds, monthParts } from '@ronghui/domain/bank-line/account-month';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  day,
  fen,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  text,
  whole,
  word,
} from '../../shapes.ts';

const month = () => text(7, { min: 7, pattern: '^\\d{4}-\\d\\d$' });
const ofAccount = { ownAccount: text(40), month: month() };
const lineNo = () => whole(1, Number.MAX_SAFE_INTEGER);
const read = { who: 'ops', keys: ['ops.receipt.read'] } as const;
const written = { who: 'ops', keys: ['ops.receipt.write'], writes: true, idempotent: true } as const;

/** Some lines of a month, or parts of them: of which direction, where they went, and how many they are. */
const part = () =>
  object({
    direction: word(['in', 'out']),
    part: word(monthParts),
    /** Of what is explained. */
    kind: optional(word(lineNoteKinds)),
    count: count(),
    amount: fen({ min: 0 }),
  });

/** The month's end of an account of ours (R15.2, receipts 2.6). */
export const accountMonthOperations = {
  'ops.bankLine.months': operation({
    path: '/ftc/ops/bankLine/months',
    summary: '一个收款账户有流水的月份，是否已月结',
    ...read,
    request: object({ ownAccount: text(40) }),
    /** The latest month first, of the last three years. */
    reply: object({ items: list(object({ month: month(), isClosed: flag() }), { max: 36 }) }),
  }),
  'ops.bankLine.month': operation({
    path: '/ftc/ops/bankLine/month',
    summary: '一个收款账户的一个月：期初、收、付、期末，每一行的去处，是否已月结',
    ...read,
    request: object(ofAccount),
    reply: object({
      ...ofAccount,
      /** Absent where no file says where the month begins. */
      openingAmount: optional(fen()),
      inCount: count(),
      inAmount: fen({ min: 0 }),
      outCount: count(),
      outAmount: fen({ min: 0 }),
      closingAmount: optional(fen()),
      parts: list(part(), { max: 40 }),
      /** Lines that have nowhere to go yet. */
      openLines: count(),
      /** Files whose closing balance is not what the next one begins with, the first of them: lines between them are missing. */
      gaps: list(
        object({ statementNo: id(), name: text(120), lastOn: day(), closingAmount: fen(), reckonedAmount: fen() }),
        { max: 20 },
      ),
      /** Lines before the first file that has balances: nothing says that they are all. */
      uncoveredLines: count(),
      /** The earliest month before this one that has lines and is not closed. */
      earlierMonth: optional(month()),
      /** The month is over. */
      isOver: flag(),
      /** The caller imported, applied, reversed or explained anything of it, and cannot close it. */
      isOwn: flag(),
      closed: optional(
        object({
          by: text(80, { min: 0 }),
          at: isoTime(),
          sha256: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
        }),
      ),
    }),
    errors: { invalid },
  }),
  'ops.bankLine.colleagues': operation({
    path: '/ftc/ops/bankLine/colleagues',
    summary: '可以查待查款的同事',
    ...read,
    request: object({}),
    reply: object({ items: list(object({ staffId: id(), name: text(60, { min: 0 }) }), { max: 500 }) }),
  }),
  'ops.bankLine.explain': operation({
    path: '/ftc/ops/bankLine/explain',
    summary: '说明一行流水是什么，或作待查款结转',
    ...written,
    /** Of what came in nothing may be applied, and nobody may be known whose it is; `closed` where its month is. */
    request: object({
      lineNo: lineNo(),
      kind: word(lineNoteKinds),
      note: optional(text(500)),
      /** Of what is carried forward: who looks into it. */
      ownerId: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({}),
    errors: { notFound: 'RHSY404', notAllowed: raced('RHSY409', 'lineNo'), closed: 'RHRC003', invalid },
  }),
  'ops.bankLine.dropExplanation': operation({
    path: '/ftc/ops/bankLine/dropExplanation',
    summary: '撤回一行流水的说明',
    ...written,
    request: object({ lineNo: lineNo(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', closed: 'RHRC003' },
  }),
  'ops.bankLine.closeMonth': operation({
    path: '/ftc/ops/bankLine/closeMonth',
    summary: '月结：期末与银行相同、每一行都有去处，由没有经手的人办理',
    ...written,
    /** `closingAmount` is what the bank states at the end of the month's last day. */
    request: object({ ...ofAccount, closingAmount: fen(), idempotencyKey: idempotencyKey() }),
    reply: object({ closedAt: isoTime(), sha256: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }) }),
    /** `notReady`: lines are open, files have gaps, an earlier month is not closed, or this one is not over; `sameStaff`: see `isOwn`. */
    errors: { notReady: 'RHRC004', sameStaff: 'RHRC005', closed: 'RHRC003', invalid },
  }),
} satisfies Record<string, OperationSpec>;
