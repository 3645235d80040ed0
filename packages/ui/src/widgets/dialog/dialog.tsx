import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { CloseIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './dialog.module.css';
import { type ModalExit, useModal } from './use-modal.ts';

/** A question or a short task in front of the page. */
export type DialogProps = ModalExit & {
  open: boolean;
  title: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Its top keeps its place while its content grows and shrinks, as under a search. */
  hangs?: boolean;
  /** Only its own buttons close it: no close button, and neither Esc nor the backdrop. */
  mustAnswer?: boolean;
  /** Buttons at the end; the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A modal on the native `<dialog>`: focus stays inside, Esc and the backdrop close it unless disabled; on a phone it
 * slides up from the bottom.
 */
export function Dialog(props: DialogProps): JSX.Element | null {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps): JSX.Element {
  const { title, size = 'small', hangs = false, mustAnswer = false, actions, children, onClose } = props;
  const { closeOnEscape = !mustAnswer, closeOnBackdrop = !mustAnswer } = props;
  const modal = useModal({ onClose, closeOnEscape, closeOnBackdrop });
  const titleId = useId();
  return (
    <dialog {...modal} className={classNames(css.dialog, css[size], hangs && css.hangs)} aria-labelledby={titleId}>
      <div className={css.sheet}>
        <div className={css.top}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {mustAnswer ? null : <IconButton size="small" label="关闭" icon={<CloseIcon />} onClick={onClose} />}
        </div>
        <div className={css.body}>{children}</div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}
