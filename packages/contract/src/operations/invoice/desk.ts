import { invoiceStatuses } from '@ronghui/domain/invoice';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { count, id, lastStep, list, object, text, uploadFields, version, word } from '../../shapes.ts';
import { invoiceResolveOperations } from './resolve.ts';

const written = { who: 'ops', keys: ['ops.billing.write'], writes: true } as const;

/** What the desk needs of an application to issue it elsewhere, and how it hands over what was issued there. */
export const invoiceDeskOperations = {
  ...invoiceResolveOperations,
  'ops.invoice.watch': operation({
    path: '/ftc/ops/invoice/watch',
    summary: '谁也打开着这份申请，以及它是否已变化',
    who: 'ops',
    keys: ['ops.billing.read'],
    passive: true,
    request: object({ invoiceNo: id() }),
    reply: object({ version: count(), others: list(text(60, { min: 0 })), last: lastStep() }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.invoice.reveal': operation({
    path: '/ftc/ops/invoice/reveal',
    summary: '查看发票抬头的完整银行账号，留有记录',
    ...written,
    request: object({ invoiceNo: id() }),
    reply: object({ value: text(64) }),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.invoice.upload': operation({
    path: '/ftc/ops/invoice/upload',
    summary: '上传已开具的发票文件，供商户下载',
    ...written,
    upload: true,
    /** Of an issued invoice; a file that is there is replaced. */
    request: object({ invoiceNo: id(), version: version(), ...uploadFields }),
    reply: object({ invoiceNo: id(), status: word(invoiceStatuses), version: version() }),
    errors: {
      notFound: 'RHSY404',
      notAllowed: raced('RHSY409', 'invoiceNo'),
      invalid,
      tooLarge: 'RHSY413',
      storage: storageDown,
      tooOften,
    },
  }),
} satisfies Record<string, OperationSpec>;
