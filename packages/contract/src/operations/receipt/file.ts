import { exportFormats } from '@ronghui/domain/export';
import { receiptFiles } from '@ronghui/domain/receipt/receipt-file';
import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { day, file, flag, id, object, optional, text, word } from '../../shapes.ts';

/** What the list of receipts is asked by. */
export const receiptFilter = {
  tenantId: optional(id()),
  /** The bank's serial, or its beginning. */
  serial: optional(text(64)),
  /** Those with unapplied money alone. */
  isUnapplied: optional(flag()),
  /** Money of nobody known (待查款) alone, or of known merchants. */
  isUnknown: optional(flag()),
  /** Days on which money arrived, both included. */
  from: optional(day()),
  to: optional(day()),
};

/** Receipts as files (receipts 1.2). */
export const receiptFileOperations = {
  'ops.receipt.export': operation({
    path: '/ftc/ops/receipt/export',
    summary: '导出筛选出的收款，或它们的认款，留有记录',
    who: 'ops',
    keys: ['ops.receipt.read'],
    /** The receipts of the list, or what each part of them pays; at most 20,000 rows. */
    request: object({ content: word(receiptFiles), format: word(exportFormats), ...receiptFilter }),
    reply: file(),
    errors: { notFound: 'RHSY404', invalid },
  }),
} satisfies Record<string, OperationSpec>;
