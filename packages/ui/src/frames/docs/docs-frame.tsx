import { type JSX, type MouseEvent, type ReactNode, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { Drawer } from '../../widgets/drawer/drawer.tsx';
import { ListIcon, MenuIcon } from '../../widgets/icon/icon.tsx';
import css from './docs-frame.module.css';

/** Tree left, text, outline right; where there is no room, tree and outline open in drawers. */
export type DocsFrameProps = {
  /** Usually a `DocTree`. */
  tree: ReactNode;
  /** Usually a `DocOutline`; absent where the page has none. */
  outline?: ReactNode;
  /** Above all three: the search box. */
  top?: ReactNode;
  children: ReactNode;
};

/** The document centre's frame. */
export function DocsFrame({ tree, outline, top, children }: DocsFrameProps): JSX.Element {
  const [open, setOpen] = useState<'tree' | 'outline' | null>(null);
  function follow(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(null);
  }
  return (
    <div className={css.frame}>
      {top ? <div className={css.top}>{top}</div> : null}
      <div className={css.buttons}>
        <button type="button" className={css.open} onClick={() => setOpen('tree')}>
          <MenuIcon size={16} />
          文档目录
        </button>
        {outline ? (
          <button type="button" className={css.open} onClick={() => setOpen('outline')}>
            <ListIcon size={16} />
            本页内容
          </button>
        ) : null}
      </div>
      <div className={classNames(css.columns, outline ? css.three : css.two)}>
        <div className={css.side}>{tree}</div>
        <div className={css.text}>{children}</div>
        {outline ? <div className={css.side}>{outline}</div> : null}
      </div>
      <Drawer
        open={open !== null}
        onClose={() => setOpen(null)}
        side="left"
        title={open === 'outline' ? '本页内容' : '文档目录'}
      >
        <div onClick={follow}>{open === 'outline' ? outline : tree}</div>
      </Drawer>
    </div>
  );
}
