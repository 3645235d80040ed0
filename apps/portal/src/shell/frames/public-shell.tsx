import { BottomTabs, type NavItem, NoticeBanner, PublicFrame, PublicHeader } from '@ronghui/ui';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { noticeStore } from '@ronghui/web/screen/notice';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX, ReactNode } from 'react';
import { knownProduct } from '#features/catalog/home/first-response.ts';
import { paths } from '#kernel/paths.ts';
import { useDocCenterVisible, usePublishedPages, useSite } from '#kernel/start-up.ts';
import { useBottomPlaces } from '../menus/bottom-places.tsx';
import { HeaderActions } from '../menus/header-actions.tsx';
import { ProductMenuPlace } from '../menus/product-menu-place.tsx';
import { type MatchedRoute, tabOf } from '../route-table.ts';
import { DocSearch } from './doc-search.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Header, page, footer, and on H5 the bottom tabs where a tab's root is. @source ux "Public portal" */
export const PublicShell = ({
  matched,
  children,
}: {
  matched: MatchedRoute | undefined;
  children: ReactNode;
}): JSX.Element => {
  const pageType = usePageType();
  const docCenterVisible = useDocCenterVisible();
  const tabs = useBottomPlaces(matched);
  return (
    <PublicFrame
      pageType={pageType}
      header={
        <>
          <SiteHeader matched={matched} docCenterVisible={docCenterVisible} />
          <NoticeBanner notice={noticeStore.use()} />
        </>
      }
      footer={<SiteFooter />}
      tabs={pageType === 'H5' && tabs !== undefined ? <BottomTabs items={tabs} /> : undefined}
    >
      {children}
    </PublicFrame>
  );
};

/** Login, registration and passwords, which leave no entry in the history. */
const isOfAccount = (matched: MatchedRoute | undefined): boolean => matched?.route.skeleton === 'card';

interface HeaderProps {
  readonly matched: MatchedRoute | undefined;
  readonly docCenterVisible: boolean;
}

const SiteHeader = ({ matched, docCenterVisible }: HeaderProps): JSX.Element => {
  const pageType = usePageType();
  const isPublished = usePublishedPages();
  const { name, logoUrl } = useSite().brand;
  const brand = { name, logoUrl };
  if (pageType === 'H5') return <PublicHeader pageType="H5" brand={brand} {...wayBack(matched)} />;
  const at = (names: readonly string[]) => matched !== undefined && names.includes(matched.name);
  const nav: NavItem[] = [
    {
      label: '产品',
      href: href(paths.products()),
      current: at(['products', 'product', 'skuConfig']),
      menu: <ProductMenuPlace />,
    },
    ...(isPublished('partners')
      ? [{ label: '合作伙伴', href: href(paths.partners()), current: at(['partners']) }]
      : []),
    ...(docCenterVisible ? [{ label: '文档中心', href: href(paths.docs()), current: at(['docs']) }] : []),
    ...(isPublished('about') ? [{ label: '关于我们', href: href(paths.about()), current: at(['about']) }] : []),
  ];
  // The document centre has a search box of its own.
  const search = docCenterVisible && !at(['docs']) ? <DocSearch /> : undefined;
  const actions = <HeaderActions inPlace={isOfAccount(matched)} />;
  return <PublicHeader pageType="PC" brand={brand} nav={nav} search={search} actions={actions} />;
};

/** A back link, and the title, or the name of the product that is chosen, on a page that is not the root of a tab; a form and a product have theirs in the page. */
const wayBack = (matched: MatchedRoute | undefined) => {
  if (matched === undefined || tabOf(matched) !== undefined) return {};
  const { name, route, params } = matched;
  const product = name === 'product' ? undefined : knownProduct(params['pid']);
  return {
    title: product?.name ?? (/card|form/.test(route.skeleton) ? undefined : route.title),
    backHref: href(route.up?.(params) ?? paths.home()),
    // Back does not pass through a login that was left.
    onBack: isOfAccount(matched) ? followInPlace : undefined,
  };
};
