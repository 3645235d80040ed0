import { rmbText } from '@ronghui/domain/money';
import { type Quote, quote } from '@ronghui/domain/quote';
import { Callout, FormField, PriceLines, Select } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from '../content.module.css';
import { NumberField } from '../record/number-field.tsx';
import type { SkuBody } from './product-body.ts';

/** Why there is no price. */
const refusalText = (refused: Exclude<Quote, { readonly ok: true }>): string => {
  switch (refused.reason) {
    case 'notPriced':
      return '面议：访客看到联系报价的方式，不能直接下单。';
    case 'tooLarge':
      return '金额超出系统的上限。';
    case 'invalid':
      return refused.message;
  }
};

/** The price of a typed quantity and term, by the same function as the visitor's quote and the order. @source R10.2, R11.3 */
export const PricePreview = ({ skus }: { readonly skus: readonly SkuBody[] }): JSX.Element | null => {
  const [place, setPlace] = useState('0');
  const [quantity, setQuantity] = useState<number>();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const sku = skus[Number(place)] ?? skus[0];
  if (sku === undefined) return null;
  const count = quantity ?? sku.minQuantity;
  const months = sku.termMonths.includes(Number(term)) ? Number(term) : (sku.termMonths[0] ?? null);
  const options = Object.fromEntries(
    sku.options.map(({ key, values }) => {
      const value = values.find((each) => each.value === chosen[key]) ?? values[0];
      return [key, value?.value ?? ''];
    }),
  );
  const priced = quote(sku, { quantity: count, termMonths: months, options });
  return (
    <div className={css.group} role="group" aria-label="试算价格">
      <h3 className={css.title}>试算价格</h3>
      <div className={css.pair}>
        <FormField label="试算的规格">
          <Select
            value={place}
            options={skus.map(({ name }, at) => ({ value: String(at), label: name || `第 ${at + 1}\u00a0个规格` }))}
            onValueChange={setPlace}
          />
        </FormField>
        <FormField label="试算的数量">
          <NumberField value={count} onValueChange={setQuantity} suffix={sku.unit} />
        </FormField>
        {sku.termMonths.length === 0 ? null : (
          <FormField label="试算的期限">
            <Select
              value={String(months)}
              options={sku.termMonths.map((each) => ({ value: String(each), label: `${each} 个月` }))}
              onValueChange={setTerm}
            />
          </FormField>
        )}
        {sku.options.map(({ key, label, values }) => (
          <FormField key={key} label={`试算的${label || '选项'}`}>
            <Select
              value={options[key] ?? ''}
              options={values}
              onValueChange={(value) => setChosen({ ...chosen, [key]: value })}
            />
          </FormField>
        ))}
      </div>
      {priced.ok ? (
        <PriceLines
          items={priced.items.map(({ label, amount }) => ({ label, amount: rmbText(amount) }))}
          total={rmbText(priced.totalAmount)}
        />
      ) : (
        <Callout tone={priced.reason === 'notPriced' ? 'info' : 'warn'} role="status">
          {refusalText(priced)}
        </Callout>
      )}
    </div>
  );
};
