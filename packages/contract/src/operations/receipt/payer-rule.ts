import { type OperationSpec, operation } from '../../operation.ts';
import {
  cursorFields,
  cursorPageOf,
  flag,
  id,
  idempotencyKey,
  isoTime,
  object,
  optional,
  text,
  whole,
} from '../../shapes.ts';

const ruleNo = () => whole(1, Number.MAX_SAFE_INTEGER);

/** Accounts that staff confirmed to pay for a merchant (receipts 2.4). */
export const payerRuleOperations = {
  'ops.receipt.rules': operation({
    path: '/ftc/ops/receipt/rules',
    summary: '确认过的代付账号',
    who: 'ops',
    keys: ['ops.receipt.read'],
    /** The latest confirmed first, those that were taken back among them. */
    request: object({ ...cursorFields }),
    reply: cursorPageOf(
      object({
        ruleNo: ruleNo(),
        tenantId: id(),
        tenantName: text(120, { min: 0 }),
        payerName: optional(text(80)),
        /** The receipt by which it was confirmed. */
        receiptNo: id(),
        confirmedBy: text(80, { min: 0 }),
        confirmedAt: isoTime(),
        takenBackBy: optional(text(80, { min: 0 })),
        takenBackAt: optional(isoTime()),
      }),
    ),
  }),
  'ops.receipt.confirmPayer': operation({
    path: '/ftc/ops/receipt/confirmPayer',
    summary: '确认这笔收款的付款账号代这位商户付款',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    request: object({ receiptNo: id(), idempotencyKey: idempotencyKey() }),
    /** `isNew`: it was not confirmed before. `notAllowed`: the bank says no account, or the money is nobody's. */
    reply: object({ ruleNo: ruleNo(), isNew: flag() }),
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409' },
  }),
  'ops.receipt.dropPayer': operation({
    path: '/ftc/ops/receipt/dropPayer',
    summary: '收回确认过的代付账号',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    request: object({ ruleNo: ruleNo(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
