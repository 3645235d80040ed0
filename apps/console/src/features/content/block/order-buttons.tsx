import { ChevronDownIcon, CloseIcon, CopyIcon, IconButton } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';

interface OrderButtonsProps {
  readonly title: string;
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onCopy?: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** What changes the place of an item by keyboard, touch and screen reader alike. */
export const OrderButtons = ({ title, place, count, onMove, onCopy, onRemove }: OrderButtonsProps): JSX.Element => (
  <div className={css.actions}>
    <IconButton
      size="small"
      data-order="up"
      label={`上移 ${title}`}
      icon={<ChevronDownIcon className={css.up} />}
      disabled={place === 0}
      onClick={() => onMove(place - 1)}
    />
    <IconButton
      size="small"
      data-order="down"
      label={`下移 ${title}`}
      icon={<ChevronDownIcon />}
      disabled={place === count - 1}
      onClick={() => onMove(place + 1)}
    />
    {onCopy === undefined ? null : (
      <IconButton size="small" label={`复制 ${title}`} icon={<CopyIcon />} onClick={onCopy} />
    )}
    <IconButton size="small" label={`移除 ${title}`} icon={<CloseIcon />} onClick={onRemove} />
  </div>
);
