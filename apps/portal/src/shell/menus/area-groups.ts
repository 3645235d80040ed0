import { href } from '@ronghui/web/navigation/hash-location';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import { unreadStore } from '#features/notice/unread.ts';
import type { AreaEntry, AreaGroup } from '#kernel/area-entries.ts';
import { pagePath, type RouteName } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { useRouteTable } from '../route-table.ts';
import { useRouteTitle } from './route-title.ts';

interface GroupPlan {
  readonly title: string;
  readonly names: readonly RouteName[];
}

/** The order of the sider. @source ux "Merchant area" */
const plan: readonly GroupPlan[] = [
  {
    title: '业务办理',
    names: [
      'merchantHome',
      'order',
      'bill',
      'accountStatement',
      'feedback',
      'reconManagement',
      'loanConsult',
      'authorizationRecord',
      'invoice',
      'exports',
      'notice',
    ],
  },
  { title: '账户中心', names: ['basicInfo', 'safety', 'verify', 'members'] },
];

const shortLabels: Partial<Record<RouteName, string>> = { merchantHome: '首页' };

/**
 * The pages of the area that have a component and that the user may open.
 *
 * @source R6.2, R2.5
 */
export const useAreaGroups = (currentName: string | undefined): readonly AreaGroup[] => {
  const held = useAuth();
  const { routes } = useRouteTable();
  const unread = unreadStore.use();
  const isOpen = (name: RouteName) => {
    const { load, auth } = routes[name];
    return load !== undefined && mayEnter(held, auth);
  };
  const titleOf = useRouteTitle();
  const entryOf = (name: RouteName): AreaEntry => ({
    name,
    label: shortLabels[name] ?? titleOf(name, routes[name]),
    href: href(pagePath(name)),
    current: name === currentName,
    badge: name === 'notice' && unread > 0 ? unread : undefined,
  });
  return plan
    .map(({ title, names }) => ({ title, items: names.filter(isOpen).map(entryOf) }))
    .filter(({ items }) => items.length > 0);
};
