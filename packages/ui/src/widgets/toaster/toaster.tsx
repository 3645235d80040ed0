import { type JSX, useEffect, useRef } from 'react';
import { classNames } from '../../class-names.ts';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarnIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './toaster.module.css';

/** One message that passes. */
export type Toast = {
  id: string;
  tone: 'ok' | 'info' | 'warn' | 'bad';
  text: string;
  /** Quoted to support; can be copied. */
  traceId?: string | null | undefined;
};

/** The messages in sight; how long they stay is the caller's. */
export type ToasterProps = { toasts: readonly Toast[]; onDismiss: (id: string) => void; pageType: 'PC' | 'H5' };

const icons = { ok: SuccessIcon, info: InfoIcon, warn: WarnIcon, bad: ErrorIcon };

/**
 * Messages at the top right, on H5 80 px from the top; always mounted, so that live regions announce what is added.
 *
 * @source R2.7
 */
export function Toaster({ toasts, onDismiss, pageType }: ToasterProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const urgent = toasts.filter((toast) => toast.tone === 'bad');
  const calm = toasts.filter((toast) => toast.tone !== 'bad');
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    const element = ref.current;
    if (!element || !('showPopover' in element)) return;
    // Always shown, for a live region must be there before its message; again above a dialog that was opened meanwhile.
    const isShown = element.matches(':popover-open');
    if (isShown && newest !== undefined && document.querySelector('dialog:modal')) element.hidePopover();
    else if (isShown) return;
    element.showPopover();
  }, [newest]);
  const view = (toast: Toast): JSX.Element => (
    <ToastView key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
  );
  return (
    <div ref={ref} popover="manual" className={classNames(css.toaster, pageType === 'H5' && css.h5)}>
      <div role="alert">{urgent.map(view)}</div>
      <div role="status">{calm.map(view)}</div>
    </div>
  );
}

function ToastView({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }): JSX.Element {
  const Icon = icons[toast.tone];
  return (
    <div className={classNames(css.toast, css[toast.tone])}>
      <Icon className={css.icon} />
      <div className={css.words}>
        {toast.text}
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
