import { invoiceReasonLength, invoiceStatuses } from '@ronghui/domain/invoice';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { id, idempotencyKey, object, text, version, word } from '../../shapes.ts';

/** What staff do when the issuer never answers. */
export const invoiceResolveOperations = {
  'ops.invoice.resolve': operation({
    path: '/ftc/ops/invoice/resolve',
    summary: '解除开票的等待：开票服务没有结果时，核实后写明原因',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /** The reason says what the issuer's own records show; it stays in the trail, and the merchant does not see it. */
    request: object({
      invoiceNo: id(),
      reason: text(invoiceReasonLength),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ invoiceNo: id(), status: word(invoiceStatuses), version: version() }),
    errors: {
      notFound: 'RHSY404',
      notAllowed: raced('RHSY409', 'invoiceNo'),
      invalid,
      /** It was asked a short time ago, and may still answer. */
      withIssuer: 'RHIN004',
    },
  }),
} satisfies Record<string, OperationSpec>;
