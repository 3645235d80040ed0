import { authorizationStatuses } from '@ronghui/domain/authorization';
import { billPayments, billStatuses } from '@ronghui/domain/bill';
import { type ExportKind, exportFormats, exportKinds } from '@ronghui/domain/export';
import { orderPayments, orderStatuses } from '@ronghui/domain/order';
import type { Static } from 'typebox';
import { type AuthKey, keysOfRole, type MemberRole } from '../auth-keys.ts';
import { billFilterFields } from '../bill-shapes.ts';
import { invalid, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  day,
  dayOrTime,
  fenSum,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  word,
} from '../shapes.ts';
import { authorizationFilterFields } from './authorization.ts';
import { lineFilterFields } from './loan-consult.ts';
import { orderFilterFields } from './order.ts';

/** What each list's export is asked by: the fields of the list itself. */
export const exportFilters = {
  orders: object(orderFilterFields),
  bills: object(billFilterFields),
  /** The lines of one bill, in its order. */
  billLines: object({ billNo: id(), loanNo: optional(text(64)) }),
  loanConsult: object(lineFilterFields),
  authorizations: object(authorizationFilterFields),
  /** The result of one reconciliation. */
  recon: object({ runId: id() }),
  /** Both directions of a span of days, both included. */
  accountStatement: object({ from: day(), to: day() }),
};

/** The filter of a list that can be exported. */
export type ExportFilter<Kind extends keyof typeof exportFilters> = Static<(typeof exportFilters)[Kind]>;

/** The key of each list: who may not read it can neither ask for its export nor fetch one (R6.3). */
const readKeys: Readonly<Record<ExportKind, AuthKey>> = {
  orders: 'order.read',
  bills: 'bill.read',
  billLines: 'bill.read',
  loanConsult: 'loanConsult.read',
  authorizations: 'authorization.read',
  recon: 'recon.read',
  accountStatement: 'bill.read',
};

/** Whether holders of these keys may export a list: both keys are needed. @source R6.3 */
const mayExport = (kind: ExportKind, keys: readonly AuthKey[]): boolean =>
  keys.includes('export.create') && keys.includes(readKeys[kind]);

/** The lists that a role may export. */
export const exportKindsOfRole = (role: MemberRole): readonly ExportKind[] =>
  exportKinds.filter((kind) => mayExport(kind, keysOfRole(role)));

/** The fields of all lists together; which of them a list has is `exportFilters`. */
const anyFilter = () =>
  object({
    ...billFilterFields,
    ...authorizationFilterFields,
    ...lineFilterFields,
    ...orderFilterFields,
    runId: optional(id()),
    payment: optional(word([...new Set([...billPayments, ...orderPayments])])),
    status: optional(word([...new Set([...orderStatuses, ...billStatuses, ...authorizationStatuses])])),
    from: optional(dayOrTime()),
    to: optional(dayOrTime()),
  });

/** An export, which is a sent job (contract 6). */
const exportState = () =>
  object({
    exportId: id(),
    kind: word(exportKinds),
    format: word(exportFormats),
    /** The file's name. */
    name: text(120),
    filter: anyFilter(),
    /** The filter in words, as the file states it. */
    filterText: text(1000),
    status: word(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
    /** The rows that are written, of all; a total of 0 is not known yet. */
    progress: object({ done: count(), total: count(), text: text(120, { min: 0 }) }),
    /** Its cancellation was requested, and it has not ended yet. */
    isEnding: flag(),
    askedBy: text(80, { min: 0 }),
    createdAt: isoTime(),
    /** The moment whose data the file holds; once it is done. */
    dataAt: optional(isoTime()),
    rows: optional(count()),
    /** The totals that stand in the file; once it is done. */
    totals: optional(list(object({ label: text(60), count: count(), amount: fenSum() }))),
    bytes: optional(count()),
    /** Until when the file can be downloaded; once it is done. */
    expiresAt: optional(isoTime()),
    /** Why it failed, as a message for its user; empty when it did not. */
    failure: text(300, { min: 0 }),
  });

/** Exports of whole lists as files (R10.5, R4.13). */
export const exportOperations = {
  'export.create': operation({
    path: '/ftc/api/export/create',
    summary: '发起导出',
    who: 'merchant',
    keys: ['export.create'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({
      kind: word(exportKinds),
      format: word(exportFormats),
      filter: anyFilter(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: exportState(),
    /** `forbidden`: the role may not read what it wants to export. */
    errors: { invalid, forbidden: 'RHSY403', tooMany: 'RHEX001', noRoom: 'RHFI001', tooOften },
  }),
  'export.page': operation({
    path: '/ftc/api/export/page',
    summary: '导出列表',
    who: 'merchant',
    keys: ['export.create'],
    certified: true,
    passive: true,
    request: object({ ...pageFields }),
    reply: pageOf(exportState()),
  }),
  'export.get': operation({
    path: '/ftc/api/export/get',
    summary: '查询一次导出',
    who: 'merchant',
    keys: ['export.create'],
    certified: true,
    passive: true,
    request: object({ exportId: id() }),
    reply: exportState(),
    errors: { notFound: 'RHSY404' },
  }),
  'export.cancel': operation({
    path: '/ftc/api/export/cancel',
    summary: '取消导出',
    who: 'merchant',
    keys: ['export.create'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ exportId: id(), idempotencyKey: idempotencyKey() }),
    reply: exportState(),
    errors: { notFound: 'RHSY404', changed: 'RHSY409' },
  }),
  'export.download': operation({
    path: '/ftc/api/export/download',
    summary: '下载导出的文件',
    who: 'merchant',
    keys: ['export.create'],
    certified: true,
    request: object({ exportId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', changed: 'RHSY409', expired: 'RHEX002', storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
