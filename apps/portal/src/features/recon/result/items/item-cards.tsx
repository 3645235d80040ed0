import { classNames } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Item } from '../result-queries.ts';
import { differenceText, nameOf, ruleText } from '../result-words.ts';
import { ItemSide, ItemTags, isOpenItem, ledgerRows, lineRows } from './item-parts.tsx';
import { type ItemRowsProps, noRow } from './item-table.tsx';
import css from './items.module.css';

/** Both sides below each other, on a phone. */
export const ItemCards = (props: ItemRowsProps): JSX.Element => (
  <ul className={classNames(css.cards, props.busy && css.busy)} aria-label="对账结果" aria-busy={props.busy}>
    {props.items.map((item) => (
      <ItemCard key={item.itemNo} item={item} {...props} />
    ))}
  </ul>
);

const ItemCard = ({ item, chosen, inDispute, onChoose, hrefOf }: ItemRowsProps & { item: Item }): JSX.Element => {
  const { itemNo, ledgerAmount, lineAmount, difference } = item;
  const isChosen = chosen.has(String(itemNo));
  return (
    <li className={classNames(css.card, isChosen && css.chosen)} data-item={itemNo}>
      <div className={css.cardHead}>
        {onChoose === undefined ? null : (
          <label className={css.cardBox}>
            <input
              type="checkbox"
              aria-label={`选择 ${nameOf(item)}`}
              checked={isChosen}
              onChange={() => onChoose([item], !isChosen)}
            />
          </label>
        )}
        <ItemTags item={item} isInDispute={inDispute.has(itemNo)} />
        {difference === 0 ? null : (
          <span className={classNames(css.difference, isOpenItem(item) && css.open)}>{differenceText(difference)}</span>
        )}
      </div>
      <dl className={css.cardSides}>
        <div>
          <dt>商户账</dt>
          <dd>
            <ItemSide rows={ledgerRows(item)} amount={ledgerAmount} none={noRow.ledger} />
          </dd>
        </div>
        <div>
          <dt>平台账</dt>
          <dd>
            <ItemSide rows={lineRows(item)} amount={lineAmount} none={noRow.line} />
          </dd>
        </div>
      </dl>
      <div className={css.cardFoot}>
        <span className={css.rule}>{ruleText(item)}</span>
        <a href={hrefOf(itemNo)} aria-label={`查看 ${nameOf(item)}`}>
          查看
        </a>
      </div>
      {item.note === '' ? null : <p className={css.note}>备注：{item.note}</p>}
    </li>
  );
};
