import { rmbText } from '@ronghui/domain/money';
import { tierFrom } from '@ronghui/domain/sku-price';
import { FormField, QuantityStepper, skuQuantity } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ConfigState } from './config-state.ts';
import { adjustedQuantityText } from './configuration.ts';
import type { Sku } from './purchase-queries.ts';
import css from './sku-config-page.module.css';

/** `10 – 20,000 人；满 100 人 ¥11.00，满 500 人 ¥10.00` */
const hintOf = (sku: Sku): string => {
  const tiers = sku.tiers.map(({ minQuantity, price }) => `${tierFrom(sku.unit, minQuantity)} ${rmbText(price)}`);
  return [`${skuQuantity(sku)} ${sku.unit}`, ...(tiers.length > 0 ? [tiers.join('，')] : [])].join('；');
};

interface QuantityFieldProps {
  readonly config: ConfigState;
  readonly sku: Sku;
  readonly error: string | undefined;
}

/** The quantity with its bounds and tiers; a text where there is no choice. It says when the SKU changed what was asked for. @source R1.1, R10.2 */
export const QuantityField = ({ config, sku, error }: QuantityFieldProps): JSX.Element => {
  const { configuration, wantedQuantity, change } = config;
  const adjusted = adjustedQuantityText(sku, wantedQuantity, configuration.quantity);
  return (
    <div>
      {sku.minQuantity === sku.maxQuantity ? (
        <p>
          <span className={css.label}>数量</span>
          {skuQuantity(sku)} {sku.unit}
        </p>
      ) : (
        <FormField label={`数量（${sku.unit}）`} error={error} hint={hintOf(sku)}>
          <QuantityStepper
            value={configuration.quantity}
            min={sku.minQuantity}
            max={sku.maxQuantity}
            onValueChange={(quantity) => change({ quantity })}
          />
        </FormField>
      )}
      <p className={css.adjusted} role="status">
        {adjusted}
      </p>
    </div>
  );
};
