import { describe, expect, test } from 'vitest';
import { render, screen, userEvent, within } from '../testing/screen.fixture.ts';
import { AreaFrame } from './area-frame.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { DocTree } from './docs/doc-tree.tsx';
import { DocsFrame } from './docs/docs-frame.tsx';
import { PublicFooter } from './public-footer.tsx';
import { PublicFrame } from './public-frame.tsx';
import { PublicHeader } from './public-header.tsx';

const brand = { name: '融惠' };
const nav = [
  { label: '产品', href: '#/portal/products', menu: <a href="#/portal/products">全部产品</a> },
  { label: '关于我们', href: '#/portal/about', current: true },
];

describe('PublicFrame', () => {
  test('R1.4 the first stop of the Tab key leads past the header to the text', async () => {
    render(
      <PublicFrame pageType="PC" header={<PublicHeader pageType="PC" brand={brand} nav={nav} />}>
        <h1>首页</h1>
      </PublicFrame>,
    );
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('跳到正文');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('R1.4 PC and H5 have heads of their own', () => {
    const { rerender } = render(<PublicHeader pageType="PC" brand={brand} nav={nav} title="注册" backHref="#/" />);
    const main = within(screen.getByRole('navigation', { name: '主导航' }));
    expect(main.getByRole('link', { name: '关于我们' }).getAttribute('aria-current')).toBe('page');
    const opener = main.getByRole('button', { name: '产品' });
    expect(document.getElementById(opener.getAttribute('popovertarget') ?? '')?.textContent).toBe('全部产品');
    expect(screen.queryByRole('link', { name: '返回' })).toBeNull();
    rerender(<PublicHeader pageType="H5" brand={brand} nav={nav} title="注册" backHref="#/" />);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('link', { name: '返回' })).toBeTruthy();
  });

  test('R1.6 brand, contacts and both records come from outside', () => {
    render(
      <PublicFooter
        brand={{ name: '某某' }}
        columns={[]}
        contacts={[{ label: '电话', value: '400' }]}
        icp="粤ICP备1号"
        policeRecord="粤公网安备44030002000001号"
        licences={['保理许可']}
      />,
    );
    expect(screen.getByRole('heading', { name: '联系某某' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '粤公网安备44030002000001号' }).getAttribute('href')).toBe(
      'https://beian.mps.gov.cn/#/query/webSearch?code=44030002000001',
    );
    expect(screen.getByRole('link', { name: '粤ICP备1号' }).getAttribute('href')).toBe('https://beian.miit.gov.cn/');
    expect(screen.getByText('保理许可')).toBeTruthy();
  });

  test('R2.4 the current tab is announced', () => {
    render(
      <BottomTabs
        items={[
          { label: '首页', href: '#/', icon: null, current: true },
          { label: '我的', href: '#/m', icon: null, badge: 120 },
        ]}
      />,
    );
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('首页');
    expect(screen.getByText('99+')).toBeTruthy();
  });
});

describe('DocsFrame', () => {
  test('R2.6 where there is no room the tree opens in a drawer that closes when a document is chosen', async () => {
    const tree = (
      <DocTree
        nodes={[{ id: 'a', title: '新手入门', children: [{ id: 'b', title: '三步开通', href: '#/b', current: true }] }]}
      />
    );
    render(<DocsFrame tree={tree}>正文</DocsFrame>);
    await userEvent.click(screen.getByRole('button', { name: '文档目录' }));
    const drawer = within(screen.getByRole('dialog', { name: '文档目录' }));
    await userEvent.click(drawer.getByRole('link', { name: '三步开通' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('R2.6 only the groups on the way to the current document stand open', () => {
    const { container } = render(
      <DocTree
        nodes={[
          {
            id: 'a',
            title: '账单',
            children: [
              { id: 'b', title: '生成', children: [{ id: 'c', title: '规则', href: '#/c', current: true }] },
              { id: 'd', title: '对账', children: [{ id: 'e', title: '差异', href: '#/e' }] },
            ],
          },
        ]}
      />,
    );
    expect(
      [...container.querySelectorAll('details')].map((group) => [
        group.querySelector('summary')?.textContent,
        group.open,
      ]),
    ).toEqual([
      ['账单', true],
      ['生成', true],
      ['对账', false],
    ]);
  });
});

test('R2.3 a page of the area has one title and its entry in the sider is announced', () => {
  render(
    <AreaFrame
      pageType="PC"
      header={null}
      areaName="商户中心"
      title="我的账单"
      groups={[{ title: '商户中心', items: [{ label: '我的账单', href: '#/b', current: true, badge: 3 }] }]}
    >
      内容
    </AreaFrame>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('我的账单');
  expect(
    within(screen.getByRole('navigation', { name: '商户中心' })).getByRole('link', { current: 'page' }).textContent,
  ).toContain('我的账单');
});
