import type { JSX, ReactNode } from 'react';
import css from './mega-menu.module.css';

/** A group of the product map. */
export type MegaMenuGroup = {
  title: string;
  text?: string;
  items: readonly { label: string; text?: string; href: string }[];
};

/** The product menu in columns; `foot` is a line below them. */
export function MegaMenu({ groups, foot }: { groups: readonly MegaMenuGroup[]; foot?: ReactNode }): JSX.Element {
  return (
    <>
      <div className={css.groups}>
        {groups.map((group) => (
          <section key={group.title} className={css.group}>
            <h2 className={css.title}>{group.title}</h2>
            {group.text ? <p className={css.text}>{group.text}</p> : null}
            <ul>
              {group.items.map((item) => (
                <li key={item.href}>
                  <a href={item.href} className={css.item}>
                    {item.label}
                    {item.text ? <span className={css.text}>{item.text}</span> : null}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {foot ? <div className={css.foot}>{foot}</div> : null}
    </>
  );
}
