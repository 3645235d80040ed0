import { billDirectionNames } from '@ronghui/domain/bill';
import { Button, FormField, RadioGroup, Select } from '@ronghui/ui';
import type { JSX } from 'react';
import { useStages } from '../recon-queries.ts';
import { sideNames } from '../run-words.ts';
import css from './start.module.css';
import type { NewRun } from './use-new-run.ts';

const directions = [
  { value: 'payable', label: billDirectionNames.payable, hint: '我方付给平台的账单' },
  { value: 'receivable', label: billDirectionNames.receivable, hint: '平台付给我方的账单' },
];
const sides = [
  { value: 'fee', label: sideNames.fee, hint: '文件里的金额是每笔的服务费' },
  { value: 'basis', label: sideNames.basis, hint: '文件里的金额是放款、交易等业务本身的金额' },
];

/** Which lines the ledger is compared with: the stage, the direction of its bills, and which of their amounts. @source R13.1, billing.md, reconciliation */
export const SubjectFields = ({ run: { form } }: { run: NewRun }): JSX.Element => {
  const { options, state, retry } = useStages();
  const { error, ...field } = form.field('stageId');
  const hasFailed = state.status === 'failed';
  return (
    <div className={css.subject}>
      <FormField
        {...field}
        label="账期"
        required
        hint={state.status === 'ready' && options.length === 0 ? '平台出账之后，账期会列在这里' : undefined}
        error={hasFailed ? state.message : error}
        aside={
          hasFailed ? (
            <Button size="small" variant="ghost" onClick={retry}>
              重试
            </Button>
          ) : undefined
        }
      >
        <Select
          {...form.control('stageId')}
          placeholder={state.status === 'loading' ? '正在加载' : '请选择'}
          options={options}
        />
      </FormField>
      <RadioGroup
        label="账单方向"
        row
        options={directions}
        value={form.fields.direction}
        onValueChange={(direction) => form.change({ direction })}
      />
      <RadioGroup
        label="核对的金额"
        row
        options={sides}
        value={form.fields.side}
        onValueChange={(side) => form.change({ side })}
      />
    </div>
  );
};
