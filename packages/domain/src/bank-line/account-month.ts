/** The month's end of an account of ours (月结): what a line is where it is no payment, and what a month comes to (R15.2, receipts 2.6). */

import { dayLater, isDay } from '../calendar.ts';

/** What a line is that is applied to nothing. `carried` (待查款): nobody is known whose money it is, and it goes into the next month. */
export const lineNoteKinds = [
  'fee',
  'interest',
  'ownTransfer',
  'salary',
  'tax',
  'merchant',
  'refund',
  'other',
  'carried',
] as const;
/** One of them. */
export type LineNoteKind = (typeof lineNoteKinds)[number];

/** What they are called. */
export const lineNoteNames: Readonly<Record<LineNoteKind, string>> = {
  fee: '手续费',
  interest: '利息',
  ownTransfer: '自有互转',
  salary: '工资',
  tax: '税费',
  merchant: '付给商户',
  refund: '退款',
  other: '其他',
  carried: '待查款，结转下月',
};

/** What came in may be one of these; what went out may be anything but carried. */
const incomingKinds: ReadonlySet<LineNoteKind> = new Set(['interest', 'ownTransfer', 'other', 'carried', 'fee']);

/** Whether a line of a direction may be of a kind. */
export const mayBeKind = (kind: LineNoteKind, direction: 'in' | 'out'): boolean =>
  direction === 'in' ? incomingKinds.has(kind) : kind !== 'carried';

/** What a note of a line lacks, at its field; null where nothing. */
export const lineNoteFault = ({
  kind,
  note,
  hasOwner,
}: {
  readonly kind: LineNoteKind;
  readonly note: string;
  readonly hasOwner: boolean;
}): { readonly path: 'note' | 'ownerId'; readonly text: string } | null => {
  if ((kind === 'other' || kind === 'carried') && note.trim() === '')
    return { path: 'note', text: kind === 'other' ? '请说明是什么款项' : '请填写待查的原因' };
  if (kind === 'carried' && !hasOwner) return { path: 'ownerId', text: '请选择由谁查' };
  return kind !== 'carried' && hasOwner ? { path: 'ownerId', text: '只有待查款有查办人' } : null;
};

/** Where money of a month went, or stands. `open` keeps it from being closed. */
export const monthParts = ['applied', 'refunded', 'explained', 'prepaid', 'carried', 'open'] as const;
/** One of them. */
export type MonthPart = (typeof monthParts)[number];

/** What they are called. */
export const monthPartNames: Readonly<Record<MonthPart, string>> = {
  applied: '已认款',
  refunded: '已退款',
  explained: '已说明',
  prepaid: '未认款，已归商户（预收款）',
  carried: '未认款，待查，结转下月',
  open: '还没有去处',
};

/** Whether a text is a month, `2026-11`. */
export const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`);

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The first and the last day of a month. */
export const daysOfMonth = (month: string): { readonly from: string; readonly to: string } => {
  const from = `${month}-01`;
  return { from, to: dayLater(`${monthOf(dayLater(from, 31))}-01`, -1) };
};
