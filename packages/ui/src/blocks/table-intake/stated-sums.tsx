import type { JSX } from 'react';
import { SuccessIcon, WarnIcon } from '../../widgets/icon/widget-icons.tsx';
import css from './reading-lines.module.css';
import { rowText } from './row-words.ts';

/** Sums that the file states, each with what was read until there. */
export type StatedSumsProps<Money extends number> = {
  sums: readonly { row: number; column: number; stated: Money; read: Money }[];
  amountText: (amount: Money) => string;
  /** What the column is called, where a row states several sums. */
  columnName?: ((column: number) => string) | undefined;
  /** The first, which is the larger, less the second. */
  differenceOf: (amount: Money, less: Money) => Money;
};

/** Whether what was read comes to what the file says. */
export function StatedSums<Money extends number>({
  sums,
  amountText,
  columnName,
  differenceOf,
}: StatedSumsProps<Money>): JSX.Element | null {
  if (sums.length === 0) return null;
  const apart = sums.filter(({ stated, read }) => stated !== read);
  const agreeing = [...new Set(sums.filter(({ stated, read }) => stated === read).map(({ row }) => row))];
  const isOneOfSeveral = (row: number) => sums.filter((sum) => sum.row === row).length > 1;
  return (
    <ul className={css.lines} aria-label="文件写明的合计">
      {apart.map(({ row, column, stated, read }) => (
        <li key={`${row}-${column}`} className={css.warn}>
          <WarnIcon size={16} className={css.icon ?? ''} />
          <span>
            文件{rowText(row)}
            {columnName !== undefined && isOneOfSeveral(row) ? `“${columnName(column)}”` : ''}写明 {amountText(stated)}
            ，读入 {amountText(read)}，相差{' '}
            {amountText(stated > read ? differenceOf(stated, read) : differenceOf(read, stated))}
          </span>
        </li>
      ))}
      {agreeing.length === 0 ? null : (
        <li className={css.ok}>
          <SuccessIcon size={16} className={css.icon ?? ''} />
          <span>与文件合计行一致（{agreeing.map(rowText).join('、')}）</span>
        </li>
      )}
    </ul>
  );
}
