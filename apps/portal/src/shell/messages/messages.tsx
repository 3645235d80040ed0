import { usePageType } from '@ronghui/web/screen/page-type';
import { dismissToast, type Toast, toastStore } from '@ronghui/web/screen/toasts';
import { type ComponentType, createElement, type JSX, useEffect, useState } from 'react';
import css from './messages.module.css';

type Toaster = ComponentType<{
  toasts: readonly Toast[];
  onDismiss: (id: string) => void;
  pageType: 'PC' | 'H5';
}>;

/**
 * The messages; on H5 they stand 80 px from the top (R2.7). What draws them is fetched when the visitor first touches the page,
 * which is before anything can fail for them; should it not come, the texts stand plainly in its place.
 */
export const Messages = (): JSX.Element => {
  const toasts = toastStore.use();
  const pageType = usePageType();
  const toaster = useToaster(toasts.length > 0);
  if (toaster !== undefined) return createElement(toaster, { toasts, onDismiss: dismissToast, pageType });
  return (
    <div role="alert" className={css.plain}>
      {toasts.map(({ id, text }) => (
        <p key={id} className={css.text}>
          {text}
        </p>
      ))}
    </div>
  );
};

const touches = ['pointerdown', 'keydown', 'focusin'] as const;

const useToaster = (isNeeded: boolean): Toaster | undefined => {
  const [drawn, setDrawn] = useState<{ readonly Toaster: Toaster }>();
  useEffect(() => {
    const fetchIt = () => {
      stop();
      // Without it the texts stand plainly; the next message asks again.
      import('./toaster.ts').then(setDrawn, () => undefined);
    };
    const stop = () => {
      for (const touch of touches) removeEventListener(touch, fetchIt);
    };
    if (isNeeded) fetchIt();
    else for (const touch of touches) addEventListener(touch, fetchIt);
    return stop;
  }, [isNeeded]);
  return drawn?.Toaster;
};
