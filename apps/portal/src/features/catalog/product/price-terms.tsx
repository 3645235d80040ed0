import { rmbText } from '@ronghui/domain/money';
import { priceUnit, termDiscountText, tierFrom, tierOf, usageChargeText } from '@ronghui/domain/sku-price';
import { VisuallyHidden } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ProductDetail } from '../catalog-queries.ts';
import css from './price-terms.module.css';

type Sku = ProductDetail['skus'][number];

const hasTerms = ({ tiers, termDiscounts, usageRules }: Sku): boolean =>
  tiers.length + termDiscounts.length + usageRules.length > 0;

/** What the prices depend on beside the options: tiers, discounts of terms, the cost of a use; in sight before anything is chosen. @source R1.1 */
export const PriceTerms = ({ skus }: { skus: readonly Sku[] }): JSX.Element | null => {
  const shown = skus.filter(hasTerms);
  if (shown.length === 0) return null;
  return (
    <div className={css.grid}>
      {shown.map((sku) => (
        <section key={sku.skuId} className={css.card} aria-label={`${sku.name}的计价规则`}>
          <h3>{sku.name}</h3>
          {sku.tiers.length === 0 ? null : <Tiers sku={sku} />}
          {sku.termDiscounts.length === 0 ? null : (
            <p>
              期限优惠：
              {sku.termDiscounts.map((discount, index) => (
                <span key={discount.months} className={css.whole}>
                  {index === 0 ? '' : '，'}
                  {termDiscountText(discount)}
                </span>
              ))}
            </p>
          )}
          {sku.usageRules.length === 0 ? null : (
            <>
              <h4>收费说明</h4>
              <p>{usageChargeText(sku)}</p>
              <dl>
                {sku.usageRules.map(({ label, text }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </section>
      ))}
    </div>
  );
};

/** The price of a unit by quantity. A tier below the smallest order begins with it; of several the last one holds. */
const Tiers = ({ sku }: { sku: Sku }): JSX.Element => {
  const { price, unit, minQuantity } = sku;
  const entry = tierOf(sku.tiers, minQuantity);
  const tiers = sku.tiers.filter((tier) => tier === entry || tier.minQuantity > minQuantity);
  const first = price === null || entry !== undefined ? [] : [{ minQuantity, price }];
  return (
    <table className={css.tiers}>
      <caption>
        <VisuallyHidden>{sku.name}的阶梯价</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">数量</th>
          <th scope="col">单价</th>
        </tr>
      </thead>
      <tbody>
        {[...first, ...tiers].map((tier, index) => (
          <tr key={tier.minQuantity}>
            <th scope="row">
              {index === 0 ? `${minQuantity.toLocaleString('en-US')} ${unit}起` : tierFrom(unit, tier.minQuantity)}
            </th>
            <td>
              {rmbText(tier.price)} / {priceUnit(sku)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
