import { type JSX, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { loadChunk } from '#kernel/chunks.tsx';
import { startUpStore } from '#kernel/start-up.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Messages } from './messages.tsx';

import { PublicShell } from './public-shell.tsx';
import { type MatchedRoute, RouteView, useMatchedRoute } from './route-view.tsx';
import { RouteSkeleton } from './skeletons.tsx';
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
  const { user } = startUpStore.use();
  if (matched?.route.access === 'merchant' && user !== null) {
    // Another tenant is another area: nothing of the former one's pages stays.
    return (
      <Suspense fallback={<AreaWaiting matched={matched} />}>
        <AreaShell key={user.tenantId} matched={matched}>
          <RouteView />
        </AreaShell>
      </Suspense>
    );
  }
  return (
    <PublicShell matched={matched}>
      <RouteView />
    </PublicShell>
  );
};

interface ShellProps {
  readonly matched: MatchedRoute | undefined;
  readonly children: ReactNode;
}

/** Fetches the merchant area's frame; where it does not come, its pages stand in the public one. */
const loadAreaShell = async () => {
  try {
    return { default: (await import('./merchant-shell.tsx')).MerchantShell };
  } catch {
    return { default: (props: ShellProps) => <PublicShell {...props} /> };
  }
};
const AreaShell = lazy(loadAreaShell);

/** Until the frame is there: the skeleton of its page, which is fetched meanwhile. */
const AreaWaiting = ({ matched }: { matched: MatchedRoute }): JSX.Element => {
  const { load, skeleton, title } = matched.route;
  useEffect(() => {
    // A page that fails to load is shown by its error boundary.
    if (load !== undefined) loadChunk(load).catch(() => undefined);
  }, [load]);
  return (
    <PublicShell matched={matched}>
      <RouteSkeleton shape={skeleton} title={title} />
    </PublicShell>
  );
};
