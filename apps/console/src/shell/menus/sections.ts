import type { SiderGroup } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import { patterns, type RouteName } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { useRouteTable } from '../route-table.ts';

interface SectionPlan {
  readonly title: string;
  readonly names: readonly RouteName[];
}

/** The order of the sider, and of the palette. */
const plan: readonly SectionPlan[] = [
  { title: '概览', names: ['home', 'business', 'behavior'] },
  {
    title: '客户',
    names: ['chat', 'receptions', 'chatFigures', 'tenants', 'users', 'leads', 'certifications', 'orders'],
  },
  {
    title: '账务',
    names: [
      'stages',
      'lines',
      'feeRules',
      'billing',
      'bills',
      'feedbacks',
      'settlement',
      'receipts',
      'accountStatement',
      'invoices',
      'projects',
      'orgs',
    ],
  },
  {
    title: '内容',
    names: ['site', 'slides', 'categories', 'products', 'agreements', 'partners', 'pages', 'docs', 'docFeedback'],
  },
  { title: '系统', names: ['staff', 'system', 'senders', 'maintenance', 'audit', 'account'] },
];

/** The pages that the member may open, in sections, with how much is open there. @source R6.2 */
export const useSections = (
  currentName: RouteName | undefined,
  open: Readonly<Partial<Record<RouteName, number>>> = {},
): readonly SiderGroup[] => {
  const held = useAuth();
  const { routes } = useRouteTable();
  return plan
    .map(({ title, names }) => ({
      title,
      items: names
        .filter((name) => mayEnter(held, routes[name].auth))
        .map((name) => ({
          label: routes[name].title,
          href: href(patterns[name]),
          current: name === currentName,
          badge: open[name],
        })),
    }))
    .filter(({ items }) => items.length > 0);
};
