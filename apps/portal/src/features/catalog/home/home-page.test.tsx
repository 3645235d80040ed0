import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { act, refusal, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { content, contentAnswers } from '../catalog.fixture.ts';
import { HomePage } from './home-page.tsx';

const docsOn = { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' } } as const;
const show = async (options: Partial<Parameters<typeof showPage>[1]> = {}) => {
  const page = showPage(<HomePage />, { at: '/portal/home', answers: contentAnswers, state: docsOn, ...options });
  await act(async () => undefined);
  return page;
};

describe('the home page', () => {
  it('R1.1 shows slides, products, categories, steps, partners, documents and contacts', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('每一笔账，都说得清');
    for (const title of [
      '为经营者准备的产品',
      '按场景找产品',
      '三步开通',
      '合作伙伴',
      '新手先读',
      '有问题，找得到人',
    ]) {
      expect(screen.getByRole('heading', { level: 2, name: title })).toBeDefined();
    }
    expect(screen.getByRole('link', { name: /认识融惠/ }).getAttribute('href')).toBe('#/portal/docs/what-is');
  });

  it('R10.13 a loan product shows its rate and the warning', async () => {
    await show();
    const [card] = screen.getAllByRole('article').filter((each) => within(each).queryByText('应收账款保理'));
    expect(card?.textContent).toContain('年化利率 5.8%–9.6%');
    expect(card?.textContent).toContain('贷款有风险，借款需谨慎');
  });

  it('R2.6 without the document centre the section is absent and nothing is fetched for it', async () => {
    const { of } = await show({ state: { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } } });
    expect(screen.queryByText('新手先读')).toBeNull();
    expect(of('doc.queryDocTree')).toEqual([]);
  });

  it('R1.4 on H5 the categories are quick links and products are rows', async () => {
    pageTypeStore.set('H5');
    await show();
    const links = within(screen.getByRole('navigation', { name: '产品分类' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/portal/products?category=supply-chain',
      '#/portal/products?category=benefits',
    ]);
    expect(screen.queryByRole('article')).toBeNull();
    pageTypeStore.set('PC');
  });

  it('R2.9 a section that fails says why and keeps the others, and a retry loads it', async () => {
    let isDown = true;
    const answers = {
      ...contentAnswers,
      'portal.recommendQueryList': () => {
        if (isDown) throw refusal('portal.recommendQueryList', 'RHSY404');
        return content.recommended;
      },
    };
    await show({ answers });
    expect(screen.getByRole('alert').textContent).toContain('内容不存在或已删除');
    expect(screen.getByText('三步开通')).toBeDefined();
    isDown = false;
    await act(async () => screen.getByRole('button', { name: '重试' }).click());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('R2.9 while data loads skeletons say so', () => {
    showPage(<HomePage />, {
      at: '/portal/home',
      answers: { ...contentAnswers, 'portal.recommendQueryList': () => new Promise(() => undefined) },
    });
    expect(screen.getAllByText('loading').length).toBeGreaterThan(0);
  });

  it('R2.9 without products it says so', async () => {
    await show({ answers: { ...contentAnswers, 'portal.recommendQueryList': () => ({ products: [] }) } });
    expect(screen.getByText('还没有推荐的产品')).toBeDefined();
  });

  it('R1.1 a signed-in user is not asked to register', async () => {
    await show({ state: { user } });
    expect(screen.queryByRole('link', { name: '免费注册' })).toBeNull();
  });
});
