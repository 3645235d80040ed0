export * from './sku-price/sku-terms.ts';
export * from './sku-price/starting-price.ts';
