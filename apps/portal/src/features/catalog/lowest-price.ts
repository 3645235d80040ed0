import { rmbText } from '@ronghui/domain/money';
import type { Product } from './catalog-queries.ts';

/** The lowest price of a product as a card shows it; null reads 面议. */
export const lowestPriceText = ({ priceFrom }: Pick<Product, 'priceFrom'>): string | null =>
  priceFrom === null ? null : rmbText(priceFrom);
