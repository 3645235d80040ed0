import { billDirections, providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, type FilterField, ListPage, Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import css from '../billing.module.css';
import { useNameFilter } from '../name-filter.ts';
import { type OpenSums, type SettledBill, useOpenSums, useSettlementList } from './settlement-queries.ts';
import { SettlementCard, settlementColumns } from './settlement-rows.tsx';
import { useManySelection } from './use-many-selection.tsx';

const SettlementDrawer = lazyPart(() => import('./settlement-drawer.tsx'));

const keyOf = ({ billNo }: SettledBill): string => billNo;
const card = (bill: SettledBill): JSX.Element => <SettlementCard bill={bill} />;

const useFields = (values: Readonly<Record<'tenantId' | 'stageId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'queue',
    label: '等待办理',
    unset: '待结清',
    options: [
      { value: 'check', label: '凭证待核对' },
      { value: 'overdue', label: '已逾期' },
      { value: 'release', label: '核销待复核' },
      { value: 'settled', label: '已结清' },
    ],
  },
  {
    kind: 'select',
    name: 'direction',
    label: '方向',
    options: billDirections.map((value) => ({ value, label: providerDirectionNames[value] })),
  },
  { kind: 'text', name: 'billNo', label: '账单号', placeholder: '账单号或其开头', maxLength: 40 },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  useNameFilter('stage', { name: 'stageId', label: '账期', value: values.stageId }),
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
  { kind: 'dates', name: 'dueFrom', to: 'dueTo', label: '付款到期' },
];

const side = (sum: OpenSums['payable'] | undefined): JSX.Element =>
  sum === undefined ? (
    <>
      <Skeleton className={css.sumWaiting} />
      <div className={css.sum}>&nbsp;</div>
    </>
  ) : (
    <>
      <Amount text={rmbText(sum.remainingAmount)} size="medium" />
      <div className={css.sum}>
        {sum.count} 张{sum.overdueCount > 0 ? `，逾期 ${sum.overdueCount} 张 ${rmbText(sum.overdueAmount)}` : ''}
        {sum.inCheckCount > 0 ? `，凭证待核对 ${sum.inCheckCount} 张` : ''}
      </div>
    </>
  );

/** What is to be settled: the two directions stand beside each other and are never netted. @source R4.9, R11.6, billing.md */
export const SettlementListPage = (): JSX.Element => {
  const list = useSettlementList();
  useListedRows('settlement', list, keyOf);
  const fields = useFields(list.values);
  const sums = useOpenSums(list.filter);
  const isOver = list.values.queue === 'settled';
  const many = useManySelection();
  return (
    <>
      <ListPage
        title="待结清账单"
        sub="已确认、尚未结清的账单：有凭证待核对的在前，到期早的在前。几张一起付的，选好之后一并登记。"
        list={list}
        name="settlement"
        label="待结清账单"
        unit="张账单"
        keyOf={keyOf}
        columns={settlementColumns}
        card={card}
        opens
        {...many.selection}
        fields={fields}
        {...(isOver
          ? {}
          : {
              sums: [
                { label: `${providerDirectionNames.payable}，未结清`, value: side(sums?.payable), wide: true as const },
                {
                  label: `${providerDirectionNames.receivable}，未结清`,
                  value: side(sums?.receivable),
                  wide: true as const,
                },
              ],
            })}
        empty={{ title: '没有待结清的账单', text: '商户确认账单之后，会排在这里。' }}
      />
      {many.dialog}
      {list.open === null ? null : <SettlementDrawer list="settlement" billNo={list.open} onClose={list.close} />}
    </>
  );
};
