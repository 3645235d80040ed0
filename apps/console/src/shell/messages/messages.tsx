import { Toaster } from '@ronghui/ui';
import { dismissToast, toastStore } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';

/** The messages over every page. */
export const Messages = (): JSX.Element => <Toaster toasts={toastStore.use()} onDismiss={dismissToast} pageType="PC" />;
