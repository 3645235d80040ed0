import type { JSX, ReactNode } from 'react';
import { routeTable } from '../routes.ts';
import { type MatchedRoute, matchRoute, RouteTableProvider } from './route-table.ts';

/** The portal's own route of a path. */
export const routeAt = (path: string): MatchedRoute | undefined => matchRoute(routeTable, path);

/** Provides the portal's routes to a part of the shell. */
export const Routed = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <RouteTableProvider value={routeTable}>{children}</RouteTableProvider>
);
