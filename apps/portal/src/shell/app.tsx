import { type LoadChunk, loadChunk, useChunk } from '@ronghui/web/navigation/chunks';
import { QueryProvider } from '@ronghui/web/queries/query-client';
import { type ComponentProps, createElement, type JSX, Suspense, useEffect } from 'react';
import { elsewhereStore, startUpStore } from '#kernel/start-up.ts';
import { OptionalPart } from './frames/optional-part.tsx';
import { PublicShell } from './frames/public-shell.tsx';
import { RouteSkeleton } from './frames/skeletons.tsx';
import { Messages } from './messages/messages.tsx';
import { PageBoundary } from './messages/page-boundary.tsx';
import { type RouteTable, RouteTableProvider } from './route-table.ts';
import { RouteView, useMatchedRoute } from './route-view.tsx';
import { useVisits } from './use-visits.ts';

/** The root component of the portal. */
export const App = ({ table }: { readonly table: RouteTable }): JSX.Element => (
  <PageBoundary>
    <QueryProvider>
      <RouteTableProvider value={table}>
        <Framed />
        <Messages />
        <Elsewhere />
      </RouteTableProvider>
    </QueryProvider>
  </PageBoundary>
);

const loadSwitchedNotice = () => import('./messages/switched-notice.tsx');

/** Nearly no visit needs it. */
const Elsewhere = (): JSX.Element | null =>
  elsewhereStore.use() === null ? null : <OptionalPart load={loadSwitchedNotice} waiting={null} />;

const Framed = (): JSX.Element => {
  const { path, matched } = useMatchedRoute();
  useVisits(path, matched);
  const { user } = startUpStore.use();
  const isSignedIn = user !== null;
  // The area of somebody who is signed in is fetched ahead, so that going there does not pass through the public frame.
  useEffect(() => {
    if (isSignedIn) void loadChunk(loadAreaShell);
  }, [isSignedIn]);
  if (matched?.route.access === 'merchant' && user !== null) {
    const { load, skeleton, title } = matched.route;
    // Loads the page together with its frame; the error boundary shows a failure to load.
    if (load !== undefined) loadChunk(load).catch(() => undefined);
    // Another tenant or user gets a new area, so that no state of the former one remains.
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

/** Loads the merchant area's frame; when it fails to load, its pages use the public frame. */
export const loadAreaShell: LoadChunk<ComponentProps<typeof PublicShell>> = () =>
  import('./frames/merchant-shell.tsx').catch(() => ({ PublicShell }));

/** A frame that is loaded is rendered at once. */
const AreaShell = (props: ComponentProps<typeof PublicShell>): JSX.Element =>
  createElement(useChunk(loadAreaShell), props);
