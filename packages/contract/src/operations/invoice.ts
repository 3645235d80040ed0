import { takenFilters } from '@ronghui/domain/desk';
import { invoiceItemsAtMost, invoiceReasonLength, invoiceStatuses, invoiceTypes } from '@ronghui/domain/invoice';
import { type InvoiceFileKind, invoiceFileKinds } from '@ronghui/domain/invoice/invoice-file';
import { invalid, storageDown } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  cursorFields,
  cursorPageOf,
  dayOrTime,
  fen,
  fenSum,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  kid,
  lastStep,
  list,
  nullable,
  object,
  optional,
  sealed,
  text,
  typedName,
  version,
  whole,
  word,
} from '../shapes.ts';
import { invoiceDeskOperations } from './invoice/desk.ts';
import { invoiceStepOperations } from './invoice/steps.ts';

/** What an invoice covers: paid orders or settled payable bills. */
const itemKind = () => word(['order', 'bill']);
const status = () => word(invoiceStatuses);
const type = () => word(invoiceTypes);
/** @unit millionths */
const taxRate = () => whole(0, 1_000_000);
const amounts = { amount: fen({ min: 0 }), taxAmount: fen({ min: 0 }) };
const reason = () => text(invoiceReasonLength);
const sums = { amount: fenSum({ min: 0 }), taxAmount: fenSum({ min: 0 }) };
const someInvoices = () => object({ count: whole(0, Number.MAX_SAFE_INTEGER), ...sums });

// The names are the table's own.
const fileKind = () => word(Object.keys(invoiceFileKinds) as InvoiceFileKind[]);
/** A file of an invoice: of `kind`, else the first that is there; with `isRed` of its red invoice. */
const askedFile = { invoiceNo: id(), kind: optional(fileKind()), isRed: optional(flag()) };

/** Whom an invoice is made out to; of the bank account only its end. */
const title = () =>
  object({
    name: text(100, { min: 0 }),
    taxNo: nullable(text(20)),
    address: nullable(text(200)),
    phone: nullable(text(30)),
    bankName: nullable(text(100)),
    bankAccountNoMasked: nullable(text(40)),
  });

const days = { from: optional(dayOrTime()), to: optional(dayOrTime()) };
/** `keyword` is the beginning of a number, the application's or the invoice's, or a part of the title's name. */
const filterFields = { keyword: optional(text(60)), status: optional(status()), ...days };

const invoiceFields = {
  invoiceNo: id(),
  type: type(),
  status: status(),
  titleName: text(100),
  itemCount: whole(1, invoiceItemsAtMost),
  ...amounts,
  taxRate: taxRate(),
  /** The number of the invoice that was issued. */
  number: optional(text(20)),
  appliedAt: isoTime(),
  issuedAt: optional(isoTime()),
  /** When it was rejected or reversed, and why. */
  endedAt: optional(isoTime()),
  reason: optional(reason()),
  hasFile: flag(),
  version: version(),
};

const detailFields = {
  ...invoiceFields,
  /** The title as it was when it was applied for. */
  title: title(),
  items: list(object({ kind: itemKind(), no: id(), name: text(200), ...amounts })),
  appliedBy: text(80, { min: 0 }),
  /** The files that are kept of it: XML is the original. */
  files: list(object({ kind: fileKind(), isRed: flag() })),
  /** Made by the demonstration's issuer: no tax document. */
  isDemonstration: flag(),
};

/** Whose it is, and whether it covers an order that was refunded: then it is rejected, or reversed. */
const opsFields = { tenantId: id(), tenantName: text(80, { min: 0 }), hasRefunded: flag() };

/** Invoices: titles, applications and their issue (R10.12). */
export const invoiceOperations = {
  'invoice.title': operation({
    path: '/ftc/api/invoice/title',
    summary: '发票抬头',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    request: object({}),
    /** Until one is saved it is that of the certification. */
    reply: object({ title: title(), isSaved: flag() }),
  }),
  'invoice.saveTitle': operation({
    path: '/ftc/api/invoice/saveTitle',
    summary: '保存发票抬头',
    who: 'merchant',
    keys: ['invoice.write'],
    certified: true,
    writes: true,
    idempotent: true,
    /** The whole title. Without `bankAccountNo` the account stays as it was; without `bankName` it is removed. */
    request: object({
      name: typedName(200, { min: 0 }),
      taxNo: optional(text(60, { min: 0 })),
      address: optional(text(400, { min: 0 })),
      phone: optional(text(60, { min: 0 })),
      bankName: optional(typedName(200, { min: 0 })),
      bankAccountNo: optional(sealed('bankAccount')),
      kid: optional(kid()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ title: title(), isSaved: flag() }),
    errors: { invalid },
  }),
  'invoice.candidates': operation({
    path: '/ftc/api/invoice/candidates',
    summary: '可申请开票的订单与账单',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    /** `no` finds that one alone. */
    request: object({ kind: itemKind(), no: optional(id()), ...cursorFields }),
    reply: cursorPageOf(
      object({ kind: itemKind(), no: id(), name: text(200), ...amounts, taxRate: taxRate(), at: isoTime() }),
    ),
    errors: { invalid },
  }),
  'invoice.apply': operation({
    path: '/ftc/api/invoice/apply',
    summary: '申请开票',
    who: 'merchant',
    keys: ['invoice.write'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({
      /** Both kinds together are at most 200. */
      orderNos: optional(list(id(), { max: invoiceItemsAtMost })),
      billNos: optional(list(id(), { max: invoiceItemsAtMost })),
      type: type(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ invoiceNo: id(), status: status(), ...amounts, version: version() }),
    errors: { notFound: 'RHSY404', covered: 'RHIN001', titleIncomplete: 'RHIN002', invalid },
  }),
  'invoice.page': operation({
    path: '/ftc/api/invoice/page',
    summary: '发票列表',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    request: object({ ...filterFields, ...cursorFields }),
    reply: cursorPageOf(object(invoiceFields)),
    errors: { invalid },
  }),
  'invoice.sum': operation({
    path: '/ftc/api/invoice/sum',
    summary: '发票合计',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    request: object(filterFields),
    /** Over the whole filter. */
    /** `underWay`: 开票中, 待人工处理 and 红冲中, where there are any. */
    reply: object({ applied: someInvoices(), issued: someInvoices(), underWay: optional(someInvoices()) }),
    errors: { invalid },
  }),
  'invoice.detail': operation({
    path: '/ftc/api/invoice/detail',
    summary: '发票详情',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    request: object({ invoiceNo: id() }),
    reply: object(detailFields),
    errors: { notFound: 'RHSY404' },
  }),
  'invoice.download': operation({
    path: '/ftc/api/invoice/download',
    summary: '下载发票文件',
    who: 'merchant',
    keys: ['invoice.read'],
    certified: true,
    request: object(askedFile),
    reply: file(),
    errors: { notFound: 'RHSY404', storage: storageDown },
  }),
  'ops.invoice.page': operation({
    path: '/ftc/ops/invoice/page',
    summary: '开票申请列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    /** `queue`: applications, the oldest first, or what covers a refunded order; without one all, newest first. */
    request: object({
      queue: optional(word(['applied', 'refunded'])),
      tenantId: optional(id()),
      taken: optional(word(takenFilters)),
      ...filterFields,
      ...cursorFields,
    }),
    reply: cursorPageOf(object({ ...invoiceFields, ...opsFields, takenBy: optional(text(60, { min: 0 })) })),
    errors: { invalid },
  }),
  'ops.invoice.detail': operation({
    path: '/ftc/ops/invoice/detail',
    summary: '开票申请详情',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({ invoiceNo: id() }),
    reply: object({
      ...detailFields,
      ...opsFields,
      /** Those of its orders that were refunded. */
      refundedNos: list(id()),
      /** Invoices can be made here, not only registered by their numbers. */
      hasIssuer: flag(),
      /** What the issuer was asked for without a result yet, and what it reported: what a person has to do, and where. */
      withIssuer: optional(
        object({
          step: word(['issue', 'reverse']),
          since: isoTime(),
          isUnknown: flag(),
          note: optional(text(500)),
          url: optional(text(1000)),
        }),
      ),
      /** Why the issuer refused what it was last asked for. */
      issuerRefusal: optional(text(500)),
      last: lastStep(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.invoice.download': operation({
    path: '/ftc/ops/invoice/download',
    summary: '下载已开的发票文件，留有记录',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object(askedFile),
    reply: file(),
    errors: { notFound: 'RHSY404', storage: storageDown },
  }),
  ...invoiceStepOperations,
  ...invoiceDeskOperations,
} satisfies Record<string, OperationSpec>;
