import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { id, idempotencyKey, object, text, version } from '../../shapes.ts';

/** The line of a bank and the money that staff registered before it are one receipt (receipts 1.3). */
export const lineMatchOperations = {
  'ops.bankLine.match': operation({
    path: '/ftc/ops/bankLine/match',
    summary: '认作一笔：一行银行流水就是已登记的收款',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    /** `receiptNo` is the line's, of which nothing is applied; `registeredNo` the registered one, without a serial and of the same amount: it is confirmed, and the other empty. */
    request: object({ receiptNo: id(), version: version(), registeredNo: id(), idempotencyKey: idempotencyKey() }),
    reply: object({ receiptNo: id(), version: version() }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'receiptNo'),
      notAllowed: raced('RHSY409', 'registeredNo'),
    },
  }),
  'ops.bankLine.unmatch': operation({
    path: '/ftc/ops/bankLine/unmatch',
    summary: '撤销认作一笔：流水的收款恢复为未认款',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    idempotent: true,
    /** `receiptNo` is the registered one. */
    request: object({ receiptNo: id(), version: version(), reason: text(500), idempotencyKey: idempotencyKey() }),
    reply: object({ receiptNo: id(), version: version() }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'receiptNo'),
      notAllowed: raced('RHSY409', 'receiptNo'),
      invalid,
    },
  }),
} satisfies Record<string, OperationSpec>;
