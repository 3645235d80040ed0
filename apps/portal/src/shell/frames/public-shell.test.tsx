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
