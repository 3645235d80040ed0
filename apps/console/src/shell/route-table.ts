import type { LoadPage } from '@ronghui/web/navigation/chunks';
import { createContext, useContext } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { type RouteName, routeNameOf } from '#kernel/paths.ts';
import type { AuthKey } from '#kernel/start-up.ts';

/** A route with its declarations. @source R2.3, R6.2 */
export interface Route {
  readonly title: string;
  /** Any of these keys lets the member in; the same keys guard the page's operations (R6.3). */
  readonly auth: readonly AuthKey[];
  readonly load: LoadPage<PageProps>;
}

/** The console's routes, and the pages that take a page's place: the login, and the steps of the set-up. */
export interface RouteTable {
  readonly routes: Readonly<Record<RouteName, Route>>;
  readonly loginPage: LoadPage<PageProps>;
  readonly passwordPage: LoadPage<PageProps>;
  readonly totpPage: LoadPage<PageProps>;
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
  readonly name: RouteName;
  readonly route: Route;
  readonly params: PageProps['params'];
}

/** The route of a path; undefined for an unknown path. */
export const matchRoute = ({ routes }: RouteTable, path: string): MatchedRoute | undefined => {
  const found = routeNameOf(path);
  return found && { name: found.name, route: routes[found.name], params: found.params };
};
