import { classNames, Skeleton } from '@ronghui/ui';
import type { JSX, MouseEvent } from 'react';
import type { Item } from '../result-queries.ts';
import { nameOf } from '../result-words.ts';
import { ItemSide, ItemVerdict, isOpenItem, ledgerRows, lineRows } from './item-parts.tsx';
import css from './items.module.css';

/** The rows of a list, which of them are selected, and the one at which the keyboard is. */
export interface ItemRowsProps {
  readonly items: readonly Item[];
  readonly busy: boolean;
  readonly activeNo: number | undefined;
  readonly chosen: ReadonlyMap<string, Item>;
  readonly inDispute: ReadonlyMap<number, Item>;
  /** Nothing can be chosen in a result that only shows. */
  readonly onChoose: ((items: readonly Item[], isOn: boolean) => void) | undefined;
  readonly onActivate: (itemNo: number) => void;
  readonly hrefOf: (itemNo: number) => string;
}

/** What a side says where it has no row. */
export const noRow = { ledger: '商户账里没有这一笔', line: '平台账里没有这一笔' } as const;

/** A click on the row opens its item, unless it hit another control or text is being selected. */
const follow = (event: MouseEvent<HTMLTableRowElement>): void => {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label')) return;
  if (getSelection()?.type === 'Range') return;
  event.currentTarget.querySelector<HTMLAnchorElement>('a[data-open]')?.click();
};

/** Both sides beside each other, on PC. @source ux "Reconciliation reads like a diff" */
export const ItemTable = (props: ItemRowsProps): JSX.Element => {
  const { items, busy, chosen, onChoose } = props;
  const isAll = items.length > 0 && items.every(({ itemNo }) => chosen.has(String(itemNo)));
  return (
    <div className={css.frame}>
      <table className={classNames(css.table, busy && css.busy)} aria-label="对账结果" aria-busy={busy}>
        <thead>
          <tr>
            {onChoose === undefined ? null : (
              <th scope="col" className={css.box}>
                <label>
                  <input
                    type="checkbox"
                    aria-label="选中本页"
                    checked={isAll}
                    onChange={() => onChoose(items, !isAll)}
                  />
                </label>
              </th>
            )}
            <th scope="col">商户账</th>
            <th scope="col" className={css.middle}>
              差异
            </th>
            <th scope="col">平台账</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow key={item.itemNo} item={item} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const ItemRow = ({
  item,
  activeNo,
  chosen,
  inDispute,
  onChoose,
  onActivate,
  hrefOf,
}: ItemRowsProps & { item: Item }) => {
  const { itemNo, ledgerAmount, lineAmount } = item;
  const isActive = itemNo === activeNo;
  const isChosen = chosen.has(String(itemNo));
  const mark = isOpenItem(item) ? css.off : undefined;
  return (
    <tr
      data-item={itemNo}
      tabIndex={isActive ? 0 : -1}
      aria-current={isActive || undefined}
      className={classNames(css.row, isChosen && css.chosen, isActive && css.active)}
      onFocus={() => onActivate(itemNo)}
      onClick={follow}
    >
      {onChoose === undefined ? null : (
        <td className={css.box}>
          <label>
            <input
              type="checkbox"
              aria-label={`选择 ${nameOf(item)}`}
              checked={isChosen}
              onChange={() => onChoose([item], !isChosen)}
            />
          </label>
        </td>
      )}
      <td className={item.ledger.length > 0 ? mark : undefined}>
        <ItemSide rows={ledgerRows(item)} amount={ledgerAmount} none={noRow.ledger} />
      </td>
      <td className={css.middle}>
        <div className={css.cell}>
          <ItemVerdict item={item} isInDispute={inDispute.has(itemNo)} />
          <a className={css.openLink} data-open href={hrefOf(itemNo)} aria-label={`查看 ${nameOf(item)}`}>
            查看
          </a>
        </div>
      </td>
      <td className={item.lines.length > 0 ? mark : undefined}>
        <ItemSide rows={lineRows(item)} amount={lineAmount} none={noRow.line} />
      </td>
    </tr>
  );
};

/** While the first rows come. */
export const ItemsLoading = (): JSX.Element => (
  <div className={css.frame}>
    <div className={css.waiting}>
      <Skeleton shape="row" count={8} />
    </div>
  </div>
);
