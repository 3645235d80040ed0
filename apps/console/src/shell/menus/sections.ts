import type { SiderGroup } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import { patterns, type RouteName } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { useRouteTable } from '../route-table.ts';

interface SectionPlan {
  readonly title: string;
  readonly names: readonly RouteName[];
  /** Pages that others of the section lead to: only the palette has them. */
  readonly further?: readonly RouteName[];
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
      'receipts',
      'accountStatement',
      'invoices',
      'projects',
      'orgs',
    ],
    further: ['settlement', 'monthEnd'],
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
): readonly SiderGroup[] => useGroups(plan, (name) => ({ current: name === currentName, badge: open[name] }));

const withFurther: readonly SectionPlan[] = plan.map(({ title, names, further = [] }) => ({
  title,
  names: [...names, ...further],
}));

/** The same with the pages that others lead to, as the palette finds them. */
export const useFoundSections = (): readonly SiderGroup[] => useGroups(withFurther, () => ({}));

const useGroups = (
  sections: readonly SectionPlan[],
  more: (name: RouteName) => Pick<SiderGroup['items'][number], 'current' | 'badge'>,
): readonly SiderGroup[] => {
  const held = useAuth();
  const { routes } = useRouteTable();
  return sections
    .map(({ title, names }) => ({
      title,
      items: names
        .filter((name) => mayEnter(held, routes[name].auth))
        .map((name) => ({ label: routes[name].title, href: href(patterns[name]), ...more(name) })),
    }))
    .filter(({ items }) => items.length > 0);
};
