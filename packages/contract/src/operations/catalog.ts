import { agreement, block, productCard, sku } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { id, isoTime, list, object, optional, text, whole, word } from '../shapes.ts';

/** Slides, products and pages that anyone may read (R1.1, R2.8). */
export const catalogOperations = {
  'portal.querySlideInfo': operation({
    path: '/ftc/portal/querySlideInfo',
    summary: '首页轮播',
    who: 'visitor',
    content: true,
    request: object({}),
    reply: object({
      slides: list(
        object({
          id: id(),
          title: text(80),
          subtitle: text(200, { min: 0 }),
          imageUrl: text(300),
          link: text(300),
          theme: text(20),
        }),
      ),
    }),
  }),
  'portal.recommendQueryList': operation({
    path: '/ftc/portal/recommendQueryList',
    summary: '推荐产品',
    who: 'visitor',
    content: true,
    request: object({ limit: optional(whole(1, 50)) }),
    reply: object({ products: list(productCard(), { max: 50 }) }),
  }),
  'portal.queryProductMap': operation({
    path: '/ftc/portal/queryProductMap',
    summary: '产品地图（按分类）',
    who: 'visitor',
    content: true,
    request: object({}),
    reply: object({
      categories: list(
        object({ id: id(), name: text(60), summary: text(200, { min: 0 }), products: list(productCard()) }),
      ),
    }),
  }),
  'portal.productQueryDetail': operation({
    path: '/ftc/portal/productQueryDetail',
    summary: '产品详情',
    who: 'visitor',
    content: true,
    request: object({ pid: id() }),
    reply: object({
      ...productCard().properties,
      /** The lender, and the organisations that receive a purchase's data (R10.13). */
      orgName: optional(text(60)),
      blocks: list(block(), { max: 60 }),
      skus: list(sku(), { max: 20 }),
      agreements: list(agreement(), { max: 20 }),
      docs: list(object({ slug: id(), title: text(120) }), { max: 20 }),
      related: list(productCard(), { max: 12 }),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'portal.queryPage': operation({
    path: '/ftc/api/portal/queryPage',
    summary: '首页、合作伙伴与关于我们的页面内容',
    who: 'visitor',
    content: true,
    request: object({ page: word(['home', 'partners', 'about']) }),
    reply: object({
      title: text(80),
      blocks: list(block(), { max: 60 }),
      partners: optional(
        list(object({ id: id(), name: text(60), logoUrl: text(300), summary: text(400), link: text(300, { min: 0 }) })),
      ),
      updatedAt: isoTime(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
