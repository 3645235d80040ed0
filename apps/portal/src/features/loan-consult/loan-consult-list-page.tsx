import { type FilterField, ListPage } from '@ronghui/ui';
import type { JSX } from 'react';
import { LoanConsultDrawer } from './loan-consult-drawer.tsx';
import { type LoanConsult, useLoanConsultList } from './loan-consult-queries.ts';
import { LoanConsultCard, loanConsultColumns } from './loan-consult-rows.tsx';

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'loanNo', label: '贷款编号', placeholder: '完整或开头几位', maxLength: 64 },
];
const keyOf = ({ lineId }: LoanConsult): string => lineId;
const card = (item: LoanConsult): JSX.Element => <LoanConsultCard item={item} />;

/** The tenant's loan-consult lines. @source R10.5, ux "Merchant area" */
export const LoanConsultListPage = (): JSX.Element => {
  const list = useLoanConsultList();
  return (
    <>
      <ListPage
        title="贷款咨询明细"
        list={list}
        name="loan-consult"
        label="贷款咨询明细"
        unit="条明细"
        keyOf={keyOf}
        columns={loanConsultColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有贷款咨询明细', text: '有了之后会列在这里。' }}
      />
      {list.open === null ? null : <LoanConsultDrawer key={list.open} lineId={list.open} onClose={list.close} />}
    </>
  );
};
