import { dayOrders, ledgerSigns } from '@ronghui/domain/recon';
import { moneyUnitNames, moneyUnits } from '@ronghui/domain/table';
import { FormField, Select } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ColumnsProps } from './mapping.ts';
import css from './start.module.css';

const signNames = { asIs: '按文件里的正负', reversed: '正负相反' } as const;
const orderNames = { ymd: '年-月-日', dmy: '日-月-年', mdy: '月-日-年', serial: '表格软件的序列号' } as const;

/** How the amounts and days of a file are written. @source R13.1 */
export const Formats = ({ mapping, onChange }: Pick<ColumnsProps, 'mapping' | 'onChange'>): JSX.Element => (
  <div className={css.formats}>
    <FormField label="金额的正负">
      <Select
        value={mapping.sign}
        options={ledgerSigns.map((value) => ({ value, label: signNames[value] }))}
        onValueChange={(value) => onChange({ ...mapping, sign: ledgerSigns.find((each) => each === value) ?? 'asIs' })}
      />
    </FormField>
    <FormField label="日期的写法">
      <Select
        value={mapping.dayOrder}
        options={dayOrders.map((value) => ({ value, label: orderNames[value] }))}
        onValueChange={(value) => onChange({ ...mapping, dayOrder: dayOrders.find((each) => each === value) ?? 'ymd' })}
      />
    </FormField>
    <FormField label="金额的单位">
      <Select
        value={mapping.unit}
        options={moneyUnits.map((value) => ({ value, label: moneyUnitNames[value] }))}
        onValueChange={(value) => onChange({ ...mapping, unit: moneyUnits.find((each) => each === value) ?? 'yuan' })}
      />
    </FormField>
  </div>
);
