import type { LoadPage } from '@ronghui/web/navigation/chunks';
import type { Fallback } from '@ronghui/web/navigation/error-boundary';
import { createContext, type JSX, useContext } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { type RouteName, routeNameOf } from '#kernel/paths.ts';
import type { AuthKey } from '#kernel/start-up.ts';

/** A route with all its declarations. @source R2.3, R2.4, R6.2 */
export interface Route {
  /** `{title} - {brand}`; a page may replace it with the name of its subject. */
  readonly title: string;
  /** Fetches the page's module. A route without one renders nothing broken (R2.5). */
  readonly load?: LoadPage<PageProps>;
  /** `merchant` pages need a login. */
  readonly access: 'public' | 'merchant';
  /** Any of these keys lets the user in (R6.2). */
  readonly auth: readonly AuthKey[];
  /** A page scrolls to its top on entry, unless it says otherwise. */
  readonly scrollTop?: false;
  /** The error boundary's own fallback, instead of the generic one (R8.4). */
  readonly fallback?: Fallback;
  /** Shown to users without the keys, instead of `No Auth`. */
  readonly noAuth?: (() => JSX.Element) | undefined;
  /** Exists only while the document centre is visible (R2.6). */
  readonly docCenter?: true;
  /** The skeleton that is shown while the page loads. */
  readonly skeleton: 'card' | 'product' | 'docs' | 'text' | 'grid' | 'form' | 'list' | 'parts';
  /** H5: the bottom tab whose root this page is; every other page shows a back link and no tabs. */
  readonly tab?: 'home' | 'products' | 'docs' | 'mine';
  /** The page of the sider that it is a part of: marked there, in the breadcrumb, and the way back by default. */
  readonly within?: RouteName;
  /** H5: the target of the back link; the page it is a part of, or the home page, by default. */
  readonly up?: (params: PageProps['params']) => string;
}

/** The portal's routes, and the pages for an unknown route and for a route without a component (R2.5). */
export interface RouteTable {
  readonly routes: Readonly<Record<RouteName, Route>>;
  readonly fallbackPages: Readonly<Record<'notFound' | 'missing', LoadPage<PageProps>>>;
}

const RouteTableContext = createContext<RouteTable | undefined>(undefined);

/** Provides the route table to the shell. */
export const RouteTableProvider = RouteTableContext.Provider;

/** The route table. */
export const useRouteTable = (): RouteTable => {
  const table = useContext(RouteTableContext);
  if (table === undefined) throw new Error('the shell stands outside its route table');
  return table;
};

/** A route with the parameters of its path. */
export interface MatchedRoute {
  readonly name: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path after redirects; undefined for an unknown path. */
export const matchRoute = ({ routes }: Pick<RouteTable, 'routes'>, path: string): MatchedRoute | undefined => {
  const found = routeNameOf(path);
  return found && { name: found.name, route: routes[found.name], params: found.params };
};

/** The tab whose root a page is: a document of the document centre is not its root. */
export const tabOf = (matched: MatchedRoute | undefined): Route['tab'] =>
  matched === undefined || (matched.params['*'] ?? '') !== '' ? undefined : matched.route.tab;
