import { CallError, errorText } from '@ronghui/client';
import { makeStore } from '../state/store.ts';

/** One message that passes. */
export interface Toast {
  readonly id: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
  readonly traceId?: string | undefined;
}

/** How long a message stays. @unit ms */
const stayMs = { calm: 5_000, bad: 10_000 } as const;

/** The messages in sight. */
export const toastStore = makeStore<readonly Toast[]>([]);

let made = 0;

/** Shows a message; one that is in sight already is not shown twice. */
export const showToast = (tone: Toast['tone'], text: string, traceId?: string): void => {
  if (text === '' || toastStore.get().some((toast) => toast.text === text && toast.tone === tone)) return;
  made += 1;
  const toast: Toast = { id: `toast-${made}`, tone, text, traceId };
  toastStore.set([...toastStore.get(), toast].slice(-4));
  setTimeout(() => dismissToast(toast.id), tone === 'bad' ? stayMs.bad : stayMs.calm);
};

/** Takes a message away. */
export const dismissToast = (id: string): void => toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/** Shows a failed call as R8 words it, with its trace id. A 401 is the session watcher's, so nothing is shown for it. */
export const showError = (operationId: string, error: unknown, channel: 'sms' | 'email' = 'sms'): void => {
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 401) return;
  showToast('bad', errorText(operationId, error, channel), known?.traceId);
};
