import { lineListName } from '@ronghui/domain/export';
import type { RouteName } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import type { Route } from '../route-table.ts';

/** What a page of the area is called for who reads it: the lines of loans have a name of their own. @source R10.5 */
export const useRouteTitle = (): ((name: RouteName, route: Pick<Route, 'title'>) => string) => {
  const linesName = lineListName(useUser()?.hasLoans === true);
  return (name, { title }) => (name === 'loanConsult' ? linesName : title);
};
