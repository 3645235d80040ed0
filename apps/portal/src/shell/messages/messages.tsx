import { usePageType } from '@ronghui/web/screen/page-type';
import { dismissToast, type Toast, toastStore } from '@ronghui/web/screen/toasts';
import { type ComponentType, createElement, type JSX, useEffect, useState } from 'react';
import { withContact } from '#kernel/contact-link.tsx';
import css from './messages.module.css';

type Toaster = ComponentType<{
  toasts: readonly Toast[];
  onDismiss: (id: string) => void;
  pageType: 'PC' | 'H5';
  linked: typeof withContact;
}>;

/**
 * The messages; on H5 they are 80 px from the top (R2.7). Their component is fetched at the visitor's first interaction, before which
 * nothing can fail; if it fails to load, the texts are shown as plain text.
 */
export const Messages = (): JSX.Element => {
  const toasts = toastStore.use();
  const pageType = usePageType();
  const toaster = useToaster(toasts.length > 0);
  if (toaster !== undefined)
    return createElement(toaster, { toasts, onDismiss: dismissToast, pageType, linked: withContact });
  return (
    <div role="alert" className={css.plain}>
      {toasts.map(({ id, text }) => (
        <p key={id} className={css.text}>
          {withContact(text)}
        </p>
      ))}
    </div>
  );
};

/** A focus that a script sets, as an opened drawer does, is none. */
const touches = ['pointerdown', 'keydown'] as const;

const useToaster = (isNeeded: boolean): Toaster | undefined => {
  const [drawn, setDrawn] = useState<{ readonly Toaster: Toaster }>();
  useEffect(() => {
    const fetchToaster = () => {
      stop();
      // The texts are shown as plain text; the next message tries to load it again.
      import('./toaster.ts').then(setDrawn, () => undefined);
    };
    const stop = () => {
      for (const touch of touches) removeEventListener(touch, fetchToaster);
    };
    if (isNeeded) fetchToaster();
    else for (const touch of touches) addEventListener(touch, fetchToaster);
    return stop;
  }, [isNeeded]);
  return drawn?.Toaster;
};
