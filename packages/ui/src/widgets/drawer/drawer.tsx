import { type JSX, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../../class-names.ts';
import { type ModalExit, useModal } from '../dialog/use-modal.ts';
import { CloseIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './drawer.module.css';

/** A longer text, form or detail beside the page. */
export type DrawerProps = ModalExit & {
  open: boolean;
  title: ReactNode;
  side?: 'right' | 'left';
  size?: 'medium' | 'large';
  actions?: ReactNode;
  /** Beside the title: the way to the records before and after. */
  beside?: ReactNode;
  /** Called when the end of the content has been visible: at once where all of it fits. */
  onReadToEnd?: (() => void) | undefined;
  children: ReactNode;
};

/** A side panel, on a phone a bottom sheet; a modal on the native `<dialog>`. */
export function Drawer(props: DrawerProps): JSX.Element | null {
  return props.open ? <OpenDrawer {...props} /> : null;
}

function OpenDrawer({
  title,
  side = 'right',
  size = 'medium',
  actions,
  beside,
  onReadToEnd,
  children,
  onClose,
  ...exit
}: DrawerProps): JSX.Element {
  const { closeOnEscape = true, closeOnBackdrop = true } = exit;
  const modal = useModal({ onClose, closeOnEscape, closeOnBackdrop });
  const { body, end } = useReadToEnd(onReadToEnd);
  const titleId = useId();
  return (
    <dialog {...modal} className={classNames(css.drawer, css[side], css[size])} aria-labelledby={titleId}>
      <div className={css.sheet}>
        <div className={css.top}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {beside ? <div className={css.beside}>{beside}</div> : null}
          <IconButton size="small" label="关闭" icon={<CloseIcon />} onClick={onClose} />
        </div>
        <div ref={body} className={css.body} tabIndex={0} role="region" aria-labelledby={titleId}>
          {children}
          {onReadToEnd ? <div ref={end} /> : null}
        </div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}

/**
 * Observed, not measured on scroll: the end can become visible without scrolling, by a larger window or shrinking
 * content.
 *
 * @returns refs for the scrolling element and for a marker at its end
 */
function useReadToEnd(onReadToEnd: (() => void) | undefined) {
  const body = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !onReadToEnd) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onReadToEnd();
      },
      { root: body.current },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [onReadToEnd]);
  return { body, end };
}
