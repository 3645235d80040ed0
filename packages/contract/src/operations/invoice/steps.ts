import { invoiceReasonLength, invoiceStatuses, reversalReasons } from '@ronghui/domain/invoice';
import { invalid, raced, storageDown } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { id, idempotencyKey, object, optional, text, version, word } from '../../shapes.ts';

const number = () => text(20, { min: 8, pattern: '^[0-9]{8,20}$' });
const reason = () => text(invoiceReasonLength);
const status = () => word(invoiceStatuses);
const stepped = () => object({ invoiceNo: id(), status: status(), version: version() });
const stepErrors = { notFound: 'RHSY404', notAllowed: raced('RHSY409', 'invoiceNo') } as const;

/** The steps of staff: an application is issued or rejected, an invoice reversed. */
export const invoiceStepOperations = {
  'ops.invoice.issue': operation({
    path: '/ftc/ops/invoice/issue',
    summary: '开票',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /**
     * With `number` the desk issued it elsewhere and there is no file; without, the connected issuer is asked for it. It answers at once or later: the
     * status is `issuing` until it has.
     */
    request: object({
      invoiceNo: id(),
      number: optional(number()),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: stepped(),
    errors: {
      ...stepErrors,
      invalid,
      storage: storageDown,
      refunded: 'RHIN003',
      withIssuer: 'RHIN004',
      issuerRefused: 'RHIN005',
    },
  }),
  'ops.invoice.reject': operation({
    path: '/ftc/ops/invoice/reject',
    summary: '驳回开票申请',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({ invoiceNo: id(), reason: reason(), version: version(), idempotencyKey: idempotencyKey() }),
    reply: stepped(),
    errors: { ...stepErrors, invalid, withIssuer: 'RHIN004' },
  }),
  'ops.invoice.reverse': operation({
    path: '/ftc/ops/invoice/reverse',
    summary: '登记红冲',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /**
     * One that the connected issuer made is reversed there, for a reason of the tax bureau's (`code`, 01 where it is not given); `reversing` until the buyer
     * has confirmed. Repeated after a lost answer, it keeps the reasons of the first time.
     */
    request: object({
      invoiceNo: id(),
      reason: reason(),
      code: optional(word(reversalReasons)),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: stepped(),
    errors: { ...stepErrors, invalid, issuerRefused: 'RHIN005' },
  }),
} satisfies Record<string, OperationSpec>;
