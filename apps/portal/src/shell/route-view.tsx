import { createElement, type JSX, Suspense, useEffect, useLayoutEffect } from 'react';
import { forgetFailedChunks, useChunk } from '#kernel/chunks.tsx';
import { knownProduct } from '#kernel/first-response.ts';
import { navigate, useHashLocation } from '#kernel/hash-location.ts';
import { titleOf } from '#kernel/page-title.ts';
import { routeNameOf, settle } from '#kernel/paths.ts';
import { useDocCenterVisible, useSite } from '#kernel/start-up.ts';
import { type Route, routes, stopgaps } from '../routes.ts';
import { Arrival, useScrollOnEntry } from './arrival.tsx';
import { AuthGuard } from './auth-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoginGuard } from './login-guard.tsx';
import { RouteSkeleton } from './skeletons.tsx';

/** A route with the parts of its path. */
export interface MatchedRoute {
  readonly name: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path that has been settled; none for an unknown one. */
export const matchRoute = (path: string): MatchedRoute | undefined => {
  const found = routeNameOf(path);
  return found && { name: found.name, route: routes[found.name], params: found.params };
};

/** The route of where the portal is; redirects are followed, and the address shows where they lead. @source R2.4, R2.6 */
export const useMatchedRoute = (): { readonly path: string; readonly matched: MatchedRoute | undefined } => {
  const { path, search } = useHashLocation();
  const docCenterVisible = useDocCenterVisible();
  const settled = settle(path);
  useEffect(() => {
    if (settled !== path) navigate(search === '' ? settled : `${settled}?${search}`, { replace: true });
  }, [settled, path, search]);
  const matched = matchRoute(settled);
  return { path: settled, matched: matched?.route.docCenter && !docCenterVisible ? undefined : matched };
};

const notFoundSkeleton = <RouteSkeleton shape="text" title="" />;
const noParams = {};

/** The page of where the portal is, behind its guards, inside its error boundary, with its skeleton while it loads. */
export const RouteView = (): JSX.Element => {
  const { path, matched } = useMatchedRoute();
  useScrollOnEntry(path, matched?.route.scrollTop ?? true);
  const brand = useSite().brand.name;
  const title = matched?.route.title;
  useLayoutEffect(() => {
    if (title !== undefined) document.title = titleOf(title, brand);
  }, [title, brand, path]);
  if (matched === undefined) {
    return <PageFrame key={path} path={path} load={stopgaps.notFound} skeleton={notFoundSkeleton} params={noParams} />;
  }
  return <MatchedView key={path} path={path} matched={matched} />;
};

const MatchedView = ({ path, matched }: { path: string; matched: MatchedRoute }): JSX.Element => {
  const { name, route, params } = matched;
  const skeleton = <RouteSkeleton shape={route.skeleton} title={route.title} product={knownProduct(params['pid'])} />;
  const page = (
    <AuthGuard auth={route.auth} noAuth={route.noAuth}>
      <PageFrame
        path={path}
        load={route.load ?? stopgaps.missing}
        fallback={route.fallback}
        skeleton={skeleton}
        params={route.load === undefined ? { name, title: route.title } : params}
      />
    </AuthGuard>
  );
  return route.access === 'merchant' ? <LoginGuard waiting={skeleton}>{page}</LoginGuard> : page;
};

interface FramedPage {
  readonly path: string;
  readonly load: NonNullable<Route['load']>;
  readonly params: MatchedRoute['params'];
  readonly skeleton: JSX.Element;
  readonly fallback?: Route['fallback'];
}

/** A page inside its error boundary, with its skeleton while it loads. */
const PageFrame = ({ path, load, params, skeleton, fallback }: FramedPage): JSX.Element => {
  useEffect(() => forgetFailedChunks, []);
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={skeleton}>
        <Arrival path={path}>
          <LoadedPage load={load} params={params} />
        </Arrival>
      </Suspense>
    </ErrorBoundary>
  );
};

/** The page is made by its module; `createElement` because it is looked up, not made, while rendering. */
const LoadedPage = ({ load, params }: Pick<FramedPage, 'load' | 'params'>): JSX.Element =>
  createElement(useChunk(load), { params });
