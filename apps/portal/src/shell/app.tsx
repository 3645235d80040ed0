import type { JSX } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Messages } from './messages.tsx';
import { PublicShell } from './public-shell.tsx';
import { RouteView, useMatchedRoute } from './route-view.tsx';
import { useVisits } from './use-visits.ts';

/** The whole portal. */
export const App = (): JSX.Element => (
  <ErrorBoundary>
    <Framed />
    <Messages />
  </ErrorBoundary>
);

const Framed = (): JSX.Element => {
  const { path, matched } = useMatchedRoute();
  useVisits(path, matched);
  return (
    <PublicShell matched={matched}>
      <RouteView />
    </PublicShell>
  );
};
