import { CallError, errorText } from '@ronghui/client';
import { makeStore } from '../state/store.ts';

/** One temporary message. */
export interface Toast {
  readonly id: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
  readonly traceId?: string | undefined;
}

/** How long a message is shown. @unit ms */
const stayMs = { calm: 5_000, bad: 10_000 } as const;

/** The visible messages. */
export const toastStore = makeStore<readonly Toast[]>([]);

let made = 0;

/** Shows a message; a visible one is not shown twice. */
export const showToast = (tone: Toast['tone'], text: string, traceId?: string): void => {
  if (text === '' || toastStore.get().some((toast) => toast.text === text && toast.tone === tone)) return;
  made += 1;
  const toast: Toast = { id: `toast-${made}`, tone, text, traceId };
  toastStore.set([...toastStore.get(), toast].slice(-4));
  setTimeout(() => dismissToast(toast.id), tone === 'bad' ? stayMs.bad : stayMs.calm);
};

/** Removes a message. */
export const dismissToast = (id: string): void => toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/** The trace id of a failure that is nobody's fault: the server's, or unknown. What the user can correct needs none. @source ux "Always" */
const traceIdOf = ({ status, traceId }: CallError): string | undefined => (status >= 500 ? traceId : undefined);

/** Shows a failed call with its text of R8. A 401 shows nothing, because the session watcher handles it. */
export const showError = (operationId: string, error: unknown, channel: 'sms' | 'email' = 'sms'): void => {
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 401) return;
  showToast('bad', errorText(operationId, error, channel), known && traceIdOf(known));
};
