import { contentOptions } from '@ronghui/domain/content';
import { FormField, Select, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import { NumberField, WordsField, YuanField } from '../record/number-field.tsx';
import type { SkuBody } from './product-body.ts';

export interface SkuFormProps {
  readonly sku: SkuBody;
  readonly set: (changes: Partial<SkuBody>) => void;
  /** The fault of a place below the specification. */
  readonly faultIn: (path: string) => string | undefined;
}

/** Whole months of a typed list. */
const monthsOf = (words: readonly string[]): number[] =>
  words.filter((word) => /^\d{1,3}$/.test(word)).map((word) => Math.min(Number(word), 120));

/** What a specification is, and what it costs before tiers and discounts. */
export const SkuFields = ({ sku, set, faultIn }: SkuFormProps): JSX.Element => {
  const months = faultIn('termMonths') ?? sku.termMonths.map((_, at) => faultIn(`termMonths.${at}`)).find(Boolean);
  return (
    <>
      <div className={css.pair}>
        <FormField label="规格名称" required error={faultIn('name')}>
          <TextInput value={sku.name} onValueChange={(name) => set({ name })} maxLength={60} />
        </FormField>
        <FormField label="规格标识" hint="小写字母、数字和连字符" required error={faultIn('id')}>
          <TextInput value={sku.id} onValueChange={(id) => set({ id })} maxLength={64} />
        </FormField>
        <FormField label="付费方式" required error={faultIn('billing')}>
          <Select
            value={sku.billing}
            options={contentOptions('billing')}
            onValueChange={(billing) => set({ billing: billing as SkuBody['billing'] })}
          />
        </FormField>
        <FormField label="单价" hint="留空是面议；有期限的按每月计" error={faultIn('price')}>
          <YuanField value={sku.price} onValueChange={(price) => set({ price })} placeholder="面议" />
        </FormField>
        <FormField label="计价单位" hint="如 人、户、套" required error={faultIn('unit')}>
          <TextInput value={sku.unit} onValueChange={(unit) => set({ unit })} maxLength={20} />
        </FormField>
        <FormField label="期限" hint="可选的月数，用逗号分开；没有期限的留空" error={months}>
          <WordsField
            value={sku.termMonths.map(String)}
            onValueChange={(words) => set({ termMonths: monthsOf(words).slice(0, 12) })}
            suffix="个月"
          />
        </FormField>
        <FormField label="起订数量" required error={faultIn('minQuantity')}>
          <NumberField value={sku.minQuantity} onValueChange={(minQuantity) => set({ minQuantity })} />
        </FormField>
        <FormField label="最大数量" required error={faultIn('maxQuantity')}>
          <NumberField value={sku.maxQuantity} onValueChange={(maxQuantity) => set({ maxQuantity })} />
        </FormField>
        <FormField label="发票税率" error={faultIn('taxPercent')}>
          <NumberField
            value={sku.taxPercent}
            onValueChange={(percent) => set({ taxPercent: Math.min(percent, 100) })}
            suffix="%"
          />
        </FormField>
      </div>
    </>
  );
};
