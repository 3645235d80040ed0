import type { Block } from '../blocks/blocks.tsx';
import type { ProductSummary } from '../blocks/product-card.tsx';
import type { SkuPrice, SkuSummary } from '../blocks/sku-words.ts';

export const blocks: readonly Block[] = [
  {
    template: 'template_upDown',
    title: '上下',
    text: '第一行\n第二行',
    imageUrl: '/a.svg',
    imageAlt: '甲图',
    link: '#/portal/docs',
  },
  { template: 'template_leftText', title: '左文', text: '文', imageUrl: '/b.svg', imageAlt: '乙图' },
  {
    template: 'template_rightText',
    title: '右文',
    text: '文',
    imageUrl: '/c.svg',
    imageAlt: '丙图',
    link: 'https://example.com/',
  },
  {
    template: 'template_swiper',
    items: [
      { imageUrl: '/d.svg', imageAlt: '丁图', title: '一', link: '#/portal/home' },
      { imageUrl: '/e.svg', imageAlt: '戊图' },
    ],
  },
  {
    template: 'template_card',
    title: '卡片',
    items: [
      { iconUrl: '/f.svg', title: '费用透明', text: '逐笔列明', link: '#/portal/about' },
      { title: '随时可停', text: '按月计费' },
    ],
  },
  { template: 'template_audio', title: '录音', audioUrl: '/g.mp3', coverUrl: '/h.svg', transcript: '大家好' },
];

export const loan: ProductSummary = {
  pid: 'p1',
  name: '经营贷款咨询',
  tagline: '进度可见',
  coverUrl: '/l.svg',
  tags: ['多机构'],
  hasTrial: true,
  annualRate: '5.8%',
};
export const welfare: ProductSummary = {
  pid: 'p2',
  name: '弹性福利',
  tagline: '一张卡',
  coverUrl: '/w.svg',
  tags: [],
  hasTrial: false,
};
export const bespoke: ProductSummary = {
  pid: 'p3',
  name: '卡券平台',
  tagline: '接口发放',
  tags: [],
  hasTrial: true,
};

export const skus: readonly SkuSummary[] = [
  {
    skuId: 's1',
    name: '标准版',
    billing: 'prepaid',
    termMonths: [6, 12],
    options: [
      {
        key: 'pay',
        label: '发放',
        values: [
          { value: 'm', label: '按月' },
          { value: 'q', label: '按季' },
        ],
      },
    ],
    minQuantity: 10,
    maxQuantity: 1500,
  },
  {
    skuId: 's2',
    name: '集团版',
    billing: 'postpaid',
    termMonths: [],
    options: [],
    minQuantity: 1,
    maxQuantity: 1,
  },
];

/** What a product starts from. */
export const startingPriceOf = ({ pid }: ProductSummary): SkuPrice =>
  pid === 'p2' ? { amount: '¥1,234.56', per: ' / 人 / 月起' } : { amount: '面议', per: '' };

/** What a SKU costs. */
export const skuPriceOf = ({ skuId }: SkuSummary): SkuPrice =>
  skuId === 's1' ? { amount: '¥12.00', per: ' / 人 / 月' } : { amount: '面议', per: '' };
