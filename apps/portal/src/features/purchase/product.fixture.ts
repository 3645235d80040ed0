import { fen } from '@ronghui/domain/money';
import type { Product } from './purchase-queries.ts';

const card = { tagline: '预算由企业定', categoryId: 'benefits', coverUrl: '/c.svg', tags: [], hasTrial: true };

/** A product with two SKUs, one of them without a price. */
export const benefits: Product = {
  ...card,
  pid: 'flex-benefits',
  name: '员工弹性福利',
  priceFrom: fen(1200),
  blocks: [],
  skus: [
    {
      skuId: 'standard',
      name: '标准版',
      price: fen(1200),
      unit: '人',
      billing: 'prepaid',
      termMonths: [1, 12],
      options: [
        {
          key: 'card',
          label: '福利卡形式',
          values: [
            { value: 'digital', label: '电子卡' },
            { value: 'physical', label: '实体卡' },
          ],
        },
      ],
      minQuantity: 10,
      maxQuantity: 20_000,
    },
    {
      skuId: 'dedicated',
      name: '专属版',
      price: null,
      unit: '套',
      billing: 'prepaid',
      termMonths: [12],
      options: [],
      minQuantity: 1,
      maxQuantity: 1,
    },
  ],
  agreements: [
    { id: 'purchase', version: '1', title: '产品采购协议', required: true, scene: 'purchase' },
    { id: 'trial', version: '1', title: '试用条款', required: true, scene: 'trial' },
  ],
  docs: [],
  related: [],
};

/** A product that offers only a trial, without SKUs. */
export const plain: Product = { ...benefits, pid: 'e-invoice', name: '电子发票', skus: [] };

/** A loan. */
export const loan: Product = { ...benefits, pid: 'factoring', name: '应收账款保理', annualRate: '5.8%–9.6%' };
