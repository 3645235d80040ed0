import { createElement, type JSX, Suspense, useEffect, useLayoutEffect } from 'react';
import { navigate, useHashLocation } from '#kernel/hash-location.ts';
import { titleOf } from '#kernel/page-title.ts';
import { routeNameOf, settle } from '#kernel/paths.ts';
import { useDocCenterVisible, useSite } from '#kernel/start-up.ts';
import { useKnownProduct } from '../features/catalog/catalog-queries.ts';
import { type Route, routes } from '../routes.ts';
import { Arrival, useScrollOnEntry } from './arrival.tsx';
import { AuthGuard } from './auth-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoginGuard } from './login-guard.tsx';
import { MissingPage } from './missing-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { forgetFailedPage, useLoadedPage } from './page-loader.ts';
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
    return (
      <Arrival key={path} path={path}>
        <NotFoundPage />
      </Arrival>
    );
  }
  return <MatchedView key={path} path={path} matched={matched} />;
};

const MatchedView = ({ path, matched }: { path: string; matched: MatchedRoute }): JSX.Element => {
  const { name, route, params } = matched;
  const product = useKnownProduct(params['pid']);
  const skeleton = <RouteSkeleton shape={route.skeleton} title={route.title} product={product} />;
  const { load } = route;
  const forget = () => load && forgetFailedPage(load);
  useEffect(() => () => load && forgetFailedPage(load), [load]);
  const page = (
    <AuthGuard auth={route.auth} noAuth={route.noAuth}>
      <ErrorBoundary fallback={route.fallback} onRetry={forget}>
        <Suspense fallback={skeleton}>
          <Arrival path={path}>
            {load === undefined ? (
              <MissingPage name={name} title={route.title} />
            ) : (
              <LoadedPage load={load} params={params} />
            )}
          </Arrival>
        </Suspense>
      </ErrorBoundary>
    </AuthGuard>
  );
  return route.access === 'merchant' ? <LoginGuard waiting={skeleton}>{page}</LoginGuard> : page;
};

/** The page is made by its module; `createElement` because it is looked up, not made, while rendering. */
const LoadedPage = ({
  load,
  params,
}: {
  load: NonNullable<Route['load']>;
  params: MatchedRoute['params'];
}): JSX.Element => createElement(useLoadedPage(load), { params });
