import { BookIcon, type BottomTab, GridIcon, HomeIcon, UserIcon } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { unreadStore } from '#features/notice/unread.ts';
import { paths } from '#kernel/paths.ts';
import { useDocCenterVisible } from '#kernel/start-up.ts';
import { type MatchedRoute, tabOf } from '../route-table.ts';

/** 首页 · 产品 · 文档 · 我的: the tabs at the bottom of the four roots on H5; none on any other page. @source ux "Merchant area" */
export const useBottomPlaces = (matched: MatchedRoute | undefined): BottomTab[] | undefined => {
  const docCenterVisible = useDocCenterVisible();
  const unread = unreadStore.use();
  const tab = tabOf(matched);
  if (tab === undefined) return undefined;
  return [
    { label: '首页', href: href(paths.home()), icon: <HomeIcon />, current: tab === 'home' },
    { label: '产品', href: href(paths.products()), icon: <GridIcon />, current: tab === 'products' },
    ...(docCenterVisible
      ? [{ label: '文档', href: href(paths.docs()), icon: <BookIcon />, current: tab === 'docs' }]
      : []),
    { label: '我的', href: href(paths.merchantHome()), icon: <UserIcon />, current: tab === 'mine', badge: unread },
  ];
};
