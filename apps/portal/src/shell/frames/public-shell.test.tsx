import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, expect, it } from 'vitest';
import { contentAnswers } from '#features/catalog/catalog.fixture.ts';
import { screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { Routed, routeAt } from '../routed.fixture.tsx';
import { PublicShell } from './public-shell.tsx';

afterEach(() => pageTypeStore.set('PC'));

it.each([
  ['/portal/home', undefined],
  ['/portal/products', undefined],
  ['/portal/docs', undefined],
  ['/portal/docs/faq', '#/portal/docs'],
  ['/portal/productsDetail/factoring', '#/portal/products'],
  ['/portal/skuConfig/factoring/purchase', '#/portal/productsDetail/factoring'],
  ['/portal/about', '#/portal/home'],
  ['/portal/login', '#/portal/home'],
])('ux on H5 %s has the tab bar, or else the way back to %s', async (at, back) => {
  pageTypeStore.set('H5');
  showPage(
    <Routed>
      <PublicShell matched={routeAt(at)}>{null}</PublicShell>
    </Routed>,
    { at, answers: contentAnswers, state: { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' } } },
  );
  expect(screen.queryByRole('navigation', { name: '底部导航' }) === null).toBe(back !== undefined);
  expect(screen.queryByRole('link', { name: '返回' })?.getAttribute('href')).toBe(back);
});

const site = {
  brand: { name: '融惠', logoUrl: '/favicon.svg', primary: '#23408e' },
  contacts: { phone: '400', email: 'a@b.example', address: '杭州', hours: '9:00' },
  icp: '',
  policeRecord: '',
  licences: [],
  agreements: [],
};

it('R2.4 nothing leads to a page that was never published', async () => {
  const leadTo = (state: object): (string | null)[] => {
    const { unmount } = showPage(
      <Routed>
        <PublicShell matched={routeAt('/portal/home')}>{null}</PublicShell>
      </Routed>,
      { at: '/portal/home', answers: contentAnswers, state },
    );
    const links = screen.getAllByRole('link').map((link) => link.textContent);
    unmount();
    return links.filter((text) => text === '关于我们' || text === '合作伙伴');
  };
  expect(new Set(leadTo({ site }))).toEqual(new Set(['关于我们', '合作伙伴']));
  expect(new Set(leadTo({ site: { ...site, unpublishedPages: ['about'] } }))).toEqual(new Set(['合作伙伴']));
  expect(leadTo({ site: { ...site, unpublishedPages: ['partners', 'about'] } })).toEqual([]);
});
