import { providerDirectionNames } from '@ronghui/domain/bill';
import { FormField, RadioGroup, TextInput } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { FieldName } from './fee-rule-fields.ts';
import { TierRows } from './tier-rows.tsx';

type RuleForm = Form<FieldName>;

const limits = [
  ['lineMinimum', '每笔最低'],
  ['lineCap', '每笔最高'],
  ['billMinimum', '每张账单最低'],
  ['billCap', '每张账单最高'],
] as const;

/** The fields of what a version says. @source R11.6, billing.md */
export const TermsFields = ({ form }: { form: RuleForm }): JSX.Element => {
  const { fields, change } = form;
  const isAmount = fields.basis === 'amount';
  return (
    <>
      <RadioGroup
        label="方向"
        row
        value={fields.direction}
        onValueChange={(direction) => change({ direction })}
        options={[
          { value: 'payable', label: providerDirectionNames.payable },
          { value: 'receivable', label: providerDirectionNames.receivable },
        ]}
      />
      <RadioGroup
        label="计费依据"
        row
        value={fields.basis}
        onValueChange={(basis) => change({ basis, ...(basis === 'amount' && { per: 'line' }) })}
        options={[
          { value: 'amount', label: '金额' },
          { value: 'unit', label: '数量' },
        ]}
      />
      {isAmount ? null : (
        <FormField label="计量单位" hint="与明细的单位一致，例如 张" required {...form.field('unit')}>
          <TextInput {...form.control('unit')} maxLength={20} />
        </FormField>
      )}
      <RadioGroup
        label="计费方式"
        row
        value={fields.kind}
        onValueChange={(kind) => change({ kind })}
        options={[
          { value: 'rate', label: isAmount ? '按费率' : '按单价' },
          { value: 'fixed', label: '固定收费' },
          { value: 'tiered', label: '分档' },
        ]}
      />
      <SchemeFields form={form} unit={isAmount ? null : fields.unit.trim() || '单位'} />
      <div className={css.pair}>
        {limits.map(([name, label]) => (
          <FormField key={name} label={label} hint="不限的留空" {...form.field(name)}>
            <TextInput {...form.control(name)} inputMode="decimal" suffix="元" maxLength={16} />
          </FormField>
        ))}
        <FormField label="税率" hint="金额含税" required {...form.field('taxRate')}>
          <TextInput {...form.control('taxRate')} inputMode="decimal" suffix="%" maxLength={8} />
        </FormField>
      </div>
    </>
  );
};

const SchemeFields = ({ form, unit }: { form: RuleForm; unit: string | null }): JSX.Element => {
  const { fields, change } = form;
  switch (fields.kind) {
    case 'fixed':
      return (
        <>
          {unit === null ? null : (
            <RadioGroup
              label="收费单位"
              row
              value={fields.per}
              onValueChange={(per) => change({ per })}
              options={[
                { value: 'line', label: '每笔' },
                { value: 'unit', label: `每${unit}` },
              ]}
            />
          )}
          <FormField label="收费金额" required {...form.field('fee')}>
            <TextInput
              {...form.control('fee')}
              inputMode="decimal"
              suffix={fields.per === 'unit' && unit !== null ? `元/${unit}` : '元/笔'}
              maxLength={16}
            />
          </FormField>
        </>
      );
    case 'tiered':
      return (
        <>
          <RadioGroup
            label="分档方法"
            value={fields.method}
            onValueChange={(method) => change({ method })}
            options={[
              { value: 'marginal', label: '各档分别计算', hint: '每一段按它那一档收取' },
              { value: 'whole', label: '全部按达到的一档', hint: '合计达到哪一档，全部按那一档收取' },
            ]}
          />
          <FormField label="各档" hint="按一张账单的合计分档，第一档从 0 起" required {...form.field('tiers')}>
            <TierRows
              value={fields.tiers}
              onValueChange={(tiers) => change({ tiers })}
              unit={unit}
              isWrong={form.field('tiers').error !== undefined}
            />
          </FormField>
        </>
      );
    default:
      return (
        <FormField label={unit === null ? '费率' : '单价'} required {...form.field('rate')}>
          <TextInput
            {...form.control('rate')}
            inputMode="decimal"
            suffix={unit === null ? '%' : `元/${unit}`}
            maxLength={20}
          />
        </FormField>
      );
  }
};
