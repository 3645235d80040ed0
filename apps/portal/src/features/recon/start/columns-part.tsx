import { dayOrders, ledgerSigns, ledgerUnits } from '@ronghui/domain/recon';
import { Button, Callout, FormField, PageState, Select, Skeleton } from '@ronghui/ui';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { ColumnsList } from './columns-list.tsx';
import { ColumnsTable } from './columns-table.tsx';
import { type Mapping, type Preview, unreadableReason } from './ledger-queries.ts';
import { skippedText } from './mapping.ts';
import css from './start.module.css';
import type { NewRun } from './use-new-run.ts';

/** What the parts of the preview take. */
export interface ColumnsProps {
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly fault: Preview['fault'];
  /** The id of the element that says the fault. */
  readonly faultId: string;
  readonly onChange: (mapping: Mapping) => void;
}

const faultId = 'recon-mapping-fault';
const shapeNames = { weChatPay: '微信支付账单', alipay: '支付宝账单', plain: undefined } as const;

const signNames = { asIs: '按文件里的正负', reversed: '正负相反' } as const;
const orderNames = { ymd: '年-月-日', dmy: '日-月-年', mdy: '月-日-年' } as const;
const unitNames = { yuan: '元', fen: '分' } as const;

/** How the columns came to their meanings. */
const originText = ({ shape, source, headRow }: Preview): string => {
  const head = `表头在第\u00a0${headRow}\u00a0行，`;
  if (source !== undefined) return `${head}已沿用保存的来源“${source}”，请核对。`;
  const name = shapeNames[shape];
  return name === undefined ? `${head}已按列名识别，请核对。` : `已识别为${name}，${head}请核对。`;
};

const Formats = ({ mapping, onChange }: Pick<ColumnsProps, 'mapping' | 'onChange'>): JSX.Element => (
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
        options={ledgerUnits.map((value) => ({ value, label: unitNames[value] }))}
        onValueChange={(value) => onChange({ ...mapping, unit: ledgerUnits.find((each) => each === value) ?? 'yuan' })}
      />
    </FormField>
  </div>
);

/** What the columns of the ledger stand for, with its first rows as they are read. @source R13.1 */
export const ColumnsPart = ({ run, onSave }: { run: NewRun; onSave: () => void }): JSX.Element => {
  const { preview, mapping, fault, setMapping } = run;
  const reason = unreadableReason(preview.error);
  if (reason !== undefined && preview.state.status === 'failed') {
    return (
      <Callout tone="bad" role="alert">
        {reason}。请换一个文件。
      </Callout>
    );
  }
  return (
    <PageState state={preview.state} loading={<Skeleton shape="row" count={5} />} empty={null} onRetry={preview.retry}>
      {(data) => (
        <Columns
          preview={data}
          mapping={mapping ?? data.mapping}
          fault={fault}
          faultId={faultId}
          onChange={setMapping}
          onSave={onSave}
        />
      )}
    </PageState>
  );
};

const Columns = ({ onSave, ...props }: ColumnsProps & { onSave: () => void }): JSX.Element => {
  const { preview, fault } = props;
  const pageType = usePageType();
  return (
    <div className={css.part}>
      <p className={css.note}>
        {originText(preview)}
        {preview.skipped.length === 0 ? '' : `略过：${skippedText(preview.skipped)}。`}
      </p>
      {pageType === 'PC' ? <ColumnsTable {...props} /> : <ColumnsList {...props} />}
      <p id={faultId} className={css.fault} role="alert">
        {fault?.message}
      </p>
      <Formats {...props} />
      <div>
        <Button size="small" disabled={fault !== undefined} onClick={onSave}>
          保存为来源
        </Button>
      </div>
    </div>
  );
};
