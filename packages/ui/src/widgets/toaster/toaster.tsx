import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../../class-names.ts';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarnIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './toaster.module.css';
import { useTopModal } from './use-top-modal.ts';

/** One transient message. */
export type Toast = {
  id: string;
  tone: 'ok' | 'info' | 'warn' | 'bad';
  text: string;
  /** A trace id to quote to support, with a copy button. */
  traceId?: string | null | undefined;
};

/** The visible messages; the caller decides how long they stay. */
export type ToasterProps = {
  toasts: readonly Toast[];
  onDismiss: (id: string) => void;
  pageType: 'PC' | 'H5';
  /** Puts links into a text. */
  linked?: ((text: string) => ReactNode) | undefined;
};

const icons = { ok: SuccessIcon, info: InfoIcon, warn: WarnIcon, bad: ErrorIcon };

/**
 * Messages at the top right, on H5 80 px from the top; always mounted, so that live regions announce additions.
 * Elements outside an open modal are inert: while a modal is open, the messages are rendered inside it.
 *
 * @source R2.7
 */
export function Toaster({ toasts, ...rest }: ToasterProps): JSX.Element {
  const modal = useTopModal();
  return (
    <>
      <Layer {...rest} toasts={modal === null ? toasts : []} />
      {modal === null ? null : createPortal(<Layer {...rest} toasts={toasts} />, modal)}
    </>
  );
}

/** A popover, so that nothing of the page or the surrounding modal covers or clips it. */
function Layer({ toasts, onDismiss, pageType, linked }: ToasterProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    // Always open, because a live region must exist before its message. A dialog that was closed meanwhile took its own along.
    if (element?.isConnected && 'showPopover' in element && !element.matches(':popover-open')) element.showPopover();
  }, []);
  const view = (toast: Toast): JSX.Element => (
    <ToastView
      key={toast.id}
      toast={toast}
      words={linked?.(toast.text) ?? toast.text}
      onDismiss={() => onDismiss(toast.id)}
    />
  );
  return (
    <div ref={ref} popover="manual" className={classNames(css.toaster, pageType === 'H5' && css.h5)}>
      <div role="alert">{toasts.filter(({ tone }) => tone === 'bad').map(view)}</div>
      <div role="status">{toasts.filter(({ tone }) => tone !== 'bad').map(view)}</div>
    </div>
  );
}

interface ToastViewProps {
  toast: Toast;
  words: ReactNode;
  onDismiss: () => void;
}

function ToastView({ toast, words, onDismiss }: ToastViewProps): JSX.Element {
  const Icon = icons[toast.tone];
  return (
    <div className={classNames(css.toast, css[toast.tone])}>
      <Icon className={css.icon} />
      <div className={css.words}>
        {words}
        {toast.traceId ? (
          <div className={css.trace}>
            追踪号 <code>{toast.traceId}</code>
            <CopyButton text={toast.traceId} label="复制追踪号" />
          </div>
        ) : null}
      </div>
      <IconButton size="small" label="关闭提示" icon={<CloseIcon size={16} />} onClick={onDismiss} />
    </div>
  );
}
