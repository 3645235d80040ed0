/** Exports: which lists can be exported, as what, and what their files are called (R10.5, R13.4). */

import { shanghaiClock } from './shanghai.ts';

/** The lists that can be exported. */
export const exportKinds = [
  'orders',
  'bills',
  'billLines',
  'loanConsult',
  'authorizations',
  'recon',
  'accountStatement',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The Chinese name of each list, which begins the file's name. */
export const exportKindNames: Readonly<Record<ExportKind, string>> = {
  orders: '订单',
  bills: '账单',
  billLines: '账单明细',
  loanConsult: '业务明细',
  authorizations: '授权记录',
  recon: '对账结果',
  accountStatement: '对账单',
};

/** What an export is, as the list of exports and the documents say it. @source R10.5, contract 6 */
export const exportStatusNames = {
  queued: '排队中',
  running: '正在生成',
  done: '可下载',
  failed: '未完成',
  cancelled: '已取消',
  expired: '已过期',
} as const;

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a person calls a format. */
export const exportFormatNames: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'Excel（XLSX）',
  csv: 'CSV',
};

/** The name of the file of an export that was asked for at a moment: `订单-20261123-1105.xlsx`, by the clock of Shanghai. */
export const exportFileName = (kind: ExportKind, format: ExportFormat, askedAt: Date): string => {
  const digits = shanghaiClock(askedAt).toISOString().replaceAll(/\D/g, '');
  return `${exportKindNames[kind]}-${digits.slice(0, 8)}-${digits.slice(8, 12)}.${format}`;
};

/** What facts of a line are called in files: of loans, and of everything else. @source billing.md, lines; R10.5 */
export interface LineWords {
  /** Its reference, whatever the product. */
  readonly reference: string;
  readonly person: string;
  /** The amount that its fee is reckoned from. */
  readonly basis: string;
}

/** The words of files all of whose lines are loans, or of others. */
export const lineWords = (isLoan: boolean): LineWords => ({
  reference: '业务编号',
  person: isLoan ? '借款人' : '客户',
  basis: isLoan ? '借款金额' : '计费金额',
});

/** What the list of lines is called for somebody who has loans, or none. */
export const lineListName = (hasLoans: boolean): string => (hasLoans ? '贷款咨询明细' : '业务明细');
