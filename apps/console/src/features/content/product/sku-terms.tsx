import { noFen } from '@ronghui/domain/money';
import { TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import { freshId } from '../record/fresh-id.ts';
import { NumberField, YuanField } from '../record/number-field.tsx';
import { EntryRows } from './entry-rows.tsx';
import type { SkuBody } from './product-body.ts';
import type { SkuFormProps } from './sku-fields.tsx';

type Option = SkuBody['options'][number];

/** The first fault of some places. */
const firstOf = (faultIn: SkuFormProps['faultIn'], paths: readonly string[]): string | undefined =>
  paths.map(faultIn).find((fault) => fault !== undefined);

/** Whether what is written here is charged: never by these words, but by the fee rules of the product. */
const chargedNote = (billing: SkuBody['billing']): string =>
  billing === 'postpaid'
    ? '只给商户看，系统不按这里的文字收费：用量导入后，按这个产品的“计费规则”出账。请让两处一致。'
    : '只给商户看，不收费：先付规格下单时一次付清，不再按用量出账。';

/** What the price of a specification depends on: tiers, discounts of terms, options, and what one use costs. @source R1.1 */
export const SkuTerms = ({ sku, set, faultIn }: SkuFormProps): JSX.Element => (
  <details>
    <summary>阶梯价、期限折扣、选项与收费说明</summary>
    <div className={css.terms}>
      <EntryRows
        label="阶梯价"
        nameOf={(place) => `第 ${place + 1} 档`}
        entries={sku.tiers}
        onEntriesChange={(tiers) => set({ tiers })}
        blank={() => ({ minQuantity: 1, price: noFen })}
        most={20}
        faultOf={(place) => firstOf(faultIn, [`tiers.${place}.minQuantity`, `tiers.${place}.price`])}
      >
        {(tier, change, place) => (
          <>
            <NumberField
              aria-label={`第 ${place + 1} 档的起订数量`}
              prefix="满"
              suffix={sku.unit}
              value={tier.minQuantity}
              onValueChange={(minQuantity) => change({ minQuantity })}
            />
            <YuanField
              aria-label={`第 ${place + 1} 档的单价`}
              value={tier.price}
              onValueChange={(price) => change({ price: price ?? noFen })}
            />
          </>
        )}
      </EntryRows>
      <EntryRows
        label="期限折扣"
        nameOf={(place) => `第 ${place + 1} 项`}
        entries={sku.termDiscounts}
        onEntriesChange={(termDiscounts) => set({ termDiscounts })}
        blank={() => ({ termMonths: sku.termMonths[0] ?? 12, percent: 90 })}
        most={12}
        faultOf={(place) => firstOf(faultIn, [`termDiscounts.${place}.termMonths`, `termDiscounts.${place}.percent`])}
      >
        {(discount, change, place) => (
          <>
            <NumberField
              aria-label={`第 ${place + 1} 项折扣的期限`}
              suffix="个月"
              value={discount.termMonths}
              onValueChange={(months) => change({ termMonths: Math.min(months, 120) })}
            />
            <NumberField
              aria-label={`第 ${place + 1} 项折扣，付原价的百分之几`}
              prefix="付原价的"
              suffix="%"
              value={discount.percent}
              onValueChange={(percent) => change({ percent: Math.min(percent, 100) })}
            />
          </>
        )}
      </EntryRows>
      <EntryRows
        label="收费说明"
        note={chargedNote(sku.billing)}
        nameOf={(place) => `第 ${place + 1} 条`}
        entries={sku.usageRules}
        onEntriesChange={(usageRules) => set({ usageRules })}
        blank={() => ({ label: '', text: '' })}
        most={12}
        faultOf={(place) => firstOf(faultIn, [`usageRules.${place}.label`, `usageRules.${place}.text`])}
      >
        {(rule, change, place) => (
          <>
            <TextInput
              aria-label={`第 ${place + 1} 条收费说明的名称`}
              placeholder="核销一张"
              value={rule.label}
              maxLength={40}
              onValueChange={(label) => change({ label })}
            />
            <TextInput
              aria-label={`第 ${place + 1} 条收费说明的价格`}
              placeholder="¥0.30"
              value={rule.text}
              maxLength={200}
              onValueChange={(text) => change({ text })}
            />
          </>
        )}
      </EntryRows>
      <SkuOptions sku={sku} set={set} faultIn={faultIn} />
    </div>
  </details>
);

/** The options of a specification, each with its values and what they add to the price. */
const SkuOptions = ({ sku, set, faultIn }: SkuFormProps): JSX.Element => {
  const change = (place: number, changes: Partial<Option>): void =>
    set({ options: sku.options.map((each, at) => (at === place ? { ...each, ...changes } : each)) });
  return (
    <>
      <EntryRows
        label="选项"
        nameOf={(place) => `第 ${place + 1} 个`}
        entries={sku.options}
        onEntriesChange={(options) => set({ options })}
        blank={() => ({
          key: freshId(
            'option',
            sku.options.map(({ key }) => key),
          ),
          label: '',
          values: [],
        })}
        most={12}
        faultOf={(place) =>
          firstOf(faultIn, [`options.${place}.key`, `options.${place}.label`, `options.${place}.values`])
        }
      >
        {(option, setOption, place) => (
          <TextInput
            aria-label={`第 ${place + 1} 个选项的名称`}
            placeholder="收款设备"
            value={option.label}
            maxLength={40}
            onValueChange={(label) => setOption({ label })}
          />
        )}
      </EntryRows>
      {sku.options.map((option, place) => (
        <EntryRows
          key={option.key}
          label={`「${option.label || `第 ${place + 1}\u00a0个选项`}」的取值`}
          nameOf={(at) => `第 ${at + 1} 个`}
          entries={option.values}
          onEntriesChange={(values) => change(place, { values })}
          blank={() => ({
            value: freshId(
              'value',
              option.values.map(({ value }) => value),
            ),
            label: '',
            priceDelta: noFen,
          })}
          most={30}
          faultOf={(at) =>
            firstOf(
              faultIn,
              ['value', 'label', 'priceDelta'].map((field) => `options.${place}.values.${at}.${field}`),
            )
          }
        >
          {(value, setValue, at) => (
            <>
              <TextInput
                aria-label={`第 ${at + 1} 个取值的名称`}
                value={value.label}
                maxLength={60}
                onValueChange={(label) => setValue({ label })}
              />
              <YuanField
                aria-label={`第 ${at + 1} 个取值的加价`}
                prefix="加"
                value={value.priceDelta}
                onValueChange={(priceDelta) => setValue({ priceDelta: priceDelta ?? noFen })}
              />
            </>
          )}
        </EntryRows>
      ))}
    </>
  );
};
