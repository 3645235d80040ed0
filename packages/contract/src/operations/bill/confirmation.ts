import { billOutcomes } from '@ronghui/domain/bill';
import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { fen, id, idempotencyKey, isoTime, list, object, optional, text, word } from '../../shapes.ts';

/** Bills with the amounts that the merchant saw; more than `batchMax` are a 422 of the handler. */
const seenBills = () => list(object({ billNo: id(), amount: fen({ min: 0 }) }), { min: 1, max: 10_000 });

/** An outcome for each entry, in the order sent; `amount` is the present one where it differs from what was seen. */
const outcomes = () =>
  object({
    results: list(object({ billNo: id(), outcome: word(billOutcomes), amount: optional(fen({ min: 0 })) }), {
      max: 10_000,
    }),
  });

/** What a merchant decides on bills: confirm, approve, send back, and the voucher of a transfer (R4.9, R10.3). */
export const confirmationOperations = {
  'bill.batchConfirm': operation({
    path: '/ftc/api/bill/batchConfirm',
    summary: '批量确认账单',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ bills: seenBills(), idempotencyKey: idempotencyKey() }),
    reply: outcomes(),
    errors: { invalid },
  }),
  'bill.approve': operation({
    path: '/ftc/api/bill/approve',
    summary: '复核通过账单',
    who: 'merchant',
    keys: ['bill.approve'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ bills: seenBills(), idempotencyKey: idempotencyKey() }),
    reply: outcomes(),
    errors: { invalid },
  }),
  'bill.rejectApproval': operation({
    path: '/ftc/api/bill/rejectApproval',
    summary: '退回待复核的账单',
    who: 'merchant',
    keys: ['bill.approve'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ bills: seenBills(), reason: text(500), idempotencyKey: idempotencyKey() }),
    reply: outcomes(),
    errors: { invalid },
  }),
  'bill.uploadVoucher': operation({
    path: '/ftc/api/bill/uploadVoucher',
    summary: '提交账单付款凭证',
    who: 'merchant',
    keys: ['bill.confirm'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({
      billNos: list(id(), { min: 1, max: 200 }),
      fileIds: list(id(), { min: 1, max: 5 }),
      paidAt: isoTime(),
      bankSerial: optional(text(64)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({}),
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409', tooMany: 'RHBI001', invalid, scanning: 'RHFI002' },
  }),
} satisfies Record<string, OperationSpec>;
