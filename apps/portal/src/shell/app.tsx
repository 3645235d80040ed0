import { Toaster } from '@ronghui/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { JSX } from 'react';
import { usePageType } from '#kernel/page-type.ts';
import { dismissToast, toastStore } from '#kernel/toasts.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PublicShell } from './public-shell.tsx';
import { RouteView, useMatchedRoute } from './route-view.tsx';

/** The whole portal. */
export const App = ({ queryClient }: { queryClient: QueryClient }): JSX.Element => (
  <QueryClientProvider client={queryClient}>
    <ErrorBoundary>
      <Framed />
      <Messages />
    </ErrorBoundary>
  </QueryClientProvider>
);

const Framed = (): JSX.Element => {
  const { matched } = useMatchedRoute();
  return (
    <PublicShell matched={matched}>
      <RouteView />
    </PublicShell>
  );
};

/** The messages; on H5 they stand 80 px from the top. @source R2.7 */
const Messages = (): JSX.Element => {
  const toasts = toastStore.use();
  return <Toaster toasts={toasts} onDismiss={dismissToast} pageType={usePageType()} />;
};
