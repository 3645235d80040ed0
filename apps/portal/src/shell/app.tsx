import { loadChunk } from '@ronghui/web/navigation/chunks';
import { QueryProvider } from '@ronghui/web/queries/query-client';
import { type JSX, lazy, Suspense } from 'react';
import { startUpStore } from '#kernel/start-up.ts';
import { PublicShell } from './frames/public-shell.tsx';
import { RouteSkeleton } from './frames/skeletons.tsx';
import { Messages } from './messages/messages.tsx';
import { PageBoundary } from './messages/page-boundary.tsx';
import { type RouteTable, RouteTableProvider } from './route-table.ts';
import { RouteView, useMatchedRoute } from './route-view.tsx';
import { useVisits } from './use-visits.ts';

/** The whole portal. */
export const App = ({ table }: { readonly table: RouteTable }): JSX.Element => (
  <PageBoundary>
    <QueryProvider>
      <RouteTableProvider value={table}>
        <Framed />
        <Messages />
      </RouteTableProvider>
    </QueryProvider>
  </PageBoundary>
);

const Framed = (): JSX.Element => {
  const { path, matched } = useMatchedRoute();
  useVisits(path, matched);
  const { user } = startUpStore.use();
  if (matched?.route.access === 'merchant' && user !== null) {
    const { load, skeleton, title } = matched.route;
    // Beside its frame; a page that fails to load is shown by its error boundary.
    if (load !== undefined) loadChunk(load).catch(() => undefined);
    // Another tenant, or another user, is another area: nothing of the former one's pages stays.
    return (
      <Suspense
        fallback={
          <PublicShell matched={matched}>
            <RouteSkeleton shape={skeleton} title={title} />
          </PublicShell>
        }
      >
        <AreaShell key={user.userId + user.tenantId} matched={matched}>
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

/** The merchant area's frame; where it does not come, its pages stand in the public one. */
export const loadAreaShell = () =>
  import('./frames/merchant-shell.tsx').then(
    ({ MerchantShell }) => ({ default: MerchantShell }),
    () => ({ default: PublicShell }),
  );
const AreaShell = lazy(loadAreaShell);
