import { rmbText } from '@ronghui/domain/money';
import type { TableSummary } from '#kernel/files/table/table';

/** A part of a filter in words: `状态：待付款`. */
export type FilterWord = readonly [label: string, text: string];

/** The parts of a filter in one text; so is a filter without conditions. */
export const filterText = (words: readonly FilterWord[]): string =>
  words.length === 0 ? '全部' : words.map(([label, text]) => `${label}：${text}`).join('；');

/** A range in words: `2026-11-01 至 2026-11-20`; so are open ends. */
export const rangeWords = (label: string, from: string | undefined, to: string | undefined): readonly FilterWord[] => {
  if (from === undefined && to === undefined) return [];
  if (to === undefined) return [[label, `${from} 起`]];
  return [[label, from === undefined ? `${to} 止` : `${from} 至 ${to}`]];
};

/** One condition in words, where it is set. */
export const word = (label: string, text: string | undefined): readonly FilterWord[] =>
  text === undefined ? [] : [[label, text]];

/** A count as files say it. */
export const thousands = (count: number): string => count.toLocaleString('en-US');

/** What a file says of its rows: how many, and what each total amounts to, the directions apart. @source billing.md, exports and invoices */
export const summaryWords = ({ rows, totals }: TableSummary): readonly FilterWord[] => [
  ['行数', thousands(rows)],
  ...totals.flatMap(({ label, count, sums }) =>
    Array.from(
      sums,
      ([head, sum]): FilterWord => [
        `${label} · ${head.replace('（元）', '')}`,
        `${rmbText(sum)}（${thousands(count)} 行）`,
      ],
    ),
  ),
];
