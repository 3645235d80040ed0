import { Arrival, useScrollOnEntry } from '@ronghui/web/navigation/arrival';
import { forgetFailedChunks, type LoadChunk, useChunk } from '@ronghui/web/navigation/chunks';
import { navigate, useHashLocation } from '@ronghui/web/navigation/hash-location';
import { titleOf } from '@ronghui/web/navigation/page-title';
import { type ComponentProps, createElement, type JSX, Suspense, useEffect, useLayoutEffect } from 'react';
import { knownProduct } from '#features/catalog/home/first-response.ts';
import { followRedirects } from '#kernel/paths.ts';
import { useDocCenterVisible, useSite } from '#kernel/start-up.ts';
import { RouteSkeleton } from './frames/skeletons.tsx';
import type { Gate } from './guards/gate.tsx';
import { PageBoundary } from './messages/page-boundary.tsx';
import { type MatchedRoute, matchRoute, type Route, useRouteTable } from './route-table.ts';

/** The route of the present address; redirects are followed, and the address is updated. @source R2.4, R2.6 */
export const useMatchedRoute = (): { readonly path: string; readonly matched: MatchedRoute | undefined } => {
  const { path, search } = useHashLocation();
  const docCenterVisible = useDocCenterVisible();
  const table = useRouteTable();
  const resolvedPath = followRedirects(path);
  useEffect(() => {
    if (resolvedPath !== path) navigate(search === '' ? resolvedPath : `${resolvedPath}?${search}`, { replace: true });
  }, [resolvedPath, path, search]);
  const matched = matchRoute(table, resolvedPath);
  return { path: resolvedPath, matched: matched?.route.docCenter && !docCenterVisible ? undefined : matched };
};

const notFoundSkeleton = <RouteSkeleton shape="text" title="" />;
const noParams = {};

/** The page of the present address, behind its guards, inside its error boundary, with its skeleton while it loads. */
export const RouteView = (): JSX.Element => {
  const { path, matched } = useMatchedRoute();
  const { fallbackPages } = useRouteTable();
  useScrollOnEntry(path, matched?.route.scrollTop !== false);
  const brand = useSite().brand.name;
  const title = matched?.route.title;
  useLayoutEffect(() => {
    if (title !== undefined) document.title = titleOf(title, brand);
  }, [title, brand, path]);
  if (matched === undefined) {
    return (
      <PageFrame key={path} path={path} load={fallbackPages.notFound} skeleton={notFoundSkeleton} params={noParams} />
    );
  }
  return <MatchedView key={path} path={path} matched={matched} />;
};

const MatchedView = ({ path, matched }: { path: string; matched: MatchedRoute }): JSX.Element => {
  const { name, route, params } = matched;
  const { fallbackPages } = useRouteTable();
  const skeleton = <RouteSkeleton shape={route.skeleton} title={route.title} product={knownProduct(params['pid'])} />;
  return (
    <PageFrame
      path={path}
      load={route.load ?? fallbackPages.missing}
      gated={isOpen(route) ? undefined : route}
      fallback={route.fallback}
      skeleton={skeleton}
      params={route.load === undefined ? { name, title: route.title } : params}
    />
  );
};

/** Whether everyone may see it; the gate decides every other case, also a wrong declaration. */
const isOpen = ({ access, auth }: Route): boolean => access === 'public' && Array.isArray(auth) && auth.length === 0;

interface FramedPage {
  readonly path: string;
  readonly load: NonNullable<Route['load']>;
  readonly params: MatchedRoute['params'];
  readonly skeleton: JSX.Element;
  readonly fallback?: Route['fallback'];
  /** The route, when only some may see it. */
  readonly gated?: Route | undefined;
}

/** Fetches the guards of a page. */
export const loadGate: LoadChunk<ComponentProps<typeof Gate>> = () => import('./guards/gate.tsx');

/** A page inside its error boundary, with its skeleton while it loads. */
const PageFrame = ({ path, load, params, skeleton, fallback, gated }: FramedPage): JSX.Element => {
  useEffect(() => forgetFailedChunks, []);
  const page = (
    <Arrival path={path}>
      <LoadedPage load={load} params={params} />
    </Arrival>
  );
  return (
    <PageBoundary fallback={fallback}>
      <Suspense fallback={skeleton}>
        {gated === undefined ? (
          page
        ) : (
          <Gated route={gated} waiting={skeleton}>
            {page}
          </Gated>
        )}
      </Suspense>
    </PageBoundary>
  );
};

/** Only guarded pages load the guards. */
const Gated = (props: ComponentProps<typeof Gate>): JSX.Element => createElement(useChunk(loadGate), props);

/** The page is made by its module; `createElement` because it is looked up, not made, while rendering. */
const LoadedPage = ({ load, params }: Pick<FramedPage, 'load' | 'params'>): JSX.Element =>
  createElement(useChunk(load), { params });
