import { BellIcon, FileIcon, GridIcon, ListIcon, PinIcon, ShieldIcon, SuccessIcon, UserIcon } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './entry-grid.module.css';

/** A link of the grid. */
export interface Entry {
  readonly name: string;
  readonly label: string;
  readonly href: string;
  readonly badge?: number | undefined;
}

const icons: Readonly<Record<string, typeof ListIcon>> = {
  products: GridIcon,
  order: ListIcon,
  authorizationRecord: SuccessIcon,
  notice: BellIcon,
  basicInfo: PinIcon,
  safety: ShieldIcon,
  members: UserIcon,
};

/** Links as tiles with an icon; `badge` counts the items that wait there. */
export const EntryGrid = ({ entries }: { entries: readonly Entry[] }): JSX.Element => (
  <ul className={css.entries}>
    {entries.map(({ name, label, href, badge }) => {
      const Icon = icons[name] ?? FileIcon;
      return (
        <li key={name}>
          <a className={css.entry} href={href}>
            <span className={css.mark}>
              <Icon />
              {badge === undefined ? null : <span className={css.badge}>{badge > 99 ? '99+' : badge}</span>}
            </span>
            {label}
          </a>
        </li>
      );
    })}
  </ul>
);
