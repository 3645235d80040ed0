import type { Static } from 'typebox';
import { type Path, type PathFault, repeatsAmong } from '../content-conform.ts';
import type { productSchema } from '../schemas/product-schemas.ts';

/** A product as its file has it. */
export type ProductFile = Static<typeof productSchema>;
type SkuFile = ProductFile['skus'][number];

/** The sentence that every loan product must carry (R10.13). */
const loanWarning = '贷款有风险，借款需谨慎';

/** Entries with the same name as an earlier one; `field` is the field with the name. */
const repeats = (list: Path, names: readonly (string | number)[], field?: string): PathFault[] =>
  repeatsAmong(names).map(({ index, name }) => ({
    path: [...list, index, ...(field === undefined ? [] : [field])],
    message: `${name} 重复`,
  }));

/** Options or prices with the same name: a buyer could not tell which one they choose. */
const skuRepeats = ({ options, termMonths, tiers = [], termDiscounts = [] }: SkuFile, at: Path): PathFault[] => [
  ...repeats([...at, 'termMonths'], termMonths),
  ...repeats(
    [...at, 'tiers'],
    tiers.map(({ minQuantity }) => minQuantity),
    'minQuantity',
  ),
  ...repeats(
    [...at, 'termDiscounts'],
    termDiscounts.map((each) => each.termMonths),
    'termMonths',
  ),
  ...repeats(
    [...at, 'options'],
    options.map(({ key }) => key),
    'key',
  ),
  ...options.flatMap(({ values }, index) =>
    repeats(
      [...at, 'options', index, 'values'],
      values.map(({ value }) => value),
      'value',
    ),
  ),
];

/** What would leave a buyer without the price: use that costs nobody knows what, and a tier that saves nothing or that nobody can reach. @source R1.1 */
const priceFaults = ({ price, billing, maxQuantity, tiers = [], usageRules = [] }: SkuFile, at: Path): PathFault[] => [
  ...(billing === 'postpaid' && price !== null && price !== 0
    ? [{ path: [...at, 'price'], message: '后付规格的单价应为 0，或不填（面议）' }]
    : []),
  ...(billing === 'postpaid' && price !== null && usageRules.length === 0
    ? [{ path: [...at, 'usageRules'], message: '后付规格必须写明收费说明（用一次多少钱）' }]
    : []),
  ...tiers.flatMap((tier, place) =>
    price !== null && tier.price < price
      ? []
      : [{ path: [...at, 'tiers', place, 'price'], message: '应低于规格的单价' }],
  ),
  ...tiers.flatMap(({ minQuantity }, place) =>
    minQuantity <= maxQuantity
      ? []
      : [{ path: [...at, 'tiers', place, 'minQuantity'], message: '不能大于最多可购数量（maxQuantity）' }],
  ),
];

const skuFaults = (sku: SkuFile, place: number): PathFault[] => {
  const at = ['skus', place];
  return [
    ...skuRepeats(sku, at),
    ...priceFaults(sku, at),
    ...(sku.maxQuantity < sku.minQuantity
      ? [{ path: [...at, 'maxQuantity'], message: '不能小于起订数量（minQuantity）' }]
      : []),
    ...(sku.termDiscounts ?? []).flatMap(({ termMonths }, index) =>
      sku.termMonths.includes(termMonths)
        ? []
        : [{ path: [...at, 'termDiscounts', index, 'termMonths'], message: '不是这个规格的期限（termMonths）' }],
    ),
  ];
};

/** What is wrong with a product that has the right shape: the same of a file and of what staff edit. @source R1.1, R5.5, R10.13 */
export const productFaults = (product: ProductFile): readonly PathFault[] => [
  ...((product.annualRate === undefined) === (product.orgName === undefined)
    ? []
    : [
        {
          path: [product.annualRate === undefined ? 'annualRate' : 'orgName'],
          message: '贷款类产品必须同时写明年化利率（annualRate）与机构名称（orgName）',
        },
      ]),
  ...(product.annualRate !== undefined && !JSON.stringify(product.blocks).includes(loanWarning)
    ? [{ path: ['blocks'], message: `贷款类产品的内容中必须有「${loanWarning}」` }]
    : []),
  ...(['agreements', 'docs', 'related'] as const).flatMap((list) => repeats([list], product[list])),
  ...repeats(
    ['skus'],
    product.skus.map(({ id }) => id),
    'id',
  ),
  ...product.skus.flatMap(skuFaults),
];
