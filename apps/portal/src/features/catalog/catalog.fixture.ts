import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import type { Answers } from '#kernel/testing/page.fixture.tsx';

/** A product that can be bought and tried. */
export const cardProduct: CallReply<'portal.recommendQueryList'>['products'][number] = {
  pid: 'flex-benefits',
  name: '员工弹性福利',
  tagline: '预算由企业定，选什么由员工定',
  categoryId: 'benefits',
  coverUrl: '/media/flex.svg',
  tags: ['按人计费'],
  priceFrom: fen(1_000),
  hasTrial: true,
};

/** A loan product. */
const loanProduct: typeof cardProduct = {
  ...cardProduct,
  pid: 'factoring',
  name: '应收账款保理',
  tagline: '把等待的账期，变成可用的现金',
  categoryId: 'supply-chain',
  priceFrom: null,
  hasTrial: false,
  annualRate: '5.8%–9.6%',
};

/** The content of a small provider, as replies of the operations. */
export const content = {
  slides: {
    slides: [
      {
        id: 's1',
        title: '每一笔账，都说得清',
        subtitle: '账单逐笔可查',
        imageUrl: '/media/a.svg',
        link: '#/portal/products',
        theme: 'indigo',
      },
      {
        id: 's2',
        title: '预算给企业',
        subtitle: '选择给员工',
        imageUrl: '/media/b.svg',
        link: '#/portal/about',
        theme: 'amber',
      },
    ],
  },
  recommended: { products: [cardProduct, loanProduct] },
  productMap: {
    categories: [
      { id: 'supply-chain', name: '供应链金融', summary: '利率与费用写在前面', products: [loanProduct] },
      { id: 'benefits', name: '员工福利', summary: '选什么由员工定', products: [cardProduct] },
    ],
  },
  page: { title: '首页', blocks: [], updatedAt: '2026-11-01T00:00:00.000Z' },
  partnersPage: {
    title: '合作伙伴',
    blocks: [],
    partners: [{ id: 'p1', name: '青禾商业保理', logoUrl: '/media/p.svg', summary: '出资机构', link: '' }],
    updatedAt: '2026-11-01T00:00:00.000Z',
  },
  docTree: {
    nodes: [
      {
        id: 'd0',
        slug: 'start',
        title: '新手入门',
        children: [{ id: 'd1', slug: 'what-is', title: '认识融惠', children: [] }],
      },
    ],
  },
  docs: {
    items: [
      { id: 'd1', slug: 'what-is', title: '认识融惠', summary: '几分钟了解', updatedAt: '2026-11-01T00:00:00.000Z' },
    ],
    page: 1,
    pageSize: 10,
    total: 1,
    totalIsExact: true,
  },
} satisfies {
  slides: CallReply<'portal.querySlideInfo'>;
  recommended: CallReply<'portal.recommendQueryList'>;
  productMap: CallReply<'portal.queryProductMap'>;
  page: CallReply<'portal.queryPage'>;
  partnersPage: CallReply<'portal.queryPage'>;
  docTree: CallReply<'doc.queryDocTree'>;
  docs: CallReply<'doc.queryList'>;
};

/** The stub replies with that content. */
export const contentAnswers: Answers = {
  'portal.querySlideInfo': () => content.slides,
  'portal.recommendQueryList': () => content.recommended,
  'portal.queryProductMap': () => content.productMap,
  'portal.queryPage': ({ page }) => (page === 'partners' ? content.partnersPage : content.page),
  'doc.queryDocTree': () => content.docTree,
  'doc.queryList': () => content.docs,
};
