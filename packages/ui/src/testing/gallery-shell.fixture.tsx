import type { JSX } from 'react';
import * as ui from '../index.ts';

export type PageProps = { pageType: ui.PageType };

export const brand = { name: '融惠' };
const menu = (
  <ui.MegaMenu
    groups={[{ title: '供应链金融', text: '先试用', items: [{ label: '保理', text: '线上确权', href: '#/p1' }] }]}
    foot={<ui.MoreLink href="#/all">全部产品</ui.MoreLink>}
  />
);
export const tabs = (
  <ui.BottomTabs
    items={[
      { label: '首页', href: '#/', icon: <ui.HomeIcon />, current: true },
      { label: '我的', href: '#/m', icon: <ui.UserIcon />, badge: 3 },
    ]}
  />
);

/** A public page around `children`. */
export function Shell({ pageType, children }: PageProps & { children: JSX.Element }): JSX.Element {
  const actions = (
    <ui.Menu
      label="王**"
      heading="华信贸易"
      items={[
        { label: '商户中心', href: '#/m' },
        { label: '退出', onSelect: () => {} },
      ]}
    />
  );
  return (
    <ui.PublicFrame
      pageType={pageType}
      header={
        <ui.PublicHeader
          pageType={pageType}
          brand={brand}
          nav={[
            { label: '产品', href: '#/p', menu },
            { label: '关于我们', href: '#/a', current: true },
          ]}
          search={<ui.SearchBox label="搜索文档" onSearch={() => {}} />}
          actions={actions}
        />
      }
      footer={
        <ui.PublicFooter
          brand={brand}
          contacts={[{ label: '电话', value: '400' }]}
          columns={[{ title: '政策', links: [{ label: '隐私政策', href: '#/x' }] }]}
          icp="粤ICP备1号"
          policeRecord="粤公网安备44030002000001号"
          licences={['保理许可']}
          copyright="© 2026"
        />
      }
      tabs={pageType === 'H5' ? tabs : undefined}
    >
      {children}
    </ui.PublicFrame>
  );
}
