'use client';

import {
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  type JSX,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useState,
} from 'react';
import { type Confirmation, createConfirmation } from '../headless/confirmation.ts';
import { DialogBox } from './dialog-box.tsx';
import { useForwarded } from './use-forwarded.ts';

/** Why a confirm pop-up asks to be closed. */
export type ConfirmCloseReason = 'confirmed' | 'cancelled';

type PassedOn = Omit<HTMLAttributes<HTMLDialogElement>, 'title' | 'children' | 'dangerouslySetInnerHTML'>;

/** Properties of `ConfirmPopup`; `className`, `style`, `id`, `data-…` and the other attributes of its element are passed on. */
export interface ConfirmPopupProps extends PassedOn {
  /** Whether it is shown; the pop-up never closes itself but calls `onClose`. */
  open: boolean;
  /** Called after the confirmed action succeeded, and for cancel, Escape and a click outside. */
  onClose: (reason: ConfirmCloseReason) => void;
  /**
   * The confirmed action. While its promise is pending, the confirm button shows loading and nothing closes the pop-up.
   * Answering `false` keeps it open; a rejection keeps it open and shows `errorText`.
   */
  onConfirm: () => unknown;
  title: ReactNode;
  /** The consequences of the action, with its numbers. */
  children?: ReactNode;
  confirmText?: ReactNode;
  cancelText?: ReactNode;
  /** Announced while the action is pending. */
  loadingText?: string;
  /** For an irreversible action: the confirm button is red and cancel has the initial focus. */
  danger?: boolean;
  /** Whether the confirm button is enabled. */
  confirmDisabled?: boolean;
  /** Shown when the action fails. */
  errorText?: ReactNode | ((error: unknown) => ReactNode);
  ref?: Ref<HTMLDialogElement> | undefined;
}

interface Question {
  open: boolean;
  confirmation: Confirmation;
  pending: boolean;
  failure: { error: unknown } | undefined;
}

/** A question with a runner of its own, so that the late end of an earlier one cannot answer it. */
const newQuestion = (open: boolean): Question => ({
  open,
  confirmation: createConfirmation(),
  pending: false,
  failure: undefined,
});

/**
 * Asks for confirmation of an action. A run that is pending when the pop-up is closed has no effect here any more.
 *
 * @source R12.7
 */
export const ConfirmPopup = /* @__PURE__ */ forwardRef(function ConfirmPopup(
  {
    open,
    onClose,
    onConfirm,
    title,
    children,
    confirmText = '确定',
    cancelText = '取消',
    loadingText = '正在处理',
    danger = false,
    confirmDisabled = false,
    errorText = '操作失败，请重试',
    className = '',
    ...passedOn
  }: Omit<ConfirmPopupProps, 'ref'>,
  ref: ForwardedRef<HTMLDialogElement>,
): JSX.Element {
  const dialog = useForwarded(ref);
  const id = useId();
  const [question, setQuestion] = useState(() => newQuestion(open));
  if (question.open !== open) setQuestion(newQuestion(open));
  const { confirmation, pending, failure } = question;

  const cancel = (): void => {
    if (!confirmation.isPending()) onClose('cancelled');
  };
  const confirm = async (): Promise<void> => {
    if (confirmation.isPending()) return;
    /** Changes this question's state, unless it has been closed meanwhile. */
    const update = (change: Pick<Question, 'pending' | 'failure'>): void =>
      setQuestion((now) => (now.confirmation === confirmation ? { ...now, ...change } : now));
    update({ pending: true, failure: undefined });
    const result = await confirmation.run(onConfirm);
    update({ pending: false, failure: result?.end === 'failed' ? result : undefined });
    if (result?.end === 'confirmed') onClose('confirmed');
  };
  // a run belongs to the question that it was started for
  useEffect(() => {
    if (open) return () => confirmation.leave();
  }, [open, confirmation]);
  return (
    <DialogBox
      {...passedOn}
      dialog={dialog}
      open={open}
      isModal
      closedby={pending ? 'none' : undefined}
      onDismiss={cancel}
      className={`ck-confirm ${className}`}
      role="alertdialog"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}b`}
    >
      {open && (
        <div className="ck-confirm-card">
          <h2 id={`${id}t`} className="ck-confirm-title">
            {title}
          </h2>
          <div id={`${id}b`} className="ck-confirm-body">
            {children}
          </div>
          <div role="alert" className="ck-confirm-error">
            {failure && (typeof errorText === 'function' ? errorText(failure.error) : errorText)}
          </div>
          <div className="ck-confirm-actions">
            <button
              data-autofocus={danger || undefined}
              type="button"
              className="ck-button"
              disabled={pending}
              onClick={cancel}
            >
              {cancelText}
            </button>
            <button
              data-autofocus={!danger || undefined}
              type="button"
              className={`ck-button ${danger ? 'ck-button-danger' : 'ck-button-primary'}`}
              disabled={confirmDisabled}
              aria-disabled={pending || undefined}
              aria-busy={pending || undefined}
              onClick={() => void confirm()}
            >
              {pending && <span className="ck-spinner" role="img" aria-label={loadingText} />}
              {confirmText}
            </button>
          </div>
        </div>
      )}
    </DialogBox>
  );
});
